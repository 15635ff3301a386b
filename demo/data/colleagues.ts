// Two hundred made-up colleagues and their monthly pay, the same each time.
const first = ["Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "June"];
const last = "A.B.C.D.E.F.G.H.I.J.K.L.M.N.O.P.R.S.T.V".split(".");

export const colleagues: { name: string; pay: number }[] = Array.from({ length: 200 }, (_, i) => {
  // Each pair of names once.
  const name = `${first[i % first.length]} ${last[(i + Math.floor(i / 10)) % last.length]}.`;
  // Skewed, as pay is: most between 2,500 and 5,000, some far above.
  const place = ((i * 89 + 31) % 200) / 200;
  return { name, pay: Math.round(2400 + 2600 * place + 5200 * place ** 8) };
});

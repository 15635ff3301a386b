/** How the core is told which algorithm is asked for: by name, or by what it chooses one. */
export function chosenBy({ algorithm }: { algorithm: string }) {
  const leastPromise = algorithm === "least-promise";
  return { algorithm: leastPromise ? "auto" : algorithm, leastPromise };
}

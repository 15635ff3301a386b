/**
 * A case with a sample of its pairs, from all parts of the list. Sample sizes are primes, because lists of
 * pairs cycle through a record at the start, in the middle and at the end.
 * @param {import("./check.mjs").Case} example
 * @param {{ most: number, mostIfWide: number }} numbers the limits on tried pairs, and on pairs with wide laws
 */
export function some({ pairs, ...example }, { most, mostIfWide }) {
  const wanted = example.wide ? mostIfWide : most;
  if (pairs.length <= wanted) return { ...example, pairs };
  const at = (i) => Math.floor((i * pairs.length) / wanted);
  return { ...example, pairs: Array.from({ length: wanted }, (_, i) => pairs[at(i)]) };
}

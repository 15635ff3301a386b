/** So many pairs of a case are tried through the worker, and of those with wide laws. */
const [most, mostIfWide] = [23, 7];

/**
 * A case with some of its pairs, from all over the list. Primes, so that the steps between them differ: lists
 * of pairs put a record at the start, in the middle and at the end in turn.
 * @param {import("../check.mjs").Case} example
 */
export function some({ pairs, ...example }) {
  const wanted = example.wide ? mostIfWide : most;
  if (pairs.length <= wanted) return { ...example, pairs };
  const at = (i) => Math.floor((i * pairs.length) / wanted);
  return { ...example, pairs: Array.from({ length: wanted }, (_, i) => pairs[at(i)]) };
}

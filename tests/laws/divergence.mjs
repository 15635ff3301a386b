// The divergence of two laws, in the terms of (epsilon, delta), as in tests/support/divergence.hpp.

/** @typedef {import("./enumerate.mjs").Law} Law */

/** The precision of divergences: rounding, and the tails of tight claims. */
export const exactTo = 1e-9;

/**
 * The least delta for which P[F] <= e^epsilon Q[F] + delta for every event F, of the masses known. The true
 * value is larger by at most what p misses, and smaller by at most e^epsilon times what q does.
 * @param {Law} p
 * @param {Law} q
 * @param {number} epsilon
 */
export function hockeyStick(p, q, epsilon) {
  let sum = 0;
  for (const [output, mass] of p.mass) {
    sum += Math.max(0, mass - Math.exp(epsilon) * (q.mass.get(output) ?? 0));
  }
  return sum;
}

/** @param {Law} p @param {Law} q @param {number} epsilon both directions */
export function divergence(p, q, epsilon) {
  return Math.max(hockeyStick(p, q, epsilon), hockeyStick(q, p, epsilon));
}

/**
 * The largest log-ratio over common outputs that are not too rare for sums to resolve.
 * @param {Law} p
 * @param {Law} q
 */
export function logRatio(p, q) {
  let largest = 0;
  for (const [output, mass] of p.mass) {
    const other = q.mass.get(output) ?? 0;
    if (Math.min(mass, other) > exactTo)
      largest = Math.max(largest, Math.abs(Math.log(mass / other)));
  }
  return largest;
}

/**
 * Whether two laws keep a claim, wherever the cut mass belongs.
 * @param {Law} p
 * @param {Law} q
 * @param {{ epsilon: number, delta: number }} claim
 * @returns {boolean}
 */
export function keeps(p, q, { epsilon, delta }) {
  const found = divergence(p, q, epsilon);
  const cut = Math.max(p.missing, q.missing);
  if (found + cut <= delta + exactTo) return true;
  if (found - Math.exp(epsilon) * cut > delta + exactTo) return false;
  throw new Error(`undecided: found ${found}, but ${cut} was cut, of a claim of ${delta}`);
}

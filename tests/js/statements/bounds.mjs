// Whether a claim fails more often than it states.
import { upperTail } from "../../../dist/audit/bounds.js";

/**
 * Whether this number of misses in n draws has a probability below alpha, if each draw misses with probability
 * at most `chance`.
 */
export const isTooMany = (misses, n, chance, alpha) =>
  misses > n * chance && upperTail(n, chance, misses) < alpha;

/** All cases together have fewer than 5,000 claims: each is tested at a share of 1e-6. */
export const alphaOfAll = 1e-6 / 5000;

/** The misses of each claim of a case in `draws` draws: a claim whose condition fails states nothing. */
export function tally(draw, draws) {
  const claims = new Map();
  for (let i = 0; i < draws; ++i) {
    for (const { claim, chance, missed } of draw()) {
      const one = claims.get(claim) ?? { n: 0, misses: 0, chance };
      one.n += 1;
      one.misses += missed ? 1 : 0;
      claims.set(claim, one);
    }
  }
  return claims;
}

/** The claims rejected at alpha, in words. */
export const rejected = (claims, alpha) =>
  [...claims]
    .filter(([, { n, misses, chance }]) => isTooMany(misses, n, chance, alpha))
    .map(
      ([claim, { n, misses, chance }]) =>
        `${claim}: missed ${misses} of ${n}, at most ${chance.toFixed(3)} stated`,
    );

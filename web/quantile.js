import { drawRank } from "./rank-draw.js";

/**
 * A private quantile: a value with about a share `q` of the records below it.
 *
 * Privacy: (epsilon, 0), pure, for the declared neighbours and any data, none included.
 * Source: the exponential mechanism on rank error; docs/guarantees/exponential.md.
 * Accuracy: with probability `confidence`, at most 2 max(q, 1 - q) (ln(number of possible values) +
 * ln(1/(1 - confidence)))/epsilon ranks away.
 *
 * @template [T=number]
 * @param {import("./values.js").Values} values one record each
 * @param {number} q between 0 and 1, exclusive; taken as the nearest fraction with denominator up to
 *   1000, which the record names
 * @param {import("./rank-draw.js").RankOptions<T>} options
 * @returns {{ value: T, record: import("./record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError} as `median`
 */
export function quantile(values, q, options) {
  if (typeof q !== "number") throw new TypeError(`q must be a number, got ${typeof q}`);
  return drawRank("quantile", values, options, q);
}

import { drawRank } from "./rank-draw.js";

/**
 * A private median. No bounds on the data need to be known.
 *
 * Privacy: (epsilon, 0), pure, for the declared neighbours and any data, none included.
 * Source: the exponential mechanism on depth; docs/guarantees/exponential.md.
 * Accuracy: with probability `confidence`, at most (ln(number of possible values) + ln(1/(1 -
 * confidence)))/epsilon ranks away from the true median: 47/epsilon for all doubles.
 * Cost: linear in the number of records.
 *
 * @template [T=number]
 * @param {import("./values.js").Values} values one record each
 * @param {import("./rank-draw.js").RankOptions<T>} options
 * @returns {{ value: T, record: import("./record.js").ReleaseRecord }} the value is a number for
 *   `reals`, `decimals` and `integers` of numbers, a BigInt for `integers` of BigInts, a Date for
 *   `dates`
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind; before any data
 *   is used, except for values of the wrong kind
 */
export function median(values, options) {
  return drawRank("median", values, options);
}

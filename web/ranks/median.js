import { drawRank } from "./draw.js";

/**
 * A private median. No bounds on the data need to be known.
 *
 * Privacy: (epsilon, 0), pure, without a delta; (epsilon, delta) with one; for the declared neighbours
 * and any data, none included.
 * Source: the exponential mechanism on depth, docs/guarantees/exponential.md; with a delta also prefix
 * choice, docs/guarantees/prefix-choice.md, and others on request.
 * Accuracy: with probability `confidence`, at most (ln(number of possible values) + ln(1/(1 -
 * confidence)))/epsilon ranks away from the true median: 47/epsilon for all doubles. On wider domains
 * prefix choice takes over, with little more than that: 56/epsilon for text of 1 KB.
 * Cost: linear in the number of records; with a delta, that of sorting them.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {import("./options.js").RankOptions<T> & { delta?: 0 }} options
 * @returns {{ value: T, record: import("../ledger/record.js").ReleaseRecord }} the value is a number for
 *   `reals`, `decimals` and `integers` of numbers, a BigInt for `bigIntegers` and `integers` of
 *   BigInts, a Date for `dates`, and { text, after } for `text`
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind; before any data
 *   is used, except for values of the wrong kind
 */
/**
 * With a delta; may find nothing: `{ value: null, reason: "not-found", record }`.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {import("./options.js").RankOptions<T>} options
 * @returns {import("./options.js").MaybeFound<T>}
 */
/**
 * @param {import("../data/values.js").Values} values
 * @param {import("./options.js").RankOptions<any>} options
 * @returns {any}
 */
export function median(values, options) {
  return drawRank("median", values, options, 0.5);
}

import { numberOption } from "../core/options.js";
import { drawRank } from "./draw.js";

/**
 * A private quantile: a value with about a share `q` of the records below it.
 *
 * Privacy: (epsilon, 0), pure, without a delta; (epsilon, delta) with one; for the declared neighbours
 * and any data, none included.
 * Source: the exponential mechanism on rank error, docs/guarantees/exponential.md; with a delta also
 * prefix choice, docs/guarantees/prefix-choice.md, and others on request.
 * Accuracy: with probability `confidence`, at most 2 max(q, 1 - q) (ln(number of possible values) +
 * ln(1/(1 - confidence)))/epsilon ranks away; with a delta less on wide domains.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {number} q from 1e-6 to 1 - 1e-6: 0.5 is the median, 0.9999 what 1 record of 10,000 exceeds;
 *   taken as the nearest fraction with a denominator up to 1,000,000, which the record names
 * @param {import("./options.js").RankOptions<T> & { delta?: 0 }} options
 * @returns {{ value: T, record: import("../ledger/record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError} as `median`
 */
/**
 * With a delta; may find nothing: `{ value: null, reason: "not-found", record }`.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values
 * @param {number} q
 * @param {import("./options.js").RankOptions<T>} options
 * @returns {import("./options.js").MaybeFound<T>}
 */
/**
 * @param {import("../data/values.js").Values} values
 * @param {number} q
 * @param {import("./options.js").RankOptions<any>} options
 * @returns {any}
 */
export function quantile(values, q, options) {
  return drawRank("quantile", values, options, numberOption("q", q));
}

import { numberOption } from "../core/options.js";
import { drawRank, releasedRank } from "./draw.js";
import { QuantileFields } from "./options.js";
import { declaredSize } from "./sizes.js";

export const foundQuantile = releasedRank({
  name: "quantile",
  Fields: QuantileFields,
  sizeOf: declaredSize,
  quantileOf: (q) => numberOption("q", q),
  example: { data: [[1, 2, 3]], asked: [0.3], options: { size: undefined } },
});

/**
 * A private quantile: a value with about a share `q` of the records below it.
 *
 * Privacy: (epsilon, 0), pure, without a delta and wherever none is needed; (epsilon, delta) otherwise; for the
 * declared neighbours and any data, none included.
 * Source: the exponential mechanism on rank error, docs/guarantees/exponential.md, or cut choice,
 * docs/guarantees/cut-choice.md, as docs/choosing-an-algorithm.md says; others on request.
 * Accuracy: with probability `confidence`, at most as many ranks away as `accuracy.quantile` says. For all
 * doubles, at epsilon 1, that is 48 for the median and 94 for q = 0.99, usually 1 and 2. By "least-promise" it
 * is 47 and 53; with a delta of 1e-6, 24 and 29.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {number} q from 1e-6 to 1 - 1e-6: 0.5 is the median, 0.9999 what 1 record of 10,000 exceeds;
 *   taken as the nearest fraction with a denominator up to 1,000,000, which the record names
 * @param {import("./options.js").RankOptions<T> & import("./options.js").DeclaredSizeOption & { delta?: 0, abstain: false }} options
 * @returns {{ value: T, record: import("../ledger/record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError} as `median`
 */
/**
 * With a delta: always an answer, too, unless a size is declared or an algorithm asked for that may find
 * nothing.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {number} q
 * @param {import("./options.js").RankOptions<T> & import("./options.js").AlwaysFound} options
 * @returns {{ value: T, record: import("../ledger/record.js").ReleaseRecord }}
 */
/**
 * May find nothing: `{ value: null, reason: "not-found", record }`.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values
 * @param {number} q
 * @param {import("./options.js").RankOptions<T> & import("./options.js").DeclaredSizeOption & { abstain: false }} options
 * @returns {import("./options.js").MaybeFound<T>}
 */
/**
 * Of few records there is no answer, `{ value: null, reason: "too-few", message, record }`.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values | import("./options.js").Ungrouped} rows
 * @param {number} q
 * @param {import("./options.js").RankOptions<T> & import("./options.js").DeclaredSizeOption} options
 * @returns {import("./options.js").MaybeFew<T>}
 */
/**
 * Of rows of users by group.
 *
 * @template [T=number]
 * @overload
 * @param {import("./options.js").Grouped} rows
 * @param {number} q
 * @param {import("./options.js").RankOptions<T>} options
 * @returns {import("./options.js").OfGroups<T>}
 */
/**
 * @param {any} values
 * @param {number} q
 * @param {import("./options.js").RankOptions<any>} options
 * @returns {any}
 */
export function quantile(values, q, options) {
  return drawRank(foundQuantile, values, options, q);
}

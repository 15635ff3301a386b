import { drawRank, releasedRank } from "./draw.js";
import { InteriorFields } from "./options.js";
import { interiorSize } from "./sizes.js";

export const foundPoint = releasedRank({
  name: "interiorPoint",
  Fields: InteriorFields,
  sizeOf: interiorSize,
  quantileOf: () => undefined,
  example: { data: [[1, 2, 3]] },
});

/**
 * A point between the smallest and the largest record, from any ordered domain: numbers, dates, whole
 * numbers of thousands of bits, text.
 *
 * Privacy: (epsilon, 0), pure, without a delta and wherever none is needed; (epsilon, delta) otherwise; for the
 * declared neighbours and any data, none included.
 * Source: the exponential mechanism on depth, cut choice, or the algorithm asked for; the record names
 * the page with the proof.
 * With as many records as `plan.interiorPoint` says there is an answer, between them, with the
 * confidence asked for.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {import("./options.js").RankOptions<T> & { delta?: 0, abstain: false }} options
 * @returns {{ value: T, record: import("../ledger/record.js").ReleaseRecord }} the value is a number for
 *   `reals`, `decimals` and `integers` of numbers, a BigInt for `bigIntegers` and `integers` of
 *   BigInts, a Date for `dates`, and { text, after } for `text`
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind; before any data
 *   is used, except for values of the wrong kind
 */
/**
 * With a delta: cut choice and the algorithms made for huge domains need fewer records there, but may
 * find nothing: `{ value: null, reason: "not-found", record }`.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values} values one record each
 * @param {import("./options.js").RankOptions<T> & import("./options.js").SizeOption & { abstain: false }} options
 * @returns {import("./options.js").MaybeFound<T>}
 */
/**
 * Of few records there is no answer, `{ value: null, reason: "too-few", message, record }`.
 *
 * @template [T=number]
 * @overload
 * @param {import("../data/values.js").Values | import("./options.js").Ungrouped} rows
 * @param {import("./options.js").RankOptions<T> & import("./options.js").SizeOption} options
 * @returns {import("./options.js").MaybeFew<T>}
 */
/**
 * Of rows of users by group.
 *
 * @template [T=number]
 * @overload
 * @param {import("./options.js").Grouped} rows
 * @param {import("./options.js").RankOptions<T>} options
 * @returns {import("./options.js").OfGroups<T>}
 */
/**
 * @param {any} values
 * @param {import("./options.js").RankOptions<any>} options
 * @returns {any}
 */
export function interiorPoint(values, options) {
  return drawRank(foundPoint, values, options);
}

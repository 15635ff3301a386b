import { drawRank } from "./rank-draw.js";

/**
 * A point between the smallest and the largest record, usually close to the median.
 *
 * Privacy: (epsilon, 0), pure, for the declared neighbours and any data, none included.
 * Source: the exponential mechanism on depth; docs/guarantees/exponential.md.
 * With at least `plan.interiorPoint(...)[0].records` records it lies between them with the
 * confidence asked for.
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
export function interiorPoint(values, options) {
  return drawRank("interiorPoint", values, options);
}

import { drawRank, releasedRank } from "./draw.js";
import type { RankFunction } from "./functions.js";
import { InteriorFields, type SizeOption } from "./options.js";

import { interiorSize } from "./sizes.js";

export const interiorPointDeclaration = releasedRank({
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
 * With a delta cut choice and the algorithms made for huge domains need fewer records, but may find nothing: `{ value:
 * null, reason: "not-found", record }`. Of few records there is no answer unless `abstain` is false: `{ value: null,
 * reason: "too-few", message, record }`. Of rows of users by group it is `{ groups, record }`.
 *
 * @param rows one record each, or rows of users
 * @returns the value is a number for `reals`, `decimals` and `integers` of numbers, a BigInt for `bigIntegers` and
 *   `integers` of BigInts, a Date for `dates`, and { text, after } for `text`
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind; before any data
 *   is used, except for values of the wrong kind
 * @function
 */
export const interiorPoint: RankFunction<"here", SizeOption, never> = (rows, options) =>
  drawRank(interiorPointDeclaration, rows, options);

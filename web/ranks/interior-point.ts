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
 * Privacy: (epsilon, 0), pure, if `delta` is 0 or the algorithm needs none; (epsilon, delta) otherwise; for the
 * declared neighbours and every data set, the empty one included.
 * Source: the exponential mechanism on depth, cut choice, or the requested algorithm; the record names
 * the page with the proof.
 * With as many records as `plan.interiorPoint` says there is an answer, between them, with the
 * requested confidence.
 *
 * With a delta, cut choice and the algorithms for huge domains need fewer records, but may return `{ value:
 * null, reason: "not-found", record }`. With few records it abstains unless `abstain` is false: `{ value: null,
 * reason: "too-few", message, record }`. For rows of users by group the answer is `{ groups, record }`.
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

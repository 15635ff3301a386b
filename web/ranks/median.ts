import { drawRank, releasedRank } from "./draw.js";
import type { RankFunction } from "./functions.js";
import { type AlwaysFound, type DeclaredSizeOption, QuantileFields } from "./options.js";

import { declaredSize } from "./sizes.js";

export const medianDeclaration = releasedRank({
  name: "median",
  Fields: QuantileFields,
  sizeOf: declaredSize,
  quantileOf: () => 0.5,
  example: { data: [[1, 2, 3]], options: { size: undefined } },
});

/**
 * A private median. No bounds on the data need to be known.
 *
 * Privacy: (epsilon, 0), pure, without a delta and wherever none is needed; (epsilon, delta) otherwise; for the
 * declared neighbours and any data, none included.
 * Source: the exponential mechanism on depth, docs/guarantees/exponential.md, or cut choice,
 * docs/guarantees/cut-choice.md, as docs/choosing-an-algorithm.md says; others on request.
 * Accuracy: with probability `confidence`, at most as many ranks away from the true median as
 * `accuracy.median` says. For all doubles, at epsilon 1, that is 48, usually 1. By "least-promise" it is 47
 * without a delta, 24 with a delta of 1e-6 and 17 if the number of records is declared (`size`); for text of
 * 1 KB 3,122, 34 and 25.
 * Cost: linear in the number of records for numbers; for wide values, or if many are equal to the
 * median, that of sorting them.
 *
 * May find nothing with a delta and `abstain: false`, if a size is declared or an algorithm asked for that may: `{ value:
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
export const median: RankFunction<"here", DeclaredSizeOption, AlwaysFound> = (rows, options) =>
  drawRank(medianDeclaration, rows, options);

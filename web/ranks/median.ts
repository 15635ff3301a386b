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
 * Privacy: (epsilon, 0), pure, if `delta` is 0 or the algorithm needs none; (epsilon, delta) otherwise; for the
 * declared neighbours and every data set, the empty one included.
 * Source: the exponential mechanism on depth, docs/guarantees/exponential.md, or cut choice,
 * docs/guarantees/cut-choice.md, as docs/choosing-an-algorithm.md says; or the requested algorithm.
 * Accuracy: with probability `confidence`, at most as many ranks away from the true median as
 * `accuracy.median` says. For all doubles, at epsilon 1, that is 48, usually 1. By "least-promise" it is 47
 * without a delta, 24 with a delta of 1e-6 and 17 if the number of records is declared (`size`); for text of
 * 1 KB 3,122, 34 and 25.
 * Cost: linear in the number of records; for wide values of which many equal the median, the cost of sorting them.
 *
 * With a delta and `abstain: false`, a declared size or the requested algorithm may lead to `{ value: null,
 * reason: "not-found", record }`. With few records it abstains unless `abstain` is false: `{ value: null,
 * reason: "too-few", message, record }`. For rows of users by group the answer is `{ groups, record }`.
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

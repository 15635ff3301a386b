import { numberOption } from "../core/options.js";
import { drawRank, releasedRank } from "./draw.js";
import type { QuantileFunction } from "./functions.js";
import { QuantileFields } from "./options.js";

import { declaredSize } from "./sizes.js";

export const quantileDeclaration = releasedRank({
  name: "quantile",
  Fields: QuantileFields,
  sizeOf: declaredSize,
  quantileOf: (q) => numberOption("q", q),
  example: { data: [[1, 2, 3]], asked: [0.3], options: { size: undefined } },
});

/**
 * A private quantile: a value with about a share `q` of the records below it.
 *
 * Privacy: (epsilon, 0), pure, if `delta` is 0 or the algorithm needs none; (epsilon, delta) otherwise; for the
 * declared neighbours and every data set, the empty one included.
 * Source: the exponential mechanism on rank error, docs/guarantees/exponential.md, or cut choice,
 * docs/guarantees/cut-choice.md, as docs/choosing-an-algorithm.md says; or the requested algorithm.
 * Accuracy: with probability `confidence`, at most as many ranks away as `accuracy.quantile` says. For all
 * doubles, at epsilon 1, that is 48 for the median and 94 for q = 0.99, usually 1 and 2. By "least-promise" it
 * is 47 and 53; with a delta of 1e-6, 24 and 29.
 *
 * As for `median`, an answer may be missing.
 *
 * @param rows one record each, or rows of users
 * @param q from 1e-6 to 1 - 1e-6: 0.5 is the median, 0.9999 what 1 record of 10,000 exceeds; taken as the nearest
 *   fraction with a denominator up to 1,000,000, which the record names
 * @throws {RangeError | TypeError} as `median`
 * @function
 */
export const quantile: QuantileFunction<"here"> = (rows, q, options) =>
  drawRank(quantileDeclaration, rows, options, q);

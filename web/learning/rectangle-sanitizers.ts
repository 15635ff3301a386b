import { choice, delta, type OptionsOf, optional } from "../core/fields.js";
import { points } from "../data/fields.js";
import { nothingBelow, nothingPromised, promisesFrom } from "../ledger/few-records.js";
import { formatCount, formatPercent, shareUp } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { axisDomains, LearnerFields } from "./fields.js";
import type { LabelledPoints } from "./rectangle.js";
import { tiesCondition } from "./threshold-sanitizer.js";

export class SanitizerBoxFields extends LearnerFields {
  /** through private quantiles of every axis */
  algorithm = choice(["sanitizers"] as const);
  /** the domain of all axes, or one for each, of at most 64 bits; any but text; default `reals()` */
  domain = axisDomains();
  /**
   * 0 (default), or far below 1 / (number of points): makes composing many axes cheaper, and is needed by "slices"
   */
  delta = optional(delta(), 0);
  /** the number of quantiles of each axis, 1 to 999; default 31 */
  points = points();
  /**
   * how the quantiles are drawn. "quantiles" (default): by recursion. "slices": by noisy slices, from 2 points on,
   * which needs a delta; with enough points they err far less
   */
  by = optional(choice(["quantiles", "slices"] as const), "quantiles");
}

/**
 * Options of `learnRectangle` with `algorithm: "sanitizers"`.
 * @interface
 */
export type SanitizerBox = OptionsOf<SanitizerBoxFields>;

/** Options of `learnRectangle` with `algorithm: "sanitizers"`, with the data. */
export type SanitizerRectangleOptions = SanitizerBox & LabelledPoints;

/** The accuracy of the box in words. */
export function sanitizerStatement({ accuracy: { error, confidence }, conditions }: Claim) {
  const { leastRecords, errorBelowMin } = conditions;
  const share = conditions.share!;
  if (share >= 1) return nothingPromised("points");
  const sure = `with ${formatPercent(confidence)} confidence`;
  const most = (errors: number) =>
    `at most ${formatCount(errors)} points plus ${shareUp(share)} of all points`;
  const all = "all with label 1 (no box means label 0 everywhere)";
  const ties = tiesCondition(conditions, "coordinate");
  const wrong = "wrong labels beyond a side can move it anywhere.";
  if (leastRecords === undefined) {
    return `If some box labels every point correctly: ${sure}, the result mislabels ${most(error)}, ${all}${ties}; ${wrong}${nothingBelow(error, share, "points")}`;
  }
  return `If some box labels every point correctly and there are at least ${formatCount(leastRecords)} points: ${sure}, the result mislabels ${most(error)}, ${all}; ${wrong} With fewer points, at the same confidence, ${most(errorBelowMin as number)}${ties}.${promisesFrom(conditions, "points")}`;
}

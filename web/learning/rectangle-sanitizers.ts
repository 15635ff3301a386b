import { choice, delta, type OptionsOf, optional } from "../core/fields.js";
import { points } from "../data/fields.js";
import { nothingBelow, nothingPromised } from "../ledger/few-records.js";
import { formatCount, formatPercent, shareUp } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { axisDomains, LearnerFields } from "./fields.js";
import type { LabelledPoints } from "./rectangle.js";

export class SanitizerBoxFields extends LearnerFields {
  /** through recursive quantiles of every axis */
  algorithm = choice(["sanitizers"] as const);
  /** the domain of all axes, or one for each, of at most 64 bits; any but text; default `reals()` */
  domain = axisDomains();
  /** 0 (default), or far below 1 / (number of points): makes composing many axes cheaper */
  delta = optional(delta(), 0);
  /** the number of quantiles of each axis, 1 to 999; default 31 */
  points = points();
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
  const { maxTies } = conditions;
  const share = conditions.share!;
  if (share >= 1) return nothingPromised("points");
  const few = nothingBelow(error, share, "points");
  return `If some box labels every point correctly: with ${formatPercent(confidence)} confidence, the result mislabels at most ${formatCount(error)} points plus ${shareUp(share)} of all points, all with label 1 (no box means label 0 everywhere), provided no coordinate occurs more than ${formatCount(maxTies)} times; wrong labels beyond a side can move it anywhere.${few}`;
}

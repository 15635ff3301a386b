import { choice, delta, type Optional, type OptionsOf, optional } from "../core/fields.js";
import type { Domain } from "../data/domains.js";
import { domain, points } from "../data/fields.js";
import { nothingBelow, nothingPromised, promisesFrom } from "../ledger/few-records.js";
import { formatCount, formatPercent, shareUp } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { LearnerFields } from "./fields.js";
import type { LabelledData } from "./threshold.js";

export class SanitizerRuleFields<T = number> extends LearnerFields {
  /** through private quantiles of the values of either label; with an epsilon from 0.001, under "replace" from 0.002 */
  algorithm = choice(["sanitizer"] as const);
  /** the possible values, of at most 64 bits; default: `reals()` */
  domain: Optional<Domain<T>> = domain();
  /** the number of quantiles of either label, 1 to 999; default 31 */
  points = points();
  /**
   * 0 (default), or far below 1 / (number of records), for quantiles by noisy slices: with enough records of each
   * label they err far less
   */
  delta = optional(delta(), 0);
}

/**
 * Options of `learnThreshold` with `algorithm: "sanitizer"`.
 * @interface
 */
export type SanitizerRule<T = number> = OptionsOf<SanitizerRuleFields<T>>;

/** Options of `learnThreshold` with `algorithm: "sanitizer"`, with the data. */
export type SanitizerThresholdOptions<T = number> = SanitizerRule<T> & LabelledData;

/** The accuracy of the threshold in words. */
export function sanitizerStatement({
  accuracy: { error, confidence },
  conditions,
  protects,
}: Claim) {
  const { leastRecords, errorBelowMin } = conditions;
  const share = conditions.share!;
  const [records, all] =
    protects === "users"
      ? ["of the sampled rows, one per user,", "all sampled rows"]
      : ["records", "all records"];
  const things = protects === "users" ? "users" : "records";
  if (share >= 1) return nothingPromised(things);
  const sure = `With ${formatPercent(confidence)} confidence`;
  const most = (errors: number) =>
    `at most ${formatCount(errors)} ${records} plus ${shareUp(share)} of ${all} more than the best threshold`;
  if (leastRecords === undefined) {
    return `${sure}, the rule mislabels ${most(error)}${tiesCondition(conditions, "value")}.${nothingBelow(error, share, things)}`;
  }
  return `If each label has at least ${formatCount(leastRecords)} ${things}: ${sure.toLowerCase()}, the rule mislabels ${most(error)}. With fewer, at the same confidence, ${most(errorBelowMin as number)}${tiesCondition(conditions, "value")}.${promisesFrom(conditions, things)}`;
}

/** The condition of a promise that rests on how often a value occurs, if it does. */
export function tiesCondition({ maxTies }: Claim["conditions"], value: string) {
  if (maxTies === undefined) return "";
  return `, provided no ${value} occurs more than ${formatCount(maxTies)} times`;
}

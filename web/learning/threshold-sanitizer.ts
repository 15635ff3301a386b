import { choice, type Optional, type OptionsOf } from "../core/fields.js";
import type { Domain } from "../data/domains.js";
import { domain, points } from "../data/fields.js";
import { nothingBelow, nothingPromised } from "../ledger/few-records.js";
import { formatCount, formatPercent, shareUp } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { LearnerFields } from "./fields.js";
import type { LabelledData } from "./threshold.js";

export class SanitizerRuleFields<T = number> extends LearnerFields {
  /** through recursive quantiles of the values of either label */
  algorithm = choice(["sanitizer"] as const);
  /** the possible values, of at most 64 bits; default: `reals()` */
  domain: Optional<Domain<T>> = domain();
  /** the number of quantiles of either label, 1 to 999; default 31 */
  points = points();
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
  const { maxTies } = conditions;
  const share = conditions.share!;
  const [records, all] =
    protects === "users"
      ? ["of the sampled rows, one per user,", "all sampled rows"]
      : ["records", "all records"];
  const things = protects === "users" ? "users" : "records";
  if (share >= 1) return nothingPromised(things);
  const few = nothingBelow(error, share, things);
  return `With ${formatPercent(confidence)} confidence, the rule mislabels at most ${formatCount(error)} ${records} plus ${shareUp(share)} of ${all} more than the best threshold, provided no value occurs more than ${formatCount(maxTies)} times.${few}`;
}

import { choice } from "../core/fields.js";
import { domain, points } from "../data/fields.js";
import { nothingBelow, nothingPromised } from "../ledger/few-records.js";
import { percent, rounded, shareUp } from "../ledger/record.js";
import { LearnerFields } from "./fields.js";

export class SanitizerRuleFields extends LearnerFields {
  /** through recursive quantiles of the values of either label */
  algorithm = choice(/** @type {const} */ (["sanitizer"]));
  /**
   * of at most 64 bits; default: `reals()`
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<any>>}
   */
  domain = domain();
  /** how many quantiles of either label, 1 to 999; default 31 */
  points = points();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<SanitizerRuleFields>} SanitizerRule {@interface} Options of
 *   `learnThreshold` with `algorithm: "sanitizer"`.
 */

/**
 * The same with the data.
 * @typedef {SanitizerRule & import("./threshold.js").LabelledData} SanitizerThresholdOptions
 */

/**
 * The accuracy of the threshold in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function sanitizerStatement({ accuracy: { error, confidence }, conditions, protects }) {
  const { share, mostEqual } = conditions;
  const [records, all] =
    protects === "users"
      ? ["of the sampled rows, one per user,", "all sampled rows"]
      : ["records", "all records"];
  const things = protects === "users" ? "users" : "records";
  if (share >= 1) return nothingPromised(things);
  const few = nothingBelow(error, share, things);
  return `With ${percent(confidence)} confidence, the rule mislabels at most ${rounded(error)} ${records} plus ${shareUp(share)} of ${all} more than the best threshold, provided no value occurs more than ${rounded(mostEqual)} times.${few}`;
}

import { choice } from "../core/fields.js";
import { domain, points } from "../data/fields.js";
import { percent, rounded } from "../ledger/record.js";
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
 * How far off the threshold may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function sanitizerStatement({ accuracy: { error, confidence }, conditions }) {
  const { share, mostEqual } = conditions;
  return `With ${percent(confidence)} confidence it labels at most ${rounded(error)} and ${percent(share)} more of the records wrongly than the best threshold does, if no value occurs more than ${rounded(mostEqual)} times.`;
}

import {
  checkOptions,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { percent, rounded } from "../ledger/record.js";

/**
 * Options of `learnThreshold` with `algorithm: "sanitizer"`.
 * @typedef {object} SanitizerRule
 * @property {"sanitizer"} algorithm through recursive quantiles of the values of either label
 * @property {import("../data/domains.js").Domain<any>} [domain] of at most 64 bits; default: `reals()`
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [points] how many quantiles of either label, 1 to 999; default 31
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 */

/**
 * The same with the data.
 * @typedef {SanitizerRule & import("./threshold.js").LabelledData} SanitizerThresholdOptions
 */

const known = ["algorithm", "domain", "epsilon", "points", "neighbors", "confidence"];

/**
 * Checks everything that is public, before the data is looked at.
 * @param {SanitizerRule & Record<string, any>} options
 * @param {string[]} others further names that the caller takes
 */
export function readSanitizerOptions(options, others) {
  checkOptions("learnThreshold", options, [...known, ...others]);
  const { domain = /** @type {import("../data/domains.js").Domain<any>} */ (reals()) } = options;
  const { points = 31, neighbors = "add-remove", confidence = 0.95 } = options;
  checkDomain(domain);
  const request = {
    domain: domain.core,
    epsilon: numberOption("epsilon", options.epsilon),
    points: wholeOption("points", points, 1, 999),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  return { request, domain };
}

/**
 * How far off the threshold may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function sanitizerStatement({ accuracy: { error, confidence }, conditions }) {
  const { share, mostEqual } = conditions;
  return `With ${percent(confidence)} confidence it labels at most ${rounded(error)} and ${percent(share)} more of the records wrongly than the best threshold does, if no value occurs more than ${rounded(mostEqual)} times.`;
}

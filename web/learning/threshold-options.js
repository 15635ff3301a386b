import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { checkDomain, reals } from "../data/domains.js";
import { percent, rounded } from "../ledger/record.js";
import { claimOf } from "../ledger/release.js";

/**
 * The options of `learnThreshold` that are about the rule, not the data.
 * @typedef {object} ThresholdRule
 * @property {import("../data/domains.js").Domain<any>} [domain] which values there are; default: `reals()`,
 *   all doubles. It must not be read off the data.
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} [delta] 0 (default) leaves "exponential" only; else far below 1 / (number of
 *   records)
 * @property {"auto" | "exponential" | "prefix" | "interior-point" | "rec-concave"} [algorithm]
 *   "exponential" takes any labels; "prefix" needs fewer records on domains wider than about 100 bits;
 *   "interior-point" and "rec-concave" promise something only if some threshold makes no error at
 *   all. "auto" (default): the better one of the first two, by the errors they promise
 * @property {number} [tolerance] how many errors the best threshold may make for the accuracy
 *   statement (and for "prefix" to find it); default 0. Public, never read off the data
 * @property {"add-remove" | "replace"} [neighbors] what is protected: that a record is there at all
 *   (default), or only its value and label, the number of records being public
 * @property {number} [confidence] of the accuracy statement, between 0 and 1; default 0.95
 */

const known = ["domain", "epsilon", "delta", "algorithm", "tolerance", "neighbors", "confidence"];

/** @type {("auto" | "exponential" | "prefix" | "interior-point" | "rec-concave")[]} */
const algorithms = ["auto", "exponential", "prefix", "interior-point", "rec-concave"];

/**
 * Checks everything that is public, before the data is looked at.
 * @param {string} caller
 * @param {ThresholdRule & Record<string, any>} options
 * @param {string[]} [others] further names that the caller takes
 */
export function readThresholdOptions(caller, options, others = []) {
  checkOptions(caller, options, [...known, ...others]);
  const { domain = /** @type {import("../data/domains.js").Domain<any>} */ (reals()) } = options;
  const { delta = 0, algorithm = "auto", tolerance = 0 } = options;
  const { neighbors = "add-remove", confidence = 0.95 } = options;
  checkDomain(domain);
  const request = {
    domain: domain.core,
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    algorithm: choiceOption("algorithm", algorithm, algorithms),
    tolerance: wholeOption("tolerance", tolerance, 0, 2 ** 40),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  };
  return { request, domain };
}

/**
 * What a threshold learned with these options will be able to say of its errors, whatever the data.
 * @param {ThresholdRule} options
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function thresholdAccuracy(options) {
  const { request } = readThresholdOptions("learnThreshold", options);
  const claim = claimOf("Threshold", request);
  return { ...claim.accuracy, statement: statementOf(claim) };
}

/**
 * How far off a threshold may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function statementOf({ accuracy: { error, confidence }, parameters, conditions }) {
  const { tolerance } = parameters;
  const { agnostic, leastRecords, mostRecords } = conditions;
  const surely = `With ${percent(confidence)} confidence`;
  if (agnostic) {
    return `${surely} it labels at most ${rounded(error)} more of the records wrongly than the best threshold does.`;
  }
  const condition =
    tolerance === 0
      ? "If some threshold labels all records rightly"
      : `If some threshold labels at most ${rounded(tolerance)} records wrongly`;
  const range =
    mostRecords === undefined
      ? ""
      : ` (from ${rounded(leastRecords)} to ${rounded(mostRecords)} records)`;
  return `${condition}, then ${surely.toLowerCase()} one is found and labels at most ${rounded(error)} of the records wrongly${range}.`;
}

/**
 * What one algorithm needs to learn a threshold.
 * @typedef {object} ThresholdPlan
 * @property {string} algorithm what to pass as `algorithm`
 * @property {number} records how many records are enough for an error rate of at most `accuracy` among
 *   them; Infinity if the algorithm cannot run with these options
 * @property {number | undefined} freshRecords how many are enough, if they are independent samples, for
 *   an error rate below `accuracy` on fresh ones as well, with up to twice the failure probability;
 *   undefined with a tolerance
 * @property {number} errors how many errors it promises at most
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen whether `algorithm: "auto"` takes it
 * @property {string} why it is chosen or not, in words
 */

/**
 * How many labelled records each algorithm needs for an error rate of at most `accuracy`, if some
 * threshold labels all of them (all but `tolerance`) rightly.
 *
 * @param {Omit<ThresholdRule, "algorithm"> & { accuracy: number }} options `accuracy`: 0.0001 to 0.5
 * @returns {ThresholdPlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planThreshold(options) {
  const { request } = readThresholdOptions("plan.learnThreshold", options, ["accuracy"]);
  const accuracy = numberOption("accuracy", options.accuracy);
  const plans = call("thresholdPlans", { ...request, accuracy });
  return plans.map((/** @type {any} */ { available, records, freshRecords, ...plan }) => ({
    algorithm: plan.algorithm,
    records: available ? records : Number.POSITIVE_INFINITY,
    freshRecords:
      request.tolerance > 0 ? undefined : available ? freshRecords : Number.POSITIVE_INFINITY,
    errors: available ? plan.errors : Number.POSITIVE_INFINITY,
    loss: { epsilon: plan.epsilon, delta: plan.delta },
    chosen: plan.chosen,
    why: `It ${available ? `makes ${plan.reason}` : plan.reason}.`,
  }));
}

import { call } from "./core/load.js";
import {
  checkOptions,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "./core/options.js";
import { checkDomain } from "./data/domains.js";
import { planPoint } from "./learning/point-options.js";
import { planRectangle } from "./learning/rectangle-options.js";
import { planLabelPrivate, planSemiPrivate } from "./learning/rule-plan.js";
import { planThreshold } from "./learning/threshold-options.js";
import { percent, rounded } from "./ledger/record.js";
import { planSanitizedPoints, planSanitizedThresholds } from "./sanitizing/plan.js";
import { thresholdQuestions } from "./streams/plan.js";

/**
 * What one algorithm needs for an interior point.
 * @typedef {object} InteriorPointPlan
 * @property {import("./ranks/options.js").InteriorAlgorithm} algorithm what to pass as `algorithm`
 * @property {number} records how many records are enough; Infinity if it cannot run with this delta.
 *   (For "tree-log" and "heavy-paths", from so many up to `parameters.mostRecords`; a larger `size`
 *   takes more.)
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {Record<string, number>} parameters of its calibration, as on the algorithm's page
 * @property {boolean} chosen whether it needs the least: `algorithm: "auto"` takes it
 * @property {string} why it is chosen or not, in words
 */

/**
 * How many records each algorithm needs so that, with the confidence asked for, it finds a point
 * between the smallest and the largest record, by its theorem (the pages in docs/guarantees).
 *
 * @param {object} options
 * @param {import("./data/domains.js").Domain} [options.domain] the domain, or its size as
 * @param {number} [options.bits] the number of bits of its keys, 1 to 1,048,576
 * @param {number} options.epsilon
 * @param {number} [options.delta] default 0, which leaves the exponential mechanism only
 * @param {"add-remove" | "replace"} [options.neighbors]
 * @param {number} [options.confidence] default 0.95
 * @returns {InteriorPointPlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
function interiorPoint(options) {
  checkOptions("plan.interiorPoint", options, [
    "domain",
    "bits",
    "epsilon",
    "delta",
    "neighbors",
    "confidence",
  ]);
  const { domain, bits, delta = 0, neighbors = "add-remove", confidence = 0.95 } = options;
  if ((domain === undefined) === (bits === undefined)) {
    throw new TypeError("plan.interiorPoint needs either domain or bits");
  }
  if (domain !== undefined) checkDomain(domain);
  const { algorithms, chosen, rankError } = call("interiorPlans", {
    domain: domain?.core,
    bits: bits === undefined ? undefined : wholeOption("bits", bits, 1, 1 << 20),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  });
  const best = algorithms.find((/** @type {any} */ one) => one.algorithm === chosen);
  return algorithms.map((/** @type {any} */ { available, records, epsilon, delta, ...plan }) => ({
    algorithm: plan.algorithm,
    records: available ? records : Number.POSITIVE_INFINITY,
    loss: { epsilon, delta },
    parameters:
      plan.algorithm === "exponential" ? { ...plan.parameters, rankError } : plan.parameters,
    chosen: plan.algorithm === chosen,
    why: reason({ available, records, algorithm: plan.algorithm }, best, confidence),
  }));
}

/**
 * @param {{ available: boolean, records: number, algorithm: string }} plan
 * @param {{ records: number, algorithm: string }} best
 * @param {number} confidence
 */
function reason({ available, records, algorithm }, best, confidence) {
  if (!available) return "It needs a delta above 0.";
  const enough = `${rounded(records)} records suffice with ${percent(confidence)} confidence`;
  if (algorithm !== best.algorithm) {
    return `${enough}, but ${best.algorithm} needs ${rounded(best.records)}.`;
  }
  return algorithm === "exponential" ? `It needs no delta, and ${enough}.` : `${enough}.`;
}

/**
 * What an algorithm will need, before any data is touched.
 * @namespace
 */
export const plan = {
  /**
   * How many records each algorithm needs for an interior point.
   * @function
   */
  interiorPoint,

  /**
   * How many records `learnLabelPrivate` needs.
   * @function
   */
  learnLabelPrivate: planLabelPrivate,

  /**
   * How many labelled records each algorithm needs to learn a point.
   * @function
   */
  learnPoint: planPoint,

  /**
   * How many labelled points each way of learning a box needs.
   * @function
   */
  learnRectangle: planRectangle,

  /**
   * How many records `learnSemiPrivate` needs.
   * @function
   */
  learnSemiPrivate: planSemiPrivate,

  /**
   * How many labelled records each algorithm needs.
   * @function
   */
  learnThreshold: planThreshold,

  /**
   * How many records `sanitizePoints` needs.
   * @function
   */
  sanitizePoints: planSanitizedPoints,

  /**
   * How many records each way of `sanitizeThresholds` needs.
   * @function
   */
  sanitizeThresholds: planSanitizedThresholds,

  /**
   * Which way of asking threshold questions answers most exactly.
   * @function
   */
  thresholdQuestions,
};

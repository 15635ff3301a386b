import { call } from "../core/load.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";

/**
 * What `learnLabelPrivate` and `learnSemiPrivate` are planned for.
 * @typedef {object} RuleClassPlanned
 * @property {import("./public-rules.js").RuleClass} [rules] the class, or instead its
 * @property {number} [vcDimension] VC dimension, 1 to 1,000
 * @property {number} [dimensions] of boxes, 1 to 4; default 1, intervals
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} accuracy the error rate wanted, 0.0001 to 0.5
 * @property {number} [confidence] default 0.95
 */

/**
 * What one way of choosing a rule needs.
 * @typedef {object} RulePlan
 * @property {"all" | "split"} algorithm whether all records build the rules and choose among them, or
 *   some public values build them only
 * @property {number} building how many values build the rules only; for `learnLabelPrivate` the option
 *   of that name, part of `freshRecords`; for `learnSemiPrivate` values of `unlabelled`; 0 with "all"
 * @property {number | undefined} records "all": how many are enough for an error rate of at most
 *   `accuracy` among them
 * @property {number} freshRecords how many are enough, if they are independent samples, for an error
 *   rate of at most `accuracy` on fresh ones ("all": with up to twice the failure probability);
 *   Infinity if this cannot be done
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen the one with the least `freshRecords`
 * @property {string} why it is chosen or not, in words
 */

const known = ["rules", "vcDimension", "dimensions", "epsilon", "accuracy", "confidence"];

/**
 * How many records `learnLabelPrivate` needs for an error rate of at most `accuracy`, if some rule of
 * the class labels all of them rightly.
 *
 * @param {RuleClassPlanned} options
 * @returns {RulePlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planLabelPrivate(options) {
  checkOptions("plan.learnLabelPrivate", options, known);
  return plansFor(options, { protects: "labels", neighbors: "replace" });
}

/**
 * How many public values and how many private labelled records `learnSemiPrivate` needs for an error
 * rate of at most `accuracy` on fresh samples, if some rule of the class labels all rightly.
 *
 * @param {RuleClassPlanned & { neighbors?: "add-remove" | "replace" }} options
 * @returns {RulePlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function planSemiPrivate(options) {
  checkOptions("plan.learnSemiPrivate", options, [...known, "neighbors"]);
  const { neighbors = "add-remove" } = options;
  neighborsOption(neighbors);
  return plansFor(options, { protects: "records", neighbors });
}

/**
 * @param {RuleClassPlanned} options
 * @param {{ protects: string, neighbors: string }} setting
 * @returns {RulePlan[]}
 */
function plansFor({ rules, vcDimension, dimensions = 1, confidence = 0.95, ...rest }, setting) {
  if ((rules === undefined) === (vcDimension === undefined)) {
    throw new TypeError("a plan needs either rules or vcDimension");
  }
  if (rules !== undefined) choiceOption("rules", rules, ["thresholds", "boxes"]);
  const epsilon = numberOption("epsilon", rest.epsilon);
  const plans = call("rulePlans", {
    ...setting,
    rules: {
      kind: rules ?? "any",
      dimensions: wholeOption("dimensions", dimensions, 1, 4),
      vcDimension: vcDimension === undefined ? 1 : wholeOption("vcDimension", vcDimension, 1, 1000),
    },
    epsilon,
    accuracy: numberOption("accuracy", rest.accuracy),
    confidence: confidenceOption(confidence),
  });
  return plans.map((/** @type {any} */ { available, records, freshRecords, reason, ...plan }) => ({
    algorithm: plan.algorithm,
    building: plan.building,
    records: plan.algorithm === "all" && available ? records : undefined,
    freshRecords: available ? freshRecords : Number.POSITIVE_INFINITY,
    loss: { epsilon, delta: 0 },
    chosen: plan.chosen,
    why: available ? `${reason[0].toUpperCase()}${reason.slice(1)}.` : `It ${reason}.`,
  }));
}

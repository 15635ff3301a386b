import { describe } from "../core/options.js";
import { checkAnswering, predictedLabel } from "../data/answers.js";

/**
 * A rule that predicts a label.
 * @typedef {object} Rule
 * @property {(x: any) => 0 | 1 | boolean} predict the label of a value
 */

/**
 * A rule of the caller's, and how it predicted when it was checked.
 * @typedef {{ rule: Rule, predict: (x: any) => unknown }} Candidate
 */

/**
 * @param {unknown} rules
 * @returns {Candidate[]} at least one
 */
export function rulesOf(rules) {
  if (!Array.isArray(rules) || rules.length === 0) {
    throw new RangeError(`rules must be an array of at least one rule, got ${describe(rules)}`);
  }
  return Array.from(rules, (rule) => {
    const predict = rule?.predict;
    if (typeof predict !== "function") {
      throw new TypeError(`rules must all have a function predict, got ${describe(rule)}`);
    }
    checkAnswering("predict", predict);
    return { rule, predict: (/** @type {any} */ x) => predict.call(rule, x) };
  });
}

/**
 * How many labels each rule predicts rightly.
 * @param {Candidate[]} rules
 * @param {import("../data/records.js").Records} records
 */
export function rightLabels(rules, { columns: [x], labels }) {
  return Float64Array.from(rules, ({ predict }) => {
    let right = 0;
    for (let i = 0; i < labels.length; ++i) {
      if (predictedLabel("predict", predict(x[i])) === labels[i]) ++right;
    }
    return right;
  });
}

import { describe } from "../core/options.js";
import { checkAnswering, predictedLabel } from "../data/answers.js";

/**
 * A rule that predicts a label.
 * @typedef {object} Rule
 * @property {(x: any) => 0 | 1 | boolean} predict the label of a value
 */

/**
 * @param {unknown} rules
 * @returns {Rule[]} at least one
 */
export function rulesOf(rules) {
  if (!Array.isArray(rules) || rules.length === 0) {
    throw new RangeError(`rules must be an array of at least one rule, got ${describe(rules)}`);
  }
  for (const rule of rules) {
    if (typeof rule?.predict !== "function") {
      throw new TypeError(`rules must all have a function predict, got ${describe(rule)}`);
    }
    checkAnswering("predict", rule.predict);
  }
  return rules;
}

/**
 * How many labels each rule predicts rightly.
 * @param {Rule[]} rules
 * @param {import("../data/records.js").Records} records
 */
export function rightLabels(rules, { columns: [x], labels }) {
  return Float64Array.from(rules, (rule) => {
    let right = 0;
    for (let i = 0; i < labels.length; ++i) {
      if (predictedLabel("predict", rule.predict(x[i])) === labels[i]) ++right;
    }
    return right;
  });
}

import { describe } from "../core/options.js";
import { checkAnswering, predictedLabel } from "../data/answers.js";
import type { Records } from "../data/records.js";

/** A rule that predicts a label. */
export interface Rule<X = unknown> {
  /** the label of a value */
  predict(x: X): 0 | 1 | boolean;
}

/** A rule of the caller's, and its `predict` as checked: `rightLabels` checks the labels that it returns. */
export type Candidate = Rule & { rule: Rule };

/** @returns at least one */
export function rulesOf(rules: unknown): Candidate[] {
  if (!Array.isArray(rules) || rules.length === 0) {
    throw new RangeError(`rules must be an array of at least one rule, got ${describe(rules)}`);
  }
  return Array.from(rules, (rule) => {
    const predict = rule?.predict;
    if (typeof predict !== "function") {
      throw new TypeError(`rules must all have a function predict, got ${describe(rule)}`);
    }
    checkAnswering("predict", predict);
    return { rule, predict: (x: unknown) => predict.call(rule, x) };
  });
}

/** How many labels each rule predicts rightly. */
export function rightLabels(rules: Candidate[], { columns: [x], labels }: Records) {
  return Float64Array.from(rules, ({ predict }) => {
    let right = 0;
    for (let i = 0; i < labels.length; ++i) {
      if (predictedLabel("predict", predict(x![i])) === labels[i]) ++right;
    }
    return right;
  });
}

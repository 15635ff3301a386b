import { call } from "../core/load.js";
import {
  checkOptions,
  confidenceOption,
  flagOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";

/**
 * What one way of asking threshold questions leaves open.
 * @typedef {object} ThresholdPlan
 * @property {string} algorithm "AboveThreshold", or a method of ThresholdMonitor
 * @property {{ epsilon: number, delta: number }} loss what it spends
 * @property {number} noiseScale of a question's noise, in records; of "sampled" without the sample's own
 *   error
 * @property {number} sureYesAbove a count from so far above the threshold is surely a yes
 * @property {number} sureNoBelow a count from so far below it is surely a no
 * @property {boolean} chosen whether it has the least distance between the two
 * @property {string} why it is chosen or not, in words
 */

const known = [
  ...["threshold", "answers", "questions", "perRecord", "epsilon", "delta", "weighted"],
  ...["neighbors", "confidence"],
];

/**
 * Which way to ask many threshold questions costs how much accuracy at the same budget: to pay for each
 * yes of the stream (AboveThreshold), or for the yeses that one record takes part in (the methods of
 * ThresholdMonitor).
 *
 * @param {object} options
 * @param {number} options.threshold in records
 * @param {number} options.answers how many yeses the stream has at most, 1 to 1,000,000
 * @param {number} options.questions how many questions
 * @param {number} options.perRecord in how many yeses one record takes part at most
 * @param {number} options.epsilon
 * @param {number} [options.delta] default 0
 * @param {boolean} [options.weighted] default false
 * @param {"add-remove" | "replace"} [options.neighbors]
 * @param {number} [options.confidence] of all answers together; default 0.95
 * @returns {ThresholdPlan[]}
 * @throws {RangeError | TypeError}
 */
export function thresholdQuestions(options) {
  checkOptions("plan.thresholdQuestions", options, known);
  const { delta = 0, weighted = false, neighbors = "add-remove", confidence = 0.95 } = options;
  const { choices } = call("planThresholdQuestions", {
    threshold: numberOption("threshold", options.threshold),
    answers: wholeOption("answers", options.answers, 1, 1e6),
    expectedQuestions: wholeOption("questions", options.questions, 1, 1e15),
    perRecord: wholeOption("perRecord", options.perRecord, 1, 1e6),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    method: "auto",
    weighted: flagOption("weighted", weighted),
    neighbors: neighborsOption(neighbors),
    confidence: confidenceOption(confidence),
  });
  return choices.map((/** @type {any} */ { name, epsilon, delta, ...rest }) => ({
    algorithm: name,
    loss: { epsilon, delta },
    ...rest,
  }));
}

import { Declaration } from "../core/declaration.js";
import { confidence, delta, flag, neighbors, number, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";

class PlanFields {
  /** in records */
  threshold = number();
  /** how many yeses the stream has at most, 1 to 1,000,000 */
  answers = whole();
  /** how many questions */
  questions = whole();
  /** in how many yeses one record takes part at most */
  perRecord = whole();
  /** the privacy loss of all answers together */
  epsilon = number();
  /** default 0 */
  delta = optional(delta(), 0);
  /** default false */
  weighted = optional(flag(), false);
  /** default "add-remove" */
  neighbors = neighbors();
  /** of all answers together; default 0.95 */
  confidence = confidence();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<PlanFields>} ThresholdQuestionsOptions {@interface} What
 *   `plan.thresholdQuestions` compares.
 */

/**
 * What one way of asking threshold questions leaves open.
 * @typedef {object} ThresholdQuestionsPlan
 * @property {string} algorithm "AboveThreshold", or a method of ThresholdMonitor
 * @property {{ epsilon: number, delta: number }} loss what it spends
 * @property {number} noiseScale of a question's noise, in records; of "sampled" without the sample's own
 *   error
 * @property {number} sureYesAbove a count from so far above the threshold is surely a yes
 * @property {number} sureNoBelow a count from so far below it is surely a no
 * @property {boolean} chosen whether it has the least distance between the two
 * @property {string} why it is chosen or not, in words
 */

export const questionsPlanned = new Declaration({
  name: "plan.thresholdQuestions",
  Fields: PlanFields,
});

/**
 * Which way to ask many threshold questions costs how much accuracy at the same budget: to pay for each
 * yes of the stream (AboveThreshold), or for the yeses that one record takes part in (the methods of
 * ThresholdMonitor).
 *
 * @param {ThresholdQuestionsOptions} options
 * @returns {ThresholdQuestionsPlan[]}
 * @throws {RangeError | TypeError}
 */
export function thresholdQuestions(options) {
  const { questions, ...rest } = questionsPlanned.read(options);
  // How many questions are expected, as a monitor is told it.
  const { choices } = call("planThresholdQuestions", { ...rest, expectedQuestions: questions });
  return choices.map((/** @type {any} */ { name, epsilon, delta, ...rest }) => ({
    algorithm: name,
    loss: { epsilon, delta },
    ...rest,
  }));
}

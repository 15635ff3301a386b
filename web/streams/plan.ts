import { Declaration } from "../core/declaration.js";
import {
  confidence,
  delta,
  flag,
  neighbors,
  number,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { call } from "../core/load.js";

class PlanFields {
  /** the threshold in records */
  threshold = number();
  /** the maximum number of yeses of the stream, 1 to 1,000,000 */
  answers = whole();
  /** the number of questions */
  questions = whole();
  /** the maximum number of yeses in which one record takes part */
  perRecord = whole();
  /** the privacy loss of all answers together */
  epsilon = number();
  /** default 0 */
  delta = optional(delta(), 0);
  /** default false */
  weighted = optional(flag(), false);
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of all answers together; default 0.95 */
  confidence = confidence();
}

/**
 * Options of `plan.thresholdQuestions`.
 * @interface
 */
export type ThresholdQuestionsOptions = OptionsOf<PlanFields>;

/** The needs of one way of answering threshold questions. */
export interface ThresholdQuestionsPlan {
  /** "AboveThreshold", or a method of ThresholdMonitor */
  algorithm: string;
  /** its loss */
  loss: { epsilon: number; delta: number };
  /** the scale of a question's noise, in records; for "sampled" without the sample's own error */
  noiseScale: number;
  /** a count from so far above the threshold is surely a yes */
  sureYesAbove: number;
  /** a count from so far below it is surely a no */
  sureNoBelow: number;
  /** whether it has the least distance between the two */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

type Choice = { name: ThresholdQuestionsPlan["algorithm"]; epsilon: number; delta: number };

export const thresholdQuestionsDeclaration = new Declaration({
  name: "plan.thresholdQuestions",
  Fields: PlanFields,
});

/**
 * Compares ways of answering many threshold questions at the same budget. AboveThreshold pays for each yes of
 * the stream; the methods of ThresholdMonitor pay for the yeses in which one record takes part.
 *
 * @throws {RangeError | TypeError}
 */
export function thresholdQuestions(options: ThresholdQuestionsOptions): ThresholdQuestionsPlan[] {
  const { questions, ...rest } = thresholdQuestionsDeclaration.read(options);
  // A monitor's name for the expected number of questions.
  const { choices } = call<{
    choices: (Omit<ThresholdQuestionsPlan, "algorithm" | "loss"> & Choice)[];
  }>("planThresholdQuestions", { ...rest, expectedQuestions: questions });
  return choices.map(({ name, epsilon, delta, ...rest }) => ({
    algorithm: name,
    loss: { epsilon, delta },
    ...rest,
  }));
}

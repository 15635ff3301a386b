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
 * What `plan.thresholdQuestions` compares.
 * @interface
 */
export type ThresholdQuestionsOptions = OptionsOf<PlanFields>;

/** What one way of asking threshold questions leaves open. */
export interface ThresholdQuestionsPlan {
  /** "AboveThreshold", or a method of ThresholdMonitor */
  algorithm: string;
  /** what it spends */
  loss: { epsilon: number; delta: number };
  /** of a question's noise, in records; of "sampled" without the sample's own error */
  noiseScale: number;
  /** a count from so far above the threshold is surely a yes */
  sureYesAbove: number;
  /** a count from so far below it is surely a no */
  sureNoBelow: number;
  /** whether it has the least distance between the two */
  chosen: boolean;
  /** it is chosen or not, in words */
  why: string;
}

type Choice = { name: ThresholdQuestionsPlan["algorithm"]; epsilon: number; delta: number };

export const thresholdQuestionsDeclaration = new Declaration({
  name: "plan.thresholdQuestions",
  Fields: PlanFields,
});

/**
 * Which way to ask many threshold questions costs how much accuracy at the same budget: to pay for each
 * yes of the stream (AboveThreshold), or for the yeses that one record takes part in (the methods of
 * ThresholdMonitor).
 *
 * @throws {RangeError | TypeError}
 */
export function thresholdQuestions(options: ThresholdQuestionsOptions): ThresholdQuestionsPlan[] {
  const { questions, ...rest } = thresholdQuestionsDeclaration.read(options);
  // How many questions are expected, as a monitor is told it.
  const { choices } = call<{
    choices: (Omit<ThresholdQuestionsPlan, "algorithm" | "loss"> & Choice)[];
  }>("planThresholdQuestions", { ...rest, expectedQuestions: questions });
  return choices.map(({ name, epsilon, delta, ...rest }) => ({
    algorithm: name,
    loss: { epsilon, delta },
    ...rest,
  }));
}

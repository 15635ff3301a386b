import { confidence, delta, flag, neighbors, number, optional, whole } from "../core/fields.js";
import { missing } from "../data/fields.js";
import { RowFields } from "../data/questions.js";
import { date, label, ledger } from "../ledger/fields.js";

/** Options of both mechanisms for threshold questions. Their data come first, as a default may depend on them. */
export class ThresholdQuestionFields extends RowFields {
  /** public, within +-2^40 */
  threshold = number();
  /** the privacy loss of any number of questions together, 1e-9 to 10,000 */
  epsilon = number();
  /**
   * 0 (default) to below 1. It helps `AboveThreshold` for about 30 answers or more; without it
   * `ThresholdMonitor` has only the method "sampled".
   */
  delta = optional(delta(), 0);
  /**
   * whether a record counts as a number between 0 and 1, kept to 2^-20; default false: as 0 or 1, so that
   * counts are whole numbers
   */
  weighted = optional(flag(), false);
  /**
   * a record with a missing contribution to a question (null, undefined, NaN, an invalid date) does not count
   * (default), or makes the question throw, which reveals that such a record exists
   */
  missing = missing();
  /** one record with all its values over time; default "add-remove" */
  neighbors = neighbors();
  /** the number of questions in the accuracy statement; default 1,000 */
  expectedQuestions = optional(whole(), 1000);
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** charged once, for all questions */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

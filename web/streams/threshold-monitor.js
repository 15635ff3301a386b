import { choiceOption, flagOption, numberOption, wholeOption } from "../core/options.js";
import { checkQuestionData, Questions } from "../data/questions.js";
import { percent, rounded } from "../ledger/record.js";
import { Conversation, partsOf, readCommon, resumed } from "./conversation.js";
import { savedNumbers } from "./saved-state.js";

/**
 * The options of `ThresholdMonitor` but the data.
 * @typedef {object} ThresholdMonitorFields
 * @property {number} threshold public, in records, within +-2^40
 * @property {number} perRecord in how many yeses one record takes part at most, 1 to 1,000,000; then it
 *   leaves, unseen
 * @property {number} epsilon the privacy loss of any number of questions together, 1e-9 to 10,000
 * @property {number} [delta] 0 to below 1; default 0, which leaves the method "sampled" only
 * @property {"auto" | "charging" | "sampled" | "laplace" | "paper"} [method] default "auto": charging or
 *   sampled, whichever keeps sure yes and sure no closer together. "laplace" and "paper" are for
 *   comparison
 * @property {boolean} [weighted] whether a record counts as a number between 0 and 1, kept to 2^-20;
 *   default false: as 0 or 1
 * @property {"drop" | "throw"} [missing] a record whose contribution to a question is missing (null,
 *   undefined, NaN, an invalid date) does not count (default), or makes the question throw, which tells
 *   the world that there is one
 * @property {"add-remove" | "replace"} [neighbors] one record with all its values over time; default
 *   "add-remove"
 * @property {number} [expectedQuestions] of the accuracy statement; default 1,000
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged once, for all questions
 */

/**
 * Options of `ThresholdMonitor`.
 * @typedef {ThresholdMonitorFields & import("../data/questions.js").QuestionData} ThresholdMonitorOptions
 */

/**
 * Answers "do more records than this satisfy it?" again and again without end: it does not stop after
 * some yeses, but a record leaves, unseen, once it has been in `perRecord` of them.
 *
 * Privacy: all answers together are (epsilon, delta)-differentially private, each question chosen from
 * earlier answers in any way; also if the records' values change between questions (`records` users,
 * each question with their values of the moment).
 * Source: KMS20 Algorithms 3 and 5 ("paper"); the other methods are logstar's, after Cohen, Lyu 2023;
 * docs/guarantees/threshold-monitor.md.
 */
export class ThresholdMonitor extends Conversation {
  /**
   * @param {ThresholdMonitorOptions} options
   * @throws {RangeError | TypeError} naming the option
   */
  constructor(options) {
    super(kind, options);
  }

  /**
   * Is the count of the records still taking part above the threshold?
   * @param {import("../data/questions.js").Question} question
   * @returns {boolean}
   */
  ask(question) {
    const { core, kept: questions } = partsOf(this);
    return core.call("ask", questions.contributions(question)).yes;
  }

  /**
   * Goes on where `toJSON` left off. The ledger was charged when it was made, and is not again. To go on
   * twice from one saved state is to ask twice for the price of once.
   * @param {string | object} saved what `toJSON` returned, or its text
   * @param {import("../data/questions.js").QuestionData} [data] as at first; default: as many records, each
   *   question with their contributions
   * @returns {ThresholdMonitor}
   * @throws {RangeError | TypeError} if it is none, or the data has another number of records
   */
  static fromJSON(saved, data = {}) {
    return new ThresholdMonitor(resumed(kind, saved, data));
  }
}

/** @type {import("./conversation.js").Kind} */
const kind = {
  name: "ThresholdMonitor",
  options: [
    ...["threshold", "perRecord", "epsilon", "delta", "method", "weighted", "neighbors"],
    ...["expectedQuestions", "confidence", "missing"],
  ],
  data: ["rows", "columns", "records"],
  hasRecords(options) {
    if (checkQuestionData(options)) return true;
    throw new TypeError("ThresholdMonitor needs rows, columns or records, got none of them");
  },
  request: readRequest,
  read(options, { weighted, missing }) {
    const questions = new Questions(options, weighted, missing);
    return { data: questions.records, kept: questions };
  },
  statement: statementOf,
  plan: [
    ...["sureYesAbove", "sureNoBelow", "method", "why", "delta", "rate", "noiseScale"],
    "keptShare",
  ],
  save: ({ left }) => ({ left: [...left] }),
  restore({ state }, data, { weighted, missing }) {
    const left = savedNumbers("left", state.left);
    const hasData = Object.values(data).some((value) => value !== undefined);
    const questions = new Questions(hasData ? data : { records: left.length }, weighted, missing);
    if (questions.records !== left.length) {
      throw new RangeError(
        `records must be as many as were saved (${left.length}), got ${questions.records}`,
      );
    }
    return { state: { left }, kept: questions };
  },
};

/** @param {ThresholdMonitorFields} options */
function readRequest(options) {
  const { delta = 0, method = "auto", weighted = false, expectedQuestions = 1000 } = options;
  return {
    ...readCommon(options),
    threshold: numberOption("threshold", options.threshold),
    perRecord: wholeOption("perRecord", options.perRecord, 1, 1e6),
    delta: numberOption("delta", delta),
    method: choiceOption("method", method, ["auto", "charging", "sampled", "laplace", "paper"]),
    weighted: flagOption("weighted", weighted),
    expectedQuestions: wholeOption("expectedQuestions", expectedQuestions, 1, 1e15),
  };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { confidence }, parameters, conditions }) {
  const { sureYesAbove, sureNoBelow } = parameters;
  return `With ${percent(confidence)} confidence, over ${rounded(conditions.expectedQuestions)} questions, every count of records still taking part is a yes from ${rounded(sureYesAbove)} above the threshold and a no from ${rounded(sureNoBelow)} below it.`;
}

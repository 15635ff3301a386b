import { call } from "../core/load.js";
import { CoreObject } from "../core/object.js";
import {
  checkOptions,
  choiceOption,
  confidenceOption,
  flagOption,
  neighborsOption,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { missingOption } from "../data/missing.js";
import { checkQuestionData, Questions } from "../data/questions.js";
import { percent, releaseRecord, rounded } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { Resumed, readSaved, samePlan, savedMechanism, savedNumbers } from "./saved-state.js";

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

const mechanism = "ThresholdMonitor";
const known = [
  ...["threshold", "perRecord", "epsilon", "delta", "method", "weighted", "neighbors"],
  ...["expectedQuestions", "confidence", "missing", "ledger", "rows", "columns", "records"],
];

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
export class ThresholdMonitor {
  #parts;

  /**
   * @param {ThresholdMonitorOptions} options
   * @throws {RangeError | TypeError} naming the option
   */
  constructor(options) {
    this.#parts =
      options instanceof Resumed
        ? /** @type {ReturnType<typeof begin>} */ (options.parts)
        : begin(options);
  }

  /** What a data officer needs to check it. */
  get record() {
    return this.#parts.record;
  }

  /**
   * Is the count of the records still taking part above the threshold?
   * @param {import("../data/questions.js").Question} question
   * @returns {boolean}
   */
  ask(question) {
    const contributions = this.#parts.questions.contributions(question);
    return this.#parts.core.call(this.#parts.request.weighted ? "askSum" : "ask", contributions)
      .yes;
  }

  /** Private state to go on with later: keep it as secret as the data, and go on from it once only. */
  toJSON() {
    const { request, plan, record } = this.#parts;
    return savedMechanism(mechanism, {
      request,
      plan,
      record,
      state: { left: [...this.#parts.core.call("stateOf").left] },
    });
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
    checkOptions(`${mechanism}.fromJSON`, data, ["rows", "columns", "records"]);
    const plain = readSaved(mechanism, saved);
    const left = savedNumbers("left", plain.state.left);
    const hasData = Object.values(data).some((value) => value !== undefined);
    const request = readRequest(/** @type {any} */ (plain.request));
    const questions = new Questions(
      hasData ? data : { records: left.length },
      request.weighted,
      request.missing,
    );
    if (questions.records !== left.length) {
      throw new RangeError(
        `records must be as many as were saved (${left.length}), got ${questions.records}`,
      );
    }
    const plan = call("planThresholdMonitor", request);
    samePlan(plain, plan);
    const core = new CoreObject(mechanism, call("resumeThresholdMonitor", request, left).id);
    const parts = { core, questions, request, plan, record: plain.record };
    return new ThresholdMonitor(/** @type {any} */ (new Resumed(parts)));
  }

  /** Frees the memory in the core; it cannot be asked afterwards. */
  dispose() {
    this.#parts.core.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

/** @param {ThresholdMonitorOptions} options */
function begin(options) {
  checkOptions(mechanism, options, known);
  const request = readRequest(options);
  if (!checkQuestionData(options)) {
    throw new TypeError(`${mechanism} needs rows, columns or records, got none of them`);
  }
  const { epsilon, neighbors } = request;
  const { delta } = call("planThresholdMonitor", request); // 0 for sampled
  const { data, drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta, neighbors, boundedRange: false },
    read: () => new Questions(options, request.weighted, request.missing),
    draw: ({ records }, granted) => {
      const asked = { ...request, ...granted };
      const plan = call("planThresholdMonitor", asked);
      const { id } = call("createThresholdMonitor", asked, records);
      return { core: new CoreObject(mechanism, id), request: asked, plan };
    },
    record: ({ plan }) => recordOf(request, plan),
  });
  return { ...drawn, questions: /** @type {Questions} */ (data), record };
}

/** @param {ThresholdMonitorFields} options */
function readRequest(options) {
  const { delta = 0, method = "auto", weighted = false, neighbors = "add-remove" } = options;
  const { expectedQuestions = 1000, confidence = 0.95 } = options;
  return {
    threshold: numberOption("threshold", options.threshold),
    perRecord: wholeOption("perRecord", options.perRecord, 1, 1e6),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    method: choiceOption("method", method, ["auto", "charging", "sampled", "laplace", "paper"]),
    weighted: flagOption("weighted", weighted),
    neighbors: neighborsOption(neighbors),
    expectedQuestions: wholeOption("expectedQuestions", expectedQuestions, 1, 1e15),
    confidence: confidenceOption(confidence),
    missing: missingOption(options.missing),
  };
}

/**
 * @param {ReturnType<typeof readRequest>} request
 * @param {any} plan
 */
function recordOf(request, plan) {
  const { epsilon, neighbors, confidence, threshold, perRecord, weighted } = request;
  return releaseRecord({
    mechanism: `${mechanism} by ${plan.method}`,
    parameters: {
      threshold,
      perRecord,
      weighted,
      method: plan.method,
      why: plan.why,
      noiseScale: plan.noiseScale,
      keptShare: plan.keptShare,
      sureYesAbove: plan.sureYesAbove,
      sureNoBelow: plan.sureNoBelow,
    },
    neighbors,
    epsilon,
    delta: plan.delta,
    public: "the parameters and the answers; not who has left",
    accuracy: {
      kind: "count",
      error: Math.max(plan.sureYesAbove, plan.sureNoBelow),
      confidence,
      statement: `With ${percent(confidence)} confidence, over ${rounded(request.expectedQuestions)} questions, every count of records still taking part is a yes from ${rounded(plan.sureYesAbove)} above the threshold and a no from ${rounded(plan.sureNoBelow)} below it.`,
    },
    proof: "docs/guarantees/threshold-monitor.md",
  });
}

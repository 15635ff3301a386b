import { call } from "../core/load.js";
import { CoreObject } from "../core/object.js";
import {
  checkOptions,
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
import { Resumed, readSaved, samePlan, savedMechanism } from "./saved-state.js";

/**
 * The options of `AboveThreshold` but the data.
 * @typedef {object} AboveThresholdFields
 * @property {number} threshold public, within +-2^40
 * @property {number} epsilon the privacy loss of the whole conversation, 1e-9 to 10,000
 * @property {number} [delta] 0 to below 1; default 0. It helps from some 30 answers on
 * @property {number} [maxAnswers] yeses until it is exhausted, 1 to 1,000,000; default 1
 * @property {boolean} [monotone] whether one more record can only raise all counts asked about (or only
 *   lower all); declare it only if it is so. Default: true for `rows` and `columns`, else false
 * @property {boolean} [weighted] whether counts are sums of contributions between 0 and 1, kept to
 *   2^-20; default false: whole numbers
 * @property {number} [numericShare] the share of epsilon for a number with each yes, 0 to below 1;
 *   default 0: no numbers
 * @property {"drop" | "throw"} [missing] a record whose contribution to a question is missing (null,
 *   undefined, NaN, an invalid date) does not count (default), or makes the question throw, which tells
 *   the world that there is one
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [expectedQuestions] of the accuracy statement; default 1,000
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged once, for the whole conversation
 */

/**
 * Options of `AboveThreshold`. Without `rows` and `columns` each question brings its true count.
 * @typedef {AboveThresholdFields & Pick<import("../data/questions.js").QuestionData, "rows" | "columns">}
 *   AboveThresholdOptions
 */

const mechanism = "AboveThreshold";
const known = [
  ...["threshold", "epsilon", "delta", "maxAnswers", "monotone", "weighted", "numericShare"],
  ...["neighbors", "expectedQuestions", "confidence", "missing", "ledger", "rows", "columns"],
];

/**
 * Answers "is this count above the threshold?" again and again, and pays only for the yeses: any number
 * of noes is free. After `maxAnswers` yeses it is exhausted.
 *
 * Privacy: the whole conversation is (epsilon, delta)-differentially private, each question chosen from
 * earlier answers in any way, if one record changes each count by at most 1 (and for `monotone`, all
 * in one direction).
 * Source: KMS20 Algorithm 2; Lyu, Su, Li 2017; docs/guarantees/above-threshold.md.
 */
export class AboveThreshold {
  #parts;

  /**
   * @param {AboveThresholdOptions} options
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

  /** How many yeses are left. */
  get answersLeft() {
    return this.#parts.core.call("stateOf").answersLeft;
  }

  /** Whether all its yeses are given. */
  get exhausted() {
    return this.answersLeft === 0;
  }

  /**
   * Is it above the threshold?
   * @param {number | import("../data/questions.js").Question} question the true count; or, with `rows` or
   *   `columns`, what to count
   * @returns {boolean}
   * @throws {BudgetExceeded} once it is exhausted
   */
  ask(question) {
    return this.#parts.core.call("ask", this.#count(question)).yes;
  }

  /**
   * The same with a number: the noisy count for a yes, null for a no. `numericShare` pays for it.
   * @param {number | import("../data/questions.js").Question} question
   * @returns {number | null}
   * @throws {BudgetExceeded} once it is exhausted
   */
  askNumber(question) {
    if (this.#parts.request.numericShare === 0) {
      throw new RangeError("numericShare must be above 0 to ask for numbers, got 0");
    }
    return this.#parts.core.call("ask", this.#count(question)).number ?? null;
  }

  /** Private state to go on with later: keep it as secret as the data, and go on from it once only. */
  toJSON() {
    const { noisyThreshold, answersLeft } = this.#parts.core.call("stateOf");
    const { questions, request, plan, record } = this.#parts;
    return savedMechanism(mechanism, {
      request,
      plan,
      record,
      state: { noisyThreshold: `${noisyThreshold}`, answersLeft, asks: asksOf(questions) },
    });
  }

  /**
   * Goes on where `toJSON` left off. The ledger was charged when it was made, and is not again. To go on
   * twice from one saved state is to ask twice for the price of once.
   * @param {string | object} saved what `toJSON` returned, or its text
   * @param {Pick<import("../data/questions.js").QuestionData, "rows" | "columns">} [data] as at first: `monotone`
   *   may rest on counts being made from them
   * @returns {AboveThreshold}
   * @throws {RangeError | TypeError} if it is none
   */
  static fromJSON(saved, data = {}) {
    checkOptions(`${mechanism}.fromJSON`, data, ["rows", "columns"]);
    const plain = readSaved(mechanism, saved);
    const request = readRequest(/** @type {any} */ (plain.request), false);
    const questions = new Questions(data, request.weighted, request.missing);
    checkAsks(plain, questions);
    const plan = call("planAboveThreshold", request);
    samePlan(plain, plan);
    const { id } = call("resumeAboveThreshold", request, readState(plain.state));
    const core = new CoreObject(mechanism, id);
    const parts = { core, questions, request, plan, record: plain.record };
    return new AboveThreshold(/** @type {any} */ (new Resumed(parts)));
  }

  /**
   * The true count in question.
   * @param {number | import("../data/questions.js").Question} question
   */
  #count(question) {
    if (this.exhausted) this.#parts.core.call("ask", 0); // refuses, before anything is read
    if (this.#parts.questions.records === undefined) return countOf(question);
    let count = 0;
    for (const contribution of this.#parts.questions.contributions(/** @type {any} */ (question))) {
      count += contribution;
    }
    return count;
  }

  /** Frees the memory in the core; it cannot be asked afterwards. */
  dispose() {
    this.#parts.core.dispose();
  }

  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.dispose();
  }
}

/** @param {AboveThresholdOptions} options */
function begin(options) {
  checkOptions(mechanism, options, known);
  const request = readRequest(options, checkQuestionData(options));
  const { epsilon, neighbors } = request;
  const { delta } = call("planAboveThreshold", request); // 0 if delta would not help
  const { data, drawn, record } = release({
    ledger: options.ledger,
    cost: { mechanism, epsilon, delta, neighbors, boundedRange: false },
    read: () => new Questions(options, request.weighted, request.missing),
    draw: (_, granted) => {
      const asked = { ...request, ...granted };
      const plan = call("planAboveThreshold", asked);
      const core = new CoreObject(mechanism, call("createAboveThreshold", asked).id);
      return { core, request: asked, plan };
    },
    record: ({ plan }) => recordOf(request, plan),
  });
  return { ...drawn, questions: /** @type {Questions} */ (data), record };
}

/**
 * @param {AboveThresholdFields} options
 * @param {boolean} hasRecords whether questions are sums over records
 */
function readRequest(options, hasRecords) {
  const { delta = 0, maxAnswers = 1, monotone = hasRecords, weighted = false } = options;
  const { numericShare = 0, neighbors = "add-remove" } = options;
  const { expectedQuestions = 1000, confidence = 0.95 } = options;
  return {
    threshold: numberOption("threshold", options.threshold),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", delta),
    maxAnswers: wholeOption("maxAnswers", maxAnswers, 1, 1e6),
    monotone: flagOption("monotone", monotone),
    weighted: flagOption("weighted", weighted),
    numericShare: numberOption("numericShare", numericShare),
    neighbors: neighborsOption(neighbors),
    expectedQuestions: wholeOption("expectedQuestions", expectedQuestions, 1, 1e15),
    confidence: confidenceOption(confidence),
    missing: missingOption(options.missing),
  };
}

/**
 * What questions are about: the records, or counts that come with them.
 * @param {Questions} questions
 */
function asksOf(questions) {
  return questions.records === undefined ? "counts" : "records";
}

/**
 * Sums over records are monotone by themselves, counts that somebody brings are not: the smaller noise
 * that was right for the ones must not answer for the others.
 * @param {any} plain what was saved
 * @param {Questions} questions
 */
function checkAsks({ state, request }, questions) {
  if (!request.monotone || state.asks === "counts" || asksOf(questions) === "records") return;
  throw new TypeError(
    "rows or columns must be given as at first, got neither: this one is monotone because its counts are made from them",
  );
}

/** @param {unknown} question */
function countOf(question) {
  const count = numberOption("count", question);
  if (Number.isFinite(count)) return count;
  throw new RangeError(`count must be a finite number, got ${count}`);
}

/** @param {any} state */
function readState({ noisyThreshold, answersLeft }) {
  if (typeof noisyThreshold !== "string" || !/^-?\d{1,19}$/.test(noisyThreshold)) {
    throw new TypeError(
      `saved noisyThreshold must be a number as text, got ${typeof noisyThreshold}`,
    );
  }
  return {
    noisyThreshold: BigInt.asIntN(64, BigInt(noisyThreshold)),
    answersLeft: wholeOption("saved answersLeft", answersLeft, 0, 1e6),
  };
}

/**
 * @param {ReturnType<typeof readRequest>} request
 * @param {any} plan
 */
function recordOf(request, plan) {
  const { epsilon, neighbors, confidence, threshold, maxAnswers, numericShare } = request;
  const numbers =
    numericShare === 0 ? "" : ` Numbers are then at most ${rounded(plan.numberError)} off.`;
  return releaseRecord({
    mechanism,
    parameters: {
      threshold,
      maxAnswers,
      monotone: request.monotone,
      weighted: request.weighted,
      numericShare,
      form: plan.form,
      noise: plan.noise,
      thresholdScale: 1 / plan.thresholdRate,
      questionScale: 1 / plan.questionRate,
      sureYesAbove: plan.sureYesAbove,
      sureNoBelow: plan.sureNoBelow,
    },
    neighbors,
    epsilon,
    delta: plan.delta,
    public: "the parameters, the answers and how many yeses are left",
    accuracy: {
      kind: "count",
      error: Math.max(plan.sureYesAbove, plan.sureNoBelow),
      confidence,
      statement: `With ${percent(confidence)} confidence, over ${rounded(request.expectedQuestions)} questions, every count from ${rounded(plan.sureYesAbove)} above the threshold is a yes and every count from ${rounded(plan.sureNoBelow)} below it a no.${numbers}`,
    },
    proof: "docs/guarantees/above-threshold.md",
  });
}

import { Declaration } from "../core/declaration.js";
import { flag, number, type Optional, type OptionsOf, optional, whole } from "../core/fields.js";
import { numberOption, wholeOption } from "../core/options.js";
import {
  checkQuestionData,
  type Question,
  type QuestionData,
  Questions,
  RowFields,
} from "../data/questions.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { type Asked, Conversation, type Kind, partsOf, resumed } from "./conversation.js";
import { ThresholdQuestionFields } from "./fields.js";
import type { SavedMechanism } from "./saved-state.js";

class Fields extends ThresholdQuestionFields {
  /** yeses until it is exhausted, 1 to 1,000,000; default 1 */
  maxAnswers = optional(whole(5), 1);
  /**
   * whether one more record can only raise all counts asked about (or only lower all); declare it only if
   * it is so. Default: true for `rows` and `columns`, whose counts are sums over records, else false
   */
  monotone: Optional<boolean> = {
    read: flag().read,
    fallback: ({ rows, columns }) => rows !== undefined || columns !== undefined,
  };
  /** the share of epsilon for a number with each yes, 0 to below 1; default 0: no numbers */
  numericShare = optional(number(), 0);
  /**
   * whether the threshold is moved by half of the difference of both promises, so that yes and no are sure from
   * about one distance on; default true. How far depends on the options only. Numbers that come with a yes have
   * no such shift
   */
  centred = optional(flag(), true);
}

/**
 * Options of `AboveThreshold`. Without `rows` and `columns` each question brings its true count.
 * @interface
 */
export type AboveThresholdOptions = OptionsOf<Fields>;

/**
 * The options of `AboveThreshold` but the data.
 * @interface
 */
export type AboveThresholdFields = Omit<AboveThresholdOptions, "rows" | "columns">;

/**
 * Answers any number of queries "is this count above the threshold?" and pays only for the yeses: noes are
 * free. After `maxAnswers` yeses it is exhausted.
 *
 * Privacy: the whole conversation is (epsilon, delta)-differentially private, each question chosen from
 * earlier answers in any way, if one record changes each count by at most 1 (and for `monotone`, all
 * in one direction).
 * Source: KMS20 Algorithm 2; Lyu, Su, Li 2017; docs/guarantees/above-threshold.md.
 */
export class AboveThreshold extends Conversation<Asked<Fields>, Questions> {
  /** @throws {RangeError | TypeError} naming the option */
  constructor(options: AboveThresholdOptions) {
    super(kind, options);
  }

  /** The number of remaining yeses. */
  get answersLeft() {
    return partsOf(this).core.call<{ answersLeft: number }>("stateOf").answersLeft;
  }

  /** Whether no yeses remain. */
  get exhausted() {
    return this.answersLeft === 0;
  }

  /**
   * Is it above the threshold?
   * @param question the true count; or, with `rows` or `columns`, what to count
   * @throws {BudgetExceeded} once it is exhausted
   */
  ask(question: number | Question): boolean {
    return this.#answer(question) !== false;
  }

  /**
   * Asks with a number: the noisy count for a yes, null for a no. `numericShare` pays for it.
   * @throws {BudgetExceeded} once it is exhausted
   */
  askNumber(question: number | Question): number | null {
    if (partsOf(this).request.numericShare === 0) {
      throw new RangeError("numericShare must be above 0 to ask for numbers, got 0");
    }
    const answer = this.#answer(question);
    return answer === false ? null : answer;
  }

  /**
   * Resumes from `toJSON`, without a further charge. Resume each saved state once only: two copies would answer
   * twice for one charge.
   * @param saved the result of `toJSON`, or its text
   * @param data the same as at first: `monotone` may depend on counts from them
   * @throws {RangeError | TypeError} if it is not a saved state
   */
  static fromJSON(
    saved: string | object,
    data: Pick<QuestionData, "rows" | "columns"> = {},
  ): AboveThreshold {
    return new AboveThreshold(resumed(kind, saved, data));
  }

  /** Whether the last answer was a no, which uses no yes: then some remain. */
  #wasNo = false;

  /** False for a no, the number for a yes that comes with one. */
  #answer(question: number | Question) {
    const { core, kept: questions } = partsOf(this);
    if (!this.#wasNo && this.exhausted) core.call("ask", 0); // throws before any read
    const count = trueCount(questions, question);
    this.#wasNo = false; // also if it throws
    const answer = core.call<number | false>("ask", count);
    this.#wasNo = answer === false;
    return answer;
  }
}

export const aboveThresholdDeclaration = new Declaration({
  name: "AboveThreshold",
  Fields,
  example: { options: { monotone: true, numericShare: 0.2 } },
});

/** The core's private state. */
type State = { noisyThreshold: bigint; answersLeft: number };

const kind: Kind<Asked<Fields>, Questions> = {
  declared: aboveThresholdDeclaration,
  Data: RowFields,
  checkData: checkQuestionData,
  read: (data, { weighted, missing }) => ({ kept: new Questions(data, weighted, missing) }),
  statement: statementOf,
  plan: [
    ...["sureYesAbove", "sureNoBelow", "form", "noise", "delta", "thresholdRate", "questionRate"],
    ...["numberRate", "numberError"],
  ],
  // The value in a state older than the option.
  unsaid: { centred: false },
  save: ({ noisyThreshold, answersLeft }: State, questions) => ({
    noisyThreshold: `${noisyThreshold}`,
    answersLeft,
    asks: asksOf(questions),
  }),
  restore({ state }, data, request) {
    const questions = new Questions(data, request.weighted, request.missing);
    checkAsks(request, state, questions);
    return { state: readState(state), kept: questions };
  },
};

/** The source of counts: the records, or the caller. */
function asksOf(questions: Questions) {
  return questions.records === undefined ? "counts" : "records";
}

/**
 * Sums over records are monotone, but a caller's counts may not be. So the smaller noise, which suits records
 * only, must not answer for counts.
 * @param state the saved state
 */
function checkAsks(
  { monotone }: { monotone: boolean },
  state: SavedMechanism["state"],
  questions: Questions,
) {
  if (!monotone || state.asks === "counts" || asksOf(questions) === "records") return;
  throw new TypeError(
    "rows or columns must be given as at first, got neither: `monotone` depends on counts from them",
  );
}

/**
 * The true count in question.
 * @param question a count, or with records what to count
 */
function trueCount(questions: Questions, question: number | Question) {
  if (questions.records === undefined) return countOf(question);
  let count = 0;
  for (const contribution of questions.contributions(question as Question)) count += contribution;
  return count;
}

function countOf(question: unknown) {
  const count = numberOption("count", question);
  if (Number.isFinite(count)) return count;
  throw new RangeError(`count must be a finite number, got ${count}`);
}

function readState({ noisyThreshold, answersLeft }: SavedMechanism["state"]): State {
  if (typeof noisyThreshold !== "string" || !/^-?\d{1,19}$/.test(noisyThreshold)) {
    throw new TypeError(
      `saved noisyThreshold must be a number as text, got ${typeof noisyThreshold}`,
    );
  }
  const steps = BigInt(noisyThreshold);
  if (steps !== BigInt.asIntN(64, steps)) {
    throw new RangeError(`saved noisyThreshold must be below 2^63, got ${noisyThreshold}`);
  }
  return {
    noisyThreshold: steps,
    answersLeft: wholeOption("saved answersLeft", answersLeft),
  };
}

function statementOf({ accuracy: { confidence }, parameters, conditions }: Claim) {
  const { sureYesAbove, sureNoBelow } = parameters;
  const { expectedQuestions, numberError } = conditions;
  const sure = formatPercent(confidence);
  const numbers =
    numberError === undefined
      ? ""
      : ` Separately, with ${sure} confidence, every returned count is within ${formatCount(numberError)} of the true one.`;
  return `With ${sure} confidence over ${formatCount(expectedQuestions)} queries, a count at least ${formatCount(sureYesAbove)} above the threshold gets a yes and one at least ${formatCount(sureNoBelow)} below it a no.${numbers}`;
}

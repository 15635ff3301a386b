import { Declaration } from "../core/declaration.js";
import { choice, type OptionsOf, optional, whole } from "../core/fields.js";
import {
  checkQuestionData,
  type Question,
  type QuestionData,
  QuestionFields,
  Questions,
} from "../data/questions.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { type Asked, Conversation, type Kind, partsOf, resumed } from "./conversation.js";
import { ThresholdQuestionFields } from "./fields.js";
import { savedNumbers } from "./saved-state.js";

class Fields extends ThresholdQuestionFields {
  /** only the number of records, 0 to 100,000,000: each question brings its own values */
  records = new QuestionFields().records;
  /**
   * how many yeses to queries about it retire a record, unseen, 1 to 1,000,000. With `weighted`, a yes counts for a record
   * with a probability of about its contribution
   */
  perRecord = whole();
  /**
   * default "auto": charging or sampled, whichever keeps sure yes and sure no closer together. "laplace"
   * and "paper" are for comparison
   */
  method = optional(choice(["auto", "charging", "sampled", "laplace", "paper"] as const), "auto");
}

/**
 * Options of `ThresholdMonitor`.
 * @interface
 */
export type ThresholdMonitorOptions = OptionsOf<Fields>;

/**
 * The options of `ThresholdMonitor` but the data.
 * @interface
 */
export type ThresholdMonitorFields = Omit<ThresholdMonitorOptions, "rows" | "columns" | "records">;

/**
 * Answers any number of queries "do more records than this satisfy it?". Instead of stopping after some yeses,
 * it retires, unseen, each record that has been in `perRecord` of them.
 *
 * Privacy: all answers together are (epsilon, delta)-differentially private, each question chosen from
 * earlier answers in any way; also if the records' values change between questions (`records` users,
 * each question with their values of the moment).
 * Source: KMS20 Algorithms 3 and 5 ("paper"); the other methods are logstar's, after Cohen, Lyu 2023;
 * docs/guarantees/threshold-monitor.md.
 */
export class ThresholdMonitor extends Conversation<Asked<Fields>, Questions> {
  /** @throws {RangeError | TypeError} naming the option */
  constructor(options: ThresholdMonitorOptions) {
    super(kind, options);
  }

  /** Is the count of the active records above the threshold? */
  ask(question: Question): boolean {
    const { core, kept: questions } = partsOf(this);
    return core.call<{ yes: boolean }>("ask", questions.contributions(question)).yes;
  }

  /**
   * Resumes from `toJSON`, without a further charge. Resume each saved state once only: two copies would answer
   * twice for one charge.
   * @param saved the result of `toJSON`, or its text
   * @param data the same as at first; default: the same number of records, whose contributions come with each question
   * @throws {RangeError | TypeError} if it is not a saved state, or the data has another number of records
   */
  static fromJSON(saved: string | object, data: QuestionData = {}): ThresholdMonitor {
    return new ThresholdMonitor(resumed(kind, saved, data));
  }
}

export const thresholdMonitorDeclaration = new Declaration({
  name: "ThresholdMonitor",
  Fields,
  example: { options: { records: 60 } },
});

const kind: Kind<Asked<Fields>, Questions> = {
  declared: thresholdMonitorDeclaration,
  Data: QuestionFields,
  checkData(data) {
    if (checkQuestionData(data)) return;
    throw new TypeError("ThresholdMonitor needs rows, columns or records, got none of them");
  },
  read(data, { weighted, missing }) {
    const questions = new Questions(data, weighted, missing);
    return { data: questions.records, kept: questions };
  },
  statement: statementOf,
  plan: [
    ...["sureYesAbove", "sureNoBelow", "method", "why", "delta", "rate", "noiseScale"],
    "keptShare",
  ],
  save: ({ left }: { left: Float64Array }) => ({ left: [...left] }),
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

/**
 * `sampled` keeps one secret sample for all queries. Answers and retired records reveal something about it: its
 * accuracy holds for sets fixed beforehand (docs/guarantees/threshold-monitor.md, "Accuracy").
 */
function statementOf({ accuracy: { confidence }, parameters, conditions }: Claim) {
  const { method, sureYesAbove, sureNoBelow } = parameters;
  const sure = `With ${formatPercent(confidence)} confidence`;
  const start =
    method === "sampled"
      ? `For queries that do not depend on earlier answers and of which no record has left: ${sure.toLowerCase()}`
      : sure;
  return `${start} over ${formatCount(conditions.expectedQuestions)} queries, the answer is yes if the active count is at least ${formatCount(sureYesAbove)} above the threshold, no if at least ${formatCount(sureNoBelow)} below.`;
}

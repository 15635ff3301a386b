import type { UngroupedQuestions } from "./types.js";

/** The methods of a table. `types.ts` has the type of each answer, which depends on the place of the rows. */
type Methods = Record<keyof UngroupedQuestions<"rows", "here">, unknown>;

/** Columns by role: names, which the question checks. */
export type Columns = Record<string, string | undefined>;

/**
 * Runs a function by its name, with columns by role, the arguments between data and options, and the options.
 */
export type AskQuestion<Answer = unknown> = (
  name: string,
  columns: Columns,
  asked: unknown[],
  options: object,
) => Answer;

/** Options; a table adds or removes some. */
type GivenOptions = { abstain?: unknown; orderBy?: string };

const isObject = (given: unknown): given is GivenOptions =>
  typeof given === "object" && given !== null;

/** The questions of a table, over all its rows or by group, wherever its rows are. */
export class Questions<Answer> implements Methods {
  #askQuestion;

  constructor(askQuestion: AskQuestion<Answer>) {
    this.#askQuestion = askQuestion;
  }

  median(column: string, options: object) {
    return this.#rank("median", column, [], options);
  }

  quantile(column: string, q: number, options: object) {
    return this.#rank("quantile", column, [q], options);
  }

  quantiles(column: string, qs: ArrayLike<number> | Iterable<number>, options: object) {
    return this.#rank("quantiles", column, [qs], options);
  }

  interiorPoint(column: string, options: object) {
    return this.#rank("interiorPoint", column, [], options);
  }

  count(options: object) {
    return this.#askQuestion("count", {}, [], options);
  }

  sum(column: string, options: object) {
    return this.#valued("sum", column, [], options);
  }

  mean(column: string, options: object) {
    return this.#valued("mean", column, [], options);
  }

  variance(column: string, options: object) {
    return this.#valued("variance", column, [], options);
  }

  standardDeviation(column: string, options: object) {
    return this.#valued("standardDeviation", column, [], options);
  }

  countDistinct(column: string, options: object) {
    return this.#askQuestion("countDistinct", { values: column }, [], options);
  }

  findBounds(column: string, options: object) {
    return this.#askQuestion("findBounds", { values: column }, [], options);
  }

  histogram(column: string, options: object) {
    return this.#valued("histogram", column, [], options);
  }

  topK(column: string, options: object) {
    return this.#askQuestion("topK", { values: column }, [], options);
  }

  learnThreshold(x: string, y: string, options: object) {
    return this.#askQuestion("learnThreshold", { x, y }, [], options);
  }

  /** Few rows have no answer rather than one outside of them. */
  #rank(name: string, column: string, asked: unknown[], given: object) {
    if (!isObject(given)) return this.#valued(name, column, asked, given);
    const { abstain = true, ...options } = given;
    return this.#valued(name, column, asked, { ...options, abstain });
  }

  /** A column may say which of a user's rows is the first. */
  #valued(name: string, column: string, asked: unknown[], given: object) {
    if (!isObject(given)) return this.#askQuestion(name, { values: column }, asked, given);
    const { orderBy, ...options } = given;
    return this.#askQuestion(name, { values: column, orderBy }, asked, options);
  }
}

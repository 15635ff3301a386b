/** @typedef {import("./types.js").UngroupedQuestions<any, any>} Asked */

/**
 * Does what is asked for: a function by its name, the columns it needs by what they are for, what stands
 * between data and options, and the options.
 * @typedef {(name: string, columns: Record<string, any>, asked: any[], options: any) => any} Ask
 */

/**
 * @param {any} given
 * @returns {boolean}
 */
const isObject = (given) => typeof given === "object" && given !== null;

/**
 * What can be asked of a table, of all its rows or by group, wherever its rows are.
 * @implements {Asked}
 */
export class Questions {
  #ask;

  /** @param {Ask} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /** @type {Asked["median"]} */
  median(column, options) {
    return this.#rank("median", column, [], options);
  }

  /** @type {Asked["quantile"]} */
  quantile(column, q, options) {
    return this.#rank("quantile", column, [q], options);
  }

  /** @type {Asked["quantiles"]} */
  quantiles(column, qs, options) {
    return this.#rank("quantiles", column, [qs], options);
  }

  /** @type {Asked["interiorPoint"]} */
  interiorPoint(column, options) {
    return this.#rank("interiorPoint", column, [], options);
  }

  /** @type {Asked["count"]} */
  count(options) {
    return this.#ask("count", {}, [], options);
  }

  /** @type {Asked["sum"]} */
  sum(column, options) {
    return this.#valued("sum", column, [], options);
  }

  /** @type {Asked["mean"]} */
  mean(column, options) {
    return this.#valued("mean", column, [], options);
  }

  /** @type {Asked["variance"]} */
  variance(column, options) {
    return this.#valued("variance", column, [], options);
  }

  /** @type {Asked["standardDeviation"]} */
  standardDeviation(column, options) {
    return this.#valued("standardDeviation", column, [], options);
  }

  /** @type {Asked["countDistinct"]} */
  countDistinct(column, options) {
    return this.#ask("countDistinct", { values: column }, [], options);
  }

  /** @type {Asked["findBounds"]} */
  findBounds(column, options) {
    return this.#ask("findBounds", { values: column }, [], options);
  }

  /** @type {Asked["histogram"]} */
  histogram(column, options) {
    return this.#valued("histogram", column, [], options);
  }

  /** @type {Asked["topK"]} */
  topK(column, options) {
    return this.#ask("topK", { values: column }, [], options);
  }

  /** @type {Asked["learnThreshold"]} */
  learnThreshold(x, y, options) {
    return this.#ask("learnThreshold", { x, y }, [], options);
  }

  /**
   * Few rows have no answer rather than one outside of them.
   * @param {string} name
   * @param {string} column
   * @param {any[]} asked
   * @param {any} given
   */
  #rank(name, column, asked, given) {
    if (!isObject(given)) return this.#valued(name, column, asked, given);
    const { abstain = true, ...options } = given;
    return this.#valued(name, column, asked, { ...options, abstain });
  }

  /**
   * A column may say which of a user's rows is the first.
   * @param {string} name
   * @param {string} column
   * @param {any[]} asked
   * @param {any} given
   */
  #valued(name, column, asked, given) {
    if (!isObject(given)) return this.#ask(name, { values: column }, asked, given);
    const { orderBy, ...options } = given;
    return this.#ask(name, { values: column, orderBy }, asked, options);
  }
}

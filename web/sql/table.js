import { readOptions } from "../core/fields.js";
import { describe } from "../core/options.js";
import { groups as groupsField } from "../data/groups.js";
import { foundPoint } from "../ranks/interior-point.js";
import { foundMedian } from "../ranks/median.js";
import { foundQuantile } from "../ranks/quantile.js";
import { foundQuantiles } from "../ranks/quantiles.js";
import { columnNamed } from "./columns.js";
import { dialects, SqlTableFields, tableNamed } from "./options.js";
import { count, rank } from "./release.js";
import { isWritable } from "./writing.js";

/**
 * A group by its name, as the engine has it.
 * @typedef {string | number | bigint | boolean} GroupName
 */

/**
 * An answer, or none of few users.
 * @template [T=any]
 * @typedef {{ value: T, reason?: undefined, record: import("../ledger/record.js").ReleaseRecord }
 *   | { value: null, reason: "too-few" | "not-found", record: import("../ledger/record.js").ReleaseRecord }} Answer
 */

/**
 * Answers by group.
 * @template [T=any]
 * @typedef {{ groups: { group: any, value: T | null, reason?: "too-few" | "not-found" }[], record: import("../ledger/record.js").ReleaseRecord }} Answers
 */

/**
 * Options of medians, quantiles and interior points of a table in an engine.
 * @typedef {Omit<import("../ranks/options.js").RankOptions<any>, "groups" | "ledger">} SqlRankOptions
 */

/**
 * A table that stays in an engine. What is asked of it depends on the rows and on what is drawn: whoever sees
 * the queries has to be one who may see the rows (docs/engines.md).
 *
 * @param {(sql: string) => Promise<any[]>} run asks the engine, over one connection, the SQL unaltered, and
 *   promises all rows of the answer, as objects by column name
 * @param {import("./options.js").SqlTableOptions} options
 * @returns {SqlTable}
 * @throws {RangeError | TypeError}
 */
export function sqlTable(run, options) {
  if (typeof run !== "function") {
    throw new TypeError(`run must be a function that asks the engine, got ${describe(run)}`);
  }
  const { from, dialect, ...read } = readOptions("sqlTable", SqlTableFields, options);
  return new SqlTable({ run, ...read, from: tableNamed(from), dialect: dialects[dialect] });
}

/**
 * What may be asked of a table, or of its groups.
 * @template One an answer
 * @template Several of several quantiles
 * @template Number a number of users
 */
export class SqlQuestions {
  #table;

  /** @param {any} table as `sqlTable` and `groupBy` read it */
  constructor(table) {
    this.#table = table;
  }

  /**
   * A value close to the middle of a column, each user counting once.
   * @param {string} column
   * @param {SqlRankOptions} options as `median`; `abstain` is on unless it is switched off
   * @returns {Promise<One>}
   */
  async median(column, options) {
    return rank(this.#table, foundMedian, column, options);
  }

  /**
   * A value close to a rank.
   * @param {string} column
   * @param {number} q as for `quantile`
   * @param {SqlRankOptions} options
   * @returns {Promise<One>}
   */
  async quantile(column, q, options) {
    return rank(this.#table, foundQuantile, column, options, q);
  }

  /**
   * Several of them, all or none.
   * @param {string} column
   * @param {ArrayLike<number> | Iterable<number>} qs as for `quantiles`
   * @param {SqlRankOptions} options
   * @returns {Promise<Several>}
   */
  async quantiles(column, qs, options) {
    return rank(this.#table, foundQuantiles, column, options, qs);
  }

  /**
   * Any value between the smallest and the largest one.
   * @param {string} column
   * @param {SqlRankOptions} options
   * @returns {Promise<One>}
   */
  async interiorPoint(column, options) {
    return rank(this.#table, foundPoint, column, options);
  }

  /**
   * How many users there are.
   * @param {Omit<import("../counts/count.js").UserCountOptions, "groups" | "ledger">} options as `count`; by
   *   group `perUser` has to be given
   * @returns {Promise<Number>}
   */
  async count(options) {
    return count(this.#table, options);
  }
}

/**
 * A table in an engine, of all rows. Made by `sqlTable`.
 * @extends {SqlQuestions<Answer, Answer<any[]>, { value: number,
 *   record: import("../ledger/record.js").ReleaseRecord }>}
 */
export class SqlTable extends SqlQuestions {
  #table;

  /** @param {any} table as `sqlTable` and `groupBy` read it */
  constructor(table) {
    super(table);
    this.#table = table;
  }

  /**
   * The same questions by the groups of a column: those of a public list, or private ones, which are named if
   * they have enough users.
   * @param {string} column
   * @param {GroupName[] | "private"} groups
   * @returns {SqlGroups}
   */
  groupBy(column, groups) {
    const names = groupsField().read("groups", groups);
    if (Array.isArray(names)) checkNames(names);
    columnNamed("groupBy", column);
    return new SqlGroups({ ...this.#table, groupColumn: column, groups: names });
  }
}

/**
 * A table in an engine, by groups. Made by `groupBy`.
 * @extends {SqlQuestions<Answers, Answers<any[]>, { groups: { group: any, value: number }[],
 *   record: import("../ledger/record.js").ReleaseRecord }>}
 */
export class SqlGroups extends SqlQuestions {}

/**
 * Refuses names that engines cannot hold, or that are one name there.
 * @param {any[]} names
 */
function checkNames(names) {
  if (names.some((name) => typeof name === "string" && !isWritable(name))) {
    throw new RangeError("groups must be text without NUL and lone surrogates, got others");
  }
  const written = names.map((name) => (Number.isInteger(name) ? BigInt(name) : name));
  if (new Set(written).size < names.length) {
    throw new RangeError("groups must differ in an engine, where 1 is 1n, got one twice");
  }
}

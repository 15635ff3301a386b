import { optional, wholeWithin } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { checkAnswering, flagOf, weightOf } from "./answers.js";
import { checkHolder } from "./holders.js";
import { isMissing, leaveOut } from "./missing.js";
import { flat } from "./values.js";

/** @template T @typedef {import("../core/fields.js").Optional<T>} Optional */

/** Records with values. Nothing that they hold is read with the options. */
export class RowFields {
  /**
   * the records, any array: one a record
   * @type {Optional<ArrayLike<any> | undefined>}
   */
  rows = optional({ read: readHolder }, undefined);
  /**
   * the records in columns of one length, by name; a missing number is NaN in a row, what else is missing
   * null
   * @type {Optional<Record<string, import("./values.js").Values> | undefined>}
   */
  columns = optional({ read: readHolders }, undefined);
}

/** The same, or records that each question brings the values of. */
export class QuestionFields extends RowFields {
  /** only how many there are, 0 to 100,000,000: each question brings its own values */
  records = optional(wholeWithin(0, 1e8), undefined);
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<QuestionFields>} QuestionData {@interface} The records
 *   that threshold questions are about: one of the three.
 */

/**
 * What one question counts: a function of a row (of columns: of an object with a field a column) and
 * its index, or one contribution a record, in order. Unless `weighted`, a record counts for true and
 * for any number but 0; if weighted, the number, cut to [0, 1]. A record whose contribution is missing
 * (null, undefined, NaN, an invalid date) does not count; text, a Promise and other objects are refused.
 * @typedef {((row: any, index: number) => unknown) | ArrayLike<number | boolean>} Question
 */

/**
 * Refuses records that come in two ways.
 * @param {QuestionData} data
 * @returns {boolean} whether there are any records
 */
export function checkQuestionData(data) {
  const given = /** @type {const} */ (["rows", "columns", "records"]).filter(
    (name) => data[name] !== undefined,
  );
  if (given.length > 1) {
    throw new TypeError(`rows, columns or records: one of them, got ${given.join(" and ")}`);
  }
  return given.length > 0;
}

/**
 * @param {string} name
 * @param {any} rows
 */
function readHolder(name, rows) {
  checkHolder(rows, name);
  return rows;
}

/**
 * @param {string} name
 * @param {any} columns
 */
function readHolders(name, columns) {
  if (typeof columns !== "object" || columns === null || Array.isArray(columns)) {
    throw new TypeError(
      `${name} must be an object of arrays of one length, got ${kindOf(columns)}`,
    );
  }
  for (const one of Object.keys(columns)) checkHolder(columns[one], `${name}.${one}`);
  return columns;
}

/** Records, and how to see them one after the other. */
export class Questions {
  /** @type {number | undefined} */
  #records;
  /** @type {((index: number) => any) | undefined} */
  #rowAt;
  #weighted;
  #missing;

  /**
   * @param {QuestionData} data
   * @param {boolean} weighted
   * @param {"drop" | "throw"} missing what becomes of missing contributions
   */
  constructor(data, weighted, missing) {
    checkQuestionData(data);
    this.#weighted = weighted;
    this.#missing = missing;
    this.#records = data.records;
    if (data.rows !== undefined) this.#readRows(data.rows);
    if (data.columns !== undefined) this.#readColumns(data.columns);
  }

  /** @returns {number | undefined} how many records, if there are any known */
  get records() {
    return this.#records;
  }

  /**
   * Everybody's contribution to one question, each from 0 to 1. What the caller's function throws comes
   * through, before anything was drawn.
   * @param {Question} question
   * @returns {Uint8Array | Float64Array} flags, each 0 or 1, or numbers if weighted
   */
  contributions(question) {
    const records = /** @type {number} */ (this.#records);
    const all = this.#weighted ? new Float64Array(records) : new Uint8Array(records);
    const put = (/** @type {number} */ i, /** @type {any} */ value) => {
      if (isMissing(value)) leaveOut(this.#missing, "contributions");
      else set(i, value);
    };
    const set = this.#weighted
      ? (/** @type {number} */ i, /** @type {any} */ value) => {
          const number = weightOf("question", value);
          // On a grid, so that sums are exact: rounding must not depend on the other records.
          all[i] = number > 0 ? Math.round(Math.min(number, 1) * 2 ** 20) / 2 ** 20 : 0;
        }
      : (/** @type {number} */ i, /** @type {any} */ value) => {
          all[i] = flagOf("question", value);
        };
    if (typeof question === "function") {
      checkAnswering("question", question);
      if (this.#rowAt === undefined) {
        throw new TypeError("a function can be asked only of rows or columns, got neither");
      }
      for (let i = 0; i < records; ++i) put(i, question(this.#rowAt(i), i));
      return all;
    }
    const values = flat(/** @type {any} */ (question), "question");
    if (values.length !== records) {
      throw new RangeError(
        `question must have one contribution a record (${records}), got ${values.length}`,
      );
    }
    if (!this.#weighted && values instanceof Uint8Array) {
      // The same, in half the time. A byte may be any number, a record counts once.
      for (let i = 0; i < records; ++i) all[i] = values[i] === 0 ? 0 : 1;
      return all;
    }
    for (let i = 0; i < records; ++i) put(i, values[i]);
    return all;
  }

  /** @param {any} rows */
  #readRows(rows) {
    const all = flat(rows, "rows");
    this.#records = all.length;
    this.#rowAt = (index) => all[index];
  }

  /** @param {any} columns */
  #readColumns(columns) {
    const names = Object.keys(columns);
    const arrays = names.map((name) => flat(columns[name], `columns.${name}`));
    if (arrays.length === 0 || arrays.some((array) => array.length !== arrays[0].length)) {
      throw new RangeError(
        `columns must be arrays of one length, got ${arrays.map((array) => array.length).join(", ") || "none"}`,
      );
    }
    if (names.includes("__proto__")) {
      throw new TypeError("columns must not have one named __proto__: a row could not hold it");
    }
    this.#records = arrays[0].length;
    this.#rowAt = (index) => {
      // An object of its own that inherits nothing: neither what is written on one record nor a name
      // that every object has is seen on another.
      const row = Object.create(null);
      for (let i = 0; i < names.length; ++i) row[names[i]] = arrays[i][index];
      return row;
    };
  }
}

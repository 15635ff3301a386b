import { type Optional, type OptionsOf, optional, wholeWithin } from "../core/fields.js";
import { type Fields, kindOf } from "../core/options.js";
import { checkAnswering, flagOf, weightOf } from "./answers.js";
import { checkHolder } from "./holders.js";
import { isMissing, leaveOut } from "./missing.js";
import { flat, type Values } from "./values.js";

/** Records with values. `readOptions` reads none of their values. */
export class RowFields {
  /** the records, any array: one a record */
  rows: Optional<ArrayLike<unknown> | undefined> = optional({ read: readHolder }, undefined);
  /**
   * the records in columns of one length, by name; a missing number is NaN in a row, what else is missing
   * null
   */
  columns: Optional<Record<string, Values> | undefined> = optional(
    { read: readHolders },
    undefined,
  );
}

/** Records with values, or only their number if each question brings the values. */
export class QuestionFields extends RowFields {
  /** only their number, 0 to 100,000,000: each question brings its own values */
  records = optional(wholeWithin(0, 1e8), undefined);
}

/**
 * The records of threshold questions: exactly one of the three.
 * @interface
 */
export type QuestionData = OptionsOf<QuestionFields>;

/**
 * The contributions to one question: a function of a row (for columns, an object with one field per column) and
 * its index, or one contribution per record, in order. Unless `weighted`, a record counts for true and for any
 * number but 0; if weighted, the number, cut to [0, 1]. A record whose contribution is missing (null,
 * undefined, NaN, an invalid date) does not count; text, a Promise and other objects are refused.
 */
export type Question = ((row: unknown, index: number) => unknown) | ArrayLike<number | boolean>;

/**
 * Rejects records that come in two ways.
 * @returns whether there are any records
 */
export function checkQuestionData(data: QuestionData): boolean {
  const given = (["rows", "columns", "records"] as const).filter(
    (name) => data[name] !== undefined,
  );
  if (given.length > 1) {
    throw new TypeError(
      `at most one of rows, columns and records must be given, got ${given.join(" and ")}`,
    );
  }
  return given.length > 0;
}

function readHolder(name: string, rows: unknown) {
  checkHolder(rows, name);
  return rows as ArrayLike<unknown>;
}

function readHolders(name: string, columns: unknown) {
  if (typeof columns !== "object" || columns === null || Array.isArray(columns)) {
    throw new TypeError(
      `${name} must be an object of arrays of one length, got ${kindOf(columns)}`,
    );
  }
  for (const one of Object.keys(columns)) checkHolder((columns as Fields)?.[one], `${name}.${one}`);
  return columns as Record<string, Values>;
}

/** Records, and how to see them one after the other. */
export class Questions {
  #records: number | undefined;
  #rowAt: ((index: number) => unknown) | undefined;
  #weighted;
  #missing;

  /** @param missing the treatment of missing contributions */
  constructor(data: QuestionData, weighted: boolean, missing: "drop" | "throw") {
    checkQuestionData(data);
    this.#weighted = weighted;
    this.#missing = missing;
    this.#records = data.records;
    if (data.rows !== undefined) this.#readRows(data.rows);
    if (data.columns !== undefined) this.#readColumns(data.columns);
  }

  /** @returns the number of records, if known */
  get records(): number | undefined {
    return this.#records;
  }

  /**
   * Everybody's contribution to one question, each from 0 to 1. An error of the caller's function passes
   * through, before any draw.
   * @returns flags, each 0 or 1, or numbers if weighted
   */
  contributions(question: Question): Uint8Array | Float64Array {
    const records = this.#records as number;
    const all = this.#weighted ? new Float64Array(records) : new Uint8Array(records);
    const put = (i: number, value: unknown) => {
      if (isMissing(value)) leaveOut(this.#missing, "contributions");
      else set(i, value);
    };
    const set = this.#weighted
      ? (i: number, value: unknown) => {
          const number = weightOf("question", value);
          // On a grid, so that sums are exact: rounding must not depend on the other records.
          all[i] = number > 0 ? Math.round(Math.min(number, 1) * 2 ** 20) / 2 ** 20 : 0;
        }
      : (i: number, value: unknown) => {
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
    const values = flat(question as unknown, "question");
    if (values.length !== records) {
      throw new RangeError(
        `question must have one contribution a record (${records}), got ${values.length}`,
      );
    }
    if (!this.#weighted && values instanceof Uint8Array) {
      // Counts flags directly, in half the time. A byte may be any number, a record counts once.
      for (let i = 0; i < records; ++i) all[i] = values[i] === 0 ? 0 : 1;
      return all;
    }
    for (let i = 0; i < records; ++i) put(i, values[i]);
    return all;
  }

  #readRows(rows: unknown) {
    const all = flat(rows, "rows");
    this.#records = all.length;
    this.#rowAt = (index) => all[index];
  }

  #readColumns(columns: Record<string, unknown>) {
    const names = Object.keys(columns);
    const arrays = names.map((name) => flat(columns[name], `columns.${name}`));
    if (arrays.length === 0 || arrays.some((array) => array.length !== arrays[0]!.length)) {
      throw new RangeError(
        `columns must be arrays of one length, got ${arrays.map((array) => array.length).join(", ") || "none"}`,
      );
    }
    if (names.includes("__proto__")) {
      throw new TypeError(
        "columns must have other names than __proto__, which a row cannot have as a field",
      );
    }
    this.#records = arrays[0]!.length;
    this.#rowAt = (index) => {
      // A separate object without a prototype, so that no name is inherited and no change to one record appears
      // on another.
      const row = Object.create(null);
      for (let i = 0; i < names.length; ++i) row[names[i]!] = arrays[i]![index];
      return row;
    };
  }
}

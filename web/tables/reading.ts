import { flagOf } from "../data/answers.js";
import { ExactColumn } from "../data/exact-column.js";
import { rowsWith } from "../data/rows.js";
import { columnIn, flatNames } from "../data/values.js";

/**
 * By what rows are grouped: a column, several of them, or a function of a row.
 * @typedef {string | readonly string[] | ((row: any) => any)} By
 */

/**
 * One look at a table, for one call: its columns without the rows that are left out, each read when it is
 * asked for its values. Functions of a row are asked once for each row.
 */
export class Reading {
  #rows;
  #predicates;
  /** @type {Uint8Array | undefined} which rows count, once that is known */
  #flags;

  /**
   * @param {import("./rows.js").Rows} rows
   * @param {((row: any) => any)[]} predicates of which every one has to hold
   */
  constructor(rows, predicates) {
    this.#rows = rows;
    this.#predicates = predicates;
  }

  /**
   * A column by its name.
   * @param {string} name
   */
  column(name) {
    const holder = this.#rows.holder(name);
    if (this.#predicates.length === 0) return holder;
    return { toArray: () => this.#some(columnIn(holder, name), name) };
  }

  /** The rows themselves: true for each. */
  there() {
    const present = () => {
      const read = this.#rows.reader();
      return this.#each((i) => (read(i) === undefined ? null : true));
    };
    return { toArray: present };
  }

  /**
   * The group of each row: a list of names for several columns, whatever a function says.
   * @param {By} by
   */
  groups(by) {
    if (typeof by === "function") {
      const answers = () => {
        const read = this.#rows.reader();
        return this.#each((i) => {
          const row = read(i);
          return row === undefined ? null : by(row);
        });
      };
      return { toArray: answers };
    }
    if (typeof by === "string") return this.column(by);
    const columns = by.map((name) => ({ name, holder: this.column(name) }));
    return { toArray: () => zipped(columns.map(({ name, holder }) => flatNames(holder, name))) };
  }

  /**
   * Something of each row that counts.
   * @param {(i: number) => any} what
   */
  #each(what) {
    const flags = this.#counting();
    const found = [];
    const count = flags?.length ?? this.#rows.count();
    for (let i = 0; i < count; ++i) if (flags?.[i] !== 0) found.push(what(i));
    return found;
  }

  /**
   * @param {ArrayLike<any> | ExactColumn} column
   * @param {string} name
   */
  #some(column, name) {
    const values = column instanceof ExactColumn ? column.whole : column;
    const flags = /** @type {Uint8Array} */ (this.#counting());
    if (values.length !== flags.length) {
      throw new RangeError(
        `${name} must be as many as there are rows, ${flags.length}, got ${values.length}`,
      );
    }
    const [some] = rowsWith([values], flags, 1);
    return column instanceof ExactColumn ? new ExactColumn(some, column.worth) : some;
  }

  /** Which rows count; nothing if all do. */
  #counting() {
    if (this.#predicates.length === 0) return undefined;
    if (this.#flags !== undefined) return this.#flags;
    const read = this.#rows.reader();
    const flags = new Uint8Array(this.#rows.count());
    for (let i = 0; i < flags.length; ++i) {
      const row = read(i);
      const holds = (/** @type {(row: any) => any} */ predicate) =>
        flagOf("where", predicate(row)) === 1;
      flags[i] = row !== undefined && this.#predicates.every(holds) ? 1 : 0;
    }
    this.#flags = flags;
    return flags;
  }
}

/**
 * Columns of names as one of lists of them.
 * @param {ArrayLike<any>[]} columns
 */
function zipped(columns) {
  const [first] = columns;
  for (const { length } of columns) {
    if (length === first.length) continue;
    throw new RangeError(`groups must be columns of one length, ${first.length}, got ${length}`);
  }
  return Array.from(first, (_, i) => columns.map((column) => column[i]));
}

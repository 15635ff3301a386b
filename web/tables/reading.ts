import { flagOf } from "../data/answers.js";
import { ExactColumn } from "../data/exact-column.js";
import { rowsWith } from "../data/rows.js";
import { columnIn, flatNames } from "../data/values.js";
import type { Rows } from "./rows.js";

/** The key of groups: a column, several of them, or a function of a row. */
export type By = string | readonly string[] | OfRow;

/** A caller's function of a row, asked once for each. */
export type OfRow = (row: unknown) => unknown;

/**
 * One reading of a table, for one call: its columns without the skipped rows, each read on first use. Functions
 * of a row are asked once for each row.
 */
export class Reading {
  #rows;
  #predicates;
  /** the rows that count, once known */
  #flags: Uint8Array | undefined;

  /** @param predicates all must hold */
  constructor(rows: Rows, predicates: OfRow[]) {
    this.#rows = rows;
    this.#predicates = predicates;
  }

  /** A column by its name. */
  column(name: string) {
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

  /** The group of each row: a list of names for several columns, whatever a function says. */
  groups(by: By) {
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

  /** Something of each row that counts. */
  #each(what: (i: number) => unknown) {
    const flags = this.#counting();
    const found = [];
    const count = flags?.length ?? this.#rows.count();
    for (let i = 0; i < count; ++i) if (flags?.[i] !== 0) found.push(what(i));
    return found;
  }

  #some(column: ArrayLike<unknown> | ExactColumn, name: string) {
    const values = column instanceof ExactColumn ? column.whole : column;
    const flags = this.#counting() as Uint8Array;
    if (values.length !== flags.length) {
      throw new RangeError(
        `${name} must be as many as there are rows, ${flags.length}, got ${values.length}`,
      );
    }
    const [some] = rowsWith([values], flags, 1);
    return column instanceof ExactColumn
      ? new ExactColumn(some as ExactColumn["whole"], column.worth)
      : some;
  }

  /** Which rows count; nothing if all do. */
  #counting() {
    if (this.#predicates.length === 0) return undefined;
    if (this.#flags !== undefined) return this.#flags;
    const read = this.#rows.reader();
    const flags = new Uint8Array(this.#rows.count());
    for (let i = 0; i < flags.length; ++i) {
      const row = read(i);
      const holds = (predicate: OfRow) => flagOf("where", predicate(row)) === 1;
      flags[i] = row !== undefined && this.#predicates.every(holds) ? 1 : 0;
    }
    this.#flags = flags;
    return flags;
  }
}

/** Joins columns of names into one column of lists. */
function zipped(columns: ArrayLike<unknown>[]) {
  const first = columns[0]!;
  for (const { length } of columns) {
    if (length === first.length) continue;
    throw new RangeError(`groups must be columns of one length, ${first.length}, got ${length}`);
  }
  return Array.from(first, (_, i) => columns.map((column) => column[i]));
}

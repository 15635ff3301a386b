import { flagOf } from "../data/answers.js";
import { ExactColumn } from "../data/exact-column.js";
import { rowsWith } from "../data/rows.js";
import { inSteps, SteppedColumn, type Steps } from "../data/stepped-column.js";
import { columnSteps, flatNames } from "../data/values.js";
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
    return this.#read(() => this.#counted(holder, name));
  }

  /** The rows themselves: true for each. */
  there() {
    return this.#read(() => {
      const read = this.#rows.reader();
      return this.#each((i) => (read(i) === undefined ? null : true));
    });
  }

  /** The group of each row: a list of names for several columns, whatever a function says. */
  groups(by: By) {
    if (typeof by === "function") {
      return this.#read(() => {
        const read = this.#rows.reader();
        return this.#each((i) => {
          const row = read(i);
          return row === undefined ? null : by(row);
        });
      });
    }
    if (typeof by === "string") return this.column(by);
    const columns = by.map((name) => ({ name, holder: this.column(name) }));
    return this.#read(() => zipped(columns));
  }

  #read<Column>(steps: () => Steps<Column>) {
    return new SteppedColumn(steps, this.#rows.isForLater);
  }

  /** Something of each row that counts. */
  *#each(what: (i: number) => unknown): Steps<unknown[]> {
    const flags = yield* this.#counting();
    const found: unknown[] = [];
    yield* inSteps(flags?.length ?? this.#rows.count(), (from, to) => {
      for (let i = from; i < to; ++i) if (flags?.[i] !== 0) found.push(what(i));
    });
    return found;
  }

  /** A column's values in the rows that count. */
  *#counted(holder: unknown, name: string): Steps<ArrayLike<unknown> | ExactColumn> {
    const column = yield* columnSteps(holder, name);
    const values = column instanceof ExactColumn ? column.whole : column;
    const flags = (yield* this.#counting()) as Uint8Array;
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
  *#counting(): Steps<Uint8Array | undefined> {
    if (this.#predicates.length === 0) return undefined;
    if (this.#flags !== undefined) return this.#flags;
    const read = this.#rows.reader();
    const flags = new Uint8Array(this.#rows.count());
    yield* inSteps(flags.length, (from, to) => {
      for (let i = from; i < to; ++i) {
        const row = read(i);
        const holds = (predicate: OfRow) => flagOf("where", predicate(row)) === 1;
        flags[i] = row !== undefined && this.#predicates.every(holds) ? 1 : 0;
      }
    });
    this.#flags = flags;
    return flags;
  }
}

/** Joins columns of names into one column of lists. */
function* zipped(given: { name: string; holder: unknown }[]): Steps<unknown[][]> {
  const columns: ArrayLike<unknown>[] = [];
  for (const { name, holder } of given) {
    columns.push(flatNames(yield* columnSteps(holder, name), name));
  }
  const first = columns[0]!;
  for (const { length } of columns) {
    if (length === first.length) continue;
    throw new RangeError(`groups must be columns of one length, ${first.length}, got ${length}`);
  }
  const lists: unknown[][] = new Array(first.length);
  yield* inSteps(first.length, (from, to) => {
    for (let i = from; i < to; ++i) lists[i] = columns.map((column) => column[i]);
  });
  return lists;
}

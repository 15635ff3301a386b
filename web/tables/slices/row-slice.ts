import { ExactColumn } from "../../data/exact-column.js";
import { SteppedColumn } from "../../data/stepped-column.js";
import { columnSteps } from "../../data/values.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { LedgerSteps } from "../../ledger/steps.js";
import { noColumn } from "../no-column.js";
import type { Rows } from "../rows.js";
import { type Functions, Subject } from "../subject.js";
import { tableOver } from "../tables.js";
import type { Table } from "../types.js";

/** Some rows of a table, in its order. */
class SomeRows implements Rows {
  #rows;
  #places;
  readonly isForLater;

  constructor(rows: Rows, places: Uint32Array) {
    this.#rows = rows;
    this.#places = places;
    this.isForLater = rows.isForLater;
  }

  forLater() {
    const rows = this.#rows.forLater();
    return rows === this.#rows ? this : new SomeRows(rows, this.#places);
  }

  names() {
    return this.#rows.names();
  }

  has(name: string) {
    return this.#rows.has(name);
  }

  holder(name: string) {
    const holder = this.#rows.holder(name);
    const picked = (column: ArrayLike<unknown> | ExactColumn) => this.#picked(column);
    function* steps() {
      return picked(yield* columnSteps(holder, name));
    }
    return new SteppedColumn(steps, this.isForLater);
  }

  checkHolders() {
    this.#rows.checkHolders();
  }

  count() {
    return this.#places.length;
  }

  isThere(i: number) {
    return this.#rows.isThere(this.#places[i]!);
  }

  reader() {
    const read = this.#rows.reader();
    return (i: number) => read(this.#places[i]!);
  }

  /** A typed array keeps its type. */
  #picked(column: ArrayLike<unknown> | ExactColumn): ArrayLike<unknown> | ExactColumn {
    if (column instanceof ExactColumn) {
      return new ExactColumn(this.#picked(column.whole) as ExactColumn["whole"], column.worth);
    }
    const Kind = ArrayBuffer.isView(column) ? column.constructor : Array;
    const some = new (Kind as new (size: number) => unknown[])(this.#places.length);
    this.#places.forEach((place, i) => {
      some[i] = column[place];
    });
    return some;
  }
}

/**
 * The rows of one slice, and what may still be asked of them. Who is in a slice, and how many, is as secret as
 * the data: publish what functions answer that `ledger` pays for, and nothing else.
 * @hideconstructor
 */
export class RowSlice<Row = unknown> {
  #functions;
  #rows;
  #user;
  #ledger;

  constructor(
    functions: Functions,
    rows: Rows,
    places: Uint32Array,
    user: string | null,
    ledger: Ledger | LedgerSteps,
  ) {
    this.#functions = functions;
    this.#rows = new SomeRows(rows, places);
    this.#user = user;
    this.#ledger = ledger;
  }

  /**
   * @returns the budget of the slice, for the option `ledger` of any function that protects what the session
   *   protects; with `computes` the pieces that are left
   */
  get ledger(): Ledger | LedgerSteps {
    return this.#ledger;
  }

  /** @returns a table of the rows, whose answers the slice pays for */
  get table(): Table<Row> {
    const [functions, rows, user] = [this.#functions, this.#rows, this.#user];
    return tableOver<Row, "here">(new Subject({ functions, rows, user, ledger: this.#ledger }));
  }

  /** @returns the rows as objects: as secret as the data */
  get rows(): Row[] {
    const read = this.#rows.reader();
    return Array.from({ length: this.#rows.count() }, (_, i) => read(i) as Row);
  }

  /**
   * One column, for functions that take columns: as secret as the data.
   * @throws {TypeError} for a column that the rows do not have
   */
  column(name: string): { toArray(): unknown } {
    if (typeof name !== "string" || !this.#rows.has(name)) {
      throw noColumn("column", this.#rows.names(), name);
    }
    return this.#rows.holder(name);
  }
}

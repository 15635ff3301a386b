import { kindOf } from "../core/options.js";
import { checkHolder } from "../data/holders.js";
import { isMissing } from "../data/missing.js";
import { inSteps, rowsPerStep, SteppedColumn } from "../data/stepped-column.js";
import { flat } from "../data/values.js";

/**
 * The rows of a table: an array of objects, an object of columns of one length, or a table of Apache Arrow.
 */
export type TableRows = readonly object[] | ArrowTable | object;

/** The parts of an Apache Arrow table that this reads. */
export interface ArrowTable {
  /** the column of this name */
  getChild(name: string): unknown;
  /** names of its columns */
  schema: { fields: readonly { name: unknown }[] };
}

/** One row of a table as functions of a row see it. */
export type RowOf<R> = R extends readonly (infer Row)[]
  ? Row
  : R extends ArrowTable
    ? // The types of Arrow, absent here, define the contents of its columns.
      any
    : { readonly [Column in keyof R]: ValueIn<R[Column]> };
/** The type of a column's values. */
export type ValueIn<Column> = Column extends ArrayLike<infer Value> | Iterable<infer Value>
  ? Value
  : unknown;

/** A table by its columns. The names of columns are public; their values are read after the charge. */
export interface Rows {
  names: () => string[];
  /** whether a column exists, as far as the rows show */
  has: (name: string) => boolean;
  /** of a column's values, as `flat` reads them; throws for an unsupported type */
  holder: (name: string) => unknown;
  /** rejects columns of an unsupported type, without reading a value */
  checkHolders: () => void;
  /** the number of rows */
  count: () => number;
  /** whether a row is there, or missing */
  isThere: (i: number) => boolean;
  /** returns each row as an object, a missing row as undefined */
  reader: () => (i: number) => unknown;
  /** whether they are read after the call that asks for them */
  isForLater: boolean;
  /** the rows of this moment, to be read later if they are many objects */
  forLater: () => Rows;
}

export function rowsOf(rows: unknown): Rows {
  if (Array.isArray(rows)) return new ListedRows(rows);
  if (isArrowTable(rows)) {
    const names = rows.schema.fields.map(({ name }) => `${name}`);
    return new ColumnRows(names, (name) => rows.getChild(name));
  }
  if (isObjectOfColumns(rows)) {
    return new ColumnRows(Object.keys(rows), (name) => rows[name]);
  }
  throw new TypeError(
    `rows must be an array of objects, an object of columns or an Arrow table, got ${kindOf(rows)}`,
  );
}

function isArrowTable(rows: unknown): rows is ArrowTable {
  const table = rows as Partial<ArrowTable> | null | undefined;
  return typeof table?.getChild === "function" && Array.isArray(table.schema?.fields);
}

function isObjectOfColumns(rows: unknown): rows is Record<string, unknown> {
  if (typeof rows !== "object" || rows === null || ArrayBuffer.isView(rows)) return false;
  return !(Symbol.iterator in rows) && Object.keys(rows).length > 0;
}

/** An array of objects. A row may lack a field, which is then missing. */
class ListedRows implements Rows {
  #rows;
  readonly isForLater;

  constructor(rows: unknown[], isForLater = false) {
    this.#rows = rows;
    this.isForLater = isForLater;
  }

  /** Few rows are read in a moment. */
  forLater() {
    return this.#rows.length < rowsPerStep ? this : new ListedRows(this.#rows.slice(), true);
  }

  names() {
    const names: Set<string> = new Set();
    for (const row of this.#rows) if (isRow(row)) for (const name in row) names.add(name);
    return [...names];
  }

  /** Whether any row has it: the first one, as a rule. Without rows, every field may exist. */
  has(name: string) {
    let isEmpty = true;
    for (const row of this.#rows) {
      if (isRow(row) && hasField(row, name)) return true;
      isEmpty &&= isMissing(row);
    }
    return isEmpty;
  }

  holder(name: string) {
    const isUsual = !(name in Object.prototype);
    const rows = this.#rows;
    function* steps() {
      const column: unknown[] = new Array(rows.length);
      // A plain loop: columns have a cell for each row, and most of a call's time goes by here.
      yield* inSteps(rows.length, (from, to) => {
        for (let i = from; i < to; ++i) {
          const given = rows[i];
          const row = isSurelyRow(given) ? given : rowIn(given);
          // Every object has the fields of Object.prototype.
          const isField = row !== undefined && (isUsual || hasField(row, name));
          column[i] = isField ? row[name] : null;
        }
      });
      return column;
    }
    return new SteppedColumn(steps, this.isForLater);
  }

  /** Fields of objects are values, which only reading shows. */
  checkHolders() {}

  count() {
    return this.#rows.length;
  }

  isThere(i: number) {
    return rowIn(this.#rows[i]) !== undefined;
  }

  reader() {
    return (i: number) => rowIn(this.#rows[i]);
  }
}

/** A row, or undefined for a missing one. */
function rowIn(row: unknown) {
  if (isRow(row)) return row;
  if (isMissing(row)) return undefined;
  throw new TypeError(`rows must be objects, got ${kindOf(row)} among them`);
}

/** Whether it is an object that cannot be an invalid date, as most are: half the time of asking for its class. */
const isSurelyRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === "object" && row !== null && !("getTime" in row);

const isRow = (row: unknown): row is Record<string, unknown> =>
  typeof row === "object" && row !== null && !isMissing(row);

/** Whether an object or its class has a field, other than the fields of every object. */
function hasField(row: object, name: string) {
  return Object.hasOwn(row, name) || (name in row && !(name in Object.prototype));
}

/** Columns by name. */
class ColumnRows implements Rows {
  #names;
  #column;
  /** by name, each taken once: an object may have another column at the second reading */
  #holders: Map<string, unknown> = new Map();
  readonly isForLater = false;

  constructor(names: string[], column: (name: string) => unknown) {
    this.#names = names;
    this.#column = column;
  }

  forLater() {
    return this;
  }

  names() {
    return [...this.#names];
  }

  has(name: string) {
    return this.#names.includes(name);
  }

  holder(name: string) {
    if (!this.#holders.has(name)) {
      const column = this.#column(name);
      checkHolder(column, name);
      this.#holders.set(name, column);
    }
    return this.#holders.get(name);
  }

  checkHolders() {
    for (const name of this.#names) this.holder(name);
  }

  count() {
    const [first] = this.#names;
    return first === undefined ? 0 : flat(this.holder(first), first).length;
  }

  /** A row of columns has cells that may be missing, and is there. */
  isThere() {
    return true;
  }

  /** A row reads a column only when a function asks for it. */
  reader() {
    const columns: Map<string, ArrayLike<unknown>> = new Map();
    const valueAt = (name: string, i: number) => {
      if (!columns.has(name)) columns.set(name, flat(this.holder(name), name));
      return columns.get(name)![i];
    };
    class Row {
      constructor(i: number) {
        Object.defineProperty(this, place, { value: i });
      }
    }
    const place = Symbol("place");
    for (const name of this.#names) {
      Object.defineProperty(Row.prototype, name, {
        enumerable: true,
        get() {
          return valueAt(name, this[place]);
        },
      });
    }
    return (i: number) => new Row(i);
  }
}

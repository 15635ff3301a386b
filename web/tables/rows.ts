import { kindOf } from "../core/options.js";
import { checkHolder } from "../data/holders.js";
import { isMissing } from "../data/missing.js";
import { flat } from "../data/values.js";

/**
 * A table as callers hold it: an array of objects, an object of columns of one length, or a table of Apache
 * Arrow.
 * @typedef {readonly object[] | { readonly [column: string]: any }
 *   | { getChild(name: any): any, schema: { fields: readonly { name: any }[] } }} TableRows
 */

/**
 * One row of a table as functions of a row see it.
 * @template R
 * @typedef {R extends readonly (infer Row)[] ? Row : any} RowOf
 */

/**
 * A table by its columns. Which columns there are is public; what they hold is read when it was paid for.
 * @typedef {object} Rows
 * @property {() => string[]} names
 * @property {(name: string) => boolean} has whether there is such a column, as far as anybody can tell
 * @property {(name: string) => any} holder of a column's values, as `flat` reads them; refuses one of a type
 *   that is not read
 * @property {() => number} count how many rows there are
 * @property {() => (i: number) => any} reader gives each row as an object; undefined where there is none
 */

/**
 * @param {any} rows
 * @returns {Rows}
 */
export function rowsOf(rows) {
  if (Array.isArray(rows)) return new ListedRows(rows);
  if (typeof rows?.getChild === "function" && Array.isArray(rows.schema?.fields)) {
    const names = rows.schema.fields.map((/** @type {{ name: any }} */ { name }) => `${name}`);
    return new ColumnRows(names, (name) => rows.getChild(name));
  }
  const isPlain = typeof rows === "object" && rows !== null && !ArrayBuffer.isView(rows);
  if (isPlain && !(Symbol.iterator in rows) && Object.keys(rows).length > 0) {
    return new ColumnRows(Object.keys(rows), (name) => rows[name]);
  }
  throw new TypeError(
    `rows must be an array of objects, an object of columns or an Arrow table, got ${kindOf(rows)}`,
  );
}

/**
 * An array of objects. A row may lack a field, which is then missing.
 * @implements {Rows}
 */
class ListedRows {
  #rows;

  /** @param {any[]} rows */
  constructor(rows) {
    this.#rows = rows;
  }

  names() {
    const names = new Set();
    for (const row of this.#rows) if (isRow(row)) for (const name in row) names.add(name);
    return [...names];
  }

  /**
   * Whether any row has it: the first one, as a rule. If there is no row at all, none is known to lack it.
   * @param {string} name
   */
  has(name) {
    let isEmpty = true;
    for (const row of this.#rows) {
      if (isRow(row) && hasField(row, name)) return true;
      isEmpty &&= isMissing(row);
    }
    return isEmpty;
  }

  /** @param {string} name */
  holder(name) {
    const read = this.reader();
    const toArray = () =>
      Array.from(this.#rows, (_, i) => {
        const row = read(i);
        return row !== undefined && hasField(row, name) ? row[name] : null;
      });
    return { toArray };
  }

  count() {
    return this.#rows.length;
  }

  reader() {
    return (/** @type {number} */ i) => {
      const row = this.#rows[i];
      if (isRow(row)) return row;
      if (isMissing(row)) return undefined;
      throw new TypeError(`rows must be objects, got ${kindOf(row)} among them`);
    };
  }
}

/** @param {unknown} row */
const isRow = (row) => typeof row === "object" && row !== null && !isMissing(row);

/**
 * Whether an object has a field, also one that its class gives it; what all objects have is none.
 * @param {object} row
 * @param {string} name
 */
function hasField(row, name) {
  return Object.hasOwn(row, name) || (name in row && !(name in Object.prototype));
}

/**
 * Columns by name.
 * @implements {Rows}
 */
class ColumnRows {
  #names;
  #column;

  /**
   * @param {string[]} names
   * @param {(name: string) => any} column
   */
  constructor(names, column) {
    this.#names = names;
    this.#column = column;
  }

  names() {
    return [...this.#names];
  }

  /** @param {string} name */
  has(name) {
    return this.#names.includes(name);
  }

  /** @param {string} name */
  holder(name) {
    const column = this.#column(name);
    checkHolder(column, name);
    return column;
  }

  count() {
    const [first] = this.#names;
    return first === undefined ? 0 : flat(this.holder(first), first).length;
  }

  /** A row reads of the columns what is asked of it. */
  reader() {
    const columns = new Map();
    const valueAt = (/** @type {string} */ name, /** @type {number} */ i) => {
      if (!columns.has(name)) columns.set(name, flat(this.holder(name), name));
      return columns.get(name)[i];
    };
    class Row {
      /** @param {number} i */
      constructor(i) {
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
    return (/** @type {number} */ i) => new Row(i);
  }
}

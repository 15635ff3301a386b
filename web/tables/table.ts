import type { TableOptions } from "./fields.js";
import { here } from "./here.js";
import type { RowOf, TableRows } from "./rows.js";
import { slicesOf } from "./slices/of-table.js";
import { tableOf } from "./tables.js";
import type { Table } from "./types.js";

// What the command line reads.
export { answering } from "./here.js";

/**
 * Makes a table of rows, in which a person may have several, and answers questions by the names of its
 * columns. Every answer protects a *user*, with all rows.
 *
 * Privacy: as the function behind each method. Whether a row counts is decided by that row alone: if its
 * value, user and group are there, and if the predicates of `where` hold. Which columns there are is public.
 * Cost: as the function behind each method; each answer reads its columns again.
 *
 * @param rows an array of objects, an object of columns (arrays, typed arrays, Arrow vectors and whatever else is
 *   read as a column), or an Arrow table. A field that a row lacks is missing.
 * @throws {RangeError | TypeError} for rows of another kind, and a column that they do not have
 */
export function table<R extends TableRows>(rows: R, options: TableOptions): Table<RowOf<R>> {
  return tableOf(rows, options, { ...here, slices: slicesOf });
}

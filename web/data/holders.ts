import { type Fields, kindOf, type Looped } from "../core/options.js";
import { checkArrowType, isArrowColumn } from "./arrow-column.js";
import { attached } from "./attached.js";
import { ExactColumn } from "./exact-column.js";
import { checkOneEach } from "./per-user.js";

/**
 * Rejects any value that does not hold a column. The kind of holder is public, and this check precedes the
 * ledger's charge; it reads no value.
 * @param name its name in errors
 */
export function checkHolder(values: unknown, name = "values") {
  if (ArrayBuffer.isView(values) && !(values instanceof DataView)) return attached(values, name);
  if (Array.isArray(values) || values instanceof ExactColumn) return;
  if (isArrowColumn(values)) return checkArrowType(values, name);
  if (typeof (values as Fields)?.toArray === "function") return;
  if (typeof values !== "string" && typeof (values as Looped)?.[Symbol.iterator] === "function")
    return;
  throw new TypeError(
    `${name} must be an array, a typed array, an iterable, an Arrow vector or { values, counts }, got ${kindOf(values)}`,
  );
}

/** Rejects any value that is neither a column nor `{ values, counts }`. */
export function checkColumn(values: unknown) {
  const { values: distinct, counts } = (values ?? {}) as Record<string, unknown>;
  if (distinct === undefined || counts === undefined) return checkHolder(values);
  checkOneEach(values, "values");
  checkHolder(distinct);
  checkHolder(counts, "counts");
}

/**
 * Rejects anything but an array of columns, one per axis.
 * @param y their labels
 */
export function checkAxes(columns: unknown, y?: unknown) {
  if (!Array.isArray(columns) || columns.length === 0 || typeof columns[0] !== "object") {
    throw new TypeError(`x must be an array of columns, one an axis, got ${kindOf(columns)}`);
  }
  for (const column of columns) checkHolder(column, "x");
  checkHolder(y, "y");
}

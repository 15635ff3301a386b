import { choiceOption } from "../core/options.js";
import { rowsWith } from "./rows.js";

/**
 * Whether a value is missing: null, undefined (holes of arrays included), NaN or an invalid date. One
 * answer for every column, whatever reads it.
 * @param {unknown} value
 */
export function isMissing(value) {
  return (
    value === null ||
    value === undefined ||
    (typeof value === "number" && Number.isNaN(value)) ||
    (isDate(value) && Number.isNaN(value.getTime()))
  );
}

/**
 * Whether it is a Date, also one of another frame or context.
 * @param {unknown} value
 * @returns {value is Date}
 */
export function isDate(value) {
  return typeof value === "object" && Object.prototype.toString.call(value) === "[object Date]";
}

/**
 * What becomes of missing values. An exception tells the world of one record, so that it has to be
 * asked for: by this option, or by `outside: "throw"`, which asks for as much.
 * @param {unknown} missing
 * @param {"clamp" | "drop" | "throw"} [outside] what becomes of values outside the domain
 * @returns {"drop" | "throw"}
 */
export function missingOption(missing, outside = "clamp") {
  if (missing === undefined) return outside === "throw" ? "throw" : "drop";
  return choiceOption("missing", missing, ["drop", "throw"]);
}

/**
 * For each value that is missing: refuses it if that was asked for.
 * @param {"drop" | "throw"} missing
 * @param {string} name what errors call the values
 */
export function leaveOut(missing, name) {
  if (missing === "drop") return;
  throw new RangeError(
    `${name} must not be missing (because missing or outside is "throw"), got one that is null, undefined, NaN or an invalid date`,
  );
}

/**
 * Columns of one length without the rows in which any of them misses something: a row counts with all
 * its columns or not at all.
 * @template {ArrayLike<any>[]} Columns
 * @param {Columns} columns
 * @param {"drop" | "throw"} missing
 * @param {string} name what errors call the values
 * @returns {Columns} themselves if nothing is missing
 */
export function presentRows(columns, missing, name) {
  const [{ length }] = columns;
  /** @type {Uint8Array | undefined} */
  let gone;
  for (const column of columns) {
    if (isOfWholeNumbers(column)) continue;
    for (let i = 0; i < length; ++i) {
      if (!isMissing(column[i])) continue;
      gone ??= new Uint8Array(length);
      gone[i] = 1;
    }
  }
  if (gone === undefined) return columns;
  leaveOut(missing, name);
  return rowsWith(columns, gone, 0);
}

/**
 * Whether nothing in a column can be NaN.
 * @param {any} column
 */
function isOfWholeNumbers(column) {
  return (
    ArrayBuffer.isView(column) && !/^\[object Float/.test(Object.prototype.toString.call(column))
  );
}

import { choiceOption } from "../core/options.js";
import { rowsWith } from "./rows.js";

/**
 * Whether a value is missing: null, undefined (holes of arrays included), NaN or an invalid date. One
 * answer for every column, whatever reads it.
 */
export function isMissing(value: unknown) {
  return (
    value === null ||
    value === undefined ||
    (typeof value === "number" && Number.isNaN(value)) ||
    (isDate(value) && Number.isNaN(value.getTime()))
  );
}

/** Whether it is a Date, also from another frame or context. */
export function isDate(value: unknown): value is Date {
  return typeof value === "object" && Object.prototype.toString.call(value) === "[object Date]";
}

/**
 * The treatment of missing values. An exception reveals one record, so the caller must request it: by this
 * option, or by `outside: "throw"`, which requests the same.
 * @param outside the treatment of values outside the domain
 */
export function missingOption(
  missing: unknown,
  outside: "clamp" | "drop" | "throw" = "clamp",
): "drop" | "throw" {
  if (missing === undefined) return outside === "throw" ? "throw" : "drop";
  return choiceOption("missing", missing, ["drop", "throw"]);
}

/**
 * Skips a missing value, or throws if the option requests it.
 * @param name their name in errors
 */
export function leaveOut(missing: "drop" | "throw", name: string) {
  if (missing === "drop") return;
  throw new RangeError(
    `${name} must not be missing (because missing or outside is "throw"), got null, undefined, NaN or an invalid date`,
  );
}

/**
 * Removes every row with a missing value from columns of one length: a row counts with all its columns or is
 * skipped.
 * @param name their name in errors
 * @returns themselves if nothing is missing
 */
export function presentRows<Columns extends ArrayLike<unknown>[]>(
  columns: Columns,
  missing: "drop" | "throw",
  name: string,
): Columns {
  const { length } = columns[0]!;
  let gone: Uint8Array | undefined;
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

/** Whether nothing in a column can be NaN. */
function isOfWholeNumbers(column: unknown) {
  return (
    ArrayBuffer.isView(column) && !/^\[object Float/.test(Object.prototype.toString.call(column))
  );
}

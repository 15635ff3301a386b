import { call } from "../core/load.js";
import { type Labels, labelOf } from "./labels.js";
import { isMissing, missingOption, presentRows } from "./missing.js";
import { checkUser, type NumberedColumn, numbered } from "./numbering.js";
import { counting, rowsWith } from "./rows.js";
import { flat, flatNames } from "./values.js";

// This file decides once which records count, for all their columns. A column that skipped a value alone would
// shift every later record. One person's missing value would then change the answer about everybody else.

/** Columns in which place i belongs to record i. */
export interface Columns {
  /** arrays or typed arrays of one length */
  columns: ArrayLike<unknown>[];
  /** as many, as they came */
  labels?: ArrayLike<unknown>;
}

/** The records that count. */
export interface Records {
  /** nothing in them is missing */
  columns: ArrayLike<unknown>[];
  /** 0 or 1, one for each record */
  labels: Uint8Array;
}

/**
 * Columns as they came, all of one length.
 * @param name the columns' name in errors
 */
export function columnsOf(columns: unknown[], y?: Labels, name = "x"): Columns {
  const arrays = Array.from(columns, (column) => flat(column, name));
  const lengths = arrays.map(({ length }) => length);
  if (lengths.some((length) => length !== lengths[0])) {
    throw new RangeError(`${name} must be columns of one length, got ${lengths.join(", ")}`);
  }
  if (y === undefined) return { columns: arrays };
  return { columns: arrays, labels: asMany(y, "y", arrays, name) };
}

/**
 * One more column of the same records.
 * @param of their name in errors
 */
function asMany(
  column: unknown,
  name: string,
  [first]: ArrayLike<unknown>[],
  of = "x",
): ArrayLike<unknown> {
  const more = name === "users" ? flatNames(column, name) : flat(column, name);
  const { length } = first!;
  if (more.length === length) return more;
  throw new RangeError(`${name} must be as many as ${of}, ${length}, got ${more.length}`);
}

/**
 * The records without a missing coordinate.
 * @returns their columns
 */
export function wholeRecords({ columns }: Columns): unknown[] {
  return presentRows(columns, "drop", "x");
}

/**
 * The records with every coordinate and a label.
 * @param given with labels
 * @param outside "throw" makes a missing value throw
 */
export function labelledRecords(
  { columns, labels = [] }: Columns,
  outside: "clamp" | "drop" | "throw" = "clamp",
): Records {
  // An invalid label throws in any record, even in one with a missing coordinate.
  for (let i = 0; i < labels.length; ++i) if (!isMissing(labels[i])) labelOf(labels[i]);
  const missing = missingOption(undefined, outside);
  const [known, ...rest] = presentRows([labels, ...columns], missing, "x and y");
  return { columns: rest, labels: Uint8Array.from(known, labelOf) };
}

/**
 * The records that count of rows of users, and whose they are.
 * @param given with labels
 * @param users as many
 */
export function recordsOfUsers(
  { columns, labels }: Columns,
  users: unknown,
  outside?: "clamp" | "drop" | "throw",
): { records: Records; users: NumberedColumn } {
  const all = [asMany(users, "users", columns), ...columns];
  const found = labelledRecords({ columns: all, labels }, outside);
  const [ids, ...rest] = found.columns;
  return { records: { columns: rest, labels: found.labels }, users: numbered(ids!, checkUser) };
}

/**
 * Samples one record per user: so one user more or fewer, with all rows, is one record more or fewer.
 */
export function oneOfEach({
  records,
  users,
}: {
  records: Records;
  users: NumberedColumn;
}): Records {
  const size = records.labels.length;
  // Each row is an item, and the user has one of it.
  const { counts } = call<{ counts: Float64Array }>(
    "boundEvents",
    users.ids,
    counting(size),
    users.count,
    size,
    1,
  );
  const all = [records.labels, ...records.columns];
  const [labels, ...columns] = rowsWith(all, Uint8Array.from(counts), 1) as [
    Uint8Array,
    ...ArrayLike<unknown>[],
  ];
  return { columns, labels };
}

/** The columns of the records of either label. */
export function byLabel({ columns, labels }: Records): {
  ones: ArrayLike<unknown>[];
  zeros: ArrayLike<unknown>[];
} {
  return { ones: rowsWith(columns, labels, 1), zeros: rowsWith(columns, labels, 0) };
}

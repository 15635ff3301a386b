import { call } from "../core/load.js";
import { type Labels, labelOf } from "./labels.js";
import { isMissing, missingOption, presentRows } from "./missing.js";
import { checkUser, type NumberedColumn, numbered } from "./numbering.js";
import { counting, rowsWith } from "./rows.js";
import { flat, flatNames } from "./values.js";

// Which records count is decided here, once for all that is known of a record. A column that left a
// value out by itself would give every later record its neighbour's, and one person's missing value
// would change what is said of all others.

/** Columns of which place i is about record i, in all of them. */
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
  /** 0 or 1, as many */
  labels: Uint8Array;
}

/**
 * Columns as they came, all of one length.
 * @param name what errors call the columns
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
 * @param of what errors call those
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
 * The records of which no coordinate is missing.
 * @returns their columns
 */
export function wholeRecords({ columns }: Columns): unknown[] {
  return presentRows(columns, "drop", "x");
}

/**
 * The records of which neither a coordinate nor the label is missing.
 * @param given with labels
 * @param outside "throw" refuses what is missing
 */
export function labelledRecords(
  { columns, labels = [] }: Columns,
  outside: "clamp" | "drop" | "throw" = "clamp",
): Records {
  // What is no label is refused in any record, whatever else of it is missing.
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
 * Of each user one record, chosen at random among the user's: so one user more or fewer, with all rows, is one
 * record more or fewer.
 */
export function oneOfEach({
  records,
  users,
}: {
  records: Records;
  users: NumberedColumn;
}): Records {
  const size = records.labels.length;
  // Each row is an item of its own, of which the user has one.
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

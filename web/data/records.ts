import { call } from "../core/load.js";
import { labelOf } from "./labels.js";
import { isMissing, missingOption, presentRows } from "./missing.js";
import { checkUser, numbered } from "./numbering.js";
import { counting, rowsWith } from "./rows.js";
import { flat, flatNames } from "./values.js";

// Which records count is decided here, once for all that is known of a record. A column that left a
// value out by itself would give every later record its neighbour's, and one person's missing value
// would change what is said of all others.

/**
 * Columns of which place i is about record i, in all of them.
 * @typedef {object} Columns
 * @property {any[]} columns arrays or typed arrays of one length
 * @property {ArrayLike<any>} [labels] as many, as they came
 */

/**
 * The records that count.
 * @typedef {object} Records
 * @property {any[]} columns nothing in them is missing
 * @property {Uint8Array} labels 0 or 1, as many
 */

/**
 * Columns as they came, all of one length.
 * @param {any[]} columns
 * @param {import("./labels.js").Labels} [y]
 * @param {string} [name] what errors call the columns
 * @returns {Columns}
 */
export function columnsOf(columns, y, name = "x") {
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
 * @param {any} column
 * @param {string} name
 * @param {any[]} columns
 * @param {string} [of] what errors call those
 * @returns {ArrayLike<any>}
 */
function asMany(column, name, [{ length }], of = "x") {
  const more = name === "users" ? flatNames(column, name) : flat(column, name);
  if (more.length === length) return more;
  throw new RangeError(`${name} must be as many as ${of}, ${length}, got ${more.length}`);
}

/**
 * The records of which no coordinate is missing.
 * @param {Columns} given
 * @returns {any[]} their columns
 */
export function wholeRecords({ columns }) {
  return presentRows(columns, "drop", "x");
}

/**
 * The records of which neither a coordinate nor the label is missing.
 * @param {Columns} given with labels
 * @param {"clamp" | "drop" | "throw"} [outside] "throw" refuses what is missing
 * @returns {Records}
 */
export function labelledRecords({ columns, labels = [] }, outside = "clamp") {
  // What is no label is refused in any record, whatever else of it is missing.
  for (let i = 0; i < labels.length; ++i) if (!isMissing(labels[i])) labelOf(labels[i]);
  const missing = missingOption(undefined, outside);
  const [known, ...rest] = presentRows([labels, ...columns], missing, "x and y");
  return { columns: rest, labels: Uint8Array.from(known, labelOf) };
}

/**
 * The records that count of rows of users, and whose they are.
 * @param {Columns} given with labels
 * @param {any} users as many
 * @param {"clamp" | "drop" | "throw"} [outside]
 * @returns {{ records: Records, users: import("./numbering.js").NumberedColumn }}
 */
export function recordsOfUsers({ columns, labels }, users, outside) {
  const all = [asMany(users, "users", columns), ...columns];
  const found = labelledRecords({ columns: all, labels }, outside);
  const [ids, ...rest] = found.columns;
  return { records: { columns: rest, labels: found.labels }, users: numbered(ids, checkUser) };
}

/**
 * Of each user one record, chosen at random among the user's: so one user more or fewer, with all rows, is one
 * record more or fewer.
 * @param {{ records: Records, users: import("./numbering.js").NumberedColumn }} given
 * @returns {Records}
 */
export function oneOfEach({ records, users }) {
  const size = records.labels.length;
  // Each row is an item of its own, of which the user has one.
  const { counts } = call("boundEvents", users.ids, counting(size), users.count, size, 1);
  const all = [records.labels, ...records.columns];
  const [labels, ...columns] = rowsWith(all, Uint8Array.from(counts), 1);
  return { columns, labels };
}

/**
 * The columns of the records of either label.
 * @param {Records} records
 * @returns {{ ones: any[], zeros: any[] }}
 */
export function byLabel({ columns, labels }) {
  return { ones: rowsWith(columns, labels, 1), zeros: rowsWith(columns, labels, 0) };
}

import { labelOf } from "./labels.js";
import { isMissing, missingOption, presentRows } from "./missing.js";
import { rowsWith } from "./rows.js";
import { flat } from "./values.js";

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
  const labels = flat(y, "y");
  if (labels.length !== lengths[0]) {
    throw new RangeError(`y must be as many as ${name}, ${lengths[0]}, got ${labels.length}`);
  }
  return { columns: arrays, labels };
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
 * The columns of the records of either label.
 * @param {Records} records
 * @returns {{ ones: any[], zeros: any[] }}
 */
export function byLabel({ columns, labels }) {
  return { ones: rowsWith(columns, labels, 1), zeros: rowsWith(columns, labels, 0) };
}

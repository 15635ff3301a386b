import { describe } from "./options.js";

/**
 * Rows for a ranking: one item each (an iterable), or a histogram already grouped: a Map from item to
 * count, an array of `{ item, count }`, or `{ values, counts }`.
 * @typedef {Iterable<any> | Map<any, number> | { values: ArrayLike<any>, counts: ArrayLike<number> }} Rows
 */

/**
 * The items with the highest counts, from high to low, ties in the order of the items' own bytes,
 * which does not depend on the data. Items are told apart as a Map does.
 *
 * @param {Rows} rows
 * @param {number} limit how many to return at most
 * @returns {{ items: any[], counts: Float64Array }}
 */
export function topRows(rows, limit) {
  const counted = histogramOf(rows);
  const all = Float64Array.from(counted.values()).sort();
  // Everything above the limit-th highest count is in, of those that share it the first by order.
  const border = all.length > limit ? all[all.length - limit] : 1;
  const chosen = [...counted].filter(([, count]) => count >= border && count > 0);
  chosen.sort((a, b) => b[1] - a[1] || compareItems(a[0], b[0]));
  chosen.length = Math.min(chosen.length, limit);
  return {
    items: chosen.map(([item]) => item),
    counts: Float64Array.from(chosen, ([, count]) => count),
  };
}

/**
 * @param {any} rows
 * @returns {Map<any, number>}
 */
function histogramOf(rows) {
  if (rows instanceof Map) return checkedCounts(rows);
  if (rows?.values !== undefined && rows?.counts !== undefined) {
    if (rows.values.length !== rows.counts.length) {
      throw new RangeError(
        `counts must be as many as values, ${rows.values.length}, got ${rows.counts.length}`,
      );
    }
    return grouped(Array.from(rows.values, (item, index) => ({ item, count: rows.counts[index] })));
  }
  if (typeof rows === "string" || typeof rows?.[Symbol.iterator] !== "function") {
    throw new TypeError(
      `rows must be an iterable of items, a Map, an array of { item, count } or { values, counts }, got ${describe(rows)}`,
    );
  }
  if (Array.isArray(rows) && rows.length > 0 && isCounted(rows[0])) return grouped(rows);
  const counts = new Map();
  for (const item of rows) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** @param {any} row */
function isCounted(row) {
  return typeof row === "object" && row !== null && "item" in row && "count" in row;
}

/** @param {{ item: any, count: number | bigint }[]} rows */
function grouped(rows) {
  const counts = new Map();
  for (const row of rows) {
    if (!isCounted(row)) throw new TypeError("rows must be all { item, count } or all items");
    if (counts.has(row.item)) {
      throw new RangeError(`rows must be grouped: ${describe(row.item)} occurs twice`);
    }
    counts.set(row.item, row.count);
  }
  return checkedCounts(counts);
}

/** @param {Map<any, any>} counts */
function checkedCounts(counts) {
  const checked = new Map();
  for (const [item, count] of counts) {
    const number = Number(count);
    if (!Number.isSafeInteger(number) || number < 0) {
      throw new RangeError(`counts must be whole numbers >= 0, got ${count}`);
    }
    checked.set(item, number);
  }
  return checked;
}

/**
 * Text by code points, which is the order of its UTF-8 bytes; numbers by value; the rest by its text.
 * @param {any} a
 * @param {any} b
 */
function compareItems(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const left = [...String(a)];
  const right = [...String(b)];
  for (let i = 0; i < Math.min(left.length, right.length); ++i) {
    const difference =
      /** @type {number} */ (left[i].codePointAt(0)) -
      /** @type {number} */ (right[i].codePointAt(0));
    if (difference !== 0) return difference;
  }
  return left.length - right.length || (typeof a < typeof b ? -1 : 1);
}

import { kindOf } from "../core/options.js";
import { attached } from "./attached.js";
import { countsFor, wholeCount } from "./counts.js";
import { checkHolder } from "./holders.js";
import { compareItems, isBehind } from "./item-order.js";
import { checkItem } from "./items.js";
import { isMissing, presentRows } from "./missing.js";
import { isItemsOfUsers, itemColumns } from "./user-rows.js";
import { flat, flatNames } from "./values.js";

/**
 * Rows for a ranking: one item each (an iterable), with user ids (`{ users, items }` or `{ values, users }`,
 * or an array of `[user, item]` or `{ user, item }`), or a histogram already grouped: a Map from item to
 * count, an array of `{ item, count }`, or `{ values, counts }`. An item is text, a number, a BigInt or a
 * boolean; what is missing (null, undefined, NaN, an invalid date) is none. `users: null` says that every row
 * is a different person.
 * @typedef {Iterable<any> | Map<any, number | bigint> | { users: any, items: any }
 *   | { values: any, users: any, counts?: undefined }
 *   | { values: ArrayLike<any>, counts: ArrayLike<number> | ArrayLike<bigint> }} Rows
 */

/**
 * The items of rows, by their type. A missing one is none.
 * @template Rows
 * @typedef {Rows extends Map<infer Item, any> ? NonNullable<Item>
 *   : Rows extends { items: Iterable<infer Item> } ? NonNullable<Item>
 *   : Rows extends { values: Iterable<infer Item>, counts: any } ? NonNullable<Item>
 *   : Rows extends { values: Iterable<infer Item>, users: any } ? NonNullable<Item>
 *   : Rows extends Iterable<{ item: infer Item }> ? NonNullable<Item>
 *   : Rows extends Iterable<readonly [any, infer Item]> ? NonNullable<Item>
 *   : Rows extends Iterable<readonly (infer Item)[]> ? NonNullable<Item>
 *   : Rows extends Iterable<infer Item> ? NonNullable<Item> : any} ItemOf
 */

/**
 * The items with the highest counts, from high to low, ties in the order of the items' own bytes,
 * which does not depend on the data. Items are told apart as a Map does.
 *
 * @param {Rows} rows
 * @param {number} limit how many to return at most
 * @param {"drop" | "throw"} [missing] what becomes of missing items
 */
export function topRows(rows, limit, missing = "drop") {
  return highest(histogramOf(rows, missing), limit);
}

/**
 * The same of rows that are counted.
 * @param {Histogram} histogram
 * @param {number} limit
 * @returns {{ items: any[], counts: Float64Array }}
 */
export function highest({ items, counts }, limit) {
  const order = (/** @type {number} */ a, /** @type {number} */ b) =>
    counts[b] - counts[a] || compareItems(items[a], items[b]);
  /** @type {number[]} */
  let first = [];
  // Most stand behind the last of those found so far, and are looked at once: a million items that occur once
  // each are usual.
  let least = 1;
  let isBehindLast = (/** @type {any} */ _item) => false;
  const cut = () => {
    first = first.sort(order).slice(0, limit);
    if (first.length < limit) return;
    const last = first[limit - 1];
    least = counts[last];
    isBehindLast = isBehind(items[last]);
  };
  for (let i = 0; i < counts.length; ++i) {
    if (counts[i] < least || (counts[i] === least && isBehindLast(items[i]))) continue;
    if (first.push(i) >= 2 * limit) cut();
  }
  cut();
  return {
    items: first.map((i) => items[i]),
    counts: Float64Array.from(first, (i) => counts[i]),
  };
}

/**
 * All items that occur, in their own order.
 * @param {Histogram} histogram
 * @returns {{ items: any[], counts: Float64Array }}
 */
export function inOrder({ items, counts }) {
  const order = [];
  for (let i = 0; i < counts.length; ++i) if (counts[i] > 0) order.push(i);
  order.sort((a, b) => compareItems(items[a], items[b]));
  return {
    items: order.map((i) => items[i]),
    counts: Float64Array.from(order, (i) => counts[i]),
  };
}

/**
 * Refuses what holds no rows. Nothing that it holds is read here.
 * @param {any} rows
 */
export function checkRows(rows) {
  if (isItemsOfUsers(rows)) return itemColumns(rows);
  if (rows?.users === undefined || rows?.items === undefined) return checkItemRows(rows);
  checkHolder(rows.users, "users");
  checkHolder(rows.items, "items");
}

/**
 * The same for rows that do not tell whose they are.
 * @param {any} rows
 */
export function checkItemRows(rows) {
  if (rows instanceof Map) return;
  if (isGrouped(rows)) {
    checkHolder(rows.values);
    checkHolder(rows.counts, "counts");
    return;
  }
  if (!isColumn(rows)) {
    throw new TypeError(
      `rows must be an iterable of items, a Map, an array of { item, count } or { user, item }, or columns { users, items }, { values, users } or { values, counts }, by these names, got ${kindOf(rows)}`,
    );
  }
  attached(rows, "rows");
}

/** @param {any} rows */
export function isGrouped(rows) {
  return rows?.values !== undefined && rows?.counts !== undefined;
}

/** @param {any} rows */
export function isCountedRows(rows) {
  return Array.isArray(rows) && isCounted(rows[0]);
}

/**
 * Whether rows are columns that tell whose they are.
 * @param {any} rows
 */
export function hasUserColumns(rows) {
  if (isItemsOfUsers(rows)) return rows.users !== null;
  return rows?.users !== undefined && rows?.items !== undefined;
}

/**
 * Whether rows tell whose they are: `{ users, items }`, `{ values, users }`, or an array of pairs.
 * @param {any} rows
 */
export function hasUsers(rows) {
  if (isItemsOfUsers(rows) || hasUserColumns(rows)) return hasUserColumns(rows);
  const first = Array.isArray(rows) ? rows.find((row) => !isMissing(row)) : undefined;
  if (Array.isArray(first)) return first.length === 2;
  // An item without a user or a count is one whose user is missing.
  return typeof first === "object" && ("user" in first || ("item" in first && !("count" in first)));
}

/** @param {any} rows */
function isColumn(rows) {
  if (typeof rows === "string") return false;
  return typeof rows?.[Symbol.iterator] === "function" || typeof rows?.toArray === "function";
}

/** @param {any} row */
function isCounted(row) {
  return typeof row === "object" && row !== null && "item" in row && "count" in row;
}

/**
 * Items, all different, and how often each occurs.
 * @typedef {{ items: ArrayLike<any>, counts: ArrayLike<number> }} Histogram
 */

/**
 * How often each item occurs.
 * @param {any} rows
 * @param {"drop" | "throw"} missing
 * @returns {Histogram}
 */
export function histogramOf(rows, missing) {
  checkItemRows(rows);
  const isGiven = rows instanceof Map || isGrouped(rows) || isCountedRows(rows);
  return isGiven ? given(rows, missing) : counted(flatNames(rows, "rows"), missing);
}

/**
 * Rows that tell how often an item occurs.
 * @param {any} rows
 * @param {"drop" | "throw"} missing
 * @returns {Histogram}
 */
function given(rows, missing) {
  const { items, counts } = present(columnsOf(rows), missing);
  // Those of a Map differ already.
  const different = rows instanceof Map ? items : [...new Set(/** @type {any[]} */ (items))];
  if (different.length < items.length) {
    throw new RangeError("rows must be grouped: one item occurs twice");
  }
  return { items: different, counts };
}

/**
 * @param {any} rows
 * @returns {[items: ArrayLike<any>, counts: number[]]}
 */
function columnsOf(rows) {
  if (rows instanceof Map) return [[...rows.keys()], Array.from(rows.values(), wholeCount)];
  if (isGrouped(rows)) {
    const items = flatNames(rows.values, "values");
    return [items, countsFor(flat(rows.counts, "counts"), items.length)];
  }
  const counts = Array.from(rows, (row) => {
    if (!isCounted(row)) throw new TypeError("rows must be all { item, count } or all items");
    return wholeCount(row.count);
  });
  return [Array.from(rows, ({ item }) => item), counts];
}

/**
 * Without the items that are missing.
 * @param {[items: any, counts: ArrayLike<number>]} columns
 * @param {"drop" | "throw"} missing
 * @returns {Histogram}
 */
function present(columns, missing) {
  const [items, counts] = presentRows(columns, missing, "rows");
  for (const item of items) checkItem(item);
  return { items, counts };
}

/**
 * Rows that count once each. A row is looked up, and nothing else but what is no text asked for: what is
 * missing is looked for among the items.
 * @param {ArrayLike<any>} rows
 * @param {"drop" | "throw"} missing
 * @returns {Histogram}
 */
function counted(rows, missing) {
  /** @type {Map<any, number>} */
  const places = new Map();
  const times = new Uint32Array(rows.length);
  let isText = true;
  for (let i = 0; i < rows.length; ++i) {
    const row = rows[i];
    let place = places.get(row);
    if (place === undefined) {
      isText &&= typeof row === "string";
      place = places.size;
      places.set(row, place);
    }
    ++times[place];
  }
  const items = [...places.keys()];
  const counts = times.subarray(0, places.size);
  return isText ? { items, counts } : present([items, counts], missing);
}

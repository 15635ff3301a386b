import { type Fields, kindOf, type Looped } from "../core/options.js";
import { attached } from "./attached.js";
import { countsFor, wholeCount } from "./counts.js";
import { checkHolder } from "./holders.js";
import { compareItems, isBehind } from "./item-order.js";
import { checkItem } from "./items.js";
import { isMissing, presentRows } from "./missing.js";
import { Numbering } from "./numbering.js";
import { isItemsOfUsers, itemColumns } from "./user-rows.js";
import { flat, flatNames } from "./values.js";

/**
 * Rows for a ranking: one item each, with user ids, or a histogram. Rows of one item are an iterable. Rows with
 * user ids are `{ users, items }` or `{ values, users }`, or an array of `[user, item]` or `{ user, item }`. A
 * histogram is a Map from item to count, an array of `{ item, count }`, or `{ values, counts }`. An item is
 * text, a number, a BigInt or a boolean. A missing value (null, undefined, NaN, an invalid date) is not an
 * item. `users: null` says that every row is a different person.
 */
export type Rows =
  | Iterable<unknown>
  | Map<unknown, number | bigint>
  | { users: unknown; items: unknown }
  | { values: unknown; users: unknown; counts?: undefined }
  | { values: ArrayLike<unknown>; counts: ArrayLike<number> | ArrayLike<bigint> };

/** The items of rows, by their type. The type leaves missing values out. */
export type ItemOf<Rows> =
  Rows extends Map<infer Item, unknown>
    ? NonNullable<Item>
    : Rows extends { items: Iterable<infer Item> }
      ? NonNullable<Item>
      : Rows extends { values: Iterable<infer Item>; counts: unknown }
        ? NonNullable<Item>
        : Rows extends { values: Iterable<infer Item>; users: unknown }
          ? NonNullable<Item>
          : Rows extends Iterable<{ item: infer Item }>
            ? NonNullable<Item>
            : Rows extends Iterable<readonly [unknown, infer Item]>
              ? NonNullable<Item>
              : Rows extends Iterable<readonly (infer Item)[]>
                ? NonNullable<Item>
                : Rows extends Iterable<infer Item>
                  ? NonNullable<Item>
                  : any;

/**
 * The items with the highest counts, from high to low, ties in the order of the items' own bytes,
 * which does not depend on the data. Items are equal if a Map treats them as the same key.
 *
 * @param limit the maximum number to return
 * @param missing the treatment of missing items
 */
export function topRows(rows: Rows, limit: number, missing: "drop" | "throw" = "drop") {
  return highest(histogramOf(rows, missing), limit);
}

/** The items with the highest counts in a histogram. */
export function highest(
  { items, counts }: Histogram,
  limit: number,
): { items: unknown[]; counts: Float64Array } {
  const order = (a: number, b: number) =>
    counts[b]! - counts[a]! || compareItems(items[a], items[b]);
  let first: number[] = [];
  // Skip items below the last of the first `limit` at once: data often have a million items that occur once
  // each.
  let least = 1;
  let isBehindLast = (_item: unknown) => false;
  const cut = () => {
    first = first.sort(order).slice(0, limit);
    if (first.length < limit) return;
    const last = first[limit - 1]!;
    least = counts[last]!;
    isBehindLast = isBehind(items[last]);
  };
  for (let i = 0; i < counts.length; ++i) {
    if (counts[i]! < least || (counts[i] === least && isBehindLast(items[i]))) continue;
    if (first.push(i) >= 2 * limit) cut();
  }
  cut();
  return {
    items: first.map((i) => items[i]),
    counts: Float64Array.from(first, (i) => counts[i]!),
  };
}

/** All items that occur, in their own order. */
export function inOrder({ items, counts }: Histogram): { items: unknown[]; counts: Float64Array } {
  const order = [];
  for (let i = 0; i < counts.length; ++i) if (counts[i]! > 0) order.push(i);
  order.sort((a, b) => compareItems(items[a], items[b]));
  return {
    items: order.map((i) => items[i]),
    counts: Float64Array.from(order, (i) => counts[i]!),
  };
}

/** Rejects any value that does not hold rows. It reads no row. */
export function checkRows(rows: unknown) {
  if (isItemsOfUsers(rows)) return itemColumns(rows);
  if ((rows as Fields)?.users === undefined || (rows as Fields)?.items === undefined) {
    return checkItemRows(rows);
  }
  checkHolder((rows as { users: unknown }).users, "users");
  checkHolder((rows as { items: unknown }).items, "items");
}

/** Rejects any value that does not hold rows without user ids. */
export function checkItemRows(rows: unknown) {
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

export function isGrouped(rows: unknown): rows is { values: unknown; counts: unknown } {
  return (rows as Fields)?.values !== undefined && (rows as Fields)?.counts !== undefined;
}

export function isCountedRows(rows: unknown) {
  return Array.isArray(rows) && isCounted(rows[0]);
}

/** Whether rows are columns with user ids. */
export function hasUserColumns(rows: unknown) {
  if (isItemsOfUsers(rows)) return rows.users !== null;
  return (rows as Fields)?.users !== undefined && (rows as Fields)?.items !== undefined;
}

/** Whether rows have user ids: `{ users, items }`, `{ values, users }`, or an array of pairs. */
export function hasUsers(rows: unknown) {
  if (isItemsOfUsers(rows) || hasUserColumns(rows)) return hasUserColumns(rows);
  const first = Array.isArray(rows) ? rows.find((row) => !isMissing(row)) : undefined;
  if (Array.isArray(first)) return first.length === 2;
  // An item without a user or a count is one whose user is missing.
  return typeof first === "object" && ("user" in first || ("item" in first && !("count" in first)));
}

function isColumn(rows: unknown) {
  if (typeof rows === "string") return false;
  return (
    typeof (rows as Looped)?.[Symbol.iterator] === "function" ||
    typeof (rows as Fields)?.toArray === "function"
  );
}

function isCounted(row: unknown) {
  return typeof row === "object" && row !== null && "item" in row && "count" in row;
}

/** Items, all different, and how often each occurs. */
export type Histogram = { items: ArrayLike<unknown>; counts: ArrayLike<number> };

/** How often each item occurs. */
export function histogramOf(rows: unknown, missing: "drop" | "throw"): Histogram {
  checkItemRows(rows);
  const isGiven = rows instanceof Map || isGrouped(rows) || isCountedRows(rows);
  return isGiven ? given(rows, missing) : counted(flatNames(rows, "rows"), missing);
}

/** Reads rows that come with counts. */
function given(rows: unknown, missing: "drop" | "throw"): Histogram {
  const { items, counts } = present(columnsOf(rows), missing);
  // A Map has different keys already.
  if (rows instanceof Map) return { items, counts };
  const { items: different } = tally(items, () => {});
  if (different.length < items.length) {
    throw new RangeError("rows must be grouped: one item occurs twice");
  }
  return { items: different, counts };
}

function columnsOf(rows: unknown): [items: ArrayLike<unknown>, counts: number[]] {
  if (rows instanceof Map) return [[...rows.keys()], Array.from(rows.values(), wholeCount)];
  if (isGrouped(rows)) {
    const items = flatNames(rows.values, "values");
    return [items, countsFor(flat(rows.counts, "counts"), items.length)];
  }
  const counts = Array.from(rows as Iterable<unknown>, (row) => {
    if (!isCounted(row)) throw new TypeError("rows must be all { item, count } or all items");
    return wholeCount(row.count);
  });
  return [Array.from(rows as Iterable<{ item: unknown }>, ({ item }) => item), counts];
}

/** Without the items that are missing. */
function present(
  columns: [items: ArrayLike<unknown>, counts: ArrayLike<number>],
  missing: "drop" | "throw",
): Histogram {
  const [items, counts] = presentRows(columns, missing, "rows");
  for (const item of items as unknown[]) checkItem(item); // an array or a typed one
  return { items, counts };
}

/**
 * Rows that count once each. The loop only looks each row up and tests whether it is text. Missing values are
 * removed later, from the distinct items.
 */
function counted(rows: ArrayLike<unknown>, missing: "drop" | "throw"): Histogram {
  let isText = true;
  const { items, counts } = tally(rows, (row) => {
    isText &&= typeof row === "string";
  });
  return isText ? { items, counts } : present([items, counts], missing);
}

/** The different rows in the order of their first appearance, and how often each occurs: any number of them. */
function tally(rows: ArrayLike<unknown>, look: (row: unknown) => void) {
  const numbering = new Numbering(look);
  for (let i = 0; i < rows.length; ++i) numbering.add(rows[i]);
  const { ids, values } = numbering.column();
  const counts = new Uint32Array(values.length);
  for (const id of ids) ++counts[id]!;
  return { items: values, counts };
}

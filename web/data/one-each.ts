import { kindOf } from "../core/options.js";
import { compareItems } from "./item-order.js";
import { isDate, isMissing } from "./missing.js";
import { checkUser, Numbering, numbered } from "./numbering.js";
import type { PresentColumns } from "./rows.js";

// One value a user, of that user's rows alone: so one user more or fewer is one value more or fewer, and
// what protects records protects users.

/** How a user's rows become one value. */
export const perUserReducers = [
  ...["median", "mean", "sum", "min", "max", "first", "last"],
] as const;

/** The reducers in words. */
export const reducerPhrases = {
  median: "the median of their values",
  mean: "the mean of their values",
  sum: "their total",
  min: "the smallest of their values",
  max: "the largest of their values",
  first: "the first of their values",
  last: "the last of their values",
};

/** Whether it is a way to one value a user. */
export const isReducer = (perUser: unknown): perUser is (typeof perUserReducers)[number] =>
  perUserReducers.some((way) => way === perUser);

/**
 * Rejects `orderBy` without a `perUser` that uses it, as rows that lack it would not count, and a `perUser`
 * without its `orderBy`.
 */
export function checkOrder(perUser: unknown, { orderBy }: { orderBy?: unknown }) {
  const isOrdered = perUser === "first" || perUser === "last";
  if (isOrdered === (orderBy !== undefined)) return;
  throw new TypeError(
    isOrdered
      ? `orderBy must be a column of the rows for perUser "${perUser}", got undefined`
      : 'orderBy must be left out unless perUser is "first" or "last", got a column',
  );
}

/**
 * Rejects a way for which values have no arithmetic.
 * @param values their kind: "text", "items", "dates", or a kind of numbers
 */
export function checkAddition(how: unknown, values: string | undefined) {
  const isName = (values === "text" || values === "items") && (how === "mean" || how === "sum");
  if (!isName && !(values === "dates" && how === "sum")) return;
  throw new TypeError(`perUser must not be "${how}" for ${values}, which have no sum`);
}

/** The comparable form of a value: a date's time. */
function plain(value: unknown) {
  return isDate(value) ? value.getTime() : value;
}

function compare(a: unknown, b: unknown) {
  return a === b ? 0 : compareItems(a, b);
}

/** of a user's values in order, at least one */
const ofSorted = {
  median: (sorted: unknown[]) => sorted[(sorted.length - 1) >> 1],
  min: (sorted: unknown[]) => sorted[0],
  max: (sorted: unknown[]) => sorted[sorted.length - 1],
  sum: (sorted: unknown[]) => (sorted as number[]).reduce((sum, value) => sum + value),
  mean: (sorted: unknown[]) => {
    const sum: number | bigint = ofSorted.sum(sorted);
    return typeof sum === "bigint" ? sum / BigInt(sorted.length) : sum / sorted.length;
  },
};

/** A user's values as one, in an order that does not depend on that of the rows; a date as its time. */
export const oneOf = (values: unknown[], how: keyof typeof ofSorted) =>
  ofSorted[how](values.map(plain).sort(compare));

/**
 * One row for each user, of each group for each user in it.
 * @param rows columns without missing values; rows without users remain as they are
 * @param check throws if any row has an invalid value
 */
function oneEach(
  { orderBy, ...rows }: PresentColumns,
  how: string,
  check: (values: ArrayLike<unknown>) => void,
): PresentColumns {
  const { users, groups } = rows;
  const values = rows.values!;
  check(values);
  if (orderBy !== undefined) checkPlaces(orderBy);
  if (users === undefined) return rows;
  const found: unknown[] = [];
  const first = rowsOfEach(users, groups).flatMap((places) => {
    const value = valueAt(places, values, orderBy, how);
    // Infinity - Infinity is NaN: treat it as missing.
    if (isMissing(value)) return [];
    found.push(isDate(values[places[0]!]) ? new Date(value as number) : value);
    return [places[0]!];
  });
  const of = (column: ArrayLike<unknown>) => first.map((place) => column[place]);
  return { values: found, users: of(users), ...(groups !== undefined && { groups: of(groups) }) };
}

/**
 * The reduction that `readUserRows` applies to rows before they count, if a user contributes one value.
 * @param check as above
 */
export const choosing = (perUser: unknown, check: (values: ArrayLike<unknown>) => void) =>
  isReducer(perUser) ? (rows: PresentColumns) => oneEach(rows, perUser, check) : undefined;

/** Where the rows of each user are, or of each user in each group: group by group, each as they come. */
function rowsOfEach(users: ArrayLike<unknown>, groups: ArrayLike<unknown> | undefined): number[][] {
  const { ids, count } = numbered(users, checkUser);
  const groupOf = new Numbering(() => {});
  for (let i = 0; i < ids.length; ++i) groupOf.add(groups?.[i]);
  const { ids: groupIds, count: groupCount } = groupOf.column();
  const pairs = new Numbering(() => {});
  for (let i = 0; i < ids.length; ++i) pairs.add(groupIds[i]! * count + ids[i]!);
  const { ids: pairIds } = pairs.column();
  const places: number[][] = [];
  const inGroup: number[][] = Array.from({ length: groupCount }, () => []);
  for (let i = 0; i < ids.length; ++i) {
    const pair = pairIds[i]!;
    if (pair < places.length) places[pair]!.push(i);
    else inGroup[groupIds[i]!]!.push(places.push([i]) - 1);
  }
  return inGroup.flatMap((some) => some.map((pair) => places[pair]!));
}

/** @param places of one user's rows */
function valueAt(
  places: number[],
  values: ArrayLike<unknown>,
  orderBy: ArrayLike<unknown> | undefined,
  how: string,
) {
  if (orderBy === undefined) {
    // In sorted order, so that a sum does not depend on the order of the rows.
    return oneOf(
      places.map((place) => values[place]),
      how as keyof typeof ofSorted,
    );
  }
  const [firstPlace, ...rest] = places as [number, ...number[]];
  const isBefore = (a: number, b: number) =>
    (compare(plain(orderBy[a]), plain(orderBy[b])) || compare(plain(values[a]), plain(values[b]))) <
    0;
  const place = rest.reduce(
    (best, other) => (isBefore(other, best) === (how === "first") ? other : best),
    firstPlace,
  );
  return values[place];
}

function checkPlaces(orderBy: ArrayLike<unknown>) {
  for (let i = 0; i < orderBy.length; ++i) {
    if (["number", "bigint", "string"].includes(typeof plain(orderBy[i]))) continue;
    throw new TypeError(
      `orderBy must be numbers, BigInts, Dates or text, got ${kindOf(orderBy[i])} among them`,
    );
  }
}

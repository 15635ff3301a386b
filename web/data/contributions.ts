import { Declaration } from "../core/declaration.js";
import type { OptionsOf } from "../core/fields.js";
import { call } from "../core/load.js";
import { type Fields, fieldsOf, kindOf, type Looped } from "../core/options.js";
import { attached } from "./attached.js";
import { columnsOnce } from "./columns-once.js";
import { missing, perUser } from "./fields.js";
import type { ItemOf } from "./histogram.js";
import { checkHolder } from "./holders.js";
import { compareItems } from "./item-order.js";
import { checkItem } from "./items.js";
import { isMissing, leaveOut } from "./missing.js";
import { NamedRows } from "./named-rows.js";
import { checkUser, type NumberedColumn, Numbering, numbered } from "./numbering.js";
import { limitOf } from "./per-user.js";
import { counting } from "./rows.js";
import { isItemsOfUsers, itemColumns, presentColumns } from "./user-rows.js";
import { flatNames } from "./values.js";

/**
 * Rows with user ids, one row for each time a user has an item. They are two columns of the same length (the
 * items may be `values`), or an array of `[user, item]` or `{ user, item }`. For `boundContributions` the array
 * may be any iterable.
 */
export type Events =
  | { users: unknown; items: unknown }
  | { users: unknown; values: unknown }
  | Iterable<unknown>;

/** The number of users with each item, as `boundContributions` counts them: as personal as the rows. */
export interface BoundedHistogram<Item = any> {
  /** the items that occur */
  values: Item[];
  /** the number of users who count at each */
  counts: Float64Array;
  /** the maximum number of items per user; Infinity for any number */
  perUser: number;
  /** present without user ids: releases from it protect rows */
  protects: "users" | "records";
  /** the sentence about the contribution of each user */
  statement: string;
}

class BoundFields {
  /** the maximum number of items per user, 1 to 1,000,000,000, or Infinity */
  perUser = perUser();
  /**
   * rows with a missing user or item (null, undefined, NaN, an invalid date) are skipped (default), or make the
   * call throw, which reveals that such a row exists
   */
  missing = missing();
}

/**
 * Options of `boundContributions`.
 * @interface
 */
export type BoundOptions = OptionsOf<BoundFields>;

export const boundContributionsDeclaration = new Declaration({
  name: "boundContributions",
  Fields: BoundFields,
  example: { data: [{ users: [1, 1, 2], items: ["a", "b", "a"] }] },
});

/**
 * A histogram of distinct users from rows with user ids, for `topK`: each user counts once at an item,
 * and at no more than `perUser` items, chosen uniformly among the user's. It is as personal as the rows:
 * publish only private releases from it.
 *
 * Without user ids (`{ items }`, `users: undefined` or `{ values, users: null }`) every row counts as a
 * separate user, and the statement says so. A person with several rows is then protected for each row only, not
 * for all.
 *
 * Source: the D-restricted setting of DR19; docs/guarantees/top-k.md.
 *
 * @param events read once, from start to end
 * @throws {RangeError | TypeError} for columns of different lengths, and for users or items that are not plain
 *   values
 */
export function boundContributions<E extends Events | { users?: undefined; items: unknown }>(
  events: E,
  options: BoundOptions,
): BoundedHistogram<ItemOf<E>> {
  const { perUser, missing } = boundContributionsDeclaration.read(options);
  return boundedHistogram(readEvents(columnsOnce(events), missing), limitOf(perUser));
}

/** Numbers users and items, and rejects other data. It draws no randomness. */
export function readEvents(events: unknown, missing: "drop" | "throw") {
  if (isItemsOfUsers(events)) {
    const { values, users } = itemColumns(events);
    return numberedColumns({ values, users }, missing);
  }
  return isColumns(events)
    ? numberedColumns(events, missing)
    : numberedPairs(events as Iterable<unknown>, missing);
}

/** @param perUser undefined for any number */
export function boundedHistogram(
  { users, items }: { users: NumberedColumn | undefined; items: NumberedColumn },
  perUser: number | undefined,
): BoundedHistogram {
  const ids = users?.ids ?? counting(items.ids.length);
  const userCount = users?.count ?? items.ids.length;
  const { counts } = call<{ counts: Float64Array }>(
    "boundEvents",
    ids,
    items.ids,
    userCount,
    items.count,
    perUser,
  );
  const occurring = [];
  for (let id = 0; id < counts.length; ++id) if (counts[id]! > 0) occurring.push(id);
  return {
    values: occurring.map(items.valueFor),
    counts: Float64Array.from(occurring, (id) => counts[id]!),
    perUser: users === undefined ? 1 : (perUser ?? Number.POSITIVE_INFINITY),
    protects: users === undefined ? "records" : "users",
    statement: statementOf(users !== undefined, perUser),
  };
}

/**
 * The users' contributions to each item, each user spread over their rows. Items are in their own order. That
 * order decides how rows split a user unequally, so it must not depend on the data.
 */
export function spreadHistogram({
  users,
  items,
}: {
  users: NumberedColumn | undefined;
  items: NumberedColumn;
}): { items: unknown[]; counts: Float64Array } {
  const names = Array.from({ length: items.count }, (_, id) => items.valueFor(id));
  const order = names.map((_, id) => id).sort((a, b) => compareItems(names[a], names[b]));
  const places = new Uint32Array(items.count);
  order.forEach((id, place) => {
    places[id] = place;
  });
  const numbers = items.ids.map((id) => places[id]!);
  const ids = users?.ids ?? counting(items.ids.length);
  const { weights } = call<{ weights: Float64Array }>("spreadEvents", ids, numbers, items.count);
  return { items: order.map((id) => names[id]), counts: weights };
}

function statementOf(hasIds: boolean, perUser: number | undefined) {
  if (!hasIds) {
    return "There are no user ids: every row counts as a separate user, and a person with several rows is protected for each row only.";
  }
  return perUser === undefined
    ? "Each user counts once at every item that the user has."
    : `Each user counts once at no more than ${perUser} of the user's items, chosen uniformly.`;
}

function isColumns(events: unknown): events is { users?: unknown; items: unknown } {
  return (
    (events as Fields)?.items !== undefined &&
    typeof (events as Looped)?.[Symbol.iterator] !== "function"
  );
}

function numberedColumns(
  { users, items, values }: { users?: unknown; items?: unknown; values?: unknown },
  missing: "drop" | "throw",
) {
  if (items !== undefined) checkHolder(items, "items");
  if (items !== undefined && users !== undefined) checkHolder(users, "users");
  // Without this check all rows with a missing user would count as one user, and most would be lost.
  const named = values && flatNames(values, "values");
  const rows = presentColumns({ items, values: named, users }, missing);
  return {
    users: rows.users && numbered(rows.users, checkUser),
    items: numbered((rows.items ?? rows.values)!, checkItem),
  };
}

function numberedPairs(events: Iterable<unknown>, missing: "drop" | "throw") {
  if (typeof events === "string" || typeof (events as Looped)?.[Symbol.iterator] !== "function") {
    throw new TypeError(
      `events must be { users, items } or an iterable of [user, item] or { user, item }, got ${kindOf(events)}`,
    );
  }
  const users = new Numbering(checkUser);
  const items = new Numbering(checkItem);
  const named = new NamedRows();
  for (const event of attached(events, "events")) {
    const [user, item] = pairOf(event);
    if (!isMissing(event)) named.add(event);
    if (isMissing(user) || isMissing(item)) {
      leaveOut(missing, "users and items");
      continue;
    }
    users.add(user);
    items.add(item);
  }
  named.warn();
  return { users: users.column(), items: items.column() };
}

/** A field that is not there is missing, as JSON leaves it out. */
function pairOf(event: unknown): unknown[] {
  if (isMissing(event)) return [undefined, undefined];
  if (Array.isArray(event) && event.length === 2) return event;
  if (typeof event === "object" && event !== null && ("user" in event || "item" in event)) {
    const { user, item } = fieldsOf(event);
    return [user, item];
  }
  throw new TypeError(
    `events must all be [user, item] or { user, item }, got ${kindOf(event)} among them`,
  );
}

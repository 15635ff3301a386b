import type { Optional } from "../core/fields.js";
import { describe } from "../core/options.js";
import { checkGroupName, type GroupName, GroupNames, isNameMissing } from "./group-names.js";
import { type NumberedColumn, numberedInOrder } from "./numbering.js";

/** The core's number for a row outside the listed groups: the core skips it. */
const noGroup = 0xffffffff;
const mostGroups = 2 ** 24;

/** The groups to answer: their names, or "private". */
export const groups = (): Optional<GroupName[] | "private" | undefined> => ({
  kind: 'list of names, "private"',
  read: (name, value) => (value === "private" ? value : groupNames(name, value)),
  fallback: () => undefined,
});

function groupNames(option: string, names: unknown): GroupName[] {
  if (!Array.isArray(names)) {
    throw new TypeError(
      `${option} must be a list of their names, or "private", got ${describe(names)}`,
    );
  }
  if (names.length === 0 || names.length > mostGroups) {
    throw new RangeError(
      `${option} must be 1 to ${mostGroups.toLocaleString("en")} names, got ${names.length}`,
    );
  }
  const known = new GroupNames();
  const list = names.map((name) => known.one(name)); // the caller's may change
  for (const name of list) {
    if (isNameMissing(name)) {
      throw new TypeError(`${option} must be names, got a missing value`);
    }
    checkGroupName(name, option);
  }
  if (new Set(list).size !== list.length) {
    throw new RangeError(`${option} must have different names, got one twice`);
  }
  return list as GroupName[];
}

/** The names of listed groups, which are public. */
export const publicNames = (groups: unknown[] | "private" | undefined): unknown[] | undefined =>
  Array.isArray(groups) ? groups : undefined;

/** Rejects rows with groups if the caller does not say which to answer. */
export function checkGroupsGiven(groups: unknown, columns: Record<string, unknown>) {
  if (groups !== undefined || columns.groups === undefined) return;
  throw new TypeError(
    'groups must be given for data with groups: a list of their names, or "private", got undefined',
  );
}

/** Rejects options that are for private groups only. */
export function checkForPrivate(groups: unknown, options: Record<string, unknown>) {
  if (groups === "private") return;
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    throw new TypeError(`${name} belongs to groups: "private", got ${value} without`);
  }
}

/** A column of groups, numbered in their listed order. */
export function groupsNamed(column: ArrayLike<unknown>, declared: unknown[]): NumberedColumn {
  const names = new GroupNames();
  const numbers = new Map(declared.map((name, place) => [names.one(name), place]));
  const ids = new Uint32Array(column.length);
  for (let i = 0; i < ids.length; ++i) {
    const name = column[i];
    // Most names are no lists, and need no other look-up.
    const number = numbers.get(typeof name === "object" ? names.one(name) : name);
    if (number === undefined) checkGroupName(name);
    ids[i] = number ?? noGroup;
  }
  return { ids, count: declared.length, valueFor: (place) => declared[place] };
}

/**
 * A column of groups, numbered in an order of their names: the order of their occurrence would reveal the rows.
 * @param column in which alike names are the same, as `namesIn` makes it
 */
export function groupsThatOccur(column: ArrayLike<unknown>) {
  return numberedInOrder(column, (name) => checkGroupName(name));
}

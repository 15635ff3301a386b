import type { Optional } from "../core/fields.js";
import { describe } from "../core/options.js";
import { checkGroupName, type GroupName, GroupNames, isNameMissing } from "./group-names.js";
import { type NumberedColumn, numberedInOrder } from "./numbering.js";

/** The core's number for a row in no declared group: it does not count. */
const noGroup = 0xffffffff;
const mostGroups = 2 ** 24;

/** The groups that an answer is asked for: their names, or that they are private. */
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
      throw new TypeError(`${option} must be names, got one that is missing`);
    }
    checkGroupName(name, option);
  }
  if (new Set(list).size !== list.length) {
    throw new RangeError(`${option} must have names of their own, got one twice`);
  }
  return list as GroupName[];
}

/** The names of the groups that are asked for, where they are public. */
export const publicNames = (groups: unknown[] | "private" | undefined): unknown[] | undefined =>
  Array.isArray(groups) ? groups : undefined;

/** Refuses rows with groups of which nobody says which are answered. */
export function checkGroupsGiven(groups: unknown, columns: Record<string, unknown>) {
  if (groups !== undefined || columns.groups === undefined) return;
  throw new TypeError(
    'groups must be given for data with groups: a list of their names, or "private", got undefined',
  );
}

/** Refuses options that are for private groups only. */
export function checkForPrivate(groups: unknown, options: Record<string, unknown>) {
  if (groups === "private") return;
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    throw new TypeError(`${name} belongs to groups: "private", got ${value} without`);
  }
}

/** A column of groups, numbered as they were declared. */
export function groupsNamed(column: ArrayLike<unknown>, declared: unknown[]): NumberedColumn {
  const names = new GroupNames();
  const numbers = new Map(declared.map((name, place) => [names.one(name), place]));
  const ids = new Uint32Array(column.length);
  for (let i = 0; i < ids.length; ++i) {
    const number = numbers.get(names.one(column[i]));
    if (number === undefined) checkGroupName(column[i]);
    ids[i] = number ?? noGroup;
  }
  return { ids, count: declared.length, valueFor: (place) => declared[place] };
}

/**
 * A column of groups, numbered in an order of their names: the order in which they occur would tell who is
 * in the data.
 * @param column in which alike names are the same, as `namesIn` makes it
 */
export function groupsThatOccur(column: ArrayLike<unknown>) {
  return numberedInOrder(column, (name) => checkGroupName(name));
}

import { checkItem } from "./items.js";
import { isMissing } from "./missing.js";

/** The name of a group: an item, or a list of items if several columns define the groups. */
export type GroupName =
  | string
  | number
  | bigint
  | boolean
  | readonly (string | number | bigint | boolean)[];

/** The values of the option `groups`: public names, or "private". */
export type GroupsAsked = readonly GroupName[] | "private" | undefined;

/** Private groups take a delta. */
export type NeedsDelta<Groups> = [Groups] extends ["private"] ? { delta: number } : unknown;

/** The name of a group in an answer: a listed name, or a name from the column. */
export type NameIn<Groups, Column> = Groups extends readonly (infer Name)[]
  ? Name
  : Column extends ArrayLike<infer Name> | Iterable<infer Name>
    ? NonNullable<Name>
    : any;

/** Lists of the same parts become the same list, so that groups of several columns compare as items do. */
export class GroupNames {
  /** by the first part, then by the second, and so on */
  #known: Map<unknown, unknown> = new Map();

  /** @returns the same object for equal names */
  one(name: unknown): unknown {
    if (!Array.isArray(name)) return name;
    let place = this.#known;
    for (const part of name) {
      let next = place.get(part) as Map<unknown, unknown> | undefined;
      if (next === undefined) {
        next = new Map();
        place.set(part, next);
      }
      place = next;
    }
    // A Map compares -0 as 0: the parts of the row that came first would show which of them it had.
    if (!place.has(whole)) place.set(whole, name.map(withoutSign));
    return place.get(whole);
  }
}

const withoutSign = (part: unknown) => (part === 0 ? 0 : part);

/** Where a list ends: no part is this. */
const whole = Symbol("whole");

/**
 * Rejects an invalid name of a group.
 * @param option its name in errors
 */
export function checkGroupName(name: unknown, option = "groups") {
  const parts = Array.isArray(name) && name.length > 0 ? name : [name];
  for (const part of parts) checkItem(part, option);
}

/** Whether a name misses something: a group of several columns if any of them does. */
export function isNameMissing(name: unknown) {
  return Array.isArray(name) ? name.some(isMissing) : isMissing(name);
}

/**
 * Makes equal names in a column identical, and names with a missing part missing.
 * @returns itself if each name is of one part
 */
export function namesIn(column: ArrayLike<unknown>): ArrayLike<unknown> {
  if (!Array.isArray(column) || !hasList(column)) return column;
  const names = new GroupNames();
  return column.map((name) => (isNameMissing(name) ? null : names.one(name)));
}

/** A plain loop, as a callback for each row takes several times as long. */
function hasList(column: unknown[]) {
  for (let i = 0; i < column.length; ++i) if (Array.isArray(column[i])) return true;
  return false;
}

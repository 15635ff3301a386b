import { checkItem } from "./items.js";
import { isMissing } from "./missing.js";

/**
 * The name of a group: an item, or a list of items where several columns tell groups apart.
 * @typedef {string | number | bigint | boolean | readonly (string | number | bigint | boolean)[]} GroupName
 */

/** Lists of the same parts become the same list, so that groups of several columns compare as items do. */
export class GroupNames {
  /** @type {Map<any, any>} by the first part, then by the second, and so on */
  #known = new Map();

  /**
   * @param {any} name
   * @returns {any} what stands for all that are alike
   */
  one(name) {
    if (!Array.isArray(name)) return name;
    let place = this.#known;
    for (const part of name) {
      let next = place.get(part);
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

/** @param {any} part */
const withoutSign = (part) => (part === 0 ? 0 : part);

/** Where a list ends: no part is this. */
const whole = Symbol("whole");

/**
 * Refuses what cannot name a group.
 * @param {unknown} name
 * @param {string} [option] what errors call it
 */
export function checkGroupName(name, option = "groups") {
  const parts = Array.isArray(name) && name.length > 0 ? name : [name];
  for (const part of parts) checkItem(part, option);
}

/**
 * Whether a name misses something: a group of several columns if any of them does.
 * @param {unknown} name
 */
export function isNameMissing(name) {
  return Array.isArray(name) ? name.some(isMissing) : isMissing(name);
}

/**
 * A column of names, in which alike ones are the same and those that miss a part are missing.
 * @param {ArrayLike<any>} column
 * @returns {ArrayLike<any>} itself if each name is of one part
 */
export function namesIn(column) {
  if (!Array.isArray(column) || !column.some(Array.isArray)) return column;
  const names = new GroupNames();
  return column.map((name) => (isNameMissing(name) ? null : names.one(name)));
}

import { kindOf } from "../core/options.js";

/**
 * The type of what cannot be cloned among some data, as errors say it; nothing if it can be, or if something of it
 * throws when it is looked at.
 * @param {any} value
 * @returns {string | undefined}
 */
export function kindOfUnclonable(value) {
  try {
    return unclonableIn(value, new Set());
  } catch {
    return undefined;
  }
}

/**
 * @param {any} value
 * @param {Set<any>} seen objects, which may hold themselves
 * @returns {string | undefined}
 */
function unclonableIn(value, seen) {
  if (typeof value === "function" || typeof value === "symbol") return kindOf(value);
  if (typeof value !== "object" || value === null || seen.has(value)) return undefined;
  seen.add(value);
  for (const one of partsOf(value)) {
    const kind = unclonableIn(one, seen);
    if (kind !== undefined) return kind;
  }
  return isClonable(value) ? undefined : kindOf(value);
}

/** @param {object} value */
function partsOf(value) {
  if (ArrayBuffer.isView(value)) return [];
  if (value instanceof Map) return [...value].flat();
  return value instanceof Set ? [...value] : Object.values(value);
}

/** @param {object} value */
function isClonable(value) {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

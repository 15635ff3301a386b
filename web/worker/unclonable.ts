import { kindOf } from "../core/options.js";

/**
 * The type of the first value that cannot be cloned, for errors; undefined if all can, or if reading one
 * throws.
 */
export function kindOfUnclonable(value: unknown): string | undefined {
  try {
    return unclonableIn(value, new Set());
  } catch {
    return undefined;
  }
}

/** @param seen objects, which may hold themselves */
function unclonableIn(value: unknown, seen: Set<unknown>): string | undefined {
  if (typeof value === "function" || typeof value === "symbol") return kindOf(value);
  if (typeof value !== "object" || value === null || seen.has(value)) return undefined;
  seen.add(value);
  for (const one of partsOf(value)) {
    const kind = unclonableIn(one, seen);
    if (kind !== undefined) return kind;
  }
  return isClonable(value) ? undefined : kindOf(value);
}

function partsOf(value: object) {
  if (ArrayBuffer.isView(value)) return [];
  if (value instanceof Map) return [...value].flat();
  return value instanceof Set ? [...value] : Object.values(value);
}

export function isClonable(value: object) {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

/**
 * A value that is compared as it is. Its name is what it reads as, and tells it from all others.
 * @typedef {object} Leaf
 * @property {string} name
 * @property {"number" | "date"} [order] what it can be ordered among
 * @property {number | bigint} [size] by what it is ordered
 */

/**
 * A value as lists, objects and leaves: what JSON makes of it, but for typed arrays, maps and sets, which
 * are lists, and BigInts, dates and odd numbers, which stay what they are.
 * @param {any} value
 * @returns {any}
 */
export function plainOf(value) {
  if (isLeaf(value)) return value;
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return Array.from(/** @type {any} */ (value));
  }
  if (value instanceof Map) return Array.from(value, ([key, held]) => ({ key, value: held }));
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value.toJSON === "function" ? plainOf(value.toJSON()) : value;
}

/** @param {unknown} value */
export function isLeaf(value) {
  return typeof value !== "object" || value === null || value instanceof Date;
}

/**
 * @param {unknown} value
 * @returns {Leaf}
 */
export function leafOf(value) {
  if (typeof value === "number") {
    const name = Object.is(value, -0) ? "-0" : `${value}`;
    return Number.isNaN(value) ? { name } : { name, order: "number", size: value };
  }
  if (typeof value === "bigint") return { name: `${value}n`, order: "number", size: value };
  if (typeof value === "string") return { name: JSON.stringify(value) };
  if (value instanceof Date) {
    const size = value.getTime();
    return Number.isNaN(size)
      ? { name: "an invalid date" }
      : { name: value.toISOString(), order: "date", size };
  }
  return { name: typeof value === "function" ? "a function" : String(value) };
}

import { describe } from "../core/options.js";

const sized = ["tree-log", "heavy-paths"];

/**
 * Whether a size may be given for an interior point, and has to be.
 * @param {any} read
 * @returns {number | undefined} nothing too for one that says nothing
 */
export function interiorSize({ algorithm, size, neighbors, missing, outside }) {
  const needsSize = sized.includes(algorithm);
  if (size === undefined) {
    if (!needsSize || neighbors === "replace") return size;
    throw new TypeError(
      `size must be given for ${algorithm} (at most how many records there are, as is publicly known), got undefined`,
    );
  }
  if (needsSize) return size;
  const takesSize = algorithm === "auto" || (algorithm === "cut" && neighbors === "replace");
  if (!takesSize) {
    throw new TypeError(
      `size belongs to ${sized.join(" and ")}, and with neighbors: "replace" to cut, got ${describe(size)}`,
    );
  }
  // One that is left out would change a number that is to be public.
  const isWhole = missing === "throw" && outside !== "drop";
  if (neighbors !== "replace" || isWhole) return size;
  if (algorithm === "cut") {
    throw new TypeError(
      `size of cut needs every record: missing must be "throw" and outside not "drop", got missing: "${missing}" and outside: "${outside}"`,
    );
  }
  return undefined;
}

/**
 * Whether a size may be declared for a median or quantile.
 * @param {any} read
 * @returns {number | undefined}
 */
export function declaredSize({ algorithm, size, neighbors }) {
  if (size === undefined) return size;
  if (algorithm !== "auto" && algorithm !== "cut") {
    throw new TypeError(`size belongs to cut, got ${describe(size)} for ${algorithm}`);
  }
  if (neighbors === "replace") {
    throw new TypeError(
      `size belongs to neighbors: "add-remove", as the error does not depend on it under "replace", got ${describe(size)}`,
    );
  }
  return size;
}

/**
 * The size for data of so many records. Under replace their number is public, and is the size.
 * @param {{ q?: number, neighbors: string, size?: number }} request
 * @param {string} algorithm the one that runs
 * @param {number} records how many came, those included that the domain drops
 */
export function publicSize({ q, neighbors, size }, algorithm, records) {
  const takesSize = sized.includes(algorithm) || size !== undefined;
  if (q !== undefined || neighbors !== "replace" || !takesSize) return size;
  if (size !== undefined && size !== records) {
    throw new RangeError(
      `size must be the number of records, ${records}, which neighbors: "replace" makes public, got ${size}`,
    );
  }
  return Math.max(1, records);
}

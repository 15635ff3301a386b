import { describe } from "./options.js";

/**
 * A column of data: any typed array, an array or iterable of numbers (or of BigInts, or of Dates for
 * a domain of dates), an Arrow vector (anything with `toArray()`), or values already grouped.
 * @typedef {ArrayLike<number> | ArrayLike<bigint> | Iterable<any> | { toArray(): any }
 *   | { values: any, counts: ArrayLike<number> }} Values
 */

/**
 * The column as one array the core can copy, and how to read it.
 * @param {Values} values
 * @param {import("./domains.js").Domain} domain
 * @returns {{ data: ArrayLike<number> | BigInt64Array | BigUint64Array, kind: "numbers" | "signed" | "unsigned" }}
 */
export function columnOf(values, domain) {
  let column = flat(values);
  if (domain.prepare !== undefined) column = domain.prepare(column);
  if (column instanceof BigInt64Array) return { data: attached(column), kind: "signed" };
  if (column instanceof BigUint64Array) return { data: attached(column), kind: "unsigned" };
  if (ArrayBuffer.isView(column))
    return { data: attached(/** @type {any} */ (column)), kind: "numbers" };
  const array = /** @type {ArrayLike<any>} */ (column);
  if (typeof array[0] === "bigint") return bigInts(array);
  for (let i = 0; i < array.length; ++i) {
    if (typeof array[i] !== "number") {
      throw new TypeError(`values must be numbers, got ${describe(array[i])} among them`);
    }
  }
  return { data: array, kind: "numbers" };
}

/**
 * @param {any} values
 * @returns {ArrayLike<any>}
 */
function flat(values) {
  if (ArrayBuffer.isView(values) && !(values instanceof DataView))
    return /** @type {any} */ (values);
  if (Array.isArray(values)) return values;
  if (typeof values?.toArray === "function") return flat(values.toArray());
  if (values?.values !== undefined && values?.counts !== undefined) {
    return ungrouped(flat(values.values), values.counts);
  }
  if (typeof values !== "string" && typeof values?.[Symbol.iterator] === "function")
    return [...values];
  throw new TypeError(
    `values must be an array, a typed array, an iterable, an Arrow vector or { values, counts }, got ${describe(values)}`,
  );
}

/**
 * @param {ArrayLike<any>} values
 * @param {ArrayLike<number>} counts
 */
function ungrouped(values, counts) {
  if (values.length !== counts.length) {
    throw new RangeError(
      `counts must be as many as values, ${values.length}, got ${counts.length}`,
    );
  }
  const records = [];
  for (let i = 0; i < values.length; ++i) {
    const count = Number(counts[i]);
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(`counts must be whole numbers >= 0, got ${count}`);
    }
    for (let times = 0; times < count; ++times) records.push(values[i]);
  }
  return records;
}

/**
 * A detached buffer looks like an empty one; reading it as such would release an answer from no data.
 * @template {ArrayBufferView} T
 * @param {T} view
 */
function attached(view) {
  try {
    new Uint8Array(view.buffer, view.byteOffset, 0);
  } catch {
    throw new TypeError("values must not lie in a detached buffer (it was transferred elsewhere)");
  }
  return view;
}

/** @param {ArrayLike<any>} array */
function bigInts(array) {
  const isNegative = Array.prototype.some.call(array, (value) => value < 0n);
  const [least, greatest] = isNegative ? [-(2n ** 63n), 2n ** 63n - 1n] : [0n, 2n ** 64n - 1n];
  const data = isNegative ? new BigInt64Array(array.length) : new BigUint64Array(array.length);
  for (let i = 0; i < array.length; ++i) {
    const value = array[i];
    if (typeof value !== "bigint") {
      throw new TypeError(
        `values must be all BigInts or all numbers, got ${describe(value)} among BigInts`,
      );
    }
    // What no 64-bit number reaches lies outside every domain and is clamped by the domain anyway.
    data[i] = value < least ? least : value > greatest ? greatest : value;
  }
  return { data, kind: /** @type {"signed" | "unsigned"} */ (isNegative ? "signed" : "unsigned") };
}

import { countsFor } from "./counts.js";
import { numberOfRecord, wholeNumbers } from "./domains.js";
import { describe } from "./options.js";
import { checkOneEach } from "./per-user.js";

/**
 * A column of data: any typed array, an array or iterable of numbers (or of BigInts, or of Dates for
 * a domain of dates, or of text for one of text), an Arrow vector (anything with `toArray()`), or values already grouped.
 * @typedef {ArrayLike<number> | ArrayLike<bigint> | Iterable<any> | { toArray(): any }
 *   | { values: any, counts: ArrayLike<number> | ArrayLike<bigint> }} Values
 */

/**
 * A column as the core takes it.
 * @typedef {object} Column
 * @property {any} data a typed array: the core copies it at once, and no code of the caller's runs
 *   meanwhile
 * @property {string} kind how the core reads it
 * @property {Record<string, unknown>} core the domain for the core
 * @property {number} records how many came, those included that the domain drops
 * @property {Uint32Array} [starts] of text: where each record starts in the data
 * @property {Uint32Array} [ends] and where it ends
 */

/** More 8-byte records than 4 GiB hold. */
const tooMany = 2 ** 29;

/**
 * The column as one typed array the core can copy, and how to read it. Each record is read by itself:
 * what becomes of one may never depend on another.
 * @param {Values} values
 * @param {import("./domains.js").Domain<any>} domain
 * @param {"clamp" | "drop" | "throw"} outside
 * @returns {Column}
 */
export function columnOf(values, domain, outside) {
  const { values: distinct, counts } = /** @type {any} */ (values ?? {});
  const isGrouped = distinct !== undefined && counts !== undefined;
  if (isGrouped) checkOneEach(values, "values");
  const column = flat(isGrouped ? distinct : values);
  const times = isGrouped ? countsFor(flat(counts, "counts"), column.length) : undefined;
  const records = times?.reduce((sum, count) => sum + count, 0) ?? column.length;
  if (domain.pack !== undefined) {
    return { ...domain.pack(column, times, outside), core: domain.core, records };
  }
  const { times: kept, ...read } = readColumn(column, times, domain, outside);
  return { ...read, data: kept === undefined ? read.data : repeated(read.data, kept), records };
}

/**
 * The same with grouped values left as they are, for cores that take counts: any number of records in
 * the memory of the distinct ones.
 * @param {Values} values
 * @param {import("./domains.js").Domain<any>} domain
 * @param {"clamp" | "drop" | "throw"} outside
 * @returns {Column & { counts?: Float64Array }} without counts each value is one record
 */
export function groupedColumnOf(values, domain, outside) {
  const { values: distinct, counts } = /** @type {any} */ (values ?? {});
  if (distinct === undefined || counts === undefined || domain.pack !== undefined) {
    return columnOf(values, domain, outside);
  }
  checkOneEach(values, "values");
  const column = flat(distinct);
  const given = countsFor(flat(counts, "counts"), column.length);
  const { times = given, ...read } = readColumn(column, given, domain, outside);
  const records = given.reduce((sum, count) => sum + count, 0);
  return { ...read, counts: Float64Array.from(times), records };
}

/**
 * Whatever holds values, as an array or typed array.
 * @param {any} values
 * @param {string} [name] what errors call it
 * @returns {ArrayLike<any>}
 */
export function flat(values, name = "values") {
  if (ArrayBuffer.isView(values) && !(values instanceof DataView)) return attached(values, name);
  if (Array.isArray(values)) return values;
  if (typeof values?.toArray === "function") return flat(values.toArray(), name);
  if (typeof values !== "string" && typeof values?.[Symbol.iterator] === "function")
    return [...values];
  throw new TypeError(
    `${name} must be an array, a typed array, an iterable, an Arrow vector or { values, counts }, got ${describe(values)}`,
  );
}

/**
 * A detached buffer looks like an empty one; reading it as such would release an answer from no data.
 * Whatever is no view of a buffer passes.
 * @param {any} values
 * @param {string} name
 * @returns {any}
 */
export function attached(values, name) {
  if (!ArrayBuffer.isView(values)) return values;
  try {
    new Uint8Array(values.buffer, values.byteOffset, 0);
  } catch {
    throw new TypeError(`${name} must not lie in a detached buffer (it was transferred elsewhere)`);
  }
  return values;
}

/**
 * @param {ArrayLike<any>} column
 * @param {number[] | undefined} times how often each value occurs
 * @param {import("./domains.js").Domain<any>} domain
 * @param {"clamp" | "drop" | "throw"} outside
 * @returns {Omit<Column, "records"> & { times?: number[] }}
 */
function readColumn(column, times, domain, outside) {
  const { numberOf, core, range } = domain;
  if (numberOf !== undefined) {
    return { data: numbers(column, numberOf), kind: "numbers", core, times };
  }
  const isSigned = column instanceof BigInt64Array;
  if (isSigned || column instanceof BigUint64Array || typeof column[0] === "bigint") {
    if (range === undefined) {
      throw new TypeError("values must be numbers for reals(); BigInts belong to integers(lo, hi)");
    }
    if (!ArrayBuffer.isView(column)) return bigInts(column, times, range, outside);
    return { data: column, kind: isSigned ? "signed" : "unsigned", core, times };
  }
  if (ArrayBuffer.isView(column)) return { data: column, kind: "numbers", core, times };
  return { data: numbers(column, numberOfRecord), kind: "numbers", core, times };
}

/**
 * @param {ArrayLike<any>} column
 * @param {(value: any) => number} numberOf
 */
function numbers(column, numberOf) {
  const data = new Float64Array(column.length);
  for (let i = 0; i < data.length; ++i) data[i] = numberOf(column[i]);
  return data;
}

/**
 * BigInts of any size, counted from the domain's lower end: no 64-bit type holds all that may come.
 * @param {ArrayLike<any>} array
 * @param {number[] | undefined} times
 * @param {{ low: bigint, high: bigint }} range
 * @param {"clamp" | "drop" | "throw"} outside
 * @returns {Omit<Column, "records"> & { times?: number[] }}
 */
function bigInts(array, times, { low, high }, outside) {
  const keys = [];
  const kept = [];
  for (let i = 0; i < array.length; ++i) {
    const value = array[i];
    if (typeof value !== "bigint") {
      throw new TypeError(
        `values must be all BigInts or all numbers, got ${describe(value)} among BigInts`,
      );
    }
    const inside = value < low ? low : value > high ? high : value;
    if (inside !== value && outside === "drop") continue;
    if (inside !== value && outside === "throw") {
      throw new RangeError(
        'values must be inside the domain (because outside is "throw"), got one that is not',
      );
    }
    keys.push(inside - low);
    if (times !== undefined) kept.push(times[i]);
  }
  return {
    data: BigUint64Array.from(keys),
    kind: "unsigned",
    core: wholeNumbers(0n, high - low),
    times: times && kept,
  };
}

/**
 * Grouped values, each as often as it occurs.
 * @param {any} data
 * @param {number[]} counts
 */
function repeated(data, counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total >= tooMany) {
    throw new RangeError(`counts must add up to less than 2^29 records, got ${total}`);
  }
  const isBig = data instanceof BigInt64Array || data instanceof BigUint64Array;
  const Kind = /** @type {any} */ (isBig ? data.constructor : Float64Array);
  const all = new Kind(total);
  let end = 0;
  for (let i = 0; i < counts.length; ++i) all.fill(data[i], end, (end += counts[i]));
  return all;
}

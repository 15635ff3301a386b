import { call } from "./load.js";
import { checkOptions, choiceOption, describe, numberOption, wholeOption } from "./options.js";

/**
 * An ordered domain: which values there are, and how results read. Made by `reals`, `integers`,
 * `decimals` or `dates`.
 * @typedef {object} Domain
 * @property {string} name what it is, in words
 * @property {Record<string, unknown>} core what the core needs to know
 * @property {(values: ArrayLike<any>) => ArrayLike<any>} prepare values as numbers or BigInts
 * @property {(drawn: { number: number, key: bigint }) => any} decode a drawn key as a value
 */

const lowBits = (/** @type {bigint} */ value) => BigInt.asUintN(64, value);
const highBits = (/** @type {bigint} */ value) => Number(value >> 64n);

/**
 * All finite doubles, or those between `min` and `max`. No bounds need to be known.
 *
 * With `digits` (1 to 15) values are rounded to that many significant decimal digits: fewer possible
 * values, so the error in ranks falls from about 47 to about 20 divided by epsilon at 4 digits.
 * Where the data say nothing a draw is uniform over the doubles' bit patterns, of which half lie
 * between -1 and 1: a median close to 0 is drawn towards 0 by some ranks. On a known range with a
 * known resolution `decimals` has no such pull.
 *
 * @param {object} [options]
 * @param {number} [options.min] the least value; default: the least finite double
 * @param {number} [options.max] the greatest value
 * @param {number} [options.digits] significant decimal digits to keep, 1 to 15; default: all
 * @returns {Domain}
 */
export function reals(options = {}) {
  checkOptions("reals", options, ["min", "max", "digits"]);
  const { min, max, digits } = options;
  if (min !== undefined) numberOption("min", min);
  if (max !== undefined) numberOption("max", max);
  if (digits !== undefined) wholeOption("digits", digits, 1, 15);
  return {
    name: `doubles${min === undefined && max === undefined ? "" : ` from ${min ?? "the least"} to ${max ?? "the greatest"}`}${digits === undefined ? "" : `, ${digits} digits`}`,
    core: { type: "reals", min, max, digits },
    prepare: (values) => /** @type {any} */ (values),
    decode: ({ number }) => (digits === undefined ? number : Number(number.toPrecision(digits))),
  };
}

/**
 * The whole numbers from `lo` to `hi`, both included. Numbers (safe integers) give results as
 * numbers; BigInts, between -2^63 and 2^64 - 1, give BigInts. A value that is not whole is rounded to
 * the nearest whole number.
 *
 * @param {number | bigint} lo
 * @param {number | bigint} hi
 * @returns {Domain}
 */
export function integers(lo, hi) {
  const asBigInts = typeof lo === "bigint" || typeof hi === "bigint";
  const [low, high] = [wholeBound("lo", lo), wholeBound("hi", hi)];
  if (low > high) throw new RangeError(`lo must be at most hi, ${high}, got ${low}`);
  const core = {
    type: "integers",
    loLow: lowBits(low),
    loHigh: highBits(low),
    hiLow: lowBits(high),
    hiHigh: highBits(high),
  };
  return {
    name: `whole numbers from ${low} to ${high}`,
    core,
    prepare: (values) => /** @type {any} */ (values),
    decode: ({ key }) => {
      const value = low + BigInt.asUintN(64, key);
      return asBigInts ? value : Number(value);
    },
  };
}

/**
 * @param {string} name
 * @param {unknown} bound
 * @returns {bigint}
 */
function wholeBound(name, bound) {
  if (typeof bound === "bigint") {
    if (bound < -(2n ** 63n) || bound >= 2n ** 64n) {
      throw new RangeError(`${name} must be from -2^63 to 2^64 - 1, got ${bound}`);
    }
    return bound;
  }
  if (!Number.isSafeInteger(numberOption(name, bound))) {
    throw new RangeError(`${name} must be a safe integer (or a BigInt), got ${describe(bound)}`);
  }
  return BigInt(/** @type {number} */ (bound));
}

/**
 * Numbers from `lo` to `hi` with a fixed number of decimals, such as prices in cents:
 * `decimals(0, 1e6, 2)`. Values are rounded to it.
 *
 * @param {number} lo
 * @param {number} hi
 * @param {number} digits decimals after the point, 0 to 12
 * @returns {Domain}
 */
export function decimals(lo, hi, digits) {
  const scale = 10 ** wholeOption("digits", digits, 0, 12);
  const [low, high] = [numberOption("lo", lo) * scale, numberOption("hi", hi) * scale];
  const domain = integers(Math.round(low), Math.round(high));
  return {
    ...domain,
    name: `numbers from ${lo} to ${hi} with ${digits} decimals`,
    prepare: (values) => Float64Array.from(values, (value) => value * scale),
    decode: (drawn) => Number((domain.decode(drawn) / scale).toFixed(digits)),
  };
}

const units = { millisecond: 1, second: 1e3, minute: 6e4, hour: 36e5, day: 864e5 };

/**
 * Points in time from `from` to `to`, cut down to whole units (of UTC). Values are Dates or
 * milliseconds since 1970; results are Dates.
 *
 * @param {Date | string} from
 * @param {Date | string} to
 * @param {"millisecond" | "second" | "minute" | "hour" | "day"} [unit]
 * @returns {Domain}
 */
export function dates(from, to, unit = "day") {
  const size =
    units[choiceOption("unit", unit, /** @type {(keyof typeof units)[]} */ (Object.keys(units)))];
  const [low, high] = [timeOf("from", from), timeOf("to", to)];
  if (low > high) throw new RangeError("from must not be later than to");
  const domain = integers(0, Math.floor((high - low) / size));
  return {
    ...domain,
    name: `${unit}s from ${new Date(low).toISOString()} to ${new Date(high).toISOString()}`,
    prepare: (values) =>
      Float64Array.from(values, (value) => Math.floor((Number(value) - low) / size)),
    decode: (drawn) => new Date(low + domain.decode(drawn) * size),
  };
}

/**
 * @param {string} name
 * @param {Date | string} date
 */
function timeOf(name, date) {
  const time = date instanceof Date ? date.getTime() : Date.parse(date);
  if (Number.isNaN(time)) throw new RangeError(`${name} must be a date, got ${describe(date)}`);
  return time;
}

/**
 * @param {unknown} domain
 * @returns {asserts domain is Domain}
 */
export function checkDomain(domain) {
  const core = /** @type {any} */ (domain)?.core;
  if (typeof core?.type !== "string") {
    throw new TypeError(
      `domain must come from reals(), integers(), decimals() or dates(), got ${describe(domain)}`,
    );
  }
}

/**
 * Bounds that only the core can judge (finite, in order) are judged there.
 * @param {Domain} domain
 * @param {object} request
 */
export function rankPlan(domain, request) {
  return call("rankPlan", { ...request, domain: domain.core });
}

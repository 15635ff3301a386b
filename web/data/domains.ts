import {
  checkOptions,
  choiceOption,
  describe,
  howToBound,
  numberOption,
  wholeOption,
} from "../core/options.js";
import { numberOfRecord, timeOfRecord } from "./conversion.js";
import { guessOf, likelyWhole } from "./expect.js";
import { isoTime } from "./iso-time.js";

/**
 * An ordered domain: its values, and the form of results. Made by `reals`, `integers`, `decimals`, `dates`,
 * `bigIntegers` or `text`.
 */
export interface Domain<T = any> {
  /** its description in words */
  name: string;
  /** the parameters for the core */
  core: Record<string, unknown>;
  /** its ends, if records may be BigInts */
  range?: { low: bigint; high: bigint };
  /** the core's number for a record that is neither a number nor a BigInt */
  numberOf?: (record: unknown) => number;
  /**
   * the whole column as the core takes it, if its keys are wider than numbers; `times`: how often each value occurs
   */
  pack?: (
    column: ArrayLike<unknown>,
    times: number[] | undefined,
  ) => { data: unknown; kind: string };
  /** a drawn key as a value */
  decode(drawn: unknown): T;
}

/** The function that made a domain, and its arguments: enough to make it again elsewhere. */
export type Making = { maker: string; of: unknown[] };

/** Domains made here: any other object with such fields could be anything. */
const made: WeakMap<object, Making> = new WeakMap();

/**
 * For the files that make domains.
 * @param maker the function's name
 * @param of its arguments, plain values
 */
export function domainOf<T>(maker: string, of: unknown[], domain: Domain<T>): Domain<T> {
  made.set(Object.freeze(domain), { maker, of });
  return domain;
}

/** @returns undefined for any object that is not a domain */
export function makingOf(domain: object): Making | undefined {
  return made.get(domain);
}

/**
 * All finite doubles, or those between `min` and `max`. No bounds need to be known.
 *
 * With `digits` (1 to 15) values are rounded to that many significant decimal digits: fewer possible
 * values, so the error in ranks falls from about 48 to about 21 divided by epsilon at 4 digits.
 * Where the data do not decide, a draw of the exponential mechanism follows magnitudes: half of its weight is
 * between 2^-10 and 2^40 in size, equal for each power of two and three quarters positive. The rest is even over the
 * doubles' bit patterns (docs/guarantees/base-measures.md). A median close to 0 is drawn towards 0 by some
 * ranks. On a known range with a known resolution `decimals` is the better choice.
 *
 * @throws {RangeError | TypeError} naming the parameter
 */
export function reals(
  options: {
    /** the least value; default: the least finite double */
    min?: number;
    /** the greatest value; default: the greatest finite double */
    max?: number;
    /** significant decimal digits to keep, 1 to 15; default: all */
    digits?: number;
    /**
     * the expected range of most values, from and to, known without the data: a guess that clamps nothing. Half
     * of the exponential mechanism's answers, by weight, then lie there; a wrong guess costs a rank or two
     * (docs/guarantees/base-measures.md)
     */
    expect?: readonly [number, number];
  } = {},
): Domain<number> {
  checkOptions("reals", options, ["min", "max", "digits", "expect"]);
  const { min, max, digits } = options;
  const least = finiteBound("min", min, -Number.MAX_VALUE);
  const greatest = finiteBound("max", max, Number.MAX_VALUE);
  if (least > greatest) throw new RangeError(`min must be at most max, ${greatest}, got ${least}`);
  if (digits !== undefined) wholeOption("digits", digits, 1, 15);
  /** Rounding to digits may lead out of the bounds, or past the greatest double. */
  const within = (value: number) => Math.min(Math.max(value, least), greatest);
  const expect = guessOf(options.expect, { of: "numbers", least, greatest, read: finite });
  return domainOf("reals", [{ min, max, digits, expect: expect?.ends }], {
    name: `doubles${min === undefined && max === undefined ? "" : ` from ${min ?? "the least"} to ${max ?? "the greatest"}`}${digits === undefined ? "" : `, ${digits} digits`}${expect?.name ?? ""}`,
    core: {
      type: "reals",
      min,
      max,
      digits,
      expect: expect && { from: expect.from, to: expect.to },
    },
    decode: ({ number }) =>
      digits === undefined ? number : within(Number(number.toPrecision(digits))),
  });
}

const finite = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

function finiteBound(name: string, bound: number | undefined, otherwise: number) {
  if (bound === undefined) return otherwise;
  if (Number.isFinite(numberOption(name, bound))) return bound;
  throw new RangeError(`${name} must be a finite number, got ${bound}`);
}

/**
 * The whole numbers from `lo` to `hi`, both included. Numbers (safe integers) give results as
 * numbers; BigInts, between -2^63 and 2^64 - 1, give BigInts. A value that is not whole is rounded to
 * the nearest whole number. If 0 is among more than 4,096 values, half of the exponential mechanism's weight
 * lies, in equal parts, on 0 and the powers of two.
 *
 * @param lo the least value, a safe integer; or a BigInt, from -2^63 on
 * @param hi the greatest value, a safe integer; or a BigInt, up to 2^64 - 1
 * @param options `expect`: where most values are expected, as for `reals`
 * @throws {RangeError | TypeError} naming the parameter
 */
export function integers<Whole extends number | bigint>(
  lo: Whole,
  hi: Whole,
  options: { expect?: readonly [Whole, Whole] } = {},
): Domain<Whole extends bigint ? bigint : number> {
  checkOptions("integers", options, ["expect"]);
  const asBigInts = typeof lo === "bigint" || typeof hi === "bigint";
  const [low, high] = [wholeBound("lo", lo), wholeBound("hi", hi)];
  if (low > high) throw new RangeError(`lo must be at most hi, ${high}, got ${low}`);
  const expect = guessOf(options.expect, {
    of: "whole numbers",
    least: low,
    greatest: high,
    read: wholeOf,
  });
  return domainOf("integers", [lo, hi, { expect: expect?.ends }], {
    name: `whole numbers from ${low} to ${high}${expect?.name ?? ""}`,
    core: { ...wholeNumbers(low, high), likely: likelyWhole(wholeNumbers, [low, high], expect) },
    range: { low, high },
    decode: ({ key }) => {
      const value = low + BigInt.asUintN(64, key);
      return (asBigInts ? value : Number(value)) as Whole extends bigint ? bigint : number;
    },
  });
}

/** A range of whole numbers as the core takes it: in 64 low bits and the rest. */
export function wholeNumbers(low: bigint, high: bigint) {
  return {
    type: "integers",
    loLow: BigInt.asUintN(64, low),
    loHigh: Number(low >> 64n),
    hiLow: BigInt.asUintN(64, high),
    hiHigh: Number(high >> 64n),
  };
}

const wholeOf = (value: unknown) =>
  typeof value === "bigint"
    ? value
    : Number.isSafeInteger(value)
      ? BigInt(value as number)
      : undefined;

function wholeBound(name: string, bound: unknown): bigint {
  if (typeof bound === "bigint") {
    if (bound < -(2n ** 63n) || bound >= 2n ** 64n) {
      throw new RangeError(`${name} must be from -2^63 to 2^64 - 1, got ${bound}`);
    }
    return bound;
  }
  if (!Number.isSafeInteger(numberOption(name, bound))) {
    throw new RangeError(`${name} must be a safe integer (or a BigInt), got ${describe(bound)}`);
  }
  return BigInt(bound as number);
}

/**
 * Numbers from `lo` to `hi` with a fixed number of decimals, such as prices in cents:
 * `decimals(0, 1e6, 2)`. Values are rounded to it.
 *
 * @param lo the least value; times 10^digits a safe integer
 * @param hi the greatest value; times 10^digits a safe integer
 * @param digits decimals after the point, 0 to 12
 * @param options `expect`: where most values are expected, as for `reals`
 * @throws {RangeError | TypeError} naming the parameter
 */
export function decimals(
  lo: number,
  hi: number,
  digits: number,
  options: { expect?: readonly [number, number] } = {},
): Domain<number> {
  checkOptions("decimals", options, ["expect"]);
  const scale = 10 ** wholeOption("digits", digits, 0, 12);
  const limit = Number.MAX_SAFE_INTEGER / scale;
  for (const [name, bound] of Object.entries({ lo, hi })) {
    if (!(Math.abs(numberOption(name, bound)) <= limit)) {
      throw new RangeError(
        `${name} must be from ${-limit} to ${limit} (with ${digits} decimals), got ${bound}`,
      );
    }
  }
  if (lo > hi) throw new RangeError(`lo must be at most hi, ${hi}, got ${lo}`);
  const low = Math.round(lo * scale);
  const ends = [BigInt(low), BigInt(Math.round(hi * scale))] as [bigint, bigint];
  const expect = guessOf(options.expect, { of: "numbers", least: lo, greatest: hi, read: finite });
  const steps = expect && {
    from: BigInt(Math.round(expect.from * scale)),
    to: BigInt(Math.round(expect.to * scale)),
  };
  return domainOf("decimals", [lo, hi, digits, { expect: expect?.ends }], {
    name: `numbers from ${lo} to ${hi} with ${digits} decimals${expect?.name ?? ""}`,
    core: { ...wholeNumbers(...ends), likely: likelyWhole(wholeNumbers, ends, steps) },
    numberOf: (record) => numberOfRecord(record) * scale,
    decode: ({ key }) => Number(((low + Number(BigInt.asUintN(64, key))) / scale).toFixed(digits)),
  });
}

const unitSizes = { millisecond: 1, second: 1e3, minute: 6e4, hour: 36e5, day: 864e5 };

/**
 * Points in time from `from` to `to`, cut down to whole units counted from `from`. Records are Dates
 * or milliseconds since 1970 (numbers or BigInts); results are Dates.
 *
 * @param from a Date, milliseconds since 1970, or ISO 8601 text: 2026-03-29, 2026-03 (its first day) or 2026-03-29
 *   02:30:00, which is UTC unless Z, UTC or an offset such as +01:00 follows
 * @param to the last point in time, in the same forms
 * @param unit default "day"
 * @param options `expect`: when most are expected, as for `reals`
 * @throws {RangeError | TypeError} naming the parameter
 */
export function dates(
  from: Date | string | number,
  to: Date | string | number,
  unit: "millisecond" | "second" | "minute" | "hour" | "day" = "day",
  options: { expect?: readonly [Date | string | number, Date | string | number] } = {},
): Domain<Date> {
  checkOptions("dates", options, ["expect"]);
  const known = Object.keys(unitSizes) as (keyof typeof unitSizes)[];
  const size = unitSizes[choiceOption("unit", unit, known)];
  const [low, high] = [timeOf("from", from), timeOf("to", to)];
  const [start, end] = [new Date(low).toISOString(), new Date(high).toISOString()];
  if (low > high) throw new RangeError(`from must not be later than to, ${end}, got ${start}`);
  const expect = guessOf(options.expect, {
    of: "points in time",
    least: low,
    greatest: high,
    read: (time) => timeOf("expect", time),
    shown: (time) => new Date(time).toISOString(),
  });
  const unitOf = (time: number) => BigInt(Math.floor((time - low) / size));
  const units = expect && { from: unitOf(expect.from), to: unitOf(expect.to) };
  const last = (BigInt(high) - BigInt(low)) / BigInt(size);
  return domainOf("dates", [low, high, unit, { expect: expect && [expect.from, expect.to] }], {
    name: `${unit}s from ${start} to ${end}${expect?.name ?? ""}`,
    core: {
      ...wholeNumbers(0n, last),
      likely: likelyWhole(wholeNumbers, [0n, last], units, "order"),
    },
    numberOf: (record) => Math.floor((timeOfRecord(record) - low) / size),
    decode: ({ key }) => new Date(low + Number(BigInt.asUintN(64, key)) * size),
  });
}

function timeOf(name: string, date: unknown) {
  const isOne = ["string", "number"].includes(typeof date) || date instanceof Date;
  const time = typeof date === "string" ? isoTime(date) : Number(isOne ? date : Number.NaN);
  if (Math.abs(time) <= 8.64e15) return time; // as far as Dates reach
  throw new (isOne ? RangeError : TypeError)(
    `${name} must be a Date, milliseconds since 1970 or ISO 8601 text (2026-03-29, 2026-03-29 02:30:00Z), got ${describe(date)}`,
  );
}

export function isDomain(value: unknown) {
  return typeof value === "object" && value !== null && made.has(value);
}

export function checkDomain(domain: unknown): asserts domain is Domain {
  if (!isDomain(domain)) {
    const hint = Array.isArray(domain) ? ` (${howToBound})` : "";
    throw new TypeError(
      `domain must come from reals(), integers(), decimals(), dates(), bigIntegers() or text()${hint}, got ${describe(domain)}`,
    );
  }
}

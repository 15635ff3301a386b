// The types of Parquet's columns: which field of a row is which value, whole.
import { Day, Decimal, Digits, Moment, Rounded, Unread } from "./cells.js";

/** @typedef {any} Element of a file's schema */

/** What its declared type is called, in the older and the newer way of declaring. @param {Element} element */
function typeOf({ type, converted_type: converted, logical_type: logical }) {
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") return "decimal";
  if (converted === "DATE" || logical?.type === "DATE") return "date";
  if (/^TIMESTAMP_/.test(converted ?? "") || logical?.type === "TIMESTAMP") return "timestamp";
  if (/^TIME_/.test(converted ?? "") || logical?.type === "TIME") return "time";
  if (converted === "BSON" || converted === "INTERVAL") return "bytes";
  if (type === "INT96") return "old timestamp";
  if (["DOUBLE", "FLOAT"].includes(type)) return "float";
  return "other";
}

/** Whether a column is read from its bytes. @param {Element} element */
export const isRaw = (element) =>
  ["decimal", "date", "timestamp", "time", "bytes"].includes(typeOf(element));

/**
 * How a field of a column is read, which is not null.
 * @param {Element} element
 * @returns {(value: any) => unknown}
 */
export function readerOf(element) {
  return readers[typeOf(element)](element);
}

/** @type {Record<string, (element: Element) => (value: any) => unknown>} */
const readers = {
  decimal: ({ scale, logical_type: logical }) => decimalOf(scale ?? logical?.scale ?? 0),
  date: () => (days) => new Day(days),
  timestamp: (element) => {
    const perSecond = ticksPerSecond(element);
    // Those of the older way are UTC's.
    const zone = (element.logical_type?.isAdjustedToUTC ?? true) ? "+00" : "";
    return (ticks) => new Moment(BigInt(ticks), perSecond, zone);
  },
  "old timestamp": () => (nanos) => new Moment(BigInt(nanos), 1_000_000_000n, ""),
  time: (element) => {
    const perSecond = ticksPerSecond(element);
    // As the time of the first day of 1970, of which it is named without the day.
    return (ticks) =>
      new TimeOfDay(new Moment(BigInt(ticks), perSecond, "").text.slice("1970-01-01 ".length));
  },
  bytes: () => () => new Unread("bytes of no type that is read"),
  float: ({ type }) => {
    const exact = type === "FLOAT" ? 2 ** 24 : 2 ** 53;
    // At the limit itself the next whole number is rounded down to it.
    return (number) =>
      Math.abs(number) >= exact && Number.isFinite(number) ? new Rounded(number) : number;
  },
  other: () => (value) =>
    value instanceof Uint8Array ? new Unread("bytes of no type that is read") : value,
};

/** A time of day is called what it is, and no number. */
class TimeOfDay extends Digits {
  get number() {
    return Number.NaN;
  }
}

/** @param {Element} element */
function ticksPerSecond({ converted_type: converted, logical_type: logical }) {
  const unit = logical?.unit ?? `${converted}`.split("_").at(-1);
  const sizes = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n };
  return sizes[unit];
}

/** @param {number} scale */
function decimalOf(scale) {
  return (/** @type {number | bigint | Uint8Array} */ value) => {
    const whole = value instanceof Uint8Array ? signedOf(value) : BigInt(value);
    if (scale > 0) return new Decimal(whole, scale);
    const all = whole * 10n ** BigInt(-scale);
    const number = Number(all);
    return Number.isSafeInteger(number) ? number : all;
  };
}

/** A number of two's complement, its highest byte first. @param {Uint8Array} bytes */
function signedOf(bytes) {
  let whole = 0n;
  for (const byte of bytes) whole = (whole << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, whole);
}

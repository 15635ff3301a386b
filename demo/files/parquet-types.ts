// The types of Parquet's columns: which field of a row is which value, whole.
import type { LogicalType, SchemaElement } from "hyparquet";
import { Day, Decimal, Digits, Moment, Rounded, Unread } from "./cells.js";

/** of a file's schema */
export type Element = SchemaElement;

/** Declared types that say more than their names. */
type DecimalType = Extract<LogicalType, { type: "DECIMAL" }>;
type TimeType = Extract<LogicalType, { type: "TIME" | "TIMESTAMP" }>;

/** The kind of its declared type, in the older and the newer way of declaring. */
function typeOf({ type, converted_type: converted, logical_type: logical }: Element) {
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") return "decimal";
  if (converted === "DATE" || logical?.type === "DATE") return "date";
  if (/^TIMESTAMP_/.test(converted ?? "") || logical?.type === "TIMESTAMP") return "timestamp";
  if (/^TIME_/.test(converted ?? "") || logical?.type === "TIME") return "time";
  if (converted === "BSON" || converted === "INTERVAL") return "bytes";
  if (type === "INT96") return "old timestamp";
  if (["DOUBLE", "FLOAT"].includes(type as string)) return "float";
  return "other";
}

/** Whether to read a column from its bytes. */
export const isRaw = (element: Element) =>
  ["decimal", "date", "timestamp", "time", "bytes"].includes(typeOf(element));

/** A reader of a column's fields, except null. */
export function readerOf(element: Element): (value: unknown) => unknown {
  return readers[typeOf(element)]!(element) as (value: unknown) => unknown;
}

/** Each reader takes the type's own values. */
const readers: Record<string, (element: Element) => (value: never) => unknown> = {
  decimal: ({ scale, logical_type: logical }) =>
    decimalOf(scale ?? (logical as DecimalType | undefined)?.scale ?? 0),
  date: () => (days: number) => new Day(days),
  timestamp: (element) => {
    const perSecond = ticksPerSecond(element);
    // Timestamps of the older way are UTC.
    const zone =
      ((element.logical_type as TimeType | undefined)?.isAdjustedToUTC ?? true) ? "+00" : "";
    return (ticks: bigint) => new Moment(BigInt(ticks), perSecond, zone);
  },
  "old timestamp": () => (nanos: bigint) => new Moment(BigInt(nanos), 1_000_000_000n, ""),
  time: (element) => {
    const perSecond = ticksPerSecond(element);
    // As a time of the first day of 1970, whose name here omits the day.
    return (ticks: number | bigint) =>
      new TimeOfDay(new Moment(BigInt(ticks), perSecond, "").text.slice("1970-01-01 ".length));
  },
  bytes: () => () => new Unread("bytes of an unsupported type"),
  float: ({ type }) => {
    const exact = type === "FLOAT" ? 2 ** 24 : 2 ** 53;
    // At the limit itself the next whole number is rounded down to it.
    return (number: number) =>
      Math.abs(number) >= exact && Number.isFinite(number) ? new Rounded(number) : number;
  },
  other: () => (value: unknown) =>
    value instanceof Uint8Array ? new Unread("bytes of an unsupported type") : value,
};

/** A time of day has its own name, and no number. */
class TimeOfDay extends Digits {
  get number() {
    return Number.NaN;
  }
}

function ticksPerSecond({ converted_type: converted, logical_type: logical }: Element) {
  const unit = (logical as TimeType | undefined)?.unit ?? `${converted}`.split("_").at(-1)!;
  const sizes: Record<string, bigint> = {
    MILLIS: 1000n,
    MICROS: 1_000_000n,
    NANOS: 1_000_000_000n,
  };
  return sizes[unit]!;
}

function decimalOf(scale: number) {
  return (value: number | bigint | Uint8Array) => {
    const whole = value instanceof Uint8Array ? signedOf(value) : BigInt(value);
    if (scale > 0) return new Decimal(whole, scale);
    const all = whole * 10n ** BigInt(-scale);
    const number = Number(all);
    return Number.isSafeInteger(number) ? number : all;
  };
}

/** A number of two's complement, its highest byte first. */
function signedOf(bytes: Uint8Array) {
  let whole = 0n;
  for (const byte of bytes) whole = (whole << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, whole);
}

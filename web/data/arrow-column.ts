import {
  bitAt,
  type Chunk,
  checkWords,
  chunksOf,
  collected,
  filled,
  hasNulls,
  lengthOf,
} from "./arrow-chunks.js";
import { ExactColumn, narrow, type Worth } from "./exact-column.js";

/** The names of Arrow's types in its format, as far as this library reads them. */
const types = {
  nothing: 1,
  whole: 2,
  floating: 3,
  text: 5,
  boolean: 6,
  decimal: 7,
  date: 8,
  timestamp: 10,
  longText: 20,
  dictionary: -1,
};

/** Their units in Arrow's own order. */
const dateUnits = ["day", "millisecond"] as const;
const timeUnits = ["second", "millisecond", "microsecond", "nanosecond"] as const;

/** A type as Arrow's libraries hold it: what else than the number is there depends on that. */
interface ArrowType {
  typeId: number;
  bitWidth: number;
  precision: number;
  scale: number;
  unit: number;
  dictionary?: ArrowType;
}

interface ArrowColumn {
  type: ArrowType;
  data: unknown[];
}

/** Whether a column knows its Arrow type, whatever library and version made it. */
export function isArrowColumn(column: unknown): column is ArrowColumn {
  return (
    typeof (column as ArrowColumn | null | undefined)?.type?.typeId === "number" &&
    Array.isArray((column as ArrowColumn).data)
  );
}

/**
 * Rejects a column of a type that is not read. The type is public, and the check reads no value.
 * @param name its name in errors
 */
export function checkArrowType({ type }: ArrowColumn, name: string) {
  arrowColumn(
    { type: type.typeId === types.dictionary ? (type.dictionary as ArrowType) : type, data: [] },
    name,
  );
}

/**
 * An Arrow column by its declared type; missing values are null or NaN.
 * @param name its name in errors
 */
export function arrowColumn(
  { type, data: all }: ArrowColumn,
  name: string,
): ArrayLike<unknown> | ExactColumn {
  const refuse = () => {
    throw new TypeError(
      `${name} must be of a type that logstar reads (numbers, decimals, text, booleans, dates, timestamps or dictionaries of them), got an Arrow column of ${type}`,
    );
  };
  const data = chunksOf(all, name);
  switch (type.typeId) {
    case types.nothing:
      return collected(data, () => () => null);
    case types.whole:
      return words(data, type.bitWidth / 8, refuse);
    case types.floating:
      return type.precision === 0 ? halves(data, refuse) : words(data, 4 * type.precision, refuse);
    case types.text:
    case types.longText:
      return collected(data, textAt);
    case types.boolean:
      return collected(
        data,
        ({ values, offset }) =>
          (i) =>
            bitAt(values, offset + i),
      );
    case types.decimal:
      return new ExactColumn(
        collected(data, (chunk) => decimalAt(chunk, (type.bitWidth ?? 128) / 32, refuse)),
        { scale: type.scale },
      );
    case types.date:
      return times(data, dateUnits[type.unit], type.unit === 0 ? 4 : 8, refuse);
    case types.timestamp:
      return times(data, timeUnits[type.unit], 8, refuse);
    case types.dictionary:
      return entries(data, name);
    default:
      return refuse();
  }
}

/**
 * Whole and floating numbers, whose raw words are the values.
 * @param bytes that each has
 */
function words(data: Chunk[], bytes: number, refuse: () => never): ArrayLike<unknown> {
  for (const { values, length } of data) checkWords(values, length, bytes, refuse);
  const isBig =
    data[0]?.values instanceof BigInt64Array || data[0]?.values instanceof BigUint64Array;
  if (data.some(hasNulls)) {
    if (isBig)
      return collected(
        data,
        ({ values }) =>
          (i) =>
            values[i],
      );
    return filled(
      new Float64Array(lengthOf(data)),
      data,
      ({ values }) =>
        (i) =>
          values[i],
    );
  }
  const parts = data.map((chunk) => chunk.values.subarray(0, chunk.length));
  if (parts.length === 1) return parts[0];
  const all = new (parts[0]?.constructor ?? Float64Array)(lengthOf(data));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** Floats of 16 bits. */
function halves(data: Chunk[], refuse: () => never) {
  return filled(new Float64Array(lengthOf(data)), data, ({ values, length }) => {
    checkWords(values, length, 2, refuse);
    return values instanceof Uint16Array ? (i) => decodedHalf(values[i]!) : (i) => values[i];
  });
}

/** @param bits a sign, 5 of exponent, 10 of fraction */
function decodedHalf(bits: number) {
  const sign = bits >> 15 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Invalid UTF-8 is missing: a replacement character would merge several users, or items, into one. */
function textAt({ values, valueOffsets }: Chunk): (i: number) => string | null {
  return (i) => {
    try {
      return decoder.decode(
        values.subarray(Number(valueOffsets![i]), Number(valueOffsets![i + 1])),
      );
    } catch {
      return null;
    }
  };
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decimals are whole numbers of several 32-bit words, the lowest first.
 * @param count of words
 */
function decimalAt(
  { values, length }: Chunk,
  count: number,
  refuse: () => never,
): (i: number) => number | bigint {
  checkWords(values, length * count, 4, refuse);
  return (i) => {
    const first = count * i;
    const top = values[first + count - 1] | 0;
    const [low, high] = [values[first], count === 1 ? top >> 31 : values[first + 1] | 0];
    let isNarrow = Math.abs(high) < 2 ** 21;
    for (let word = 2; word < count; ++word) isNarrow &&= (values[first + word] | 0) === high >> 31;
    if (isNarrow) return high * 2 ** 32 + (low >>> 0);
    let wide = BigInt(top);
    for (let word = count - 2; word >= 0; --word) {
      wide = (wide << 32n) | BigInt(values[first + word] >>> 0);
    }
    return narrow(wide);
  };
}

function times(
  data: Chunk[],
  unit: "day" | "second" | "millisecond" | "microsecond" | "nanosecond" | undefined,
  bytes: number,
  refuse: () => never,
) {
  if (unit === undefined) return refuse();
  const whole = collected(data, ({ values, length }) => {
    checkWords(values, length, bytes, refuse);
    return bytes === 8 ? (i) => narrow(values[i]) : (i) => values[i];
  });
  return new ExactColumn(whole, { time: unit });
}

/** Dictionary indices of a column, whose dictionary is a column itself. */
function entries(data: Chunk[], name: string) {
  let worth: Worth | undefined;
  const read = new Map();
  const all = collected(data, ({ values, dictionary }) => {
    if (!read.has(dictionary)) read.set(dictionary, arrowColumn(dictionary as ArrowColumn, name));
    const known = read.get(dictionary);
    if (known instanceof ExactColumn) worth = known.worth;
    const column = known instanceof ExactColumn ? known.whole : known;
    return (i) => column[Number(values[i])] ?? null;
  });
  return worth === undefined ? all : new ExactColumn(all, worth);
}

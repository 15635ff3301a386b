import { type Fields, kindOf, type Looped } from "../core/options.js";
import { arrowColumn, isArrowColumn } from "./arrow-column.js";
import { attached } from "./attached.js";
import { numberOfRecord } from "./conversion.js";
import { countsFor } from "./counts.js";
import { type Domain, wholeNumbers } from "./domains.js";
import { engineValueSteps, withEngineValues } from "./engine-values.js";
import { ExactColumn } from "./exact-column.js";
import { insideRows } from "./inside.js";
import { missingOption, presentRows } from "./missing.js";
import { SteppedColumn, type Steps } from "./stepped-column.js";

/**
 * A column of data: a typed array, an array or iterable, a vector of Apache Arrow, a column of DuckDB, anything
 * else with `toArray()`, or values with counts. Arrays hold numbers (or BigInts, or Dates for a domain of
 * dates, or text for a domain of text). Columns of engines read by their declared type.
 */
export type Values =
  | ArrayLike<number>
  | ArrayLike<bigint>
  | Iterable<unknown>
  | { toArray(): unknown }
  | { values: unknown; counts: ArrayLike<number> | ArrayLike<bigint> };

/** A column as the core takes it. */
export interface Column {
  /** a typed array, or `Texts`: the core copies it at once, and no code of the caller's runs meanwhile */
  data: unknown;
  /** how the core reads it */
  kind: string;
  /** the domain for the core */
  core: Record<string, unknown>;
  /** the number of records, including missing values and those that the domain drops */
  records: number;
  /** of text: how often each occurs, unless it is once */
  times?: Float64Array | undefined;
}

/** More 8-byte records than 4 GiB hold. */
const tooMany = 2 ** 29;

/**
 * The column as one typed array the core can copy, and how to read it. Each record is read by itself:
 * what becomes of one may never depend on another.
 */
export function columnOf(
  values: Values,
  domain: Domain<unknown>,
  outside: "clamp" | "drop" | "throw",
  missing?: "drop" | "throw",
): Column {
  const { column, times, records } = present(values, domain, outside, missing);
  if (times === undefined) return { ...columnOfRows(column, domain), records };
  if (domain.pack !== undefined) {
    return { ...domain.pack(column, times), core: domain.core, records };
  }
  const read = readColumn(column, domain);
  return { ...read, data: repeated(read, times), records };
}

/** Present values, without BigInts to reject or drop, as the core takes them. */
export function columnOfRows(
  column: ArrayLike<unknown>,
  domain: Domain<unknown>,
): Omit<Column, "records"> {
  if (domain.pack === undefined) return readColumn(column, domain);
  return { ...domain.pack(column, undefined), core: domain.core };
}

/**
 * A column that keeps grouped values as they are, for cores that take counts: the memory is that of the
 * distinct values.
 * @returns without counts each value is one record
 */
export function groupedColumnOf(
  values: Values,
  domain: Domain<unknown>,
  outside: "clamp" | "drop" | "throw",
  missing?: "drop" | "throw",
): Column & { counts?: Float64Array } {
  if (!isGrouped(values) || domain.pack !== undefined) {
    return columnOf(values, domain, outside, missing);
  }
  const { column, times, records } = present(values, domain, outside, missing);
  return { ...readColumn(column, domain), counts: Float64Array.from(times ?? []), records };
}

function isGrouped(given: unknown): given is { values: unknown; counts: unknown } {
  return (given as Fields)?.values !== undefined && (given as Fields)?.counts !== undefined;
}

/**
 * Present values for a domain, without the BigInts that it drops, with their counts if they are grouped.
 */
function present(
  values: unknown,
  domain: Domain<unknown>,
  outside: "clamp" | "drop" | "throw",
  missing?: "drop" | "throw",
): { column: ArrayLike<unknown>; times: number[] | undefined; records: number } {
  const left = missingOption(missing, outside);
  if (!isGrouped(values)) {
    const all = flat(values, "values", domain);
    // The core drops NaNs by itself. With "throw" it would take them for values outside.
    const isLeftToCore = left === "drop" && outside !== "throw" && isNumbers(all, domain);
    const present = isLeftToCore ? all : presentRows([all], left, "values")[0]!;
    const [column] = insideRows([present], domain, outside);
    return { column, times: undefined, records: all.length };
  }
  const all = flat(values.values, "values", domain);
  const counts = countsFor(flat(values.counts, "counts"), all.length);
  const present = presentRows([all, counts], left, "values");
  const [column, times] = insideRows(present, domain, outside) as [ArrayLike<unknown>, number[]];
  return { column, times, records: counts.reduce((sum, count) => sum + count, 0) };
}

/** Whether a column is a typed array that the core reads as numbers. */
function isNumbers(column: ArrayLike<unknown>, { pack }: Domain<unknown>) {
  return pack === undefined && ArrayBuffer.isView(column);
}

/**
 * Values of any holder as an array or typed array. Columns of engines read by their declared type, unless a
 * domain decides. Missing values become null or NaN, points in time Dates, and decimals numbers (BigInts
 * without digits after the point).
 * @param name its name in errors
 * @param domain the domain that will take the values
 */
export function flat(
  values: unknown,
  name = "values",
  domain: Domain<unknown> | undefined = undefined,
): ArrayLike<unknown> {
  const column = columnIn(values, name);
  return column instanceof ExactColumn ? column.readFor(domain, name) : column;
}

/**
 * Reads names of users, groups or items, and keeps different names different.
 * @param name its name in errors
 */
export function flatNames(values: unknown, name: string): ArrayLike<unknown> {
  const column = columnIn(values, name);
  return column instanceof ExactColumn ? column.readNames() : column;
}

/** A column without a domain yet, in a form that can cross to a worker. */
export function columnIn(values: unknown, name: string): ArrayLike<unknown> | ExactColumn {
  if (values instanceof ExactColumn) return values;
  if (ArrayBuffer.isView(values) && !(values instanceof DataView))
    return attached(values as unknown as ArrayLike<unknown>, name);
  if (Array.isArray(values)) return withEngineValues(values, name);
  if (isArrowColumn(values)) return arrowColumn(values, name);
  if (typeof (values as Fields)?.toArray === "function") return ofVector(values as Vector, name);
  if (typeof values !== "string" && typeof (values as Looped)?.[Symbol.iterator] === "function")
    return withEngineValues([...(values as Iterable<unknown>)], name);
  throw new TypeError(
    `${name} must be an array, a typed array, an iterable, an Arrow vector or { values, counts }, got ${kindOf(values)}`,
  );
}

/** `columnIn` with pauses, for columns that are read from rows. */
export function* columnSteps(
  values: unknown,
  name: string,
): Steps<ArrayLike<unknown> | ExactColumn> {
  if (!(values instanceof SteppedColumn)) return columnIn(values, name);
  const read = yield* values.steps();
  return Array.isArray(read) ? yield* engineValueSteps(read, name) : columnIn(read, name);
}

type Vector = { toArray(): unknown; length?: number; itemCount?: number };

/** A vector of a type that is not known here. Raw words, several of them a value, show in their number. */
function ofVector(vector: Vector, name: string) {
  const all = vector.toArray() as ArrayLike<unknown> | ExactColumn | null;
  if (all instanceof ExactColumn) return all;
  const length = vector.length ?? vector.itemCount ?? all?.length;
  if (!Array.isArray(all) && !ArrayBuffer.isView(all)) {
    throw new TypeError(`${name}.toArray() must give an array, got ${kindOf(all)}`);
  }
  if (all.length !== length) {
    throw new TypeError(
      `${name}.toArray() must give each of the ${length} values once, got ${all.length}`,
    );
  }
  return columnIn(all, name);
}

function readColumn(column: ArrayLike<unknown>, domain: Domain<unknown>): Omit<Column, "records"> {
  const { numberOf, core, range } = domain;
  if (numberOf !== undefined) {
    return { data: numbers(column, numberOf), kind: "numbers", core };
  }
  // By name: an object of another frame or context is not an instance of this class.
  const name = Object.prototype.toString.call(column);
  const isSigned = name === "[object BigInt64Array]";
  if (isSigned || name === "[object BigUint64Array]" || typeof column[0] === "bigint") {
    if (range === undefined) {
      throw new TypeError(
        "values must be numbers for reals(); BigInts belong to integers(lo, hi), or convert them with Number",
      );
    }
    if (!ArrayBuffer.isView(column)) return bigInts(column, range, core.likely);
    return { data: column, kind: isSigned ? "signed" : "unsigned", core };
  }
  if (ArrayBuffer.isView(column)) return { data: column, kind: "numbers", core };
  return { data: numbers(column, numberOfRecord), kind: "numbers", core };
}

function numbers(column: ArrayLike<unknown>, numberOf: (value: unknown) => number) {
  const data = new Float64Array(column.length);
  for (let i = 0; i < data.length; ++i) data[i] = numberOf(column[i]);
  return data;
}

/**
 * BigInts of any size, counted from the domain's lower end: no 64-bit type holds all that may come.
 * @param likely where the domain's values are likely
 */
function bigInts(
  array: ArrayLike<unknown>,
  { low, high }: { low: bigint; high: bigint },
  likely: unknown,
): Omit<Column, "records"> {
  const data = BigUint64Array.from(array, (value) => {
    if (typeof value !== "bigint") {
      throw new TypeError(
        `values must be all BigInts or all numbers, got ${kindOf(value)} among BigInts`,
      );
    }
    return (value < low ? low : value > high ? high : value) - low;
  });
  return { data, kind: "unsigned", core: { ...wholeNumbers(0n, high - low), likely } };
}

/** Grouped values, each as often as it occurs. */
function repeated({ data: given, kind }: { data: unknown; kind: string }, counts: number[]) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total >= tooMany) {
    throw new RangeError(`counts must add up to less than 2^29 records, got ${total}`);
  }
  const data = given as Float64Array; // or one of its kind
  const Kind = kind === "numbers" ? Float64Array : data.constructor;
  const all = new (Kind as typeof Float64Array)(total);
  let end = 0;
  for (let i = 0; i < counts.length; ++i) {
    all.fill(data[i]!, end, end + counts[i]!);
    end += counts[i]!;
  }
  return all;
}

import { describe } from "../core/options.js";
import type { ColumnClass } from "./columns.js";

/**
 * The syntax of a dialect of SQL, as far as dialects differ. Names and values of callers or tables are quoted
 * identifiers or hexadecimal digits: no setting of the engine changes their meaning.
 */
export interface Dialect {
  name: string;
  /** a transaction that reads one state of the tables, without writes; undefined if the engine has none */
  begin: string | undefined;
  /** what else the transaction needs over a connection that an adaptor lends */
  settings: string[];
  /** whether a backslash escapes in all strings */
  hasEscapes: boolean;
  /** which transaction of which connection a query runs in, as text */
  state: string;
  /** before the definition of a table that the planner would write into each place that names its columns */
  once: string;
  /** whether a table that a query defines is read again in each place that names it */
  scansOnce: boolean;
  /**
   * A query for a table that others name more than once, as the engine computes it once.
   * @param spread a column by which its rows may be spread over the engine's machines
   * @param never the columns that are never NULL and that others are joined by
   */
  computedOnce: (query: string, spread: string, never: string[]) => string;
  /** after SELECT: that a table which the query defines has few rows, so a join with it need not order the others */
  fewRows: (table: string) => string;
  /** the widest whole numbers are below it, from its negative on */
  mostWhole: bigint;
  /** a name as an identifier */
  quoted: (name: string) => string;
  /** the type of doubles */
  double: string;
  /** how to read values of a type; undefined for an unsupported type */
  classOf: (type: string) => ColumnClass | undefined;
  /** a query for the names of a table's columns, which reads no row, each beside the state */
  columnsOf: (from: string) => string;
  /** whether names that differ in the case of letters only are one, also where quoted */
  foldsCase: boolean;
  /** an expression's type, as text; "domain " before the type that a domain is of */
  typeOf: (value: string) => string;
  /** a value of a domain, as one of its type */
  ofDomain: (value: string, type: string) => string;
  /** of a decimal: whether it is no NaN */
  isNumber: (decimal: string) => string;
  /** the shortest text of a decimal, of any scale */
  textOfDecimal: (decimal: string) => string;
  /** lower-case hexadecimal digits */
  textOfBytes: (bytes: string) => string;
  /** in ISO format, at UTC, under any setting */
  textOfTime: (time: string, type: string) => string;
  /** in whole microseconds; months have 30 days, and years 365.25 */
  duration: (value: string) => { sql: string; kind: ColumnClass };
  asText: (value: string) => string;
  /** of text: identified and ordered by its bytes */
  identity: (value: string) => string;
  /** the identity of text with these UTF-8 bytes */
  textOfHex: (hex: string) => string;
  /** the text that an identity is of */
  shownText: (identity: string) => string;
  /** the MD5 hash of text, ordered by all of its bits */
  hash: (text: string) => string;
  /** the bytes of an identity, as text */
  hexOfText: (identity: string) => string;
  /** whole numbers, cut towards 0 */
  divided: (a: string, b: string) => string;
  /** a whole number as a type that holds products of two of 64 bits */
  wide: (value: string) => string;
  /** such ones, cut towards 0 */
  wideDivided: (a: string, b: string) => string;
  /** of whole numbers, in a type that holds it */
  sum: (value: string) => string;
  /** of doubles, from the least to the greatest */
  sumInOrder: (value: string) => string;
  /** of a double */
  isNaN: (value: string) => string;
  /** the whole number nearest to a double within 64 bits, halves to even */
  nearest: (value: string) => string;
  /** exactly, as text */
  shownDouble: (value: string) => string;
  /** of a shown double: an expression in the order of its value */
  orderOfDouble: (text: string) => string;
  /** of a double from 0 on, as a whole number */
  bitsOfDouble: (value: string) => string;
  /** the other way round */
  readDouble: (text: string) => number;
  /** the nearest one, nothing for NaN */
  doubleOfDecimal: (decimal: string) => string;
  /** itself, or a decimal between it and 0 beyond all domains; nothing for NaN */
  nearDecimal: (decimal: string) => string;
  /** of a near decimal: the nearest whole number, halves to even, of a type that holds it */
  wholeOfDecimal: (decimal: string) => string;
  /** of a point in time since 1970 */
  microseconds: (time: string, type: string) => string;
  /** its answers show whether the connection speaks this dialect, and returns the engine's answers unchanged */
  probe: string;
  /** what they have to be */
  probed: Record<string, string | null>;
}

/** A name as an identifier of the standard. */
export const doubleQuoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A name as an identifier. */
export function identifier(
  option: string,
  name: unknown,
  quoted: Dialect["quoted"] = doubleQuoted,
) {
  if (typeof name !== "string" || name.length === 0) {
    throw new TypeError(`${option} must be a name, got ${describe(name)}`);
  }
  if (!isWritable(name)) {
    throw new RangeError(`${option} must be text without NUL and lone surrogates, got others`);
  }
  return quoted(name);
}

/** Whether every engine can hold a text. */
export const isWritable = (text: string) => !/\0|\p{Surrogate}/u.test(text);

/** UTF-8 bytes in hexadecimal digits. */
export const hexOf = (text: string) => hexOfBytes(new TextEncoder().encode(text));

export const hexOfBytes = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The text of UTF-8 bytes in hexadecimal digits. */
export function textOfHex(hex: string) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** From low to high, whatever an engine's default order is. */
export const ascending = (...columns: string[]) =>
  columns.map((column) => `${column} ASC NULLS LAST`).join(", ");

export const bigint = (whole: bigint | number) => `CAST('${whole}' AS bigint)`;

export const double = ({ double }: Dialect, value: number) => `CAST('${value}' AS ${double})`;

import { describe } from "../core/options.js";

/**
 * How a dialect of SQL writes what it does not write as others do. Whatever a caller or a table gives is
 * written as a quoted identifier or in hexadecimal digits: no setting of the engine changes how it is read.
 * @typedef {object} Dialect
 * @property {string} name
 * @property {string} begin a transaction that reads one state of the tables, and writes nothing
 * @property {string} state which transaction of which connection a query runs in, as text
 * @property {string} double the type of doubles
 * @property {(type: string) => import("./columns.js").ColumnClass | undefined} classOf how values of a type are
 *   read; nothing for one that is not
 * @property {(from: string) => string} columnsOf a query for the names of a table's columns, which reads no row,
 *   each beside the state
 * @property {boolean} foldsCase whether names that differ in the case of letters only are one, also where quoted
 * @property {(value: string) => string} typeOf an expression's type, as text
 * @property {(value: string) => string} asText
 * @property {(value: string) => string} identity of text: told apart and ordered by its bytes
 * @property {(hex: string) => string} textOfHex the identity of text with these UTF-8 bytes
 * @property {(identity: string) => string} shownText the text that an identity is of
 * @property {(identity: string) => string} hexOfText the bytes of an identity, as text
 * @property {(a: string, b: string) => string} divided whole numbers, cut towards 0
 * @property {(value: string) => string} wide a whole number as a type that holds products of two of 64 bits
 * @property {(a: string, b: string) => string} wideDivided such ones, cut towards 0
 * @property {(value: string) => string} isNaN of a double
 * @property {(value: string) => string} shownDouble exactly, as text
 * @property {(text: string) => string} orderOfDouble of a shown double: what has the order of its value
 * @property {(value: string) => string} bitsOfDouble of a double from 0 on, as a whole number
 * @property {(text: string) => number} readDouble the other way round
 * @property {(decimal: string) => string} doubleOfDecimal the nearest one, nothing for NaN
 * @property {(decimal: string) => string} wholeOfDecimal the nearest whole number, halves to even, of a type
 *   that holds it; nothing for NaN
 * @property {(time: string, type: string) => string} microseconds of a point in time since 1970
 * @property {string} probe its answers show whether the connection is one of this dialect, and hands over
 *   what the engine says
 * @property {Record<string, string | null>} probed what they have to be
 */

/**
 * A name as an identifier, in any dialect of the standard.
 * @param {string} option
 * @param {unknown} name
 */
export function identifier(option, name) {
  if (typeof name !== "string" || name.length === 0) {
    throw new TypeError(`${option} must be a name, got ${describe(name)}`);
  }
  if (!isWritable(name)) {
    throw new RangeError(`${option} must be text without NUL and lone surrogates, got others`);
  }
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Whether every engine can hold a text.
 * @param {string} text
 */
export const isWritable = (text) => !/\0|\p{Surrogate}/u.test(text);

/**
 * UTF-8 bytes in hexadecimal digits.
 * @param {string} text
 */
export const hexOf = (text) => hexOfBytes(new TextEncoder().encode(text));

/** @param {Uint8Array} bytes */
export const hexOfBytes = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The text of UTF-8 bytes in hexadecimal digits.
 * @param {string} hex
 */
export function textOfHex(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/**
 * From low to high, whatever order an engine is set to where a query says none.
 * @param {string[]} columns
 */
export const ascending = (...columns) =>
  columns.map((column) => `${column} ASC NULLS LAST`).join(", ");

/** @param {bigint | number} whole */
export const bigint = (whole) => `CAST('${whole}' AS bigint)`;

/**
 * @param {Dialect} dialect
 * @param {number} value
 */
export const double = ({ double }, value) => `CAST('${value}' AS ${double})`;

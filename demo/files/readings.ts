// A cell by what it has to be. Whether it counts is a matter of that cell and of what was asked for, and of no other
// cell.
import { isoTime } from "../../dist/data/iso-time.js";
import { Cell } from "./cells.js";

/** Of a cell that is empty, or says so in a word. */
export const missing = Symbol("missing");

/** Of a cell that is there and is not what it has to be. */
export const unreadable = Symbol("unreadable");

/** What stands for an empty cell, in any case of its letters. */
const usual = ["", "null", "na", "n/a", "nan"];

/**
 * Texts that stand for an empty cell.
 * @param {readonly string[]} [more] beside the usual ones
 */
export const emptyWords = (more = []) =>
  new Set([...usual, ...more.map((text) => text.trim().toLowerCase())]);

/** The longest word for an empty cell is short: most cells need not be compared. @param {Set<string>} words */
const lengthOf = (words) => Math.max(...Array.from(words, ({ length }) => length));

/**
 * @template T
 * @typedef {(cell: unknown) => T | typeof missing | typeof unreadable} Read
 */

/**
 * What reads the cells of a column.
 * @param {string} kind "number", "date" (milliseconds since 1970), "label" (0 and 1), "order" (a date's
 *   milliseconds, or a number), "text" or "bigint"
 * @param {Set<string>} [words] that stand for an empty cell
 * @returns {Read<any>}
 */
export function reading(kind, words = emptyWords()) {
  const read = readers[kind];
  const most = lengthOf(words);
  return (cell) => {
    if (cell === null || cell === undefined || Number.isNaN(cell)) return missing;
    if (typeof cell !== "string") return read(cell);
    const text = cell.trim();
    if (text.length <= most && words.has(text.toLowerCase())) return missing;
    return read(text);
  };
}

/** @type {Record<string, (cell: any) => any>} of what is not missing, text without spaces around it */
const readers = {
  number: (cell) => orUnreadable(numberOf(cell)),
  date: (cell) => orUnreadable(timeOf(cell)),
  label: (cell) => labels.get(`${textOf(cell) ?? ""}`.toLowerCase()) ?? unreadable,
  order: (cell) => {
    const time = timeOf(cell);
    return orUnreadable(Number.isNaN(time) ? numberOf(cell) : time);
  },
  text: (cell) => textOf(cell) ?? unreadable,
  bigint: bigOf,
};

/** @param {number} number */
const orUnreadable = (number) => (Number.isNaN(number) ? unreadable : number);

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const infinite = /^([+-]?)inf(?:inity)?$/i;

/** @param {unknown} cell */
function numberOf(cell) {
  if (typeof cell === "number") return cell;
  if (typeof cell === "bigint") return Number(cell);
  if (cell instanceof Cell) return cell.number;
  if (typeof cell !== "string") return Number.NaN;
  if (decimal.test(cell)) return Number(cell);
  const [, sign] = infinite.exec(cell) ?? [];
  return sign === undefined ? Number.NaN : Number(`${sign}Infinity`);
}

/** @param {unknown} cell */
function timeOf(cell) {
  if (cell instanceof Cell) return cell.time;
  return typeof cell === "string" ? isoTime(cell) : Number.NaN;
}

const labels = new Map([
  ...["1", "true", "yes"].map((text) => /** @type {const} */ ([text, 1])),
  ...["0", "false", "no"].map((text) => /** @type {const} */ ([text, 0])),
]);

/** @param {unknown} cell @returns {string | undefined} */
const textOf = (cell) => (cell instanceof Cell ? cell.text : `${cell}`);

/** @param {unknown} cell */
function bigOf(cell) {
  if (typeof cell === "bigint") return cell;
  if (typeof cell === "number" && Number.isInteger(cell)) return BigInt(cell);
  return typeof cell === "string" && /^[+-]?\d+$/.test(cell) ? BigInt(cell) : unreadable;
}

/** How much of a cell is shown. */
const mostShown = 40;

/** What the owner is shown of a cell. @param {unknown} cell */
export function shownCell(cell) {
  const text = cell instanceof Cell ? cell.shown : `${cell}`.trim();
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

// Reads a cell as a kind. Whether it counts depends on that cell and on the kind only, never on other cells.
import { isoTime } from "#dist/data/iso-time.js";
import { Cell } from "./cells.js";

/** The reading of an empty cell, or of a word for it. */
export const missing = Symbol("missing");

/** The reading of a cell that is present but not of the kind. */
export const unreadable = Symbol("unreadable");

/** Words for an empty cell, in any letter case. */
const usual = ["", "null", "na", "n/a", "nan"];

/**
 * Adds further words for an empty cell.
 * @param more beside the usual ones
 */
export const emptyWords = (more: readonly string[] = []) =>
  new Set([...usual, ...more.map((text) => text.trim().toLowerCase())]);

/** The longest word for an empty cell is short, so most cells need no comparison. */
const lengthOf = (words: Set<string>) => Math.max(...Array.from(words, ({ length }) => length));

export type Read<T> = (cell: unknown) => T | typeof missing | typeof unreadable;

/**
 * Returns a reader of a column's cells.
 * @param kind "number", "date" (milliseconds since 1970), "label" (0 and 1), "order" (a date's milliseconds, or a
 *   number), "text" or "bigint"
 * @param words for an empty cell
 */
export function reading<Kind extends keyof Cells>(
  kind: Kind,
  words: Set<string> = emptyWords(),
): Read<Cells[Kind]> {
  const read: Reader<Cells[Kind]> = readers[kind];
  const most = lengthOf(words);
  return (cell) => {
    if (cell === null || cell === undefined || Number.isNaN(cell)) return missing;
    if (typeof cell !== "string") return read(cell);
    const text = cell.trim();
    if (text.length <= most && words.has(text.toLowerCase())) return missing;
    return read(text);
  };
}

/** The types of readings, by kind. */
type Cells = {
  number: number;
  date: number;
  label: number;
  order: number;
  text: string;
  bigint: bigint;
};

type Reader<T> = (cell: unknown) => T | typeof unreadable;

/** readers of present cells, after text loses the spaces around it */
const readers: { [Kind in keyof Cells]: Reader<Cells[Kind]> } = {
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

const orUnreadable = (number: number): number | typeof unreadable =>
  Number.isNaN(number) ? unreadable : number;

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const infinite = /^([+-]?)inf(?:inity)?$/i;

function numberOf(cell: unknown) {
  if (typeof cell === "number") return cell;
  if (typeof cell === "bigint") return Number(cell);
  if (cell instanceof Cell) return cell.number;
  if (typeof cell !== "string") return Number.NaN;
  if (decimal.test(cell)) return Number(cell);
  const [, sign] = infinite.exec(cell) ?? [];
  return sign === undefined ? Number.NaN : Number(`${sign}Infinity`);
}

function timeOf(cell: unknown) {
  if (cell instanceof Cell) return cell.time;
  return typeof cell === "string" ? isoTime(cell) : Number.NaN;
}

const labels = new Map([
  ...["1", "true", "yes"].map((text) => [text, 1] as const),
  ...["0", "false", "no"].map((text) => [text, 0] as const),
]);

const textOf = (cell: unknown): string | undefined =>
  cell instanceof Cell ? cell.text : `${cell}`;

function bigOf(cell: unknown): bigint | typeof unreadable {
  if (typeof cell === "bigint") return cell;
  if (typeof cell === "number" && Number.isInteger(cell)) return BigInt(cell);
  return typeof cell === "string" && /^[+-]?\d+$/.test(cell) ? BigInt(cell) : unreadable;
}

/** The maximum length of a shown cell. */
const mostShown = 40;

/** The text of a cell that the owner sees. */
export function shownCell(cell: unknown) {
  const text = cell instanceof Cell ? cell.shown : `${cell}`.trim();
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

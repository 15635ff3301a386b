// Reads a cell as a kind. Whether it counts depends on that cell and on the kind only, never on other cells.
import { isoTime } from "#dist/data/iso-time.js";
import { Cell } from "./cells.js";
import { type Notation, plainNumbers, timesIn } from "./notation.js";

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
 * @param notation how its text is written
 */
export function reading<Kind extends keyof Cells>(
  kind: Kind,
  notation: Notation = {},
): Read<Cells[Kind]> {
  const read: Reader<Cells[Kind]> = readers[kind](textsIn(notation));
  const words = emptyWords(notation.empty);
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

/** Readings of text, by a column's notation. */
interface Texts {
  /** digits with a point, undefined for another form */
  plain: (text: string) => string | undefined;
  /** milliseconds since 1970, or NaN */
  time: (text: string) => number;
}

const textsIn = (notation: Notation): Texts => ({
  plain: plainNumbers(notation) ?? ((text) => text),
  time: notation.dates === undefined ? isoTime : timesIn(notation.dates),
});

/** readers of present cells, after text loses the spaces around it */
const readers: { [Kind in keyof Cells]: (texts: Texts) => Reader<Cells[Kind]> } = {
  number: (texts) => (cell) => orUnreadable(numberOf(cell, texts)),
  date: (texts) => (cell) => orUnreadable(timeOf(cell, texts)),
  label: () => (cell) => labels.get(`${textOf(cell) ?? ""}`.toLowerCase()) ?? unreadable,
  order: (texts) => (cell) => {
    const time = timeOf(cell, texts);
    return orUnreadable(Number.isNaN(time) ? numberOf(cell, texts) : time);
  },
  text: () => (cell) => textOf(cell) ?? unreadable,
  bigint: (texts) => (cell) => bigOf(cell, texts),
};

const orUnreadable = (number: number): number | typeof unreadable =>
  Number.isNaN(number) ? unreadable : number;

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const infinite = /^([+-]?)inf(?:inity)?$/i;

/** Booleans are 0 and 1: their mean is a share. */
function numberOf(cell: unknown, { plain }: Texts) {
  if (typeof cell === "number") return cell;
  if (typeof cell === "bigint" || typeof cell === "boolean") return Number(cell);
  if (cell instanceof Cell) return cell.number;
  if (typeof cell !== "string") return Number.NaN;
  const text = plain(cell);
  if (text !== undefined && decimal.test(text)) return Number(text);
  const [, sign] = infinite.exec(cell) ?? [];
  if (sign !== undefined) return Number(`${sign}Infinity`);
  return booleans.get(cell.toLowerCase()) ?? Number.NaN;
}

function timeOf(cell: unknown, { time }: Texts) {
  if (cell instanceof Cell) return cell.time;
  return typeof cell === "string" ? time(cell) : Number.NaN;
}

const booleans = new Map([
  ["true", 1],
  ["false", 0],
]);

const labels = new Map([
  ...booleans,
  ...["1", "yes"].map((text) => [text, 1] as const),
  ...["0", "no"].map((text) => [text, 0] as const),
]);

const textOf = (cell: unknown): string | undefined =>
  cell instanceof Cell ? cell.text : `${cell}`;

function bigOf(cell: unknown, { plain }: Texts): bigint | typeof unreadable {
  if (typeof cell === "bigint") return cell;
  if (typeof cell === "boolean") return BigInt(cell);
  if (typeof cell === "number" && Number.isInteger(cell)) return BigInt(cell);
  const text = typeof cell === "string" ? plain(cell) : undefined;
  return text !== undefined && /^[+-]?\d+$/.test(text) ? BigInt(text) : unreadable;
}

const zoneless = /[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/i;

/**
 * Whether a cell that reads as a date has a time of day, but no zone.
 * @param form the declared one
 */
export function isZoneless(cell: unknown, form?: string) {
  if (form !== undefined && typeof cell === "string") {
    return /%[HIMSp]/.test(form) && !form.endsWith("%Z");
  }
  return zoneless.test(cell instanceof Cell ? (cell.text ?? "") : `${cell}`.trim());
}

/** The maximum length of a shown cell. */
const mostShown = 40;

/** The text of a cell that the owner sees. */
export function shownCell(cell: unknown) {
  const text = cell instanceof Cell ? cell.shown : `${cell}`.trim();
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

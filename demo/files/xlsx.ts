// Workbooks of Excel (.xlsx) to rows. Their cells come typed: numbers, text, booleans, dates.
import { Cell, Day, Moment, Rounded, Unread } from "./cells.js";
import { exactNumber } from "./digits.js";
import { Faults } from "./faults.js";
import { singleOf } from "./ndjson.js";

/** A cell of read-excel-file; numbers as `numberIn` reads them. */
type Raw = string | number | boolean | Date | null | ReturnType<typeof numberIn>;

/** A workbook that cannot be read. */
export class BrokenWorkbook extends Error {}

/** The number of rows that come at once. */
const batchSize = 2 ** 14;

/**
 * @param how the sheet by its name or number, by default the first; the number of the row that names the columns
 * @throws {BrokenWorkbook} for another kind of file, or an unknown sheet
 */
export async function* readXlsx(
  workbook: Blob,
  { sheet, headerLine = 1 }: { sheet?: string | undefined; headerLine?: number | undefined } = {},
) {
  const cells = await cellsOf(workbook, sheet);
  const first = cells.slice(headerLine - 1).findIndex((row) => row.some(isThere));
  const malformed = new Faults();
  if (first < 0) {
    yield { header: [], rows: [], places: [], malformed, share: 1, isByRow: true };
    return;
  }
  const names = headerLine - 1 + first;
  const header = cells[names]!.map((cell) => `${shownIn(cell) ?? ""}`.trim());
  for (let start = names + 1; start < cells.length || start === names + 1; start += batchSize) {
    const end = Math.min(cells.length, start + batchSize);
    const rows: unknown[][] = [];
    const places: number[] = [];
    for (let row = start; row < end; ++row) {
      if (!cells[row]!.some(isThere)) continue;
      rows.push(header.map((_, column) => cellIn(cells[row]![column] ?? null)));
      places.push(row + 1);
    }
    yield { header, rows, places, malformed, share: end / cells.length, isByRow: true };
  }
}

const sheetForm = /<(?:\w+:)?sheet\b[^>]*?\sname=(["'])(.*?)\1/g;
const signs = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The names of a workbook's sheets, in order. */
export async function sheetsOf(workbook: Blob): Promise<string[]> {
  const { unzipSync } = await import("fflate");
  const book = "xl/workbook.xml";
  const bytes = new Uint8Array(await workbook.arrayBuffer());
  const found = unzipSync(bytes, { filter: ({ name }) => name === book })[book];
  if (found === undefined) return [];
  return [...decoded(found).matchAll(sheetForm)].map(([, , name]) => withoutSigns(name!));
}

const withoutSigns = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return signs[name as keyof typeof signs] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });

const isThere = (cell: Raw | undefined) =>
  cell !== null && cell !== undefined && !(typeof cell === "string" && cell.trim() === "");

/** Rows of cells. The packages run when a workbook is opened. */
async function cellsOf(workbook: Blob, sheet: string | undefined): Promise<Raw[][]> {
  const { readSheet } = await import("read-excel-file/universal");
  const { unzipSync, zipSync } = await import("fflate");
  const number = Number(sheet ?? 1);
  const chosen = sheet !== undefined && !Number.isInteger(number) ? sheet : number;
  try {
    const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
    for (const [name, bytes] of Object.entries(files)) {
      if (!name.endsWith(".xml")) continue;
      // Bytes that are not text would become one letter, and merge different names.
      const text = decoded(bytes);
      if (/worksheets\/[^/]+\.xml$/.test(name)) files[name] = whole(text);
    }
    const packed = zipSync(files, { level: 0 });
    return (await readSheet(packed.buffer as ArrayBuffer, chosen, {
      trim: false,
      parseNumber: numberIn,
    })) as Raw[][];
  } catch (error) {
    throw new BrokenWorkbook((error as Error).message);
  }
}

const decoded = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/** Excel's cells of one sheet, before the reader sees them. */
function whole(text: string) {
  return new TextEncoder().encode(spread(errorsAsText(text)));
}

/** A letter of no language, which marks the text of a formula's error. */
const errorMark = "\ue000";

const errorForm =
  /(<(?:\w+:)?c\b[^>]*?\st=)(["'])e\2([^>]*(?<!\/)>(?:(?!<\/(?:\w+:)?c>)[\s\S])*?<(?:\w+:)?v>)/g;

/** The reader takes an error such as #DIV/0! for an empty cell; as marked text it is there, and unreadable. */
const errorsAsText = (sheet: string) => sheet.replace(errorForm, `$1"str"$3${errorMark}`);

const mergedArea = /<(?:\w+:)?mergeCell\s[^>]*?ref=["']([A-Z]+)(\d+):[A-Z]+(\d+)/g;
const cellForm = /<((?:\w+:)?c)\b[^>]*?\sr=["']([A-Z]+)(\d+)["'][^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g;
const rowForm = /<((?:\w+:)?row)\b([^>]*?\sr=["'](\d+)["'][^>]*?)(?:\/>|>([\s\S]*?)<\/\1>)/g;

/** Copies a cell that is merged with others to all rows of the area: it belongs to each of them. */
function spread(sheet: string) {
  /** by row and column: the place that it has its cell from */
  const from: Map<string, Map<string, string>> = new Map();
  for (const [, column, first, last] of sheet.matchAll(mergedArea)) {
    for (let row = Number(first) + 1; row <= Number(last); ++row) {
      if (!from.has(`${row}`)) from.set(`${row}`, new Map());
      from.get(`${row}`)!.set(column!, `${column}${first}`);
    }
  }
  if (from.size === 0) return sheet;
  const texts = new Map(
    [...sheet.matchAll(cellForm)].map(([text, , column, row]) => [`${column}${row}`, text]),
  );
  return sheet.replace(rowForm, (whole, tag: string, about: string, row: string, inner = "") => {
    const merged = from.get(row);
    if (merged === undefined) return whole;
    const cells = new Map([...inner.matchAll(cellForm)].map(([text, , column]) => [column, text]));
    for (const [column, place] of merged) {
      const text = texts.get(place) ?? "";
      cells.set(column, text.replace(/(\sr=["'])[A-Z]+\d+/, `$1${column}${row}`));
    }
    const inOrder = [...cells].sort(([one], [other]) => orderOf(one) - orderOf(other));
    return `<${tag}${about}>${inOrder.map(([, text]) => text).join("")}</${tag}>`;
  });
}

/** The number of a column by its letters. */
const orderOf = (column: string) =>
  [...column].reduce((order, letter) => 26 * order + letter.charCodeAt(0) - 64, 0);

/** A number by the digits in the file: Excel itself keeps 15, other programs write more. */
function numberIn(text: string): number | bigint | Cell | string {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  const number = exactNumber(text);
  return typeof number === "number" && Math.abs(number) >= 2 ** 53 ? new Rounded(number) : number;
}

/** As cells of other typed files. An error names nobody: it would merge several people into one. */
function cellIn(cell: Raw) {
  if (typeof cell === "string" && cell.startsWith(errorMark)) {
    return new Unread(cell.slice(errorMark.length));
  }
  if (!(cell instanceof Date)) return singleOf(cell);
  // The reader cuts down to milliseconds what a double holds of a time, so that 14:30 is 14:29:59.999.
  const time = cell.getTime();
  const whole = ((time % 1000) + 1000) % 1000 === 999 ? time + 1 : time;
  return whole % 864e5 === 0 ? new Day(whole / 864e5) : new Moment(BigInt(whole), 1000n, "");
}

function shownIn(cell: Raw | undefined) {
  const one = cellIn(cell ?? null);
  return one instanceof Cell ? one.shown : one;
}

// A file to columns.
import { Faults } from "../files/faults.js";
import { NotRead } from "../files/file-kind.js";
import { type How, namesOf, readRows } from "../files/formats.js";
import type { Notation } from "../files/notation.js";
import { NotText } from "../files/text.js";
import { Column, type TableColumn } from "./columns.js";
import type { Kinds } from "./read-as.js";

/** The options of reading a table, beside those of its file. */
type Reading = HowFile & {
  person?: string | null;
  /** how a column is written */
  notationOf?: (column: string) => Notation;
  /** what the columns are; others are not read. By default each is what most of its cells are */
  kinds?: Kinds;
  onProgress?: (share: number, rows: number) => void;
  isCancelled?: () => boolean;
};

type HowFile = Omit<How, "name" | "isStrict">;

export async function readTable(
  source: File | string,
  how: Reading = {},
): Promise<{
  rows: number;
  malformed: Faults;
  placed: "line" | "row";
  columns: TableColumn[];
  cancelled?: boolean;
}> {
  const { onProgress, isCancelled = () => false } = how;
  const told = toldOf(source, how);
  let columns: (Column | undefined)[] | undefined;
  let rows = 0;
  let malformed = new Faults();
  let placed: "line" | "row" = "line";
  try {
    const wanted = wantedIn(await namesOf(source, told), how);
    for await (const batch of readRows(source, { ...told, columns: wanted })) {
      if (isCancelled()) return { rows: 0, malformed, placed, columns: [], cancelled: true };
      columns ??= batch.header.length > 0 ? columnsOf(batch.header, how) : undefined;
      columns?.forEach((column, index) => column?.add(batch.rows, index, batch.places));
      rows += batch.rows.length;
      if (batch.isByRow) placed = "row";
      malformed = batch.malformed;
      onProgress?.(batch.share, rows);
    }
  } catch (error) {
    throw inWords(told.name, error);
  }
  if (rows === 0) throw new Error(noRows(malformed.count, columns?.length));
  const read = columns!.filter((column) => column !== undefined);
  return { rows, malformed, placed, columns: read.map((column) => column.finish()) };
}

/** The names in the file of the columns to read. */
function wantedIn(names: string[], { kinds, person }: Pick<Reading, "kinds" | "person">) {
  if (kinds === undefined) return names;
  const different = differentNames(names);
  return names.filter((_, at) => isRead(different[at]!, { kinds, person }));
}

const isRead = (name: string, { kinds, person }: Pick<Reading, "kinds" | "person">) =>
  kinds === undefined || kinds[name] !== undefined || name === person;

/** The options for the readers of files. */
export function toldOf(source: File | string, how: HowFile): How {
  const { name } = source as Partial<File>; // a text has none
  const { multiline, encoding, format, headerLine, sheet, delimiter } = how;
  return {
    ...{ name, multiline, encoding, headerLine, sheet, delimiter },
    format: name === undefined ? (format ?? "csv") : format,
  };
}

export function inWords(name: string | undefined, error: unknown) {
  if (error instanceof NotRead)
    return new Error(`${name ?? "It"} cannot be read: ${error.message}.`);
  if (!(error instanceof NotText)) return error;
  return new Error(
    `${name ?? "It"} cannot be read: ${error.message}. Choose its encoding, such as windows-1252.`,
  );
}

export function noRows(leftOut: number, columns?: number) {
  const none = "This file has no rows below its first line, which must name the columns.";
  if (leftOut === 0) return none;
  return `${none} Skipped malformed lines: ${leftOut}; the first line has ${columns} fields.`;
}

/** The names of a file's columns, before its rows. */
export async function readNames(source: File | string, how: HowFile): Promise<string[]> {
  const told = toldOf(source, how);
  try {
    const names = await namesOf(source, told);
    if (names.length > 0) return differentNames(names);
  } catch (error) {
    throw inWords(told.name, error);
  }
  throw new Error(noRows(0));
}

function columnsOf(header: string[], { person, notationOf, kinds }: Reading) {
  return differentNames(header).map((name) => {
    if (!isRead(name, { kinds, person })) return undefined;
    // The column of people is read even if its owner chose nothing else for it.
    const chosen = kinds && (kinds[name] ?? { kind: "text" as const, notation: {} });
    const { kind, notation = notationOf?.(name) ?? {} } = chosen ?? {};
    return new Column(name, { isPerson: name === person, kind, notation });
  });
}

/** Makes the names of columns different, as choosers identify columns by name. */
export function differentNames(header: string[]) {
  const seen: Map<string, number> = new Map();
  return header.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

// A file to columns.
import { Faults } from "../files/faults.js";
import { NotRead } from "../files/file-kind.js";
import { namesOf, readRows } from "../files/formats.js";
import type { Notation } from "../files/notation.js";
import { NotText } from "../files/text.js";
import { Column, type TableColumn } from "./columns.js";

export async function readTable(
  source: File | string,
  how: {
    multiline?: boolean;
    encoding?: string;
    format?: string;
    headerLine?: number;
    sheet?: string;
    person?: string | null;
    /** how a column is written */
    notationOf?: (column: string) => Notation;
    onProgress?: (share: number, rows: number) => void;
    isCancelled?: () => boolean;
  } = {},
): Promise<{
  rows: number;
  malformed: Faults;
  placed: "line" | "row";
  columns: TableColumn[];
  cancelled?: boolean;
}> {
  const { onProgress, isCancelled = () => false } = how;
  const told = toldOf(source, how);
  let columns: Column[] | undefined;
  let rows = 0;
  let malformed = new Faults();
  let placed: "line" | "row" = "line";
  try {
    for await (const batch of readRows(source, { ...told, columns: await namesOf(source, told) })) {
      if (isCancelled()) return { rows: 0, malformed, placed, columns: [], cancelled: true };
      columns ??= batch.header.length > 0 ? columnsOf(batch.header, how) : undefined;
      columns?.forEach((column, index) => column.add(batch.rows, index, batch.places));
      rows += batch.rows.length;
      if (batch.isByRow) placed = "row";
      malformed = batch.malformed;
      onProgress?.(batch.share, rows);
    }
  } catch (error) {
    throw inWords(told.name, error);
  }
  if (rows === 0) throw new Error(noRows(malformed.count, columns?.length));
  return { rows, malformed, placed, columns: columns!.map((column) => column.finish()) };
}

/** The options for the readers of files. */
function toldOf(
  source: File | string,
  how: {
    multiline?: boolean;
    encoding?: string;
    format?: string;
    headerLine?: number;
    sheet?: string;
  },
) {
  const { name } = source as Partial<File>; // a text has none
  const { multiline, encoding, format, headerLine, sheet } = how;
  return {
    ...{ name, multiline, encoding, headerLine, sheet },
    format: name === undefined ? (format ?? "csv") : format,
  };
}

function inWords(name: string | undefined, error: unknown) {
  if (error instanceof NotRead)
    return new Error(`${name ?? "It"} cannot be read: ${error.message}.`);
  if (!(error instanceof NotText)) return error;
  return new Error(
    `${name ?? "It"} cannot be read: ${error.message}. Name its encoding beside “Encoding”, such as windows-1252, and open it again.`,
  );
}

function noRows(leftOut: number, columns?: number) {
  const none = "This file has no rows below its first line, which must name the columns.";
  if (leftOut === 0) return none;
  return `${none} Skipped malformed lines: ${leftOut}; the first line has ${columns} fields.`;
}

/** The names of a file's columns, before its rows. */
export async function readNames(
  source: File | string,
  how: { multiline?: boolean; encoding?: string },
): Promise<string[]> {
  const told = toldOf(source, how);
  try {
    const names = await namesOf(source, told);
    if (names.length > 0) return differentNames(names);
  } catch (error) {
    throw inWords(told.name, error);
  }
  throw new Error(noRows(0));
}

function columnsOf(
  header: string[],
  { person, notationOf }: { person?: string | null; notationOf?: (column: string) => Notation },
) {
  return differentNames(header).map(
    (name) => new Column(name, { isPerson: name === person, notation: notationOf?.(name) ?? {} }),
  );
}

/** Makes the names of columns different, as choosers identify columns by name. */
function differentNames(header: string[]) {
  const seen: Map<string, number> = new Map();
  return header.map((cell, index) => {
    const name = cell.trim() || `column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

// Reads the necessary columns of a file, piece by piece.
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import type { Batch } from "../demo/files/csv.js";
import { Faults } from "../demo/files/faults.js";
import { NotRead } from "../demo/files/file-kind.js";
import { namesOf, readRows } from "../demo/files/formats.js";
import { isZoneless, missing, shownCell, unreadable } from "../demo/files/readings.js";
import { NotText } from "../demo/files/text.js";
import { type Cells, columnOf } from "./columns.js";
import { Failure, unreadFile } from "./failures.js";
import type { Column } from "./notations.js";
import { checkRead, type Unread } from "./unread.js";

/** A file of a disk, with the interface of a file in a page. */
class FileSource {
  size: number;

  #handle;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  slice(start: number, end: number) {
    const arrayBuffer = async () => {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, this.size) - start));
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, start + at);
        if (bytesRead === 0) throw new Failure("the file became shorter while it was read");
        at += bytesRead;
      }
      return bytes.buffer;
    };
    return { arrayBuffer };
  }
}

export interface How {
  format?: string;
  encoding?: string;
  multiline?: boolean;
  /** skips lines that are not well formed */
  malformed?: "drop";
  /** how a column is written, and whether its unreadable cells are skipped */
  notationOf: (column: string) => Column;
  onProgress: (share: number, rows: number) => void;
}

/**
 * @param wanted by role: the column, the option that named it, and the type of its cells
 * @throws {Failure} if a cell or line is unreadable and `how` does not skip it
 */
export async function readTable(
  path: string,
  wanted: Record<string, { column: string; flag: string; cells: string }>,
  how: How,
): Promise<{ columns: Record<string, Cells>; rows: number; leftOut: number; unread: Unread }> {
  const handle = await open(path).catch((error) => {
    throw new Failure(`${path} cannot be read: ${reasonOf(error)}`);
  });
  try {
    const { size } = await handle.stat();
    const source = new FileSource(handle, size);
    const { format, multiline, encoding } = how;
    const told = { format, multiline, encoding, name: basename(path) };
    const columns = Object.values(wanted).map(({ column }) => column);
    const batches = readRows(source, { ...told, columns, isStrict: how.malformed !== "drop" });
    const table = new Table(path, wanted, how.notationOf);
    for await (const batch of batches) {
      table.add(batch);
      how.onProgress(batch.share, table.rows);
    }
    const found = table.finish();
    const { absent } = found.unread;
    if (absent.length > 0) found.unread.fields = await namesOf(source, told);
    checkRead(path, found.unread, how.malformed === "drop");
    return found;
  } catch (error) {
    throw inWords(path, error);
  } finally {
    await handle.close();
  }
}

function inWords(path: string, error: unknown) {
  if (error instanceof NotRead) return new Failure(`${path} cannot be read: ${error.message}`);
  if (!(error instanceof NotText)) return error;
  const remedy =
    "--encoding windows-1252 reads files of older Windows programs, --malformed drop skips such lines";
  return new Failure(
    `${path} cannot be read: ${error.message}; ${remedy}; the ledger is not charged`,
    unreadFile,
  );
}

/** The types of cells that are times. */
const datesIn = ["date", "dates", "order"];

/** The necessary columns, as batch after batch fills them. */
class Table {
  rows = 0;
  #leftOut = 0;
  #path;
  #columns;
  #isPlaced = false;
  #malformed = new Faults();
  #place: "line" | "row" = "line";

  constructor(
    path: string,
    wanted: Parameters<typeof readTable>[1],
    notationOf: How["notationOf"],
  ) {
    this.#path = path;
    this.#columns = Object.entries(wanted).map(([name, one]) => {
      const notation = notationOf(one.column);
      return {
        ...{ ...one, ...columnOf(one.cells, notation), name, notation },
        ...{ at: -1, isThere: false, empty: 0, faults: new Faults(), isUtc: false },
      };
    });
  }

  add({ header, rows, places, malformed, isByRow, fields }: Batch) {
    if (!this.#isPlaced && header.length > 0) {
      const names = header.map((name) => name.trim());
      for (const one of this.#columns) one.at = placeOf(this.#path, names, one);
      this.#isPlaced = true;
    }
    if (isByRow) this.#place = "row";
    for (const one of this.#columns) one.isThere ||= fields === undefined || fields.has(one.column);
    this.#malformed = malformed;
    this.rows += rows.length;
    for (let row = 0; row < rows.length; ++row) this.#addRow(rows[row]!, places[row]!);
  }

  /** A row counts with all its cells, or not at all. */
  #addRow(row: unknown[], place: number) {
    let isRead = true;
    const cells = this.#columns.map((one) => {
      const cell = one.read(row[one.at]);
      if (cell === unreadable) {
        one.faults.add(place, () => shownCell(row[one.at]));
        isRead = false;
      } else if (cell === missing) one.empty += 1;
      else if (!one.isUtc && datesIn.includes(one.cells)) {
        one.isUtc = isZoneless(row[one.at], one.notation.dates);
      }
      return cell;
    });
    if (!isRead) this.#leftOut += 1;
    else this.#columns.forEach(({ into }, at) => into.push(cells[at]));
  }

  finish() {
    if (!this.#isPlaced && this.#columns.length > 0) {
      throw new Failure(`${this.#path} is empty: its first line has to name the columns`);
    }
    const columns = Object.fromEntries(
      this.#columns.map(({ name, into }) => [name, into.finish()]),
    );
    const unread = {
      ...{ rows: this.rows, malformed: this.#malformed, columns: this.#columns },
      ...{ place: this.#place, absent: this.#columns.filter(({ isThere }) => !isThere) },
      fields: [] as string[],
    };
    return { columns, rows: this.rows - this.#leftOut, leftOut: this.#leftOut, unread };
  }
}

function placeOf(
  path: string,
  names: string[],
  { column, flag }: { column: string; flag: string },
) {
  const place = names.indexOf(column);
  const known = names.join(", ");
  if (place < 0) {
    throw new Failure(`${flag} must be a column of ${basename(path)} (${known}), got ${column}`);
  }
  if (names.lastIndexOf(column) !== place) {
    throw new Failure(`${flag}: ${basename(path)} has two columns ${column}; rename one`);
  }
  return place;
}

/** A thrown value may be anything: usually an error, with a code if it comes from a system call. */
type Thrown = NodeJS.ErrnoException | undefined;

/** The reason, without the words of system calls. */
export function reasonOf(error: unknown) {
  const reasons: Record<string, string> = {
    ENOENT: "the file does not exist",
    EACCES: "permission denied",
    EISDIR: "it is a folder",
    ENOSPC: "the disk is full",
    EFBIG: "it would exceed the maximum size",
    EROFS: "the disk is read-only",
  };
  return reasons[(error as Thrown)?.code as string] ?? (error as Thrown)?.message ?? `${error}`;
}

// Reads the necessary columns of a file, piece by piece.
import { basename } from "node:path";
import type { Flow, Source } from "../demo/files/bytes.js";
import type { Batch } from "../demo/files/csv.js";
import { Faults } from "../demo/files/faults.js";
import { NotRead } from "../demo/files/file-kind.js";
import { type How as FileHow, namesOf, readRows } from "../demo/files/formats.js";
import { isZoneless, missing, shownCell, unreadable } from "../demo/files/readings.js";
import { NotText } from "../demo/files/text.js";
import { type Cells, columnOf } from "./columns.js";
import { Failure } from "./failures.js";
import type { Column } from "./notations.js";
import { openedAt, reasonOf, shownName } from "./sources.js";
import { checkRead, totalIn, type Unread } from "./unread.js";

export interface How {
  format?: string;
  encoding?: string;
  multiline?: boolean;
  /** the number of the line that names the columns */
  headerLine?: number | undefined;
  sheet?: string | undefined;
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
  const { source, name, close } = await openedAt(path);
  const { format, multiline, encoding, headerLine, sheet } = how;
  const told = { format, multiline, encoding, headerLine, sheet, name };
  try {
    const columns = Object.values(wanted).map(({ column }) => column);
    const batches = readRows(source, { ...told, columns, isStrict: how.malformed !== "drop" });
    const table = new Table(shownName(path), wanted, how.notationOf);
    for await (const batch of batches) {
      table.add(batch);
      how.onProgress(batch.share, table.rows);
    }
    const found = table.finish();
    const { absent } = found.unread;
    const isOnce = "pieces" in source && !source.isRepeatable;
    if (absent.length > 0 && !isOnce) found.unread.fields = await namesOf(source, told);
    checkRead(shownName(path), found.unread, how.malformed === "drop");
    return found;
  } catch (error) {
    const failure = inWords(shownName(path), await withHeaderLine(error, source, told));
    if (!(error instanceof NotText) || how.encoding !== undefined || path === "-") throw failure;
    throw await withOlderEncoding(failure as Failure, path, wanted, how);
  } finally {
    await close();
  }
}

/** The last line that may name the columns without being declared. */
const mostTitles = 12;

/** A column that the first line does not name may be named by a later one, below a title. */
async function withHeaderLine(error: unknown, source: Source | Flow, told: FileHow) {
  const isOnce = "pieces" in source && !source.isRepeatable;
  if (!(error instanceof NoColumn) || isOnce) return error;
  for (let line = (told.headerLine ?? 1) + 1; line <= mostTitles; ++line) {
    const names = await namesOf(source, { ...told, headerLine: line }).catch(() => []);
    if (!names.some((name) => name.trim() === error.column)) continue;
    const remedy = `--header-line ${line} finds it below`;
    return new Failure(`${error.message}; ${remedy}`);
  }
  return error;
}

/** The encoding of older programs of Windows, which reads all bytes. */
const olderEncoding = "windows-1252";

/** Says at once what else would stop the command in the suggested encoding. */
async function withOlderEncoding(
  failure: Failure,
  path: string,
  wanted: Parameters<typeof readTable>[1],
  how: How,
) {
  try {
    await readTable(path, wanted, { ...how, encoding: olderEncoding });
    return failure;
  } catch (error) {
    if (!(error instanceof Failure)) return failure;
    return new Failure(`${failure.message}\nIn that encoding, ${error.message}`);
  }
}

/** An error of reading, as the file's owner reads it. */
export function inWords(path: string, error: unknown) {
  if (error instanceof NotRead) return new Failure(`${path} cannot be read: ${error.message}`);
  if ((error as NodeJS.ErrnoException | undefined)?.syscall !== undefined) {
    return new Failure(`${path} cannot be read: ${reasonOf(error)}`);
  }
  if (!(error instanceof NotText)) return error;
  const remedy =
    "--encoding windows-1252 reads files of older Windows programs, --malformed drop skips such lines";
  return new Failure(
    `${path} cannot be read: ${error.message}; ${remedy}; the ledger is not charged`,
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
  /** the user of the last row */
  #last: unknown;

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

  /** A row counts with all its cells, or not at all; without a user it never does. */
  #addRow(row: unknown[], place: number) {
    let isRead = true;
    let isSomeones = true;
    const cells = this.#columns.map((one) => {
      const cell = one.read(row[one.at]);
      if (cell === unreadable) {
        one.faults.add(place, () => shownCell(row[one.at]));
        isRead = false;
      } else if (cell === missing) {
        one.empty += 1;
        if (one.cells === "user") isSomeones = false;
      } else if (!one.isUtc && datesIn.includes(one.cells)) {
        one.isUtc = isZoneless(row[one.at], one.notation.dates);
      }
      if (one.flag === "--user") this.#last = cell;
      return cell;
    });
    if (!isRead) this.#leftOut += 1;
    else if (isSomeones) this.#columns.forEach(({ into }, at) => into.push(cells[at]));
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
      fields: undefined as string[] | undefined,
      total: typeof this.#last === "string" ? totalIn([this.#last]) : undefined,
    };
    return { columns, rows: this.rows - this.#leftOut, leftOut: this.#leftOut, unread };
  }
}

/** A column that the file does not have. */
class NoColumn extends Failure {
  column;

  constructor(message: string, column: string) {
    super(message);
    this.column = column;
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
    const words = `${flag} must be a column of ${basename(path)} (${known}), got ${column}`;
    throw new NoColumn(words, column);
  }
  if (names.lastIndexOf(column) !== place) {
    throw new Failure(`${flag}: ${basename(path)} has two columns ${column}; rename one`);
  }
  return place;
}

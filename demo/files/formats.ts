// A file to rows of fields, whatever its format: the format decides how to read a record, and no other record
// does.
import { Damaged, type Flow, flowOf, isPacked, type Source, unpacked, wholeOf } from "./bytes.js";
import { type Batch, readCsv } from "./csv.js";
import { formatIn, NotRead } from "./file-kind.js";
import { BrokenArray, namesInJsonArray, readJsonArray } from "./json-array.js";
import { namesInNdjson, readNdjson } from "./ndjson.js";
import { readParquet } from "./parquet.js";
import { replaced, textOf } from "./text.js";
import { BrokenWorkbook, readXlsx } from "./xlsx.js";

/** how to read a file */
export interface How {
  /** the file's, which decides the format if its first bytes do not */
  name?: string | undefined;
  /** a name from `formats` */
  format?: string | undefined;
  /** of CSV and TSV: fields may hold line breaks */
  multiline?: boolean | undefined;
  /** of text: a label of the Encoding Standard; default: UTF-8, or UTF-16 by its mark */
  encoding?: string | undefined;
  /** of CSV: the mark between fields; default: the one of the first line */
  delimiter?: string | undefined;
  /** of CSV, TSV and workbooks: the number of the line that names the columns; default: the first with text */
  headerLine?: number | undefined;
  /** of workbooks: the name or the number of the sheet; default: the first */
  sheet?: string | undefined;
  /** undecodable bytes are an error (default), and otherwise cost their line */
  isStrict?: boolean;
}

/** An opened file: its format, and what is in it. */
interface Opened {
  format: string;
  isPacked: boolean;
  content: Flow | string;
  /** for formats that are not read in order */
  source: () => Promise<Source | string>;
  /** the same as one piece */
  blob: () => Promise<Blob>;
}

/**
 * Rows in batches, as `readCsv` gives them. Fields of CSV and TSV are text; other formats keep their types:
 * numbers, BigInts, text, booleans, null, and `Cell`s.
 * @param how `columns`: the necessary columns. The reader of Parquet reads no others. JSON and NDJSON have
 *   exactly these, whatever their records contain
 */
export async function* readRows(
  source: Source | Flow | string,
  how: How & { columns?: readonly string[] } = {},
): AsyncGenerator<Batch> {
  try {
    yield* rowsOf(await opened(source, how), how);
  } catch (error) {
    throw inWords(error);
  }
}

async function* rowsOf(
  { format, content, source, blob }: Opened,
  how: How & { columns?: readonly string[] },
): AsyncGenerator<Batch> {
  const { multiline = false, columns, headerLine, isStrict = true } = how;
  if (format === "parquet") return yield* readParquet(await source(), { columns });
  if (format === "xlsx") return yield* readXlsx(await blob(), how);
  const pieces = textOf(content, how);
  const lost = isStrict ? undefined : replaced;
  if (format === "ndjson") return yield* readNdjson(pieces, columns ?? [], { lost });
  if (format === "json") return yield* readJsonArray(pieces, columns ?? [], { lost });
  const delimiter = format === "tsv" ? "\t" : how.delimiter;
  yield* readCsv(pieces, { multiline, delimiter, headerLine, lost, columns });
}

/**
 * The names of a file's columns, before its rows.
 * @returns none if the file is empty
 */
export async function namesOf(source: Source | Flow | string, how: How = {}): Promise<string[]> {
  return (await whatIs(source, how)).names;
}

/** The format of a file, and the names of its columns. */
export async function whatIs(source: Source | Flow | string, how: How = {}) {
  try {
    const file = await opened(source, how);
    const { format, isPacked } = file;
    return { format, isPacked, names: await namesIn(file, how) };
  } catch (error) {
    throw inWords(error);
  }
}

async function namesIn(file: Opened, how: How): Promise<string[]> {
  if (file.format === "ndjson") return namesInNdjson(textOf(file.content, how));
  if (file.format === "json") return namesInJsonArray(textOf(file.content, how));
  for await (const { header } of rowsOf(file, { ...how, columns: [] })) {
    if (header.length > 0) return header;
  }
  return [];
}

/** A file packed by gzip is read as what it packs. */
async function opened(source: Source | Flow | string, how: How): Promise<Opened> {
  if (typeof source === "string") {
    const format = await formatIn(source, how);
    const blob = async () => new Blob([source]);
    return { format, isPacked: false, content: source, source: async () => source, blob };
  }
  const outer = flowOf(source);
  const packed = await isPacked(outer);
  const content = packed ? unpacked(outer) : outer;
  const name = packed ? how.name?.replace(/\.gz(ip)?$/i, "") : how.name;
  const format = await formatIn(content, { ...how, name });
  const whole = async () => (packed || "pieces" in source ? wholeOf(content) : source);
  return { format, isPacked: packed, content, source: whole, blob: () => wholeOf(content) };
}

function inWords(error: unknown) {
  if (error instanceof Damaged) return new NotRead("damaged", `${error.message}; copy it again`);
  if (error instanceof BrokenArray) return new NotRead("a broken JSON array", error.message);
  if (error instanceof BrokenWorkbook) {
    return new NotRead("a workbook that cannot be read", `${error.message}; save it as CSV`);
  }
  return error;
}

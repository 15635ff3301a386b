// A file to rows of fields, whatever its format: the format decides how to read a record, and no other record
// does.
import { type Batch, readCsv } from "./csv.js";
import { formatIn } from "./file-kind.js";
import { namesInNdjson, readNdjson } from "./ndjson.js";
import { readParquet } from "./parquet.js";
import { replaced, textOf } from "./text.js";

/** Bytes to read in pieces: a Blob or File, or a file of a disk with the same interface. */
export type Source = {
  size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

/** how to read a file */
export interface How {
  /** the file's, which decides the format if its first bytes do not */
  name?: string;
  /** a name from `formats` */
  format?: string;
  /** of CSV and TSV: fields may hold line breaks */
  multiline?: boolean;
  /** of text: a label of the Encoding Standard; default: UTF-8, or UTF-16 by its mark */
  encoding?: string;
  /** undecodable bytes are an error (default), and otherwise cost their line */
  isStrict?: boolean;
}

/**
 * Rows in batches, as `readCsv` gives them. Fields of CSV and TSV are text; other formats keep their types:
 * numbers, BigInts, text, booleans, null, and `Cell`s.
 * @param how `columns`: the necessary columns. The reader of Parquet reads no others. NDJSON has exactly these,
 *   whatever its lines contain
 */
export async function* readRows(
  source: Source | string,
  how: How & { columns?: readonly string[] } = {},
): AsyncGenerator<Batch> {
  const { multiline = false, columns, isStrict = true } = how;
  const format = await formatIn(source, how);
  if (format === "parquet") return yield* readParquet(source, { columns });
  const pieces = textOf(source, how);
  const lost = isStrict ? undefined : replaced;
  if (format === "ndjson") return yield* readNdjson(pieces, columns ?? [], { lost });
  const delimiter = format === "tsv" ? "\t" : undefined;
  yield* readCsv(pieces, { multiline, delimiter, lost });
}

/**
 * The names of a file's columns, before its rows.
 * @returns none if the file is empty
 */
export async function namesOf(source: Source | string, how: How = {}): Promise<string[]> {
  if ((await formatIn(source, how)) === "ndjson") {
    return namesInNdjson(textOf(source, how));
  }
  for await (const { header } of readRows(source, { ...how, columns: [] })) {
    if (header.length > 0) return header;
  }
  return [];
}

// A file to rows of fields, whatever its format: a format decides how a record is read, and no record how
// another one is.
import { readCsv } from "./csv.js";
import { readNdjson } from "./ndjson.js";
import { readParquet } from "./parquet.js";
import { textOf } from "./text.js";

/**
 * Bytes that can be read in pieces: a Blob or File, or what reads a file of a disk like one.
 * @typedef {{ size: number, slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> } }} Source
 */

const endings = {
  csv: ["csv", "txt"],
  tsv: ["tsv", "tab"],
  ndjson: ["ndjson", "jsonl"],
  parquet: ["parquet", "pq"],
};

/** The formats, by the names that people know them by. */
export const formats = Object.keys(endings);

/**
 * The format that a file's name tells; CSV if it tells none.
 * @param {string} name
 */
export function formatOf(name) {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  return formats.find((format) => endings[format].includes(ending)) ?? "csv";
}

/**
 * Rows in batches, as `readCsv` gives them. Fields of CSV and TSV are text; those of the others are as they
 * are there: numbers, BigInts, text, booleans, Dates and null.
 * @param {Source | string} source
 * @param {object} [how]
 * @param {string} [how.format] one of `formats`
 * @param {boolean} [how.multiline] of CSV and TSV: fields may hold line breaks
 * @param {readonly string[]} [how.columns] those that are needed; of Parquet no others are read then
 * @returns {AsyncGenerator<import("./csv.js").Batch>}
 */
export function readRows(source, { format = "csv", multiline = false, columns } = {}) {
  if (format === "parquet") return readParquet(source, { columns });
  if (format === "ndjson") return readNdjson(textOf(source));
  return readCsv(textOf(source), { multiline, delimiter: format === "tsv" ? "\t" : undefined });
}

// Parquet files to rows, by hyparquet: a group of rows at a time, of the columns that are needed.
import { parquetMetadataAsync, parquetRead, parquetSchema, type SchemaTree } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { Source } from "./bytes.js";
import { Unread } from "./cells.js";
import { Faults } from "./faults.js";
import { jsonOf, singleOf } from "./ndjson.js";
import { type Element, isRaw, readerOf } from "./parquet-types.js";

/**
 * @param how the necessary columns; default: all
 * @yields header: all columns of single values; fields outside the necessary columns are null
 * @throws {Error} if it is not a Parquet file
 */
export async function* readParquet(
  source: Source | string,
  { columns }: { columns?: readonly string[] } = {},
) {
  const file = bufferOf(source);
  const told = await parquetMetadataAsync(file, { geoparquet: false }).catch((error) => {
    throw new Error(`This Parquet file cannot be read: ${error.message}.`);
  });
  const fields = parquetSchema(told).children.filter(isSingle);
  const header = fields.map(({ element }) => element.name);
  const wanted = fields.filter(({ element }) => columns?.includes(element.name) ?? true);
  const names = wanted.map(({ element }) => element.name);
  const readers = wanted.map(({ element }) => ({
    ...{ name: element.name, at: header.indexOf(element.name), read: readerOf(element) },
  }));
  const metadata = { ...told, schema: told.schema.map(withoutRounding) };
  const all = Number(metadata.num_rows);
  const malformed = new Faults();
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const found: Map<string, Chunk[]> = new Map(names.map((name) => [name, []]));
    const keep = (chunk: Chunk) => found.get(chunk.columnName)?.push(chunk);
    if (names.length > 0) {
      await parquetRead({
        ...{ file, metadata, compressors, columns: names, rowStart, rowEnd, onChunk: keep },
        ...{ parsers, utf8: false, geoparquet: false },
      });
    }
    const cells = readers.map(({ name, at, read }) => ({
      ...{ at, read, valueAt: inOrder(found.get(name)!) },
    }));
    for (let start = rowStart; start < rowEnd; start += batchSize) {
      const rows: unknown[][] = [];
      const places: number[] = [];
      for (let row = start; row < Math.min(rowEnd, start + batchSize); ++row) {
        const fields: unknown[] = new Array(header.length).fill(null);
        for (const { at, read, valueAt } of cells) {
          const value = valueAt(row);
          if (value !== null && value !== undefined) fields[at] = read(value) ?? null;
        }
        rows.push(fields);
        places.push(row + 1);
      }
      const share = (start + rows.length) / all;
      yield { header, rows, places, malformed, share, isByRow: true };
    }
    rowStart = rowEnd;
  }
  if (rowStart === 0) yield { header, rows: [], places: [], malformed, share: 1 };
}

/** The rows that come at once: those of a small batch are gone before the collector of garbage moves them. */
const batchSize = 2 ** 12;

/** Values of a column, from one row on. */
type Chunk = { columnName: string; columnData: ArrayLike<unknown>; rowStart: number };

/** A column's values by row, asked in the order of rows. */
function inOrder(chunks: Chunk[]) {
  const sorted = chunks.toSorted((one, other) => one.rowStart - other.rowStart);
  let at = 0;
  return (row: number) => {
    while (row >= sorted[at]!.rowStart + sorted[at]!.columnData.length) at += 1;
    return sorted[at]!.columnData[row - sorted[at]!.rowStart];
  };
}

/** Bytes as hyparquet asks for them. */
function bufferOf(source: Source | string) {
  const bytes = typeof source === "string" ? new Blob([source]) : source;
  return {
    byteLength: bytes.size,
    slice: (start: number, end = bytes.size) =>
      bytes.slice(start < 0 ? bytes.size + start : start, end).arrayBuffer(),
  };
}

/** A column of single values: no list, map or structure. */
const isSingle = ({ element, children }: SchemaTree) =>
  children.length === 0 && element.repetition_type !== "REPEATED";

/** hyparquet makes doubles of decimals and milliseconds of times: it must see their bytes only. */
function withoutRounding(element: Element): Element {
  if (!isRaw(element)) return element;
  const { converted_type, logical_type, ...bytes } = element;
  return bytes;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array | undefined) {
  if (!bytes) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return new Unread("bytes that are not UTF-8");
  }
}

/** Parsers of hyparquet for declared types. Times before Parquet had a type for them are nanoseconds. */
const parsers = {
  stringFromBytes: textOf,
  jsonFromBytes: (bytes: Uint8Array | undefined) => {
    const text = textOf(bytes);
    if (typeof text !== "string") return text;
    const value = jsonOf(text);
    return value === undefined ? new Unread(text) : singleOf(value);
  },
  timestampFromNanoseconds: (nanos: bigint) => nanos,
};

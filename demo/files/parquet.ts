// Parquet files to rows, by hyparquet: a group of rows at a time, of the columns that are needed.
import {
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type SchemaTree,
} from "hyparquet";
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
  const readers = new Map(wanted.map(({ element }) => [element.name, readerOf(element)]));
  const metadata = { ...told, schema: told.schema.map(withoutRounding) };
  const all = Number(metadata.num_rows);
  const malformed = new Faults();
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const objects = await parquetReadObjects({
      ...{ file, metadata, compressors, columns: names, rowStart, rowEnd },
      ...{ parsers, utf8: false, geoparquet: false },
    });
    const rows = objects.map((object) =>
      header.map((name) => {
        const value = object[name];
        return value === null || value === undefined ? null : (readers.get(name)?.(value) ?? null);
      }),
    );
    const first = rowStart + 1;
    const places = rows.map((_, row) => first + row);
    rowStart = rowEnd;
    yield { header, rows, places, malformed, share: rowStart / all, isByRow: true };
  }
  if (rowStart === 0) yield { header, rows: [], places: [], malformed, share: 1 };
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

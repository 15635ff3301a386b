// Parquet files to rows, by hyparquet: a group of rows at a time, of the columns that are needed.
import { parquetMetadataAsync, parquetReadObjects, parquetSchema } from "hyparquet";
import { compressors } from "hyparquet-compressors";

/**
 * @param {import("./formats.js").Source | string} source
 * @param {{ columns?: readonly string[] }} [how] the columns that are needed; default: all
 * @yields {import("./csv.js").Batch} header: all columns of single values, whichever were asked for; fields of
 *   those that were not are null
 * @throws {Error} if it is no Parquet file
 */
export async function* readParquet(source, { columns } = {}) {
  const file = bufferOf(source);
  const metadata = await parquetMetadataAsync(file).catch((error) => {
    throw new Error(`This is no Parquet file that can be read: ${error.message}.`);
  });
  const fields = parquetSchema(metadata).children.filter(isSingle);
  const header = fields.map(({ element }) => element.name);
  const wanted = fields.filter(({ element }) => columns?.includes(element.name) ?? true);
  const names = wanted.map(({ element }) => element.name);
  const readers = new Map(wanted.map(({ element }) => [element.name, readerOf(element)]));
  const all = Number(metadata.num_rows);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const objects = await parquetReadObjects({
      ...{ file, metadata, compressors, columns: names, rowStart, rowEnd },
    });
    const rows = objects.map((object) =>
      header.map((name) => readers.get(name)?.(object[name]) ?? null),
    );
    rowStart = rowEnd;
    yield { header, rows, leftOut: 0, share: rowStart / all };
  }
  if (rowStart === 0) yield { header, rows: [], leftOut: 0, share: 1 };
}

/** Bytes as hyparquet asks for them. @param {any} source */
function bufferOf(source) {
  const bytes = typeof source === "string" ? new Blob([source]) : source;
  return {
    byteLength: bytes.size,
    slice: (/** @type {number} */ start, end = bytes.size) =>
      bytes.slice(start < 0 ? bytes.size + start : start, end).arrayBuffer(),
  };
}

/** A column of single values: no list, map or structure. @param {any} field */
const isSingle = ({ element, children }) =>
  children.length === 0 && element.repetition_type !== "REPEATED";

/** How a field of a column is read, by the type that the file declares. @param {any} element */
function readerOf({ converted_type, scale = 0 }) {
  if (converted_type !== "DECIMAL") return single;
  // Whole numbers times a power of ten, which a double is not: the nearest one to the decimal is meant.
  return (/** @type {unknown} */ value) =>
    typeof value === "number" ? Number(value.toFixed(Math.min(scale, 100))) : null;
}

/** @param {unknown} value */
const single = (value) =>
  typeof value === "object" && !(value instanceof Date) ? null : (value ?? null);

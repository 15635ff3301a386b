import type { Fields } from "../core/options.js";
import { attached } from "./attached.js";

/** A stretch of a column of Apache Arrow: `values` are its raw words, and the type defines their meaning. */
export interface Chunk {
  length: number;
  /** of the first value in bitmaps; `values` begin with it already */
  offset: number;
  nullCount: number;
  values: any;
  valueOffsets?: ArrayLike<number | bigint>;
  nullBitmap?: Uint8Array;
  dictionary?: unknown;
}

/**
 * The chunks of a column that hold anything.
 * @param name the column's name in errors
 */
export function chunksOf(data: unknown[], name: string): Chunk[] {
  for (const chunk of data as Fields[]) {
    if (typeof chunk?.offset !== "number" || typeof chunk.nullCount !== "number") {
      throw new TypeError(
        `${name} must be a vector of apache-arrow to be read by its type, got a vector of another library`,
      );
    }
    for (const words of [chunk.values, chunk.valueOffsets, chunk.nullBitmap]) attached(words, name);
  }
  return (data as Chunk[]).filter(({ length }) => length > 0);
}

export function lengthOf(chunks: Chunk[]) {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

/** A column read value by value. */
export function collected<Value>(
  chunks: Chunk[],
  reader: (chunk: Chunk) => (i: number) => Value,
): (Value | null)[] {
  return filled(Array<Value | null>(lengthOf(chunks)), chunks, reader);
}

/** Fills an existing array from chunks; a missing value becomes null, in typed arrays NaN. */
export function filled<Column>(
  column: Column,
  chunks: Chunk[],
  reader: (chunk: Chunk) => (i: number) => unknown,
): Column {
  const target = column as { [place: number]: unknown };
  const missing = Array.isArray(column) ? null : Number.NaN;
  let place = 0;
  for (const chunk of chunks) {
    const read = reader(chunk);
    const bitmap = hasNulls(chunk) ? chunk.nullBitmap : undefined;
    for (let i = 0; i < chunk.length; ++i) {
      const isThere = bitmap === undefined || bitAt(bitmap, chunk.offset + i);
      target[place++] = isThere ? read(i) : missing;
    }
  }
  return column;
}

export function hasNulls({ nullCount, nullBitmap }: Chunk) {
  return nullCount !== 0 && nullBitmap !== undefined && nullBitmap.length > 0;
}

export function bitAt(bitmap: Uint8Array, index: number) {
  return ((bitmap[index >> 3]! >> (index & 7)) & 1) === 1;
}

/** Raw words of another size than the type says would be other values. */
export function checkWords(
  values: { BYTES_PER_ELEMENT?: number; length: number } | undefined,
  count: number,
  bytes: number,
  refuse: () => never,
) {
  if (count > 0 && (values?.BYTES_PER_ELEMENT !== bytes || values.length < count)) refuse();
}

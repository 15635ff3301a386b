import { attached } from "./attached.js";

/**
 * A stretch of a column of Apache Arrow: `values` are its raw words, what they mean says the type.
 * @typedef {object} Chunk
 * @property {number} length
 * @property {number} offset of the first value in bitmaps; `values` begin with it already
 * @property {number} nullCount
 * @property {any} values
 * @property {any} [valueOffsets]
 * @property {Uint8Array} [nullBitmap]
 * @property {any} [dictionary]
 */

/**
 * The chunks of a column that hold anything.
 * @param {any[]} data
 * @param {string} name what errors call the column
 * @returns {Chunk[]}
 */
export function chunksOf(data, name) {
  for (const chunk of data) {
    if (typeof chunk?.offset !== "number" || typeof chunk.nullCount !== "number") {
      throw new TypeError(
        `${name} must be a vector of apache-arrow to be read by its type, got one of another library`,
      );
    }
    for (const words of [chunk.values, chunk.valueOffsets, chunk.nullBitmap]) attached(words, name);
  }
  return data.filter(({ length }) => length > 0);
}

/** @param {Chunk[]} chunks */
export function lengthOf(chunks) {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

/**
 * A column read value by value.
 * @param {Chunk[]} chunks
 * @param {(chunk: Chunk) => (i: number) => any} reader
 * @returns {any[]}
 */
export function collected(chunks, reader) {
  return filled(Array(lengthOf(chunks)), chunks, reader);
}

/**
 * The same into an array that is there; what is missing becomes null, of typed arrays NaN.
 * @template {any} Column
 * @param {Column} column
 * @param {Chunk[]} chunks
 * @param {(chunk: Chunk) => (i: number) => any} reader
 * @returns {Column}
 */
export function filled(column, chunks, reader) {
  const target = /** @type {any} */ (column);
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

/** @param {Chunk} chunk */
export function hasNulls({ nullCount, nullBitmap }) {
  return nullCount !== 0 && nullBitmap !== undefined && nullBitmap.length > 0;
}

/**
 * @param {Uint8Array} bitmap
 * @param {number} index
 */
export function bitAt(bitmap, index) {
  return ((bitmap[index >> 3] >> (index & 7)) & 1) === 1;
}

/**
 * Raw words of another size than the type says would be other values.
 * @param {any} values
 * @param {number} count
 * @param {number} bytes
 * @param {() => never} refuse
 */
export function checkWords(values, count, bytes, refuse) {
  if (count > 0 && (values?.BYTES_PER_ELEMENT !== bytes || values.length < count)) refuse();
}

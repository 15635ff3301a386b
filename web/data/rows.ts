/**
 * The rows of columns that have this flag, of each column the same. A typed array stays one of its kind.
 * @template {ArrayLike<any>[]} Columns
 * @param {Columns} columns
 * @param {Uint8Array} flags as many as there are rows
 * @param {0 | 1} flag
 * @returns {Columns} themselves if it is all of them
 */
export function rowsWith(columns, flags, flag) {
  let size = 0;
  for (let i = 0; i < flags.length; ++i) if (flags[i] === flag) ++size;
  if (size === flags.length) return columns;
  const rows = columns.map((column) => {
    const Kind = ArrayBuffer.isView(column) ? /** @type {any} */ (column.constructor) : Array;
    const some = new Kind(size);
    for (let i = 0, next = 0; i < flags.length; ++i)
      if (flags[i] === flag) some[next++] = column[i];
    return some;
  });
  return /** @type {Columns} */ (rows);
}

/**
 * The numbers of so many rows.
 * @param {number} length
 */
export function counting(length) {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; ++i) numbers[i] = i;
  return numbers;
}

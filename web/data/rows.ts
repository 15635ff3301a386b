/** Columns of one length in which nothing is missing, by their names. */
export type PresentColumns = { [name: string]: ArrayLike<unknown> | undefined };

/**
 * The rows of columns that have this flag, of each column the same. A typed array keeps its type.
 * @param flags as many as there are rows
 * @returns themselves if it is all of them
 */
export function rowsWith<Columns extends ArrayLike<unknown>[]>(
  columns: Columns,
  flags: Uint8Array,
  flag: 0 | 1,
): Columns {
  let size = 0;
  for (let i = 0; i < flags.length; ++i) if (flags[i] === flag) ++size;
  if (size === flags.length) return columns;
  const rows = columns.map((column) => {
    const Kind = ArrayBuffer.isView(column) ? column.constructor : Array;
    const some = new (Kind as new (size: number) => unknown[])(size);
    for (let i = 0, next = 0; i < flags.length; ++i)
      if (flags[i] === flag) some[next++] = column[i];
    return some;
  });
  return rows as ArrayLike<unknown>[] as Columns;
}

/** The numbers of the rows, from 0 to `length` - 1. */
export function counting(length: number) {
  const numbers = new Uint32Array(length);
  for (let i = 0; i < length; ++i) numbers[i] = i;
  return numbers;
}

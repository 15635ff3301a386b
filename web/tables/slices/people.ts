import { isMissing } from "../../data/missing.js";
import { checkUser, Numbering } from "../../data/numbering.js";
import { inSteps, type Steps } from "../../data/stepped-column.js";
import { columnSteps, flatNames } from "../../data/values.js";
import type { Rows } from "../rows.js";

/** The units that are cut, rows or users with all their rows, in the order of their first rows. */
export class People {
  /** where the rows of each begin, and the end of the last */
  #starts;
  #rows;

  /**
   * Reads which rows there are. A missing row, or one without its user, is nobody's.
   * @param user the column of ids, or null
   */
  static *steps(rows: Rows, user: string | null): Steps<People> {
    const { places, owners, count } =
      user === null ? yield* presentRows(rows) : yield* ownedRows(rows, user);
    const starts = new Uint32Array(count + 1);
    yield* inSteps(owners.length, (from, to) => {
      for (let i = from; i < to; ++i) ++starts[owners[i]! + 1]!;
    });
    for (let i = 0; i < count; ++i) starts[i + 1]! += starts[i]!;
    const next = starts.slice(0, count);
    const inOrder = new Uint32Array(places.length);
    yield* inSteps(owners.length, (from, to) => {
      for (let i = from; i < to; ++i) inOrder[next[owners[i]!]!++] = places[i]!;
    });
    return new People(starts, inOrder);
  }

  private constructor(starts: Uint32Array, rows: Uint32Array) {
    this.#starts = starts;
    this.#rows = rows;
  }

  get count() {
    return this.#starts.length - 1;
  }

  /** The rows of one, in their order. */
  rowsOf(one: number): Uint32Array {
    return this.#rows.subarray(this.#starts[one]!, this.#starts[one + 1]!);
  }

  firstRowOf(one: number): number {
    return this.#rows[this.#starts[one]!]!;
  }

  /** The rows of some, in the order of all rows. */
  rowsOfAll(some: Uint32Array): Uint32Array {
    let size = 0;
    for (const one of some) size += this.#starts[one + 1]! - this.#starts[one]!;
    const all = new Uint32Array(size);
    let end = 0;
    for (const one of some) {
      const rows = this.rowsOf(one);
      all.set(rows, end);
      end += rows.length;
    }
    return all.sort();
  }
}

type Owned = { places: ArrayLike<number>; owners: Uint32Array; count: number };

function* presentRows(rows: Rows): Steps<Owned> {
  const all = rows.count();
  const places = new Uint32Array(all);
  let count = 0;
  yield* inSteps(all, (from, to) => {
    for (let i = from; i < to; ++i) if (rows.isThere(i)) places[count++] = i;
  });
  return { places: places.subarray(0, count), owners: firstPlaces(count), count };
}

/** 0, 1, 2 and so on. */
export function firstPlaces(count: number): Uint32Array {
  const places = new Uint32Array(count);
  for (let i = 0; i < count; ++i) places[i] = i;
  return places;
}

function* ownedRows(rows: Rows, user: string): Steps<Owned> {
  const ids = flatNames(yield* columnSteps(rows.holder(user), user), user);
  checkLength(ids, rows, "user");
  const numbering = new Numbering(checkUser);
  const places: number[] = [];
  yield* inSteps(ids.length, (from, to) => {
    for (let i = from; i < to; ++i) {
      if (isMissing(ids[i])) continue;
      numbering.add(ids[i]);
      places.push(i);
    }
  });
  const { ids: owners, count } = numbering.column();
  return { places, owners, count };
}

/** Rejects a column that is not one value a row. */
export function checkLength(column: ArrayLike<unknown>, rows: Rows, what: string) {
  if (column.length === rows.count()) return;
  throw new RangeError(
    `${what} must be as many as there are rows, ${rows.count()}, got ${column.length}`,
  );
}

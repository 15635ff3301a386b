import { compareItems } from "./item-order.js";
import { checkItem } from "./items.js";

/** A column as numbers from 0 on. */
export type NumberedColumn = { ids: Uint32Array; count: number; valueFor: (id: number) => unknown };

/** The values in one Map, which cannot hold more than 2^24. */
const mostOfMap = 2 ** 23;

/** Numbers values as they come. */
export class Numbering {
  /** All but the last hold `mostOfMap` values. */
  #numbers: Map<unknown, number>[] = [new Map()];
  #ids = new Uint32Array(1024);
  #length = 0;
  #check;

  constructor(check: (value: unknown) => void) {
    this.#check = check;
  }

  add(value: unknown) {
    const id = this.#known(value) ?? this.#next(value);
    if (this.#length === this.#ids.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#ids);
      this.#ids = longer;
    }
    this.#ids[this.#length++] = id;
  }

  #known(value: unknown) {
    for (const numbers of this.#numbers) {
      const id = numbers.get(value);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  #next(value: unknown) {
    this.#check(value);
    if (this.#numbers.at(-1)!.size === mostOfMap) this.#numbers.push(new Map());
    const last = this.#numbers.at(-1)!;
    const id = (this.#numbers.length - 1) * mostOfMap + last.size;
    last.set(value, id);
    return id;
  }

  column(): NumberedColumn & { values: unknown[] } {
    const values: unknown[] = [];
    for (const numbers of this.#numbers) for (const value of numbers.keys()) values.push(value);
    return {
      ids: this.#ids.subarray(0, this.#length),
      values,
      count: values.length,
      valueFor: (id) => values[id],
    };
  }
}

export function numbered(
  column: ArrayLike<unknown>,
  check: (value: unknown) => void,
): NumberedColumn {
  const narrow = isWhole(column) ? offsets(column) : undefined;
  if (narrow !== undefined) return narrow;
  const numbering = new Numbering(check);
  for (let i = 0; i < column.length; ++i) numbering.add(column[i]);
  return numbering.column();
}

function isWhole(
  column: ArrayLike<unknown>,
): column is Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array {
  return [
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
  ].some((Kind) => column instanceof Kind);
}

/**
 * Whole numbers that lie close together number themselves, which is several times as fast.
 * @returns nothing if they are spread out
 */
function offsets(
  column: Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array,
): NumberedColumn | undefined {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < column.length; ++i) {
    const value = column[i]!;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const count = column.length === 0 ? 0 : greatest - least + 1;
  if (count > 4 * column.length + 65536) return undefined;
  const ids = new Uint32Array(column.length);
  for (let i = 0; i < column.length; ++i) ids[i] = column[i]! - least;
  return { ids, count, valueFor: (id) => id + least };
}

/** Numbers a column without gaps, in the order of the values, so that numbers do not reveal positions. */
export function numberedInOrder(
  column: ArrayLike<unknown>,
  check: (value: unknown) => void,
): NumberedColumn {
  const { ids, count, valueFor } = numbered(column, check);
  const places = new Uint32Array(count);
  for (let i = 0; i < ids.length; ++i) places[ids[i]!] = 1;
  const values: { id: number; value: unknown }[] = [];
  for (let id = 0; id < count; ++id) if (places[id] === 1) values.push({ id, value: valueFor(id) });
  values.sort((a, b) => compareItems(a.value, b.value));
  values.forEach(({ id }, place) => {
    places[id] = place;
  });
  return {
    ids: ids.map((id) => places[id]!),
    count: values.length,
    valueFor: (place) => values[place]!.value,
  };
}

export function checkUser(user: unknown) {
  checkItem(user, "users");
}

import { kindOf } from "../../core/options.js";
import { isDate, isMissing } from "../../data/missing.js";
import { numberedInOrder } from "../../data/numbering.js";
import { checkAddition, oneOf } from "../../data/one-each.js";
import { flat } from "../../data/values.js";
import type { Rows } from "../rows.js";
import type { CutOptions } from "./fields.js";
import { checkLength, type People } from "./people.js";

/** Which of a row's or a user's keys are there, or undefined. */
type Asking = (one: number) => unknown;

/** The kind of a key. */
function kindOfKey(key: unknown) {
  if (isDate(key)) return "dates";
  const kind = { number: "numbers", bigint: "BigInts", string: "text", boolean: "booleans" }[
    typeof key as string
  ];
  if (kind !== undefined) return kind;
  throw new TypeError(
    `by must give numbers, BigInts, Dates, text or booleans, got ${kindOf(key)} for one`,
  );
}

/** The one kind of all keys, as an order over two kinds would be nobody's. */
function kindOfAll(keys: Iterable<unknown>) {
  let kind: string | undefined;
  for (const key of keys) {
    if (isMissing(key)) continue;
    const here = kindOfKey(key);
    if (kind !== undefined && kind !== here) {
      throw new TypeError(`by must give keys of one kind, got ${here} among ${kind}`);
    }
    kind = here;
  }
  return kind;
}

/**
 * The keys of those who are left, as numbers in the order of the keys; NaN: none.
 * @param user whether a unit is a user
 */
export function keysOf(
  cut: Pick<CutOptions, "by" | "perUser">,
  { rows, people, isOfUsers }: { rows: Rows; people: People; isOfUsers: boolean },
  left: Uint32Array,
): Float64Array {
  const column = typeof cut.by === "string" && !isOfUsers ? columnBy(rows, cut.by) : undefined;
  if (column !== undefined && isOfNumbers(column)) return numbersOf(column, people, left);
  const asking = isOfUsers ? ofUser(cut, rows, people) : ofRow(cut, rows, people);
  return inOrder(Array.from(left, asking));
}

function ofRow({ by }: Pick<CutOptions, "by">, rows: Rows, people: People): Asking {
  const rowOf = (one: number) => people.firstRowOf(one);
  if (typeof by === "string") {
    const column = columnBy(rows, by);
    return (one) => column[rowOf(one)];
  }
  const read = rows.reader();
  return (one) => by(read(rowOf(one)) as never);
}

/** Whether a column holds numbers, by its type. */
const isOfNumbers = (column: ArrayLike<unknown>): column is ArrayLike<number> =>
  ArrayBuffer.isView(column) &&
  !(column instanceof BigInt64Array || column instanceof BigUint64Array);

/** Numbers are their own order. A plain loop: there are as many as rows. */
function numbersOf(column: ArrayLike<number>, people: People, left: Uint32Array) {
  const keys = new Float64Array(left.length);
  for (let i = 0; i < left.length; ++i) keys[i] = column[people.firstRowOf(left[i]!)]!;
  return keys;
}

function ofUser(
  { by, perUser }: Pick<CutOptions, "by" | "perUser">,
  rows: Rows,
  people: People,
): Asking {
  if (typeof by === "string") {
    const column = columnBy(rows, by);
    checkAddition(perUser, kindOfAll(Array.from(column)));
    return (one) => {
      const there = Array.from(people.rowsOf(one), (i) => column[i]).filter(
        (key) => !isMissing(key),
      );
      return there.length === 0 ? undefined : oneOf(there, perUser!);
    };
  }
  const read = rows.reader();
  return (one) => by(Array.from(people.rowsOf(one), (i) => read(i)) as never);
}

function columnBy(rows: Rows, name: string) {
  const column = flat(rows.holder(name), name);
  checkLength(column, rows, "by");
  return column;
}

/** Numbers, times and flags are their own order; what else there is gets its rank. */
function inOrder(keys: unknown[]): Float64Array {
  const kind = kindOfAll(keys);
  if (kind !== "BigInts" && kind !== "text") {
    return Float64Array.from(keys, (key) => (isMissing(key) ? Number.NaN : Number(key)));
  }
  const { ids: ranks } = numberedInOrder(
    keys.filter((key) => !isMissing(key)),
    () => {},
  );
  let next = 0;
  return Float64Array.from(keys, (key) => (isMissing(key) ? Number.NaN : ranks[next++]!));
}

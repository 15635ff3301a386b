import { kindOf } from "../../core/options.js";
import { isDate, isMissing } from "../../data/missing.js";
import { numberedInOrder } from "../../data/numbering.js";
import { checkAddition, oneOf } from "../../data/one-each.js";
import { inSteps, type Steps } from "../../data/stepped-column.js";
import { columnSteps, flat } from "../../data/values.js";
import type { Rows } from "../rows.js";
import type { CutOptions } from "./fields.js";
import { checkLength, type People } from "./people.js";

/** Which of a row's or a user's keys are there, or undefined. */
type Asking = (one: number) => unknown;

/** A caller's function of a row, or of the rows of a user. */
type OfSome = Exclude<CutOptions["by"], string>;

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
function* kindOfAll(keys: ArrayLike<unknown>): Steps<string | undefined> {
  let kind: string | undefined;
  yield* inSteps(keys.length, (from, to) => {
    for (let i = from; i < to; ++i) {
      if (isMissing(keys[i])) continue;
      const here = kindOfKey(keys[i]);
      if (kind !== undefined && kind !== here) {
        throw new TypeError(`by must give keys of one kind, got ${here} among ${kind}`);
      }
      kind = here;
    }
  });
  return kind;
}

/**
 * The keys of those who are left, as numbers in the order of the keys; NaN: none.
 * @param user whether a unit is a user
 */
export function* keySteps(
  { by, perUser }: Pick<CutOptions, "by" | "perUser">,
  { rows, people, isOfUsers }: { rows: Rows; people: People; isOfUsers: boolean },
  left: Uint32Array,
): Steps<Float64Array> {
  let asking: Asking;
  if (typeof by === "function") {
    asking = isOfUsers ? userBy(by, rows, people) : rowBy(by, rows, people);
  } else {
    const column = flat(yield* columnSteps(rows.holder(by), by), by);
    checkLength(column, rows, "by");
    if (!isOfUsers && isOfNumbers(column)) return numbersOf(column, people, left);
    if (isOfUsers) checkAddition(perUser, yield* kindOfAll(column));
    asking = isOfUsers ? userIn(column, perUser, people) : (one) => column[people.firstRowOf(one)];
  }
  const keys: unknown[] = new Array(left.length);
  yield* inSteps(left.length, (from, to) => {
    for (let i = from; i < to; ++i) keys[i] = asking(left[i]!);
  });
  return yield* inOrder(keys);
}

function rowBy(by: OfSome, rows: Rows, people: People): Asking {
  const read = rows.reader();
  return (one) => by(read(people.firstRowOf(one)) as never);
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

function userIn(
  column: ArrayLike<unknown>,
  perUser: CutOptions["perUser"],
  people: People,
): Asking {
  return (one) => {
    const there = Array.from(people.rowsOf(one), (i) => column[i]).filter((key) => !isMissing(key));
    return there.length === 0 ? undefined : oneOf(there, perUser!);
  };
}

function userBy(by: OfSome, rows: Rows, people: People): Asking {
  const read = rows.reader();
  return (one) => by(Array.from(people.rowsOf(one), (i) => read(i)) as never);
}

/** Numbers, times and flags are their own order; what else there is gets its rank. */
function* inOrder(keys: unknown[]): Steps<Float64Array> {
  const kind = yield* kindOfAll(keys);
  let numberOf: (key: unknown) => number = Number;
  if (kind === "BigInts" || kind === "text") {
    const { ids: ranks } = numberedInOrder(
      keys.filter((key) => !isMissing(key)),
      () => {},
    );
    let next = 0;
    numberOf = () => ranks[next++]!;
  }
  const numbers = new Float64Array(keys.length);
  yield* inSteps(keys.length, (from, to) => {
    for (let i = from; i < to; ++i) {
      numbers[i] = isMissing(keys[i]) ? Number.NaN : numberOf(keys[i]);
    }
  });
  return numbers;
}

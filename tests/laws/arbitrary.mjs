// Generators of awkward data, by fast-check: records of one kind each, lists of them, and the forms of a list.
// `of` a library gives the fitting domains.
import * as arrow from "apache-arrow";
import fc from "fast-check";
import { missing, oddNumbers, oddTexts } from "./awkward.mjs";

/**
 * All code points, including halves of pairs. fast-check's own text of this kind first lists the million, for a
 * second.
 */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 4 })
  .map((points) => String.fromCodePoint(...points));

const absent = fc.constantFrom(...missing);
/** Two of three are in the domain. */
const mostly = (usual, ...odd) => fc.oneof({ arbitrary: usual, weight: 4 }, ...odd);

/** Records of one kind, which one column can hold. */
export const records = {
  number: mostly(
    fc.integer({ min: 0, max: 3 }),
    absent,
    fc.constantFrom(...oddNumbers),
    fc.double(),
  ),
  bigint: mostly(
    fc.bigInt({ min: 0n, max: 3n }),
    absent,
    fc.bigInt(),
    fc.constantFrom(-1n, 2n ** 63n, -(2n ** 200n)),
  ),
  date: mostly(
    fc.integer({ min: 1, max: 3 }).map((day) => new Date(Date.UTC(2026, 0, day))),
    absent,
    fc.constantFrom(new Date(8.64e15), new Date(-8.64e15), new Date(0)),
  ),
  text: mostly(
    fc.constantFrom("a", "b"),
    fc.constantFrom(null, undefined),
    fc.constantFrom(...oddTexts),
    anyText,
  ),
};
/** Any value that may be an item, with mixed kinds. */
records.item = fc.oneof(
  { arbitrary: records.text, weight: 4 },
  records.number,
  records.bigint,
  fc.boolean(),
);
/** The contribution of a record to a query or a statistic. */
records.contribution = mostly(
  fc.constantFrom(0, 1),
  fc.constantFrom(null, undefined, Number.NaN),
  fc.boolean(),
  fc.constantFrom(...oddNumbers),
);
records.label = mostly(
  fc.constantFrom(0, 1),
  fc.constantFrom(null, undefined, Number.NaN),
  fc.boolean(),
);

function* once(list) {
  yield* list;
}
const isNothing = (one) => one === null || one === undefined || Number.isNaN(Number(one));
const orNull = (list) => list.map((one) => (isNothing(one) ? null : one));
const holed = (list) => {
  const array = Array(list.length);
  for (const [i, one] of list.entries()) if (one !== undefined) array[i] = one;
  return array;
};
const grouped = (list) => ({ values: list, counts: list.map(() => 1) });

/** Makers of every form of a list of a kind, since some forms can be read once only. */
const forms = {
  array: (list) => list,
  holed,
  iterable: once,
  grouped,
};
/** Forms of single kinds; a typed array has no null. */
export const formsOf = {
  number: {
    ...forms,
    Float64Array: (list) => Float64Array.from(list, (one) => (isNothing(one) ? Number.NaN : one)),
    Float32Array: (list) => Float32Array.from(list, (one) => (isNothing(one) ? Number.NaN : one)),
    Arrow: (list) => arrow.vectorFromArray(orNull(list), new arrow.Float64()),
    "Arrow, in two chunks": (list) => {
      const of = (part) => arrow.vectorFromArray(orNull(part), new arrow.Float64());
      return of(list.slice(0, 2)).concat(of(list.slice(2)));
    },
  },
  bigint: {
    ...forms,
    "Arrow of 64-bit integers": (list) =>
      arrow.vectorFromArray(
        list.map((one) => (typeof one === "bigint" ? BigInt.asIntN(64, one) : null)),
        new arrow.Int64(),
      ),
  },
  date: {
    ...forms,
    "Arrow of milliseconds": (list) =>
      arrow.vectorFromArray(orNull(list), new arrow.TimestampMillisecond()),
  },
  text: {
    ...forms,
    Arrow: (list) =>
      arrow.vectorFromArray(
        list.map((one) => (typeof one === "string" ? one.toWellFormed() : null)),
        new arrow.Utf8(),
      ),
  },
};
export const columnForms = (kind) =>
  fc.constantFrom(...Object.entries(formsOf[kind])).map(([name, of]) => ({ name, of }));

/** Two neighbouring lists: one more record somewhere, or one changed. */
export function neighbours(record, neighbors, maxLength = 8) {
  return fc
    .tuple(fc.array(record, { maxLength }), record, record, fc.nat(maxLength))
    .map(([list, one, other, at]) => {
      const place = Math.min(at, list.length);
      const withOne = list.toSpliced(place, 0, one);
      return neighbors === "replace" ? [list.toSpliced(place, 0, other), withOne] : [list, withOne];
    });
}

/** Domains of one kind. */
export const domainsOf = (logstar) => ({
  number: [logstar.reals(), logstar.integers(0, 3), logstar.decimals(0, 3, 1)],
  bigint: [logstar.integers(0n, 3n), logstar.bigIntegers(100)],
  date: [logstar.dates("2026-01-01", "2026-01-04", "day")],
  text: [logstar.text(2)],
});

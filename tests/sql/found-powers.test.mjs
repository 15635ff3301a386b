// The powers of two in which an engine finds values, and the grids of their ranges, equal the core's for every
// value.
import assert from "node:assert/strict";
import { test } from "node:test";
import { running, startEngines } from "./running.mjs";
import { inMemory } from "./seen.mjs";
import * as seen from "./seen-found.mjs";
import { create } from "./tables.mjs";

startEngines(21);

const { powers, binOf, everyBin, rangeFrom } = seen;

/** The non-zero sums, in order. */
const sorted = (sums) =>
  [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([name, sum]) => `${name}: ${sum}`)
    .sort();

const names = ({ u, g }) => ({ value: "v", user: u && "u", group: g && "g" });
/** Whole numbers as the doubles next to them, as the column is read. */
const nearest = (kind, values) => [
  kind,
  kind === "whole" ? values.map((one) => (one === null ? null : Number(one))) : values,
];
const columnsOf = ({ v, u, g }) => ({
  values: inMemory(...nearest(...v)),
  users: u ? u[1] : null,
  groups: g?.[1],
});

/** Compares a table's contributions to bins, and to the grids of several ranges. */
async function compare(table, options, ranges = []) {
  const columns = columnsOf(table);
  const expected = sorted(seen.binsInMemory(columns, options));
  for (const engine of running) {
    await create(engine, "odd", table);
    const bins = await seen.binsInEngine(engine, "odd", names(table), options);
    assert.deepEqual(sorted(bins), expected, engine.dialect);
    for (const within of ranges) {
      const about = { ...options, within };
      const found = await seen.gridInEngine(engine, "odd", names(table), about);
      const { from, to } = within.range;
      const what = `${engine.dialect}, ${from} to ${to}, ${JSON.stringify(options)}`;
      assert.deepEqual(sorted(found), sorted(seen.gridInMemory(columns, about)), what);
    }
  }
  return expected;
}

/** The next doubles on either side. */
function neighbours(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  return [bits - 1n, bits, bits + 1n].map((one) => {
    view.setBigUint64(0, one);
    return view.getFloat64(0);
  });
}

test("the tests know the bins and the ranges of the core", () => {
  assert.deepEqual([0, 5e-324, 1, -1, 3, Number.MAX_VALUE, -Number.MAX_VALUE].map(binOf), [
    ...[2098, 2099, 3173, 1023, 3174, 4196, 0],
  ]);
  assert.deepEqual(rangeFrom(binOf(-50), binOf(3)), {
    range: { from: -64, to: 4 },
    grid: { exponent: -24, lowest: -(2 ** 30), highest: 2 ** 26 },
  });
  const most = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };
  assert.deepEqual(rangeFrom(0, 4196), {
    range: most,
    grid: { exponent: 994, lowest: -(2 ** 30), highest: 2 ** 30 },
  });
  assert.deepEqual(rangeFrom(2098, 2098).range, { from: 0, to: 0 });
  assert.deepEqual(rangeFrom(binOf(-3), binOf(-3)).range, { from: -4, to: -2 });
});

test("every power of two and the doubles next to it are in the bin of the core, for both signs", async () => {
  const values = powers.flatMap((power) => neighbours(power)).filter(Number.isFinite);
  const all = [0, -0, NaN, null, Infinity, -Infinity, Number.MAX_VALUE, ...values];
  const every = [...all, ...values.map((value) => -value)];
  const bins = await compare({ v: ["double", every] }, {});
  assert.equal(bins.length, everyBin.count);
});

const doubles = [
  ...[0, -0, 1, -1, 0.5, 1.5, 2.5, -0.5, 0.1 + 0.2, 5e-324, -5e-324, 2 ** 53, 1e18, 1e300, 1e289],
  ...[-Number.MAX_VALUE, Number.MAX_VALUE, Infinity, -Infinity, NaN, null, 1e-7, 123456789.125],
  ...[3 * 2 ** -31, -3 * 2 ** -31, 5 * 2 ** -31, 2 ** -31, 1 - 2 ** -31, 2.2250738585072014e-308],
];
const wholes = [0, 1, -1, 2, 3, 7, null, 2 ** 53 - 1, 2n ** 53n + 1n, 2n ** 62n - 1n, -(2n ** 63n)];
const texts = ["0", "0.5", "-1.5", "2.6750", null, "99999999999999.9999", "-0.0001", "1024.0000"];
const wide = [...texts, "12345678901234567890123456789012.345678", "0.000001"];
const ranges = [
  rangeFrom(binOf(0), binOf(0)),
  rangeFrom(binOf(0), binOf(0.75)),
  rangeFrom(binOf(-1), binOf(3)),
  rangeFrom(binOf(-3), binOf(-3)),
  rangeFrom(binOf(5e-324), binOf(5e-324)),
  rangeFrom(binOf(-5e-324), binOf(2 ** -1070)),
  rangeFrom(binOf(2 ** 20), binOf(1e18)),
  rangeFrom(0, 4196),
];

test("doubles, large whole numbers and decimals have the bins and grids of memory, with one user or several", async () => {
  for (const [kind, values] of [
    ["double", doubles],
    ["whole", wholes],
    ["exact", texts],
    ["wide", wide],
  ]) {
    const v = [kind, values];
    const u = ["text", values.map((_, row) => (row === 4 ? null : `user ${row % 5}`))];
    const g = ["text", values.map((_, row) => (row === 6 ? null : ["x", "y", "it's"][row % 3]))];
    const list = ["it's", "x", "nobody", 1];
    for (const isOfTotals of [false, true]) {
      const found = await compare({ v }, { isOfTotals }, ranges);
      assert.ok(found.length > 3, kind);
      await compare({ v, u }, { isOfTotals }, ranges);
      for (const userWeight of [720720, 7, 2]) {
        await compare({ v, u, g }, { isOfTotals, list, userWeight }, ranges);
      }
    }
  }
});

// Cause: sums of doubles depend on their order, which in an engine may depend on others' rows.
test("a user's doubles are added in order of their values, for any storage", async () => {
  const values = [1e16, 1, 1, -1e16, 1, 0.1, 0.2, 0.3, -0.6, 1e300, -1e300, 7];
  const own = values.map((_, row) => (row < 5 ? "a" : "b"));
  const rows = values.map((value, row) => [value, own[row]]);
  const answers = new Set();
  for (const order of [rows, rows.toReversed(), [...rows].sort(([a], [b]) => b - a)]) {
    const v = ["double", order.map(([value]) => value)];
    const u = ["text", order.map(([, user]) => user)];
    const options = { isOfTotals: true };
    answers.add(`${await compare({ v, u }, options, [rangeFrom(binOf(-1), binOf(20))])}`);
  }
  assert.equal(answers.size, 1);
});

test("no user's total exceeds the doubles, as an overflow would be an error", async () => {
  const values = [Number.MAX_VALUE, Number.MAX_VALUE, 1, -Number.MAX_VALUE, -Infinity];
  const table = { v: ["double", values], u: ["text", [..."aaabb"]] };
  const found = await compare(table, { isOfTotals: true }, [rangeFrom(0, 4196)]);
  assert.deepEqual(found, [`${binOf(-(2 ** 961))}: 720720`, `${binOf(2 ** 961)}: 720720`].sort());
});

test("control: another value, user or order of shares changes the bins", async () => {
  const table = { v: ["double", [1, 3]], u: ["text", ["a", "a"]] };
  for (const [name, other] of [
    ["v", 0.5],
    ["u", "b"],
  ]) {
    const changed = { ...table, [name]: [table[name][0], [table[name][1][0], other]] };
    const expected = sorted(seen.binsInMemory(columnsOf(changed), {}));
    for (const engine of running) {
      await create(engine, "same", table);
      const found = await seen.binsInEngine(engine, "same", names(table), {});
      assert.notDeepEqual(sorted(found), expected, name);
    }
  }
});

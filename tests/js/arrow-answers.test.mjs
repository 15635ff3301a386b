// Functions on columns of Apache Arrow (the real package), in the main entry and in the worker.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as arrow from "apache-arrow";
import { isMissing } from "../../dist/data/missing.js";
import { flat } from "../../dist/data/values.js";
import * as logstar from "../../dist/index.js";
import {
  AboveThreshold,
  bigIntegers,
  boundContributions,
  dates,
  decimals,
  integers,
  load,
  median,
  quantile,
  sanitizePoints,
  text,
  topK,
} from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { day, decimalVector, stamps } from "./arrow-data.mjs";

let remote;
before(async () => {
  await load();
  remote = await connect();
});
after(() => remote?.dispose());

const { vectorFromArray } = arrow;

const often = (values) => Array.from({ length: 9000 }, (_, i) => values[i % values.length]);
const date = new Date("2026-03-04T05:06:07Z");
const around = { epsilon: 1, domain: dates("2020-01-01", "2040-01-01", "second") };

/** Calls, each with the answer that it gives with probability above 1 - 1e-100. */
const calls = [
  ...["Second", "Millisecond", "Microsecond", "Nanosecond"].map((unit) => {
    const type = new arrow[`Timestamp${unit}`]();
    return ["median", [vectorFromArray(often([date.getTime(), null]), type), around], date];
  }),
  [
    "median",
    [
      vectorFromArray(often([date, null]), new arrow.DateDay()),
      { epsilon: 1, domain: dates("2020-01-01", "2040-01-01") },
    ],
    day("2026-03-04"),
  ],
  ["median", [vectorFromArray(often([1.5, null]), new arrow.Float16()), { epsilon: 1 }], 1.5],
  ["median", [decimalVector(often([1234n]), 2), { epsilon: 1 }], 12.34],
  [
    "median",
    [decimalVector(often([10n ** 30n]), 0), { epsilon: 1, delta: 1e-6, domain: bigIntegers(128) }],
    10n ** 30n,
  ],
  ["median", [vectorFromArray(often([7, null]), new arrow.Int32()), { epsilon: 1 }], 7],
  [
    "median",
    [
      vectorFromArray(often([2n ** 60n, null]), new arrow.Int64()),
      { epsilon: 1, domain: integers(0n, 2n ** 61n) },
    ],
    2n ** 60n,
  ],
  [
    "median",
    [
      vectorFromArray(often(["Oslo", null]), new arrow.Utf8()),
      { epsilon: 1, delta: 1e-6, domain: text(8) },
    ],
    { text: "Oslo", after: false },
  ],
  [
    "quantile",
    [
      { values: decimalVector([150n, 990n], 2), counts: vectorFromArray([9000n, 90n]) },
      0.4,
      { epsilon: 1 },
    ],
    1.5,
  ],
];

test("the main entry answers in the unit of the column", () => {
  for (const [name, args, expected] of calls) {
    const { value } = { median, quantile }[name](...args);
    assert.deepEqual(value, expected, String(args[0].type));
  }
});

test("the worker answers in the unit of the column", async () => {
  for (const [name, args, expected] of calls) {
    assert.deepEqual((await remote[name](...args)).value, expected, String(args[0].type));
  }
});

test("a column moved to the worker is first checked by its type", async () => {
  const vector = vectorFromArray(often([1.5, null]), new arrow.Float16());
  assert.equal((await remote.median(vector, { epsilon: 1, transfer: true })).value, 1.5);
  assert.equal((await remote.median(vector, { epsilon: 1, transfer: true })).value, 1.5);
});

test("columns of text, dictionaries and numbers are items and users, and null is neither", async () => {
  const options = { k: 2, epsilon: 1, delta: 1e-6 };
  const columns = [
    [vectorFromArray(often(["tea", "rum", null]), new arrow.Utf8()), ["rum", "tea"]],
    [vectorFromArray(often(["tea", "rum", null])), ["rum", "tea"]],
    [vectorFromArray(often([5, 7, null]), new arrow.Int32()), [5, 7]],
    [vectorFromArray(often([5n, 7n, null]), new arrow.Int64()), [5n, 7n]],
    [vectorFromArray(often([true, false, null]), new arrow.Bool()), [false, true]],
    [decimalVector(often([150n, 275n]), 2), [1.5, 2.75]],
  ];
  const users = vectorFromArray(
    Array.from({ length: 9000 }, (_, i) => (i < 30 ? null : i)),
    new arrow.Int32(),
  );
  const named = ({ items }) => items.map(({ item }) => item).sort();
  for (const [items, expected] of columns) {
    const kind = String(items.type);
    assert.deepEqual(named(topK(items, options)), expected, kind);
    assert.deepEqual(named(await remote.topK(items, options)), expected, kind);
    const bounded = boundContributions({ users, items }, { perUser: 1 });
    const there = await remote.boundContributions({ users, items }, { perUser: 1 });
    assert.deepEqual([there.values, there.counts], [bounded.values, bounded.counts]);
    const total = bounded.counts.reduce((sum, count) => sum + count);
    assert.equal(
      total,
      Array.from(flat(items))
        .slice(30)
        .filter((item) => !isMissing(item)).length,
    );
    const points = sanitizePoints(items, { epsilon: 1, delta: 1e-6 }).value.items;
    assert.deepEqual(points.map(({ item }) => item).sort(), expected);
  }
  const stamp = vectorFromArray(often(stamps), new arrow.TimestampSecond());
  assert.throws(
    () => topK(stamp, options),
    /items that are text, numbers.* got an object \(Date\)/,
  );
});

test("learners, slices and sanitizers read Arrow columns as plain ones", async () => {
  const n = 9000;
  const plain = Array.from({ length: n }, (_, i) => (i % 100) / 4);
  const x = vectorFromArray(plain, new arrow.Float16());
  const y = vectorFromArray(
    plain.map((value) => value < 10),
    new arrow.Bool(),
  );
  const axis = decimalVector(
    plain.map((value) => BigInt(100 * value)),
    2,
  );
  const domain = decimals(0, 25, 2);
  const pure = { epsilon: 5, domain };
  const terms = { ...pure, delta: 1e-3 };
  for (const entry of [logstar, remote]) {
    const { value: rule } = await entry.learnThreshold({ ...pure, x, y });
    assert.deepEqual(
      [9, 11].map((value) => rule.predict(value)),
      [1, 0],
    );
    const rectangle = await entry.learnRectangle({ ...terms, x: [x, axis], y });
    assert.equal(rectangle.value.predict([20, 20]), 0);
    const semi = await entry.learnSemiPrivate({
      ...{ x, y, epsilon: 5, domain, rules: "thresholds" },
      unlabelled: axis,
    });
    assert.deepEqual(
      [9, 11].map((value) => semi.value.predict(value)),
      [1, 0],
    );
    const point = await entry.learnPoint({
      x: vectorFromArray(plain.map(String)),
      y,
      epsilon: 5,
      delta: 1e-3,
    });
    assert.ok(point.record);
    for (const column of [x, axis]) {
      const { value } = await entry.quantiles(column, [0.25, 0.75], pure);
      assert.ok(Math.abs(value[0] - 6.25) < 1 && Math.abs(value[1] - 18.75) < 1, `${value}`);
      const shares = (await entry.sanitizeThresholds(column, pure)).value;
      assert.ok(Math.abs(shares.cdf(12.5) - 0.5) < 0.1);
      const session = await new entry.SliceSession(column, {
        ...{ domain, slices: 1, compute: { epsilon: 1 }, delta: 1e-3 },
      });
      const low = await session.slice({ length: 900, from: "low" });
      assert.ok((await session.median(low)).value <= 3);
    }
  }
});

test("queries see the values of Arrow columns", () => {
  const columns = {
    age: vectorFromArray(often([20, 40, null]), new arrow.Int8()),
    price: decimalVector(often([150n, 250n]), 2),
    seen: vectorFromArray(often(stamps), new arrow.TimestampMicrosecond()),
  };
  const watch = new AboveThreshold({ columns, threshold: 2900, epsilon: 1, maxAnswers: 3 });
  assert.equal(
    watch.ask((row) => row.age < 30),
    true,
  );
  assert.equal(
    watch.ask((row) => row.price > 2),
    true,
  );
  assert.equal(
    watch.ask((row) => row.seen?.getUTCFullYear() === 2026),
    true,
  );
  assert.equal(
    new AboveThreshold({ columns, threshold: 3100, epsilon: 1 }).ask((row) => row.age < 30),
    false,
  );
  const flags = vectorFromArray(often([true, null]), new arrow.Bool());
  assert.equal(new AboveThreshold({ columns, threshold: 4400, epsilon: 1 }).ask(flags), true);
  assert.equal(new AboveThreshold({ columns, threshold: 4600, epsilon: 1 }).ask(flags), false);
});

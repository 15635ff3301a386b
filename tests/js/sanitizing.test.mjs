// Points and distributions: their answers, their loss and their errors.
import assert from "node:assert/strict";
import test from "node:test";
import {
  integers,
  Ledger,
  learnPoint,
  PointHypothesis,
  SanitizedPoints,
  SanitizedThresholds,
  sanitizePoints,
  sanitizeThresholds,
  text,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const base = { epsilon: 1, delta: 1e-6 };
const plain = (value) => JSON.parse(JSON.stringify(value));

test("a point with many records of label 1 is learned, and without any, every prediction is 0", () => {
  const x = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? "oslo" : `town ${i}`));
  const y = x.map((town) => town === "oslo");
  for (const algorithm of ["auto", "stable", "gap"]) {
    const { value, record } = learnPoint({ x, y, ...base, algorithm });
    assert.ok(value.found);
    assert.equal(value.item, "oslo");
    assert.equal(value.predict("oslo"), 1);
    assert.equal(value.predict("town 1"), 0);
    assert.equal(record.delta, 1e-6);
    assert.equal(record.accuracy.error, algorithm === "gap" ? 16 : 17);
    assert.deepEqual(PointHypothesis.fromJSON(plain(value)), value);
  }
  const nothing = learnPoint({ x, y: x.map(() => 0), ...base }).value;
  assert.equal(nothing.found, false);
  assert.equal(nothing.predict("oslo"), 0);
  assert.deepEqual(PointHypothesis.fromJSON(plain(nothing)), nothing);
});

test("frequent items are counted within the stated error, and rare ones are withheld", () => {
  const counts = new Map([
    ["a", 1000],
    ["b", 200],
    ["c", 1],
  ]);
  const { value, record } = sanitizePoints(counts, { ...base, items: 3 });
  for (const [item, count] of counts) {
    assert.ok(Math.abs(value.count(item) - count) <= record.accuracy.error);
  }
  assert.deepEqual(
    value.items.map(({ item }) => item),
    ["a", "b"],
  );
  assert.equal(value.count("nobody"), 0);
  assert.equal(value.countOf(["a", "b", "a"]), value.count("a") + value.count("b"));
  assert.deepEqual(SanitizedPoints.fromJSON(plain(value)).items, value.items);
  assert.equal(record.proof, "docs/guarantees/points.md");
});

test("SanPoints by rounds returns the same items with more noise", () => {
  const rows = [...Array(3000).fill(1n), ...Array(2000).fill(2n), 3n];
  const { value, record } = sanitizePoints(rows, { ...base, method: "rounds", accuracy: 0.1 });
  assert.deepEqual(
    value.items.map(({ item }) => item),
    [1n, 2n],
  );
  assert.equal(record.parameters.rounds, 20);
  assert.deepEqual(SanitizedPoints.fromJSON(plain(value)).items, value.items);
});

test("a distribution has the share at or below every value within the stated error", () => {
  const n = 20000;
  const values = Float64Array.from({ length: n }, (_, i) => (i * 7919) % n);
  const { value, record } = sanitizeThresholds(values, { epsilon: 1, points: 15 });
  const allowed = record.accuracy.error / n + 0.5 / 16;
  for (let x = -1; x <= n; x += 97) {
    const truth = Math.min(Math.max((x + 1) / n, 0), 1);
    assert.ok(Math.abs(value.cdf(x) - truth) <= allowed, `${x}`);
  }
  assert.equal(value.points.length, 15);
  assert.equal(record.delta, 0);
  assert.ok(value.quantile(0.5) > 8000 && value.quantile(0.5) < 12000);
  assert.equal(value.sample(100).length, 100);
  assert.deepEqual(SanitizedThresholds.fromJSON(plain(value)), value);
  const whole = sanitizeThresholds([1n, 2n, 3n], {
    epsilon: 1,
    points: 3,
    domain: integers(0n, 9n),
  });
  assert.equal(typeof whole.value.points[0], "bigint");
  assert.deepEqual(SanitizedThresholds.fromJSON(plain(whole.value)), whole.value);
});

// With 31 quantiles the error of these was 1.6%.
test("on a domain of at most 1,024 values each is counted, and shares are off by a few records", () => {
  const ages = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100);
  const options = { epsilon: 1, domain: integers(0, 119) };
  const { value, record } = sanitizeThresholds(ages, options);
  for (let x = 0; x < 120; ++x) {
    assert.ok(Math.abs(value.cdf(x) - Math.min((x + 1) / 100, 1)) < 2e-3, `${x}`);
  }
  assert.match(
    record.accuracy.statement,
    /^With 95% confidence, `cdf` is off by at most \d+ records at every value\. This promises nothing for fewer than \d+ records\.$/,
  );
  assert.equal(record.mechanism, "sanitizeThresholds by noisy counts of all values");
  assert.deepEqual(SanitizedThresholds.fromJSON(plain(value)), value);
  const by = (more) => sanitizeThresholds(ages, { ...options, ...more }).record.mechanism;
  assert.equal(by({ method: "counts" }), record.mechanism);
  for (const more of [{ method: "quantiles" }, { points: 31 }, { domain: integers(0, 1024) }]) {
    assert.equal(by(more), "sanitizeThresholds by recursive quantiles");
  }
  assert.equal(sanitizeThresholds([], options).value.quantile(1) <= 119, true);
  assert.throws(() => sanitizeThresholds(ages, { epsilon: 1, method: "counts" }), RangeError);
});

test("no data are ordinary data, at the same cost", () => {
  const ledger = new Ledger({ epsilon: 3, delta: 2e-6 });
  assert.deepEqual(sanitizePoints([], { ...base, ledger }).value.items, []);
  assert.equal(learnPoint({ x: [], y: [], ...base, ledger }).value.found, false);
  assert.equal(sanitizeThresholds([], { epsilon: 1, points: 3, ledger }).value.points.length, 3);
  assert.deepEqual(ledger.spent, { epsilon: 3, delta: 2e-6 });
  assert.throws(() => sanitizePoints([1], { ...base, ledger }), { name: "BudgetExceeded" });
});

const point = { x: ["a"], y: [1], ...base };
const refusals = [
  [(ledger) => learnPoint({ ...point, delta: 0, ledger }), RangeError, /^delta must be/],
  [(ledger) => sanitizePoints([1], { ...base, delta: 1, ledger }), RangeError, /^delta must be/],
  [(ledger) => sanitizePoints([1], { ...base, items: 0, ledger }), RangeError, /^items must be/],
  [(ledger) => sanitizePoints(5, { ...base, ledger }), TypeError, /^rows must be/],
  [
    (ledger) => sanitizePoints([1], { ...base, method: "rounds", accuracy: 2, ledger }),
    RangeError,
    "accuracy must be a number from 0.0001 to 1, got 2",
  ],
  [
    (ledger) => sanitizeThresholds(["a"], { epsilon: 1, domain: text(100), ledger }),
    RangeError,
    "domain must be a domain of at most 64 bits, got 800 bits",
  ],
  [
    (ledger) => sanitizeThresholds([1], { epsilon: 1, points: 1000, ledger }),
    RangeError,
    "points must be a whole number from 1 to 999, got 1000",
  ],
];

refusals.forEach(([run, Kind, message], i) => {
  test(`rejected before any charge (${i}): ${message}`, () => {
    const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
    assert.throws(
      () => run(ledger),
      (error) => {
        assert.ok(error instanceof Kind);
        if (message instanceof RegExp) assert.match(error.message, message);
        else assert.equal(error.message, message);
        return true;
      },
    );
    assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
  });
});

test("invalid records of sanitizers are rejected after the charge", () => {
  for (const [changes, message] of [
    [{ x: [{}] }, /text, numbers, BigInts.*; the ledger stays charged$/],
    [{ y: ["1"] }, /^y must be labels.*; the ledger stays charged$/],
  ]) {
    const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
    assert.throws(() => learnPoint({ ...point, ...changes, ledger }), {
      name: "TypeError",
      message,
    });
    assert.ok(ledger.spent.epsilon > 0);
  }
});

test("fromJSON rejects an object that no sanitizer wrote", () => {
  assert.throws(() => PointHypothesis.fromJSON({ type: "box" }), RangeError);
  assert.throws(() => SanitizedPoints.fromJSON({ type: "points", items: 3 }), TypeError);
  assert.throws(() =>
    SanitizedPoints.fromJSON({ type: "points", items: [{ item: 1, count: -1 }] }),
  );
  assert.throws(() => SanitizedThresholds.fromJSON({ type: "thresholds", points: [] }), TypeError);
});

test("a distribution has 31 points by default, and its quantiles are the nearest of them", () => {
  const values = Array.from({ length: 2000 }, (_, i) => i);
  const { value } = sanitizeThresholds(values, { epsilon: 5, domain: integers(0, 1999) });
  assert.equal(value.points.length, 31);
  const three = new SanitizedThresholds([10, 20, 30]);
  const shown = [0, 0.25, 0.5, 0.75, 1].map((p) => three.quantile(p));
  assert.deepEqual(shown, [10, 10, 20, 30, 30]);
});

test("a guess of the number of records chooses the points, and the record adds the usual error", () => {
  const values = Array.from({ length: 3000 }, (_, i) => i * i);
  const wide = { epsilon: 1, domain: integers(0, 1e9) };
  const { points } = sanitizeThresholds(values, { ...wide, records: 100_000 }).record.parameters;
  assert.equal(points, 511);
  const { record } = sanitizeThresholds(values, wide);
  assert.equal(record.parameters.points, 31);
  assert.match(
    record.accuracy.statement,
    /This promises nothing for fewer than 760 records\. If they are n /,
  );
  assert.match(
    record.accuracy.usually,
    /^Usually within \d+ records on smooth data; no guarantee\.$/,
  );
  assert.ok(record.accuracy.usual * 20 < record.accuracy.error);
  assert.throws(() => sanitizeThresholds(values, { ...wide, records: 100, points: 7 }), {
    name: "RangeError",
    message: "records must be left out where points are given, got 100",
  });
  const few = sanitizeThresholds([1, 2], { epsilon: 1, domain: integers(0, 9), records: 100 });
  assert.equal(few.record.mechanism, "sanitizeThresholds by noisy counts of all values");
});

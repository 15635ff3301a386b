// A nearly best point of a quality that rises and falls: three algorithms on one problem.
import assert from "node:assert/strict";
import test from "node:test";
import { Ledger, quasiConcaveMax } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const loss = { epsilon: 1, delta: 1e-6 };
const algorithms = ["exponential", "rec-concave", "cumulative-tree-log"];

/** A peak of `height` around point 2^899 of 2^900, in runs. */
function peak(height, steps = 200) {
  const runs = [];
  const width = 1n << 880n;
  const side = 1n << 899n;
  const flank = side - BigInt(steps) * width;
  runs.push({ width: flank, quality: 0 });
  for (let i = 1; i <= steps; ++i) runs.push({ width, quality: Math.round((height * i) / steps) });
  for (let i = steps; i >= 1; --i) runs.push({ width, quality: Math.round((height * i) / steps) });
  runs.push({ width: flank, quality: 0 });
  return runs;
}

test("on one problem each algorithm comes as close to the best as its record states", () => {
  const height = 20000;
  const runs = peak(height);
  for (const algorithm of algorithms) {
    const { value, record } = quasiConcaveMax(runs, { ...loss, size: 1n << 900n, algorithm });
    let at = 0n;
    const { quality } = runs.find(({ width }) => {
      at += width;
      return at > value;
    });
    assert.ok(record.accuracy.error < height, `${algorithm} ${record.accuracy.error}`);
    assert.ok(quality > height - record.accuracy.error, `${algorithm} ${quality}`);
    assert.equal(record.parameters.algorithm, algorithm);
  }
});

test("auto takes the algorithm with the least error, by public numbers alone", () => {
  const taken = (size, more) => {
    const { record } = quasiConcaveMax([{ width: size, quality: 0 }], { ...loss, size, ...more });
    return record;
  };
  const errors = algorithms.map((algorithm) => taken(1n << 5000n, { algorithm }).accuracy.error);
  assert.equal(taken(1n << 5000n).accuracy.error, Math.min(...errors));
  assert.equal(taken(1n << 5000n, { delta: 0 }).parameters.algorithm, "exponential");
  assert.equal(taken(100).parameters.algorithm, "exponential");
  assert.equal(taken(100).delta, 0);
});

test("a function is evaluated on the points of a grid, and the answer is one of them", () => {
  const grid = Array.from({ length: 1000 }, (_, i) => i / 10);
  const ages = Array.from({ length: 3000 }, (_, i) => 20 + (i % 60));
  const near = (point) => ages.filter((age) => Math.abs(age - point) <= 20).length;
  const { value, record } = quasiConcaveMax(near, { epsilon: 1, grid, monotone: true });
  assert.ok(grid.includes(value));
  assert.ok(near(value) > Math.max(...grid.map(near)) - record.accuracy.error);
  assert.match(
    record.accuracy.statement,
    /^With 95% confidence, an answer is returned whose quality is less than \d+ below the best\.$/,
  );
});

test("the ledger is charged before the draw, and records are plain data", () => {
  const ledger = new Ledger(loss);
  const size = 1n << 300n;
  const { record } = quasiConcaveMax(peak(10).slice(0, 0).concat({ width: size, quality: 3 }), {
    ...loss,
    size,
    ledger,
    algorithm: "cumulative-tree-log",
  });
  assert.deepEqual(ledger.entries[0].record, record);
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
  assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
});

const runs = [{ width: 8, quality: 1 }];
const refusals = [
  [runs, {}, TypeError, "quasiConcaveMax needs a function and a grid, or runs and a size"],
  [
    () => 1,
    { size: 8 },
    TypeError,
    "quasiConcaveMax needs a function and a grid, or runs and a size",
  ],
  [() => 1, { grid: [1] }, RangeError, "grid must have 2 to 10,000,000 points, got 1"],
  [runs, { size: 1 }, RangeError, "size must have 2 to 2^(2^20) points, got 1"],
  [runs, { size: 8.5 }, RangeError, "size must be a whole number (or a BigInt), got 8.5"],
  [runs, { size: 8, monotone: 1 }, TypeError, "monotone must be true or false, got 1"],
  [runs, { size: 8, epsilon: 0 }, RangeError, /^epsilon must be a number from 1e-9/],
  [runs, { size: 8, algorithm: "cut" }, RangeError, /^algorithm must be "auto" or "exponential"/],
  [
    runs,
    { size: 8, algorithm: "tree-log" },
    RangeError,
    'algorithm must be "cumulative-tree-log", its new name, got "tree-log"',
  ],
  [runs, { size: 8, algorithm: "exponential", levels: 2 }, RangeError, /^levels must be left out/],
  [runs, { size: 8, algorithm: "rec-concave", levels: 4 }, RangeError, /^levels must be/],
  [runs, { size: 8, algorithm: "cumulative-tree-log", delta: 0 }, RangeError, /^delta must be/],
];

for (const [quality, options, type, message] of refusals) {
  test(`rejected before randomness or ledger: ${message}`, () => {
    const ledger = new Ledger(loss);
    const attempt = () => quasiConcaveMax(quality, { ...loss, ...options, ledger });
    assert.throws(attempt, { name: type.name, message });
    assert.equal(ledger.entries.length, 0);
  });
}

test("invalid qualities are rejected after the charge", () => {
  for (const [quality, size, message] of [
    [runs, 9, /^quality must cover the 9 points of size, got fewer; the ledger stays charged$/],
    [
      [{ width: 8, quality: 0.5 }],
      8,
      /^quality must be whole numbers.*; the ledger stays charged$/,
    ],
    [
      [{ width: 0, quality: 1 }],
      8,
      /^width must be a whole number of at least 1, got a number; the ledger stays charged$/,
    ],
  ]) {
    const ledger = new Ledger(loss);
    const attempt = () => quasiConcaveMax(quality, { ...loss, size, ledger });
    assert.throws(attempt, { name: "RangeError", message });
    assert.equal(ledger.entries.length, 1);
  }
});

test("qualities that move both ways cost about twice the error of qualities that move one way", () => {
  const errorOf = (monotone) =>
    quasiConcaveMax((x) => x, {
      grid: [0, 1, 2, 3],
      epsilon: 1,
      algorithm: "exponential",
      monotone,
    }).record.accuracy.error;
  assert.ok(errorOf(undefined) > 1.5 * errorOf(true));
});

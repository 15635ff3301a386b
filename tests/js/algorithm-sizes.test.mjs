// Sizes and windows that callers declare, for each algorithm: what they change, and which are rejected.
import assert from "node:assert/strict";
import test from "node:test";
import {
  bigIntegers,
  integers,
  interiorPoint,
  Ledger,
  median,
  quantile,
  reals,
  text,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { loss, many } from "./each-algorithm.mjs";

await loadForTesting({ seed: 2 });

test("tree-log rejects more records than its size, privately, and at full price", () => {
  const ledger = new Ledger(loss);
  const options = { ...loss, algorithm: "tree-log", size: 2000, ledger };
  const { value, reason, record } = interiorPoint(many, options);
  assert.equal(value, null);
  assert.equal(reason, "not-found");
  assert.equal(record.parameters.size, 2000);
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
  assert.deepEqual(ledger.entries[0].record, record);
});

test("under replace the size is the number of rows, dropped ones included", () => {
  const options = { ...loss, neighbors: "replace", algorithm: "tree-log" };
  const gaps = Float64Array.from(many, (x) => (x % 4 === 0 ? Number.NaN : x));
  const { value, record } = interiorPoint(gaps, options);
  assert.ok(value >= 1 && value <= 19999);
  assert.equal(record.parameters.size, 20000);
  assert.equal(record.public, "the parameters and the number of records");
  assert.throws(() => interiorPoint(gaps, { ...options, size: 7000 }), {
    name: "RangeError",
    message:
      'size must be the number of records, 20000, which neighbors: "replace" makes public, got 7000',
  });
});

const tree = { ...loss, algorithm: "tree-log" };
const refusals = [
  [
    { ...loss, delta: -1e-6 },
    RangeError,
    "delta must be 0 or a number above 0 and below 1, got -1e-06",
  ],
  [{ ...loss, delta: 1 }, RangeError, "delta must be 0 or a number above 0 and below 1, got 1"],
  [
    { ...loss, delta: Number.NaN },
    RangeError,
    "delta must be 0 or a number above 0 and below 1, got nan",
  ],
  [{ ...loss, delta: "1e-6" }, TypeError, 'delta must be a number, got "1e-6"'],
  [
    { epsilon: 1, algorithm: "rec-concave" },
    RangeError,
    "delta must be a number above 0 and below 1, got 0",
  ],
  [
    tree,
    TypeError,
    "size must be given for tree-log (the public maximum number of records), got undefined",
  ],
  [{ ...tree, size: 0 }, RangeError, "size must be a whole number from 1 to 1099511627776, got 0"],
  [
    { ...tree, size: 100 },
    RangeError,
    "size must be large enough to promise anything at this loss and confidence, got 100",
  ],
  [
    { ...loss, algorithm: "cut", neighbors: "replace", size: 100 },
    TypeError,
    'size of cut needs every record: missing must be "throw" and outside not "drop", got missing: "drop" and outside: "clamp"',
  ],
];

for (const [options, type, message] of refusals) {
  test(`rejected before data, randomness or ledger: ${message}`, () => {
    const ledger = new Ledger({ epsilon: 1, delta: 1e-3 });
    const values = new Proxy([], {
      get() {
        throw new Error("the data was looked at");
      },
    });
    assert.throws(() => interiorPoint(values, { ...options, ledger }), {
      name: type.name,
      message,
    });
    assert.deepEqual(ledger.remaining, { epsilon: 1, delta: 1e-3 });
    assert.equal(ledger.entries.length, 0);
  });
}

test("an unneeded size is accepted without effect, and a size out of range is rejected", () => {
  const asked = [
    [median, {}],
    [median, { algorithm: "exponential" }],
    [median, { algorithm: "rec-concave", delta: 1e-6 }],
    [median, { algorithm: "cut", neighbors: "replace", delta: 1e-6 }],
    [median, { abstain: true }],
    [interiorPoint, { algorithm: "cut", delta: 1e-6 }],
    [interiorPoint, { algorithm: "exponential", neighbors: "replace", missing: "throw" }],
    [interiorPoint, { abstain: true }],
  ];
  for (const [ask, options] of asked) {
    const given = { epsilon: 1, ...options };
    const { record } = ask(many, { ...given, size: 7000 });
    assert.deepEqual(record, ask(many, given).record);
    assert.throws(() => ask(many, { ...given, size: 0 }), {
      name: "RangeError",
      message: "size must be a whole number from 1 to 1099511627776, got 0",
    });
  }
});

test("medians and quantiles by a window of the records have their own size", () => {
  const { record } = median(many, { ...tree, domain: reals() });
  assert.equal(record.proof, "docs/guarantees/quantiles-from-interior-points.md");
  assert.equal(record.parameters.windowSize, record.parameters.size);
  assert.equal(Math.floor(record.parameters.windowSize / 2), record.accuracy.error);
});

test("a median or quantile with a delta and without abstaining always has an answer", () => {
  for (const domain of [reals(), integers(0, 9), text(40), bigIntegers(1000)]) {
    for (const algorithm of ["auto", "least-promise", "cut"]) {
      for (const neighbors of ["add-remove", "replace"]) {
        const options = { ...loss, domain, algorithm, neighbors, abstain: false };
        for (const q of [0.5, 0.99]) assert.notEqual(quantile([], q, options).value, null);
      }
    }
  }
});

test("a declared size reduces the error, and a wrong one is never rejected", () => {
  const by = { ...loss, algorithm: "least-promise" };
  const error = (options) => median(many, { ...by, ...options }).record.accuracy.error;
  assert.ok(error({ size: 20000 }) < 0.8 * error({}));
  const { value, record } = median(many, { ...by, size: 20000, confidence: 0.9999 });
  assert.ok(Math.abs(value - 10000) <= record.accuracy.error + 1, `${value}`);
  assert.equal(record.parameters.size, 20000);
  assert.equal(record.parameters.form, "stable");
  for (const size of [1, 19000, 2 ** 40]) median(many, { ...by, size });
});

// Cut choice without "nothing" is private only if neighbours have the same number of records.
test("under replace a public size always has answers, unless records may drop", () => {
  const replace = { ...loss, neighbors: "replace", size: 60, algorithm: "least-promise" };
  const sixty = many.slice(0, 60);
  const form = (options) => interiorPoint(sixty, options).record.parameters.form;
  assert.equal(form({ ...replace, algorithm: "cut", missing: "throw" }), "public-size");
  assert.equal(form({ ...replace, outside: "throw" }), "public-size");
  assert.equal(form({ ...replace, missing: "throw", size: undefined }), "stable");
  assert.equal(form({ ...replace }), "stable");
  assert.equal(form({ ...replace, missing: "throw", outside: "drop" }), "stable");
  assert.throws(() => interiorPoint(many, { ...replace, missing: "throw" }), {
    name: "RangeError",
    message:
      'size must be the number of records, 20000, which neighbors: "replace" makes public, got 60',
  });
  const few = { ...replace, missing: "throw", size: 50 };
  assert.equal(interiorPoint(many.slice(0, 50), few).record.parameters.form, "stable");
});

test("a window larger than the memory is rejected before the charge", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const options = { domain: integers(0, 2 ** 30), epsilon: 1e-7, delta: 1e-9, ledger };
  assert.throws(() => median(many, { ...options, algorithm: "tree-log" }), {
    name: "RangeError",
    message: "epsilon must be large enough for a window that fits into memory, got 1e-07",
  });
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
});

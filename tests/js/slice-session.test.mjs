// Slice sessions: the answers slice by slice, and the total loss.
import assert from "node:assert/strict";
import test from "node:test";
import { BudgetExceeded, bigIntegers, integers, Ledger, SliceSession } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const many = Float64Array.from({ length: 10000 }, (_, i) => (i * 7919) % 10000);
const terms = { slices: 2, compute: { epsilon: 0.25, delta: 1e-7 }, delta: 1e-6 };

test("slices are taken from either end, and computations see only their slice", () => {
  const session = new SliceSession(many, { ...terms, domain: integers(0, 9999) });
  const low = session.slice({ length: 2000, from: "low" });
  const high = session.slice({ length: 2000, from: "high" });
  const lowest = session.median(low);
  const highest = session.quantile(high, 0.5, { algorithm: "exponential" });
  assert.ok(Math.abs(lowest.value - 1000) < 150, `${lowest.value}`);
  assert.ok(Math.abs(highest.value - 9000) < 150, `${highest.value}`);
  session.dispose();
});

// When promises decided, cut choice missed the median of a slice by 38 ranks; the exponential mechanism misses
// it by 4.
test("a median of a slice is drawn by the exponential mechanism, which spends no delta", () => {
  const compute = { epsilon: 0.5, delta: 1e-6 };
  const session = new SliceSession([1, 2, 3], { slices: 1, compute, delta: 1e-5 });
  const slice = session.slice({ length: 3, from: "low" });
  const { parameters, accuracy } = session.median(slice, { size: 3 }).record;
  assert.equal(parameters.algorithm, "exponential");
  assert.equal(parameters.computeDelta, 0);
  assert.equal(accuracy.usually, "Usually within 2 records on smooth data; no guarantee.");
  session.dispose();
});

test("a slice longer than the remaining records takes all of them, and an empty one is valid", () => {
  const session = new SliceSession(many, { ...terms, slices: 3, domain: integers(0, 20000) });
  session.slice({ length: 9000, from: "low" });
  const rest = session.slice({ length: 5000, from: "low" });
  assert.ok(Math.abs(session.median(rest).value - 9500) < 150);
  const none = session.slice({ length: 10, from: "high" });
  // For no records any point and an abstention are right.
  const { value } = session.interiorPoint(none, { algorithm: "rec-concave" });
  assert.ok(value === null || (value >= 0 && value <= 20000), `${value}`);
});

test("a slice of the maximum length takes all records, whatever the noise", () => {
  const noisy = { ...terms, sliceEpsilon: 0.006, domain: integers(0, 9999) };
  const session = new SliceSession(many, noisy);
  const rest = session.slice({ length: 2 ** 32 - 1, from: "low" });
  const { value } = session.median(rest);
  assert.ok(Math.abs(value - 5000) < 150, `${value}`);
  session.dispose();
});

test("slices accept wide domains", () => {
  const values = Array.from(many, (x) => BigInt(x) << 80n);
  const session = new SliceSession(values, { ...terms, domain: bigIntegers(100) });
  const { value } = session.median(session.slice({ length: 4000, from: "high" }));
  assert.ok(Math.abs(Number(value >> 80n) - 8000) < 600, `${value >> 80n}`);
});

test("exact lengths cost twice every computation, and a ledger is charged once for the session", () => {
  const ledger = new Ledger({ epsilon: 2, delta: 1e-6 });
  const session = new SliceSession(many, { ...terms, ledger });
  assert.ok(Math.abs(session.loss.epsilon - 1) < 1e-4);
  assert.equal(session.loss.delta, 1e-6);
  assert.ok(Math.abs(ledger.spent.epsilon - session.loss.epsilon) < 1e-9);
  const { record } = session.median(session.slice({ length: 100, from: "low" }));
  assert.deepEqual(ledger.entries[0].records, [record]);
  assert.equal(record.epsilon, session.loss.epsilon);
  assert.equal(record.parameters.computeEpsilon, 0.25);
  assert.equal(record.proof, "docs/guarantees/slices.md");
  assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
});

test("noise on the lengths makes many slices cost little more than a few", () => {
  const noisy = { compute: { epsilon: 0.02 }, sliceEpsilon: 0.006, delta: 1e-6 };
  const cost = (slices) => new SliceSession([], { ...noisy, slices }).loss.epsilon;
  const exact = new SliceSession([], { ...noisy, sliceEpsilon: 0, slices: 1000 }).loss.epsilon;
  assert.ok(cost(1000) < 0.3, `${cost(1000)}`);
  assert.ok(exact > 39);
  assert.ok(cost(1000) <= 1.01 * cost(100));
});

test("a call beyond the declaration is rejected without loss", () => {
  const session = new SliceSession(many, { ...terms, slices: 1 });
  const slice = session.slice({ length: 500, from: "low" });
  assert.throws(() => session.slice({ length: 1, from: "low" }), BudgetExceeded);
  assert.throws(() => session.median(slice, { epsilon: 0.5 }), BudgetExceeded);
  assert.ok(Number.isFinite(session.median(slice).value));
  assert.throws(() => session.median(slice), BudgetExceeded);
  session.dispose();
  assert.throws(() => session.slice({ length: 1, from: "low" }), TypeError);
});

const refusals = [
  [{ slices: 0 }, RangeError, "slices must be a whole number from 1 to 1000000, got 0"],
  [{ compute: { epsilon: 0 } }, RangeError, /^computeEpsilon must be a number from 1e-9/],
  [{ compute: {} }, TypeError, "compute.epsilon must be a number, got undefined"],
  [{ sliceEpsilon: 1e-9 }, RangeError, /^sliceEpsilon must be 0 or a number from 1e-5 to 20/],
  [
    { delta: 1e-8 },
    RangeError,
    "delta must be above the part that the computations take, got 1e-08",
  ],
  [{ neighbors: "replace" }, TypeError, /unknown option neighbors/],
  [{ domain: 5 }, TypeError, /^domain must come from/],
];

for (const [options, type, message] of refusals) {
  test(`rejected: ${message}`, () => {
    const ledger = new Ledger({ epsilon: 9, delta: 1e-3 });
    const attempt = () => new SliceSession(many, { ...terms, ...options, ledger });
    assert.throws(attempt, { name: type.name, message });
    assert.equal(ledger.entries.length, 0);
  });
}

test("a session rejects a slice of another session", () => {
  const one = new SliceSession(many, terms);
  const other = new SliceSession(many, terms);
  const slice = other.slice({ length: 5, from: "low" });
  assert.throws(() => one.median(slice), { message: /^slice must be one of this session/ });
});

test("the cost of a session grows with the computations per slice", () => {
  const costOf = (computes) => {
    const options = { domain: integers(0, 9), slices: 3, computes, delta: 1e-6 };
    return new SliceSession([1, 2, 3], { ...options, compute: { epsilon: 0.5 } }).loss.epsilon;
  };
  assert.ok(Math.abs(costOf(3) - 3 * costOf(1)) < 1e-9, `${costOf(3)} and ${costOf(1)}`);
});

// From about 37 on a probability rounded to 1, so the price was wrong.
test("noise too small for a useful price is rejected", () => {
  const options = { domain: integers(0, 9), slices: 3, compute: { epsilon: 0.5 }, delta: 1e-6 };
  for (const sliceEpsilon of [20.5, 40, 800]) {
    assert.throws(() => new SliceSession([1, 2, 3], { ...options, sliceEpsilon }), {
      name: "RangeError",
      message: /^sliceEpsilon must be 0 or a number from 1e-5 to 20/,
    });
  }
});

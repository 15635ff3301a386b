// BNS13's sanitizers with the printed constants: their answers, promises and loss.
import assert from "node:assert/strict";
import test from "node:test";
import {
  integers,
  Ledger,
  reals,
  SanitizedPoints,
  SanitizedThresholds,
  sanitizePoints,
  sanitizeThresholds,
  text,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const plain = (value) => JSON.parse(JSON.stringify(value));
const base = { method: "paper", epsilon: 1, delta: 1e-6 };

test("SanThresholds draws synthetic records from 300 million grouped ones within its promise", () => {
  const size = 300_000_000;
  const values = Float64Array.from({ length: 1500 }, (_, i) => Math.exp(i / 30 - 20));
  const counts = values.map(() => size / 1500);
  const { value, reason, record } = sanitizeThresholds({ values, counts }, { ...base, size });
  assert.equal(reason, undefined);
  assert.match(
    record.accuracy.statement,
    /^If there are at most 300,000,000 records: with 95% confidence/,
  );
  assert.equal(record.accuracy.error, 17 * Math.floor(size / 320));
  assert.equal(record.delta, 1e-6);
  assert.ok(value.points.length > 20 && value.points.length < 770);
  const total = value.counts.reduce((sum, count) => sum + count, 0);
  values.forEach((x, i) => {
    const synthetic = value.cdf(x) * total;
    assert.ok(Math.abs(synthetic - (i + 1) * (size / 1500)) <= record.accuracy.error, `${x}`);
  });
  assert.equal(value.cdf(-1), 0);
  assert.equal(value.cdf(Number.MAX_VALUE), 1);
  assert.equal(value.cdf(value.quantile(0.5)) >= 0.5, true);
  assert.equal(value.quantile(0), value.points[0]);
  assert.equal(value.sample(10).length, 10);
  assert.deepEqual(SanitizedThresholds.fromJSON(plain(value)), value);
});

test("too few records for too small a declared size get an answer too: nothing, or few points", () => {
  const ledger = new Ledger({ epsilon: 2, delta: 2e-6 });
  const { value, record } = sanitizeThresholds([1, 2, 3], { ...base, size: 1000, ledger });
  assert.ok(value === null || value.points.length <= 3);
  assert.match(
    record.accuracy.statement,
    /^No accuracy is promised for a declared size of 1,000; it takes 277,053,440\.$/,
  );
  const whole = { ...base, size: 1000, domain: integers(0n, 9n), ledger };
  let found;
  for (let i = 0; i < 20 && !found; ++i)
    found = sanitizeThresholds([1n], { ...whole, ledger: undefined }).value;
  assert.equal(typeof found.points[0], "bigint");
  assert.equal(sanitizeThresholds([], whole).record.epsilon, 1);
  assert.deepEqual(ledger.spent, { epsilon: 2, delta: 2e-6 });
  assert.throws(() => sanitizeThresholds([1n], whole), { name: "BudgetExceeded" });
});

test("values outside the domain are dropped with their counts, or clamped to its ends", () => {
  const size = 100_000_000;
  const grouped = { values: [NaN, -5, 3, 500], counts: [size / 4, size / 4, size / 4, size / 4] };
  const options = { ...base, size, domain: reals({ min: 0, max: 100 }), epsilon: 100 };
  const total = (outside) =>
    sanitizeThresholds(grouped, { ...options, outside }).value.counts.reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(total("drop") - size / 4) < 1e5);
  assert.ok(Math.abs(total("clamp") - (3 * size) / 4) < 1e5);
  assert.throws(() => sanitizeThresholds(grouped, { ...options, outside: "throw" }), RangeError);
});

test("SanThresholds rejects invalid options before any charge", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
  const refused = (changes, message) =>
    assert.throws(() => sanitizeThresholds([1], { ...base, size: 1000, ledger, ...changes }), {
      message,
    });
  refused({ size: undefined }, "size must be a number, got undefined");
  refused({ size: 100 }, "size must be a whole number from 320 to 35184372088832, got 100");
  refused({ accuracy: 0 }, "accuracy must be a number from 0.001 to 1, got 0");
  refused({ delta: 0 }, "delta must be a number above 0 and below 1, got 0");
  refused({ points: 5 }, /unknown option points/);
  refused(
    { method: "printed" },
    'method must be "auto" or "quantiles" or "slices" or "counts" or "paper", got "printed"',
  );
  refused({ domain: text(100) }, "domain must be a domain of at most 64 bits, got 800 bits");
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
  const json = { type: "thresholds", points: [1, 2], counts: [1] };
  assert.throws(() => SanitizedThresholds.fromJSON(json), RangeError);
  assert.throws(() => SanitizedThresholds.fromJSON({ ...json, counts: [1, 0] }), RangeError);
});

test("SanPoints, printed or not, and the stable histogram return the same items, with more noise", () => {
  const counts = new Map([
    ["a", 300_000],
    ["b", 200_000],
    ["c", 4],
  ]);
  const errors = ["stable", "rounds", "paper"].map((method) => {
    const options = { ...base, method, accuracy: 0.1, items: 2, confidence: 0.9999 };
    const { value, record } = sanitizePoints(counts, options);
    assert.ok(value instanceof SanitizedPoints);
    assert.deepEqual(
      value.items.map(({ item }) => item),
      ["a", "b"],
    );
    for (const { item, count } of value.items) {
      assert.ok(Math.abs(count - counts.get(item)) <= record.accuracy.error);
    }
    assert.equal(record.proof, "docs/guarantees/points.md");
    return [record.mechanism, record.parameters.noiseEpsilon];
  });
  const [stable, rounds, paper] = errors.map(([, rate]) => rate);
  assert.ok(stable > rounds && rounds > 3 * paper);
  assert.equal(errors[2][0], "sanitizePoints by rounds (SanPoints as printed)");
});

test("the printed SanPoints rejects an epsilon beyond the range of its proof", () => {
  assert.throws(() => sanitizePoints([1], { ...base, epsilon: 40 }), {
    message: "epsilon must be at most 2 ln(5/delta), got 40",
  });
});

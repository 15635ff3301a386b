// Thresholds and boxes learned through sanitizers: answers, statements and errors.
import assert from "node:assert/strict";
import test from "node:test";
import { integers, Ledger, learnRectangle, learnThreshold, text } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const n = 40000;
const x = Float64Array.from({ length: n }, (_, i) => ((i * 7919) % n) / 7);
const clean = x.map((value) => (value < 1500 ? 1 : 0));
const noisy = clean.map((label, i) => (i % 5 === 0 ? 1 - label : label));
const errorsOf = (rule, y) => x.filter((value, i) => rule.predict(value) !== y[i]).length;

test("a threshold through quantiles makes few more errors than the best, even with wrong labels", () => {
  const best = (y) => y.filter((label, i) => label !== clean[i]).length;
  for (const y of [clean, noisy]) {
    const ledger = new Ledger({ epsilon: 2, delta: 0 });
    const options = { algorithm: "sanitizer", x, y, epsilon: 2, points: 63, ledger };
    const { value, record } = learnThreshold(options);
    const allowed = record.accuracy.error + n / 64;
    assert.ok(allowed < n / 2);
    assert.ok(errorsOf(value, y) <= best(y) + allowed);
    assert.match(record.accuracy.statement, /records plus 1\.5625% of all records more than/);
    assert.equal(record.proof, "docs/guarantees/sanitizers-learn.md");
    assert.deepEqual(ledger.spent, { epsilon: 2, delta: 0 });
  }
});

test("ones may lie above, values may be BigInts, and all or no records may have one label", () => {
  const whole = Array.from({ length: 4000 }, (_, i) => BigInt(i % 1000));
  const options = { algorithm: "sanitizer", epsilon: 50, domain: integers(0n, 999n), x: whole };
  const { value } = learnThreshold({ ...options, y: whole.map((v) => v >= 400n), ones: "above" });
  assert.equal(typeof value.threshold, "bigint");
  assert.equal(value.predict(900n), 1);
  assert.equal(value.predict(100n), 0);
  assert.equal(learnThreshold({ ...options, y: whole.map(() => 0) }).value.predict(900n), 0);
  learnThreshold({ ...options, x: [], y: [] });
});

test("a box through quantiles contains no point of label 0 and loses at most its stated number", () => {
  const width = Float64Array.from({ length: n }, (_, i) => (i * 7919) % 1000);
  const height = Float64Array.from({ length: n }, (_, i) => (i * 104729) % 5003);
  const y = width.map((w, i) => (w >= 100 && w < 900 && height[i] < 4500 ? 1 : 0));
  const options = { algorithm: "sanitizers", x: [width, height], y, epsilon: 20, delta: 1e-6 };
  const ledger = new Ledger({ epsilon: 20, delta: 1e-6 });
  const { value, record } = learnRectangle({ ...options, domain: integers(0, 9999), ledger });
  const wrong = y.filter((label, i) => value.predict([width[i], height[i]]) !== label).length;
  const allowed = record.accuracy.error + n / 8;
  assert.ok(allowed < n / 2);
  assert.ok(wrong <= allowed);
  assert.ok(value.lowest[0] >= 100 && value.highest[0] < 900 && value.highest[1] < 4500);
  assert.deepEqual(ledger.spent, { epsilon: 20, delta: 1e-6 });
  const nothing = learnRectangle({ ...options, x: [[], []], y: [], delta: 0 });
  assert.equal(nothing.value, null);
  assert.equal(nothing.record.delta, 0);
});

test("learning through sanitizers rejects invalid options before any charge", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 0.1 });
  const refused = (learn, options, message) => assert.throws(() => learn(options), { message });
  const rule = { algorithm: "sanitizer", x: [1], y: [1], epsilon: 1, ledger };
  refused(learnThreshold, { ...rule, delta: 1 }, /^delta must be/);
  refused(learnThreshold, { ...rule, points: 0 }, /^points must be/);
  // Regression: ten million fillings took seconds, and half a gigabyte.
  refused(learnThreshold, { ...rule, epsilon: 1e-6 }, /^epsilon must be at least 0.001 for a sani/);
  refused(learnThreshold, { ...rule, domain: text(100) }, /a domain of at most 64 bits, got 800/);
  const box = { algorithm: "sanitizers", x: [[1]], y: [1], epsilon: 1, ledger };
  refused(learnRectangle, { ...box, domain: text(5) }, "domain must not be text for a box");
  refused(learnRectangle, { ...box, points: 1000 }, /^points must be/);
  refused(learnRectangle, { ...box, epsilon: 0 }, /^epsilon must be/);
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
  refused(learnThreshold, { ...rule, y: [2] }, /^y must be labels.*; the ledger stays charged$/);
});

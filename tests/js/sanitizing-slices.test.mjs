// Distributions and learners by noisy slices, and synthetic items.
import assert from "node:assert/strict";
import test from "node:test";
import {
  accuracy,
  integers,
  Ledger,
  learnThreshold,
  SanitizedPoints,
  sanitizePoints,
  sanitizeThresholds,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const loss = { epsilon: 1, delta: 1e-6 };
const n = 40_000;
const values = Float64Array.from({ length: n }, (_, i) => Math.exp((i % 1000) / 50));

/** The greatest error of the cdf at the values themselves. */
function greatestError(value) {
  const sorted = Float64Array.from(values).sort();
  return Math.max(
    ...[...sorted]
      .filter((_, i) => i % 400 === 399)
      .map((x) => {
        const share = sorted.findLastIndex((one) => one <= x) + 1;
        return Math.abs(value.cdf(x) - share / n);
      }),
  );
}

test("a sanitizer with a delta is off by 87 ranks where one without is off by 1,169", () => {
  const ledger = new Ledger(loss);
  const { value, record } = sanitizeThresholds(values, { ...loss, points: 31, ledger });
  assert.equal(record.mechanism, "sanitizeThresholds by noisy slices");
  assert.equal(record.parameters.method, "slices");
  assert.equal(record.accuracy.error, 87);
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
  assert.ok(greatestError(value) <= 87 / n + 1 / 64);
  assert.match(
    record.accuracy.statement,
    /^From [\d,]+ records on: with 95% confidence, `cdf` is off by at most 87 records plus 1\.5625% of all records at every value\. With fewer, at the same confidence, it is off by at most [\d,]+ records plus 1\.5625% of all records at every value.*\. If they are n independent draws from a population, `cdf` is off from the population's by at most sqrt\(1\.8445 \/ n\) more, with 90% confidence\.$/,
  );
  const pure = sanitizeThresholds(values, { epsilon: 1, points: 31 }).record;
  assert.equal(Math.ceil(pure.accuracy.error), 1169);
  assert.equal(pure.mechanism, "sanitizeThresholds by recursive quantiles");
});

test("a delta that quantiles do not need is not charged", () => {
  for (const options of [{ method: "quantiles" }, { points: 1 }]) {
    const ledger = new Ledger(loss);
    const { record } = sanitizeThresholds(values, { ...loss, ...options, ledger });
    assert.equal(record.delta, 0);
    assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 1e-6 });
  }
  const ages = { ...loss, domain: integers(0, 119) };
  assert.equal(sanitizeThresholds([1, 2], ages).record.delta, 0); // by counts
  assert.throws(() => sanitizeThresholds(values, { epsilon: 1, method: "slices" }), {
    name: "RangeError",
    message: /^delta must be a number above 0/,
  });
  assert.equal(accuracy.sanitizeThresholds({ ...loss, points: 31 }).error, 87);
});

const labels = Uint8Array.from({ length: n }, (_, i) => (i % 1000 < 400 ? 1 : 0));

test("a threshold is learned through slices of either label", () => {
  const options = { x: values, y: labels, ...loss, algorithm: "sanitizer", points: 15 };
  const { value, record } = learnThreshold(options);
  assert.equal(record.delta, 1e-6);
  const wrong = [...values].filter((x, i) => value.predict(x) !== labels[i]).length;
  assert.ok(wrong <= record.accuracy.error + 0.0625 * n, `${wrong}`);
  assert.match(
    record.accuracy.statement,
    /^If each label has at least [\d,]+ records: with 95% confidence, the rule mislabels at most [\d,]+ records plus 6\.25% of all records more than the best threshold\. With fewer, /,
  );
  assert.equal(learnThreshold({ ...options, delta: 0 }).record.delta, 0);
});

test("SanPoints states from how many records on every item's share is kept", () => {
  const { record } = sanitizePoints(["a"], { ...loss, method: "rounds", accuracy: 0.1 });
  assert.match(
    record.accuracy.statement,
    /^For each returned item, with 95% confidence, the count is within \d+ of the true one\. From [\d,]+ records on, with 95% confidence, every item's share is off by at most 10%, an item without a count counting as 0\.$/,
  );
});

test("synthetic items have the shares of the counts, off by less than one in their number", () => {
  const sanitized = new SanitizedPoints(
    new Map([
      ["a", 500],
      ["b", 251],
    ]),
  );
  const sample = sanitized.sample(10, { records: 1000, others: ["x", "y"] });
  assert.deepEqual(sample, ["a", "a", "a", "a", "a", "b", "b", "b", "x", "y"]);
  assert.deepEqual(sanitized.sample(4, { records: 1000 }), ["a", "a", "b", null]);
  assert.deepEqual(sanitized.sample(0, { records: 1 }), []);
  for (const size of [1, 7, 99, 1000]) {
    const items = sanitized.sample(size, { records: 1000 });
    assert.equal(items.length, size);
    for (const [item, count] of [
      ["a", 500],
      ["b", 251],
      [null, 249],
    ]) {
      const share = items.filter((one) => one === item).length / size;
      assert.ok(Math.abs(share - count / 1000) < 1 / size, `${item} of ${size}`);
    }
  }
  // Noisy counts may exceed the number of records.
  assert.deepEqual(sanitized.sample(3, { records: 10 }), ["a", "a", "b"]);
  assert.deepEqual(new SanitizedPoints(new Map()).sample(2, { records: 5 }), [null, null]);
  for (const [size, options, message] of [
    [-1, { records: 1 }, /^size must be/],
    [1, { records: 0 }, /^records must be/],
    [1, {}, /^records must be/],
    [1, { records: 1, other: [] }, /unknown option other/],
    [1, { records: 1, others: 5 }, /others/],
  ]) {
    assert.throws(() => sanitized.sample(size, options), { message });
  }
});

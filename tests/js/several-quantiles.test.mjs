// quantiles(): several at once, in order, within the stated error, and its errors.
import assert from "node:assert/strict";
import test from "node:test";
import {
  bigIntegers,
  dates,
  decimals,
  integers,
  Ledger,
  median,
  quantiles,
  text,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const many = Float64Array.from({ length: 50000 }, (_, i) => (i * 7919) % 50000);
const percent = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);

test("99 percentiles are in order, each within the stated error", () => {
  const { value, record } = quantiles(many, percent, { epsilon: 1, confidence: 0.999 });
  assert.equal(value.length, 99);
  for (const [i, one] of value.entries()) {
    assert.ok(Math.abs(one - 50000 * percent[i]) <= record.accuracy.error + 1, `${i} ${one}`);
    assert.ok(i === 0 || value[i - 1] <= one);
  }
});

test("the true quantiles of many ties are found", () => {
  const grouped = { values: [1, 2, 3], counts: [20000, 20000, 20000] };
  const domain = integers(0, 1000);
  assert.deepEqual(quantiles(grouped, [0.2, 0.5, 0.8], { epsilon: 1, domain }).value, [1, 2, 3]);
});

test("one quantile is a list of one, and values have the domain's type", () => {
  const [one] = quantiles(many, [0.5], { epsilon: 1 }).value;
  assert.ok(Math.abs(one - 25000) < 200);
  const domain = decimals(0, 50000, 2);
  for (const cents of quantiles(many, [0.25, 0.75], { epsilon: 1, domain }).value) {
    assert.equal(cents, Number(cents.toFixed(2)));
  }
  const days = dates("1970-01-01", "2100-01-01");
  const times = Array.from(many, (x) => x * 864e5);
  const [first] = quantiles(times, new Set([0.1, 0.9]), { epsilon: 1, domain: days }).value;
  assert.ok(first instanceof Date);
});

test("a record names the fractions and does not depend on the data", () => {
  const options = { epsilon: 0.5, algorithm: "recursion" };
  const { record } = quantiles(many, [0.25, 1 / 3, 0.5], options);
  assert.deepEqual(record.parameters.quantiles, ["1/4", "1/3", "1/2"]);
  assert.equal(record.epsilon, 0.5);
  assert.equal(record.delta, 0);
  assert.equal(record.proof, "docs/guarantees/quantiles.md");
  assert.match(
    record.accuracy.statement,
    /^With 95% confidence, for every requested quantile at most [\d,]+ records lie between the released and the true value, provided no value occurs more than 1,000,000 times, or no answer is returned\. Separately, with 95% confidence: any answer lies within the range of the data, however few records there are; with at least [\d,]+, there is an answer, provided no value occurs more than 1,000,000 times\.$/,
  );
  assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
  assert.deepEqual(quantiles([], [0.25, 1 / 3, 0.5], options).record, record);
});

const deciles = percent.filter((_, i) => i % 10 === 9);
const fine = { epsilon: 1, delta: 1e-6 };
const byPromise = { ...fine, algorithm: "least-promise" };

// Separate draws missed nine deciles of 1,000 records by 200 ranks each: draws at a ninth of epsilon have the
// smaller promise.
test("auto draws several quantiles by recursion, without charging any delta", () => {
  for (const delta of [0, 1e-6]) {
    for (const qs of [deciles, [0.25, 0.5, 0.75]]) {
      const { record } = quantiles([], qs, { epsilon: 1, delta });
      assert.equal(record.parameters.algorithm, "recursion");
      assert.equal(record.delta, 0);
    }
  }
  const nine = { ...fine, algorithm: "separate" };
  assert.ok(
    quantiles([], deciles, fine).record.accuracy.usual <
      quantiles([], deciles, nine).record.accuracy.usual,
  );
});

test("by least promise and with a delta deciles miss by at most 70 ranks, and state the records needed", () => {
  const { value, record } = quantiles(many, deciles, { ...byPromise, confidence: 0.999999 });
  for (const [i, one] of value.entries()) {
    assert.ok(Math.abs(one - 50000 * deciles[i]) <= record.accuracy.error + 1, `${i} ${one}`);
  }
  const usual = quantiles([], deciles, byPromise).record;
  assert.equal(Math.ceil(usual.accuracy.error), 70);
  assert.equal(usual.mechanism, "quantiles by noisy slices");
  assert.equal(usual.proof, "docs/guarantees/noisy-slices.md");
  assert.equal(usual.delta, 1e-6);
  assert.equal(usual.parameters.algorithm, "slices");
  assert.equal(usual.parameters.fallback, "recursion");
  assert.match(
    usual.accuracy.statement,
    /^With 95% confidence, for every requested quantile at most 70 records lie between the released and the true value if there are at least 2,370 records, and at most 1,0\d\d otherwise, provided no value occurs more than 1,000,000 times\. With fewer than 2,370 records, some may lie outside the range of the data\.$/,
  );
  assert.deepEqual(quantiles(many, deciles, byPromise).record, usual);
});

test("algorithms are chosen by name, and an unneeded delta is not charged", () => {
  const small = { ...fine, domain: integers(0, 120) };
  const by = (algorithm) => quantiles(many, [0.25, 0.5, 0.75], { ...small, algorithm }).record;
  assert.equal(by("recursion").mechanism, "quantiles by recursive halving");
  assert.equal(by("separate").mechanism, "quantiles by separate draws");
  assert.equal(by("separate").parameters.draws, "exponential");
  assert.equal(by("slices").mechanism, "quantiles by noisy slices");
  assert.equal(by("auto").parameters.algorithm, "recursion");
  assert.equal(by("least-promise").parameters.algorithm, "separate");
  assert.deepEqual(
    ["recursion", "separate", "slices"].map((algorithm) => by(algorithm).delta),
    [0, 0, 1e-6],
  );
  const ledger = new Ledger({ epsilon: 1 });
  quantiles(many, [0.5], { ...small, ledger });
  assert.equal(ledger.entries[0].record.delta, 0);
});

test("the ledger is charged once for all, and keeps the record", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const { record } = quantiles(many, [0.25, 0.5, 0.75], { epsilon: 0.75, ledger });
  assert.equal(ledger.remaining.epsilon, 0.25);
  assert.deepEqual(ledger.entries[0].record, record);
});

test("quantiles together have a smaller error than separate ones", () => {
  const together = quantiles([], percent, { epsilon: 1 }).record.accuracy.error;
  const apart = median([], { epsilon: 1 / 99 }).record.accuracy.error;
  assert.ok(together < 0.8 * apart, `${together} ${apart}`);
});

test("1,999 quantiles in equal steps are fractions of 2,000, in order", () => {
  // With denominators up to 1,000 two fractions fell in one place and were refused.
  const steps = Array.from({ length: 1999 }, (_, i) => (i + 1) * 0.0005);
  const domain = integers(0, 1e6);
  // Few records lie beyond the outer ones, so their answer may be missing.
  const { value, record } = quantiles(many, steps, { epsilon: 10, domain, abstain: false });
  const named = record.parameters.quantiles;
  assert.equal(named[0], "1/2000");
  assert.equal(named[999], "1/2");
  assert.equal(named[1998], "1999/2000");
  assert.equal(new Set(named).size, 1999);
  assert.ok(value.every((one, i) => i === 0 || value[i - 1] <= one));
});

test("deciles state little more than 682 ranks at 64 bits, less than the levels' errors added up", () => {
  // Half of the failure probability goes to ties: the former statement on the same draws was 1,232.
  const { error } = quantiles([], deciles, { epsilon: 1, algorithm: "recursion" }).record.accuracy;
  assert.ok(error > 682 && error < 800, `${error}`);
});

test("by least promise and without a delta a few quantiles are separate draws, by the best statement", () => {
  const asked = { epsilon: 1, algorithm: "least-promise" };
  const by = (qs, more) => quantiles([], qs, { ...asked, ...more }).record;
  const quartiles = by([0.25, 0.5, 0.75]);
  assert.equal(quartiles.mechanism, "quantiles by separate draws");
  assert.equal(quartiles.proof, "docs/guarantees/cut-choice.md");
  assert.equal(quartiles.parameters.draws, "pure-two-rates");
  assert.equal(quartiles.delta, 0);
  assert.equal(
    quartiles.accuracy.statement,
    "With 95% confidence, for every requested quantile at most 157 records lie between the released and the true value. With fewer than 626 records, some may lie outside the range of the data. With very few, it is almost always one fixed value, whatever the data.",
  );
  assert.equal(by(deciles).parameters.draws, "pure-two-rates");
  assert.equal(by(percent).parameters.algorithm, "recursion");
  assert.equal(by([0.1, 0.9], { neighbors: "replace" }).parameters.draws, "pure-window");
  const small = by([0.25, 0.5, 0.75], { domain: integers(0, 120) });
  assert.equal(small.parameters.draws, "exponential");
  assert.doesNotMatch(small.accuracy.statement, /one fixed value/);
});

const refusals = [
  [[], {}, RangeError, "qs must be 1 to 100000 numbers, got 0"],
  [
    [0.5, 0.5],
    {},
    RangeError,
    "qs must be increasing as fractions with denominators up to 1000000, got 1/2 after 1/2",
  ],
  [
    [0.5, 0.2],
    {},
    RangeError,
    "qs must be increasing as fractions with denominators up to 1000000, got 1/5 after 1/2",
  ],
  [[0, 0.2], {}, RangeError, "qs must be a number from 1e-6 to 1 - 1e-6, got 0"],
  [[0.5, 1], {}, RangeError, "qs must be a number from 1e-6 to 1 - 1e-6, got 1"],
  [[Number.NaN], {}, RangeError, "qs must be a number from 1e-6 to 1 - 1e-6, got nan"],
  [[25, 50], {}, RangeError, /^qs must be .* \(for the 50th percentile pass 0\.5\), got 25$/],
  [
    [0.5, 0.5 + 1e-15],
    {},
    RangeError,
    /^qs must be increasing as fractions .* got 1\/2 after 1\/2$/,
  ],
  [["0.5"], {}, TypeError, 'qs must be a number, got "0.5"'],
  [0.5, {}, TypeError, /^qs must be an array, a typed array, an iterable/],
  [[0.5], { epsilon: 0 }, RangeError, "epsilon must be a number from 1e-9 to 10000, got 0"],
  [[0.5], { delta: 1 }, RangeError, /^delta must be .* got 1$/],
  [[0.5], { algorithm: "prefix" }, RangeError, /^algorithm must be .*"slices".* got "prefix"$/],
  [
    [0.5],
    { delta: 1e-6, algorithm: "slices" },
    RangeError,
    "qs must be at least 2 for slices, got 1",
  ],
  [[0.1, 0.5], { algorithm: "slices" }, RangeError, /^delta must be .* got 0$/],
  [
    [0.5],
    { domain: text(8) },
    TypeError,
    /^domain must be of numbers, .* got text of up to 8 bytes/,
  ],
  [[0.5], { domain: bigIntegers(8) }, TypeError, /^domain must be of numbers/],
  [[0.5], { confidence: 1 }, RangeError, /^confidence must be a number above 0 and below 1, got 1/],
];

for (const [qs, options, type, message] of refusals) {
  test(`rejected before data, randomness or ledger: ${message}`, () => {
    const ledger = new Ledger({ epsilon: 1 });
    const values = new Proxy([], {
      get() {
        throw new Error("the data was looked at");
      },
    });
    const attempt = () => quantiles(values, qs, { epsilon: 1, ...options, ledger });
    assert.throws(attempt, { name: type.name, message });
    assert.equal(ledger.entries.length, 0);
  });
}

test("fractions that are the same to the nearest thousandth are rejected", () => {
  assert.throws(() => quantiles([], [0.5, 0.5000001], { epsilon: 1 }), RangeError);
});

// quantiles(): several at once, in order, within the stated error, and what is refused.
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

await loadForTesting({ seed: 99 });

const many = Float64Array.from({ length: 50000 }, (_, i) => (i * 7919) % 50000);
const percent = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);

test("99 percentiles come in order, each within the stated error", () => {
  const { value, record } = quantiles(many, percent, { epsilon: 1, confidence: 0.999 });
  assert.equal(value.length, 99);
  for (const [i, one] of value.entries()) {
    assert.ok(Math.abs(one - 50000 * percent[i]) <= record.accuracy.error + 1, `${i} ${one}`);
    assert.ok(i === 0 || value[i - 1] <= one);
  }
});

test("the true quantiles of lots of ties are found", () => {
  const grouped = { values: [1, 2, 3], counts: [20000, 20000, 20000] };
  const domain = integers(0, 1000);
  assert.deepEqual(quantiles(grouped, [0.2, 0.5, 0.8], { epsilon: 1, domain }).value, [1, 2, 3]);
});

test("one quantile is a list of one; values read as the domain's", () => {
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
  const { record } = quantiles(many, [0.25, 1 / 3, 0.5], { epsilon: 0.5 });
  assert.deepEqual(record.parameters.quantiles, ["1/4", "1/3", "1/2"]);
  assert.equal(record.epsilon, 0.5);
  assert.equal(record.delta, 0);
  assert.equal(record.proof, "docs/guarantees/quantiles.md");
  assert.match(
    record.accuracy.statement,
    /^With 95% confidence each is at most [\d,]+ records away from the true quantile in sorted order, if no value occurs more than 1,000,000 times\.$/,
  );
  assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
  assert.deepEqual(quantiles([], [0.25, 1 / 3, 0.5], { epsilon: 0.5 }).record, record);
});

test("the ledger is charged once for all, and keeps the record", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const { record } = quantiles(many, [0.25, 0.5, 0.75], { epsilon: 0.75, ledger });
  assert.equal(ledger.remaining.epsilon, 0.25);
  assert.deepEqual(ledger.entries[0].record, record);
});

test("together they cost less error than one by one", () => {
  const together = quantiles([], percent, { epsilon: 1 }).record.accuracy.error;
  const apart = median([], { epsilon: 1 / 99 }).record.accuracy.error;
  assert.ok(together < 0.8 * apart, `${together} ${apart}`);
});

const refusals = [
  [[], {}, RangeError, "qs must be 1 to 100,000 numbers, got 0"],
  [[0.5, 0.5], {}, RangeError, "qs must be increasing, got 0.5 after 0.5"],
  [[0.5, 0.2], {}, RangeError, "qs must be increasing, got 0.2 after 0.5"],
  [[0, 0.2], {}, RangeError, "qs must be above 0 and below 1, got 0 among them"],
  [[0.5, 1], {}, RangeError, "qs must be above 0 and below 1, got 1 among them"],
  [[Number.NaN], {}, RangeError, "qs must be above 0 and below 1, got NaN among them"],
  [["0.5"], {}, TypeError, 'qs must be a number, got "0.5"'],
  [0.5, {}, TypeError, /^qs must be an array, a typed array, an iterable/],
  [[0.5], { epsilon: 0 }, RangeError, "epsilon must be a number from 1e-9 to 10000, got 0"],
  [[0.5], { delta: 1e-6 }, TypeError, /^quantiles: there is no option delta/],
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
  test(`refused before data, randomness or ledger: ${message}`, () => {
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

test("fractions that are the same to the nearest thousandth are refused", () => {
  assert.throws(() => quantiles([], [0.5, 0.5000001], { epsilon: 1 }), RangeError);
});

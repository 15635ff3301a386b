import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

const { dates, decimals, integers, interiorPoint, load, median, quantile, reals } = logstar;

before(() => load());

const many = Float64Array.from({ length: 20000 }, (_, i) => i);

/** A correct median fails here with probability below 1e-12: ln(2^64) + ln(1e12) = 72 ranks. */
function near(value, target, ranks = 72) {
  assert.ok(
    Math.abs(Number(value) - target) <= ranks,
    `${value} is not within ${ranks} of ${target}`,
  );
}

test("median, interiorPoint and quantile find their ranks in every kind of column", () => {
  near(median(many, { epsilon: 1 }).value, 10000);
  near(interiorPoint(many, { epsilon: 1 }).value, 10000, 10000);
  near(quantile(many, 0.9, { epsilon: 1 }).value, 18000, 130);
  near(median([...many], { epsilon: 1 }).value, 10000);
  near(median(new Set(many), { epsilon: 1 }).value, 10000);
  near(median(Int32Array.from(many), { epsilon: 1 }).value, 10000);
  near(median(Float32Array.from(many), { epsilon: 1 }).value, 10000);
  near(median({ toArray: () => many }, { epsilon: 1 }).value, 10000);
  near(median({ values: [5, 7], counts: [9000, 1000] }, { epsilon: 1 }).value, 5, 0);
});

test("an accuracy statement names the number of records below which answers may lie outside the data", () => {
  // Regression: six records at epsilon 0.5 had an error of at most 34 ranks, more than their number.
  const domain = decimals(0, 10000, 2);
  const plain = { epsilon: 0.5, domain, abstain: false };
  const { statement } = median([1, 2, 3, 4, 5, 6], plain).record.accuracy;
  const told =
    /at most 35 records .* With fewer than 69 records, it may lie outside the range of the data\.$/;
  assert.match(statement, told);
  assert.match(
    quantile([], 0.99, plain).record.accuracy.statement,
    /at most 69 records .* With fewer than 6,8\d\d records, it may lie outside the range of the data\.$/,
  );
  const session = new logstar.SliceSession([1, 2, 3], {
    ...{ domain, slices: 1, compute: { epsilon: 0.5 }, delta: 1e-6 },
  });
  const slice = session.slice({ length: 3, from: "low" });
  assert.match(session.median(slice).record.accuracy.statement, told);
  session.dispose();
});

test("for few records a statement says that answers lie within the data or are withheld", () => {
  const domain = decimals(0, 10000, 2);
  assert.equal(
    median([], { epsilon: 0.5, domain }).record.accuracy.statement,
    "With 95% confidence, at most 35 records lie between this value and the true median, or no answer is returned. Separately, with 95% confidence: any answer lies within the range of the data, however few records there are; with at least 79, there is an answer.",
  );
  const point = median([], { epsilon: 0.5, delta: 1e-6, domain, algorithm: "cut" }).record;
  assert.equal(point.parameters.abstain, false);
  assert.match(point.accuracy.statement, /it may lie outside the range of the data/);
});

test("from the number of records in the statement on, answers lie within the data", () => {
  // Two records of 67 hold all the weight; a wrong number would fail far more than 1 run in 20.
  const domain = integers(0, 1e6);
  const { statement } = logstar.accuracy.quantile(0.9, { epsilon: 1, domain, abstain: false });
  const least = Number(/fewer than ([\d,]+) records/.exec(statement)[1].replaceAll(",", ""));
  const values = Array.from({ length: least }, (_, i) => 500_000 + (i % 2));
  let outside = 0;
  for (let run = 0; run < 200; ++run) {
    const { value } = quantile(values, 0.9, { epsilon: 1, domain, abstain: false });
    if (value < 500_000 || value > 500_001) ++outside;
  }
  assert.ok(outside <= 31, `${outside}`); // at most 10 expected; 32 or more have probability below 1e-6
});

test("integers return numbers for numbers and BigInts for BigInts", () => {
  const { value } = median(many, { epsilon: 1, domain: integers(0, 1e6) });
  assert.ok(Number.isSafeInteger(value));
  near(value, 10000);
  const big = BigInt64Array.from(many, (x) => BigInt(x) - 5000n);
  const signed = median(big, { epsilon: 1, domain: integers(-(2n ** 63n), 2n ** 63n - 1n) });
  assert.equal(typeof signed.value, "bigint");
  near(signed.value, 5000);
  const top = BigUint64Array.from(many, (x) => 2n ** 64n - 1n - BigInt(x));
  const unsigned = median(top, { epsilon: 1, domain: integers(0n, 2n ** 64n - 1n) });
  near(2n ** 64n - 1n - unsigned.value, 10000);
  near(
    median([1n, 2n ** 80n, -(2n ** 80n)].concat(Array(5000).fill(77n)), {
      epsilon: 1,
      domain: integers(0n, 100n),
    }).value,
    77,
    0,
  );
});

test("decimals, dates and digits return values of their resolution", () => {
  const pay = median(
    many.map((x) => x / 100),
    { epsilon: 1, domain: decimals(0, 1000, 2) },
  );
  near(pay.value * 100, 10000, 73);
  assert.equal(pay.value, Number(pay.value.toFixed(2)));
  const days = Array.from(many, (x) => new Date(Date.UTC(1970, 0, 1) + x * 864e5));
  const day = median(days, { epsilon: 1, domain: dates("1970-01-01", "2070-01-01") });
  assert.ok(day.value instanceof Date);
  near(day.value.getTime() / 864e5, 10000);
  const short = median(many, { epsilon: 1, domain: reals({ digits: 2 }) }).value;
  assert.equal(short, Number(short.toPrecision(2)));
});

test("values outside the domain are clamped, dropped or rejected as requested", () => {
  const far = Float64Array.from({ length: 4000 }, () => 1e9);
  near(median(far, { epsilon: 1, domain: integers(0, 100) }).value, 100, 0);
  const mixed = [...far, ...Array(3000).fill(50)];
  near(median(mixed, { epsilon: 1, domain: integers(0, 100), outside: "drop" }).value, 50, 0);
  assert.throws(() => median(mixed, { epsilon: 1, domain: integers(0, 100), outside: "throw" }), {
    name: "RangeError",
    message: 'values must be inside the domain (because outside is "throw"), got a value outside',
  });
});

test("NaN is dropped, and infinities are clamped to the ends", () => {
  const gaps = Float64Array.from({ length: 9000 }, (_, i) => (i % 3 === 0 ? Number.NaN : 12));
  near(median(gaps, { epsilon: 1 }).value, 12, 0);
  const infinite = Array(4000).fill(Number.POSITIVE_INFINITY);
  assert.equal(median(infinite, { epsilon: 1, domain: reals({ min: 0, max: 9 }) }).value, 9);
});

test("empty data, one record and equal records lead to a value of the domain", () => {
  for (const values of [[], [3], Array(100).fill(3)]) {
    const { value } = median(values, { epsilon: 0.5, domain: integers(0, 10) });
    assert.ok(value >= 0 && value <= 10);
  }
});

test("a record states the release and its confidence, and contains no data", () => {
  const { record } = median(many, { epsilon: 0.5 });
  assert.equal(record.epsilon, 0.5);
  assert.equal(record.delta, 0);
  assert.equal(record.neighbors, "add-remove");
  assert.equal(Math.ceil(record.accuracy.error), 97);
  assert.equal(record.accuracy.kind, "rank");
  assert.equal(record.accuracy.confidence, 0.95);
  assert.equal(
    record.guarantee,
    "Adding or removing one record changes the probability of any answer by a factor of at most 1.65 (epsilon 0.5).",
  );
  assert.equal(
    record.accuracy.statement,
    "With 95% confidence, at most 97 records lie between this value and the true median, or no answer is returned. Separately, with 95% confidence: any answer lies within the range of the data, however few records there are; with at least 202, there is an answer.",
  );
  assert.equal(record.accuracy.usually, "Usually within 2 records on smooth data; no guarantee.");
  assert.equal(record.randomness, "the platform's cryptographic source");
  assert.equal(record.proof, "docs/guarantees/exponential.md");
  assert.equal(record.parameters.algorithm, "exponential");
  assert.deepEqual(JSON.parse(JSON.stringify(record)), record);
  const shorter = median([1, 2, 3], { epsilon: 0.5 }).record;
  assert.deepEqual(shorter, record, "a record may not depend on the data");
  assert.equal(quantile(many, 1 / 3, { epsilon: 1 }).record.parameters.quantile, "1/3");
});

test("a median by cut choice of a handful of records is one fixed number for any data, as it states", () => {
  // The answer looked like any other, with no hint that six salaries give 2.2e-308 each time.
  const salaries = [31_000, 38_500, 42_000, 45_750, 51_000, 120_000];
  const byCut = { epsilon: 1, algorithm: "cut" };
  const { value, record } = median(salaries, byCut);
  assert.equal(record.parameters.form, "pure-two-rates");
  assert.match(record.accuracy.statement, / With very few, it is almost always one fixed value/);
  assert.equal(value, 2 ** -1022);
  for (let run = 0; run < 50; run++) {
    assert.equal(median(salaries.slice(run % 6), byCut).value, value);
  }
  // Six records get no answer 95 times in 100, as promised. At most 70 of 100 have probability below 1e-12.
  let none = 0;
  for (let run = 0; run < 100; run++) {
    none += median(salaries, { epsilon: 1 }).value === null;
  }
  assert.ok(none > 70, `${none} of 100`);
  assert.notEqual(median(Array(100).fill(salaries).flat(), byCut).value, value);
});

const refusals = [
  [{}, TypeError, "epsilon must be a number, got undefined"],
  [{ epsilon: "1" }, TypeError, 'epsilon must be a number, got "1"'],
  [{ epsilon: 0 }, RangeError, "epsilon must be a number from 1e-9 to 10000, got 0"],
  [{ epsilon: -1 }, RangeError, "epsilon must be a number from 1e-9 to 10000, got -1"],
  [{ epsilon: Number.NaN }, RangeError, "epsilon must be a number from 1e-9 to 10000, got nan"],
  [{ epsilon: 5e-324 }, RangeError, "epsilon must be a number from 1e-9 to 10000, got 5e-324"],
  [{ epsilon: 1e9 }, RangeError, "epsilon must be a number from 1e-9 to 10000, got 1e+09"],
  [
    { epsilon: 1, confidence: 1 },
    RangeError,
    "confidence must be a number above 0 and below 1, got 1",
  ],
  [{ epsilon: 1, epsilom: 1 }, TypeError, "median: unknown option epsilom; did you mean epsilon?"],
  [
    { epsilon: 1, seed: 1 },
    TypeError,
    /^median: unknown option seed; known are epsilon, delta, domain, /,
  ],
  [
    { epsilon: 1, neighbors: "near" },
    RangeError,
    'neighbors must be "add-remove" or "replace", got "near"',
  ],
  [
    { epsilon: 1, outside: "wrap" },
    RangeError,
    'outside must be "clamp" or "drop" or "throw", got "wrap"',
  ],
  [
    { epsilon: 1, algorithm: "best" },
    RangeError,
    'algorithm must be "auto" or "least-promise" or "exponential" or "cut" or "rec-concave" or "tree-log" or "heavy-paths" or "tree-log-slices", got "best"',
  ],
  [
    { epsilon: 1, domain: [0, 1] },
    TypeError,
    /^domain must come from reals\(\), .* got an object \(Array\)$/,
  ],
  [null, TypeError, "median: options must be an object, got null"],
];

for (const [options, type, message] of refusals) {
  test(`rejected: ${message}`, () => {
    assert.throws(() => median([1, 2], options), { name: type.name, message });
  });
}

test("values of the wrong kind are rejected by name", () => {
  const options = { epsilon: 1 };
  const refuse = (values, message, more) =>
    assert.throws(() => median(values, { ...options, ...more }), { name: "TypeError", message });
  refuse(
    "12",
    "values must be an array, a typed array, an iterable, an Arrow vector or { values, counts }, got text",
  );
  refuse(
    12,
    "values must be an array, a typed array, an iterable, an Arrow vector or { values, counts }, got a number",
  );
  refuse([1, "2"], "values must be numbers, got text among them (convert text with Number)");
  refuse([1n, 2], "values must be all BigInts or all numbers, got a number among BigInts", {
    domain: integers(0, 9),
  });
  refuse(
    [1n],
    "values must be numbers for reals(); BigInts belong to integers(lo, hi), or convert them with Number",
  );
  const moved = new Float64Array(8);
  structuredClone(moved.buffer, { transfer: [moved.buffer] });
  refuse(moved, "values must not lie in a detached buffer (it was transferred elsewhere)");
  assert.throws(() => median({ values: [1], counts: [-1] }, options), {
    message: "counts must be whole numbers >= 0, got a number",
  });
});

test("bad domains and quantiles are rejected by name", () => {
  assert.throws(() => integers(3, 2), { message: "lo must be at most hi, 2, got 3" });
  assert.throws(() => integers(0.5, 2), {
    message: "lo must be a safe integer (or a BigInt), got 0.5",
  });
  assert.throws(() => integers(0n, 2n ** 64n), {
    message: "hi must be from -2^63 to 2^64 - 1, got 18446744073709551616",
  });
  assert.throws(() => reals({ digits: 16 }), {
    message: "digits must be a whole number from 1 to 15, got 16",
  });
  assert.throws(() => dates("then", "now"), {
    message:
      'from must be a Date, milliseconds since 1970 or ISO 8601 text (2026-03-29, 2026-03-29 02:30:00Z), got "then"',
  });
  for (const q of [0, 1, -0.5, Number.NaN]) {
    assert.throws(
      () => quantile([1], q, { epsilon: 1 }),
      /q must be a number from 1e-6 to 1 - 1e-6/,
    );
  }
});

test("2,000 errors leave the module as it was", () => {
  for (let i = 0; i < 2_000; ++i) {
    assert.throws(() => quantile([1], 2, { epsilon: 1 }), RangeError);
  }
  near(median(many, { epsilon: 1 }).value, 10000);
});

test("10^7 records work", () => {
  const large = Float64Array.from({ length: 1e7 }, (_, i) => (i * 7919) % 1e7);
  near(median(large, { epsilon: 1 }).value, 5e6);
});

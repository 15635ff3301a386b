// Data input: every kind of column, each record separately, and rejected values.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { runInNewContext } from "node:vm";
import { columnOf } from "../../dist/data/values.js";
import {
  dates,
  decimals,
  integers,
  Ledger,
  load,
  median,
  quantile,
  reals,
} from "../../dist/index.js";
import { epsilon, value } from "./many-values.mjs";

before(() => load());

/** 4,000 equal values: a median misses them with probability below 1e-800. */
const lots = (value) => Array(4000).fill(value);

test("every kind of typed array is a column", () => {
  const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array]
    .concat([Int32Array, Uint32Array, Float32Array, Float64Array])
    .concat(typeof Float16Array === "undefined" ? [] : [Float16Array]);
  for (const Kind of kinds) {
    assert.equal(value(Kind.from(lots(7))), 7, Kind.name);
    assert.equal(value(Kind.from(lots(7)), { domain: integers(0, 9) }), 7, Kind.name);
    assert.equal(value(Kind.from(lots(7)), { domain: decimals(0, 9, 1) }), 7, Kind.name);
  }
  for (const Kind of [BigInt64Array, BigUint64Array]) {
    assert.equal(value(Kind.from(lots(7n)), { domain: integers(0n, 9n) }), 7n, Kind.name);
    assert.equal(value(Kind.from(lots(7n)), { domain: integers(0, 9) }), 7, Kind.name);
  }
  assert.equal(value(Buffer.from(lots(7))), 7);
  assert.equal(value(Float64Array.from([...lots(1), ...lots(9)]).subarray(4000)), 9);
  const shared = new Float64Array(new SharedArrayBuffer(8 * 4000)).fill(5);
  assert.equal(value(shared), 5);
});

test("iterables, vectors with toArray() and grouped values are columns", () => {
  function* generator() {
    yield* lots(3);
  }
  assert.equal(value(generator()), 3);
  assert.equal(value({ toArray: () => Float64Array.from(lots(3)) }), 3);
  assert.equal(value({ values: [3, 8], counts: [9000, 10] }), 3);
  assert.equal(value({ values: Int8Array.of(3, 8), counts: BigInt64Array.of(9000n, 10n) }), 3);
  const vector = (array) => ({ toArray: () => array });
  assert.equal(value({ values: vector([3, 8]), counts: vector([9000, 10]) }), 3);
  assert.equal(value({ values: [3, 8], counts: new Set([9000, 10]) }), 3);
  const domain = integers(0n, 9n);
  assert.equal(value({ values: [3n, 8n], counts: [9000, 10] }, { domain }), 3n);
  const sold = { values: [new Date("2020-02-02"), new Date("2020-03-03")], counts: [9000, 10] };
  assert.deepEqual(
    value(sold, { domain: dates("2020-01-01", "2021-01-01") }),
    new Date("2020-02-02"),
  );
});

test("grouped BigInts outside the domain are dropped with their counts", () => {
  const grouped = { values: [50n, 2n, 7n], counts: [9000, 10, 500] };
  const dropped = { domain: integers(0n, 9n), outside: "drop" };
  assert.equal(value(grouped, dropped), 7n);
});

test("the conversion of a BigInt does not depend on the other values", () => {
  const domain = integers(-10n, 2n ** 63n + 10n);
  const far = lots(2n ** 63n + 5n);
  assert.equal(value(far, { domain }), 2n ** 63n + 5n);
  assert.equal(value([...far, -1n], { domain }), 2n ** 63n + 5n);
  const whole = integers(0n, 2n ** 64n - 1n);
  assert.equal(value([...lots(2n ** 80n), ...lots(7n)], { domain: whole, outside: "drop" }), 7n);
  assert.equal(value(lots(2n ** 80n), { domain: whole }), 2n ** 64n - 1n);
  assert.equal(value(lots(-(2n ** 80n)), { domain: whole }), 0n);
});

test("records are read one by one: a column equals its records' columns put together", () => {
  const records = [
    -(2n ** 70n),
    -11n,
    -1n,
    0n,
    5n,
    2n ** 62n,
    2n ** 63n + 3n,
    2n ** 64n,
    2n ** 90n,
  ];
  for (const domain of [integers(-10n, 2n ** 63n), integers(0n, 2n ** 64n - 1n), integers(-5, 5)]) {
    for (const outside of ["clamp", "drop"]) {
      const together = columnOf(records, domain, outside);
      const apart = records.flatMap((one) => [...columnOf([one], domain, outside).data]);
      assert.deepEqual([...together.data], apart);
    }
  }
});

test("a result lies within the domain, also after rounding to digits", () => {
  const far = lots(Number.POSITIVE_INFINITY);
  assert.equal(value(far, { domain: reals({ digits: 2 }) }), Number.MAX_VALUE);
  assert.equal(value(far, { domain: reals({ max: 1.26, digits: 2 }) }), 1.26);
  assert.equal(value(lots(-5), { domain: reals({ min: 1.2345, digits: 2 }) }), 1.2345);
  assert.equal(value(far, { domain: decimals(0, 9.99, 2) }), 9.99);
  const ages = dates("2020-01-01", "2020-12-31T23:59:59Z");
  assert.deepEqual(value(lots(new Date("2099-01-01")), { domain: ages }), new Date("2020-12-31"));
});

test("NaN and invalid Dates are dropped, and -0 counts as 0", () => {
  assert.equal(value(lots(-0), { domain: reals({ min: -1, max: 1 }) }), 0);
  assert.equal(value([...lots(2), ...Array(9000).fill(Number.NaN)]), 2);
  const domain = dates("2020-01-01", "2021-01-01");
  const found = value([...lots(new Date("2020-05-05")), ...Array(9000).fill(new Date("no"))], {
    domain,
  });
  assert.deepEqual(found, new Date("2020-05-05"));
});

test("dates may be Dates, or milliseconds in numbers or BigInts, and bounds may also be text", () => {
  const time = Date.UTC(2020, 4, 5, 12);
  for (const record of [new Date(time), time, BigInt(time)]) {
    for (const from of ["2020-01-01", new Date("2020-01-01"), Date.UTC(2020, 0, 1)]) {
      const domain = dates(from, "2021-01-01");
      assert.deepEqual(value(lots(record), { domain }), new Date("2020-05-05"));
    }
  }
  const hours = dates("2020-01-01", "2021-01-01", "hour");
  assert.deepEqual(value(lots(time + 1), { domain: hours }), new Date(time));
  const all = dates(-8.64e15, 8.64e15, "millisecond");
  assert.deepEqual(value(lots(time), { domain: all }), new Date(time));
});

test('an error of outside: "throw" is charged', () => {
  const ledger = new Ledger({ epsilon: 3 });
  const options = { epsilon: 0.5, outside: "throw", ledger };
  const message =
    'values must be inside the domain (because outside is "throw"), got a value outside; the ledger stays charged';
  for (const [values, domain] of [
    [[1, 99], integers(0, 9)],
    [[1, 99], reals({ max: 9 })],
    [[1n, 99n], integers(0n, 9n)],
    [BigInt64Array.of(1n, 99n), integers(0n, 9n)],
  ]) {
    assert.throws(() => median(values, { ...options, domain }), { name: "RangeError", message });
  }
  const gone = [1, Number.NaN];
  assert.throws(() => median(gone, options), /must not be missing .*; the ledger stays charged$/);
  assert.deepEqual(ledger.spent, { epsilon: 2.5, delta: 0 });
  median([1, 9], { ...options, domain: integers(0, 9) });
  assert.deepEqual(ledger.spent, { epsilon: 3, delta: 0 });
});

test("q is named in the record as the nearest fraction", () => {
  const fraction = (q) => quantile([1], q, { epsilon }).record.parameters.quantile;
  assert.equal(fraction(0.25), "1/4");
  assert.equal(fraction(Math.PI / 10), "312689/995320");
  assert.equal(fraction(0.9999), "9999/10000");
  assert.equal(fraction(1e-6), "1/1000000");
  assert.equal(fraction(1 - 1e-6), "999999/1000000");
});

test("the sentence of the guarantee never promises more than e^epsilon", () => {
  for (const one of [1e-9, 1e-3, 0.01, 0.1, 0.2, 0.5, 1, 3, 13.8, 100, 690]) {
    const { guarantee } = median([], { epsilon: one }).record;
    const factor = Number(/by a factor of at most (\S+) \(/.exec(guarantee)[1]);
    const exact = Math.exp(one);
    assert.ok(factor >= exact && factor <= 1.0101 * exact, `${guarantee} ${exact}`);
  }
  assert.match(median([], { epsilon: 10000 }).record.guarantee, /at most e\^10000 \(/);
});

// Regression: arrays and dates of another frame are not instances of this realm's classes, so that signed words
// were read as unsigned ones.
test("arrays and dates of another realm are read as local ones are", () => {
  const other = (code) => runInNewContext(code);
  const signed = { domain: integers(-10, 10) };
  assert.equal(value(lots(-5), signed), -5);
  assert.equal(value(other(`BigInt64Array.from({ length: 400 }, () => -5n)`), signed), -5);
  const day = { domain: dates("2020-01-01", "2021-01-01") };
  const all = other(`Array.from({ length: 400 }, () => new Date("2020-05-05T00:00:00Z"))`);
  assert.deepEqual(value([...all, other(`new Date(Number.NaN)`)], day), new Date("2020-05-05"));
});

// Regression: the type of grouped words was inferred from the first remaining one. With none remaining it was
// unknown, so that a single record outside the domain caused an exception.
test("grouped BigInts that the domain drops entirely are no records instead of an exception", () => {
  const drop = { domain: integers(0n, 3n), outside: "drop", abstain: false };
  for (const values of [[-1n], [5n, null], BigInt64Array.of(), BigUint64Array.of()]) {
    const counts = Array.from(values, () => 1);
    let found;
    assert.doesNotThrow(() => {
      found = value({ values, counts }, drop);
    });
    assert.equal(typeof found, "bigint");
  }
});

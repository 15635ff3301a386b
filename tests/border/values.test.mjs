// Data input: every kind of column, each record separately, and rejected values.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { runInNewContext } from "node:vm";
import { columnOf } from "../../dist/data/values.js";
import {
  boundContributions,
  dates,
  decimals,
  HeavyHitterMonitor,
  integers,
  Ledger,
  load,
  median,
  quantile,
  reals,
  sanitizePoints,
  selectBest,
  topK,
} from "../../dist/index.js";

before(() => load());

const epsilon = 1;
/** 4,000 equal values: a median misses them with probability below 1e-800. */
const lots = (value) => Array(4000).fill(value);
const value = (values, more) => median(values, { epsilon, ...more }).value;

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

test("records of another kind than the domain's are rejected, not converted", () => {
  const refuse = (values, domain, message) =>
    assert.throws(() => value(values, { domain }), { name: "TypeError", message });
  const price = decimals(0, 9, 1);
  refuse(["5"], price, "values must be numbers, got text among them (convert text with Number)");
  refuse(
    [3n],
    price,
    "values must be numbers, got a bigint among them (convert BigInts with Number)",
  );
  refuse([true], reals(), "values must be numbers, got a boolean among them");
  refuse([[1]], reals(), "values must be numbers, got an object (Array) among them");
  refuse(new Map([[1, 2]]), reals(), "values must be numbers, got an object (Array) among them");
  const day = dates("2020-01-01", "2021-01-01");
  const expected = "values must be Dates or milliseconds since 1970, got";
  refuse(
    ["2020-05-05"],
    day,
    `${expected} text among them (convert text with Date.parse, with its zone)`,
  );
  for (const domain of [undefined, reals({ min: 0 })]) {
    for (const big of [[1n], BigInt64Array.of(1n), BigUint64Array.of(1n)]) {
      refuse(
        big,
        domain,
        "values must be numbers for reals(); BigInts belong to integers(lo, hi), or convert them with Number",
      );
    }
  }
});

test("a detached buffer is rejected where items are read, too", () => {
  const gone = () => {
    const array = Float64Array.of(1, 2, 3);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  };
  const terms = { epsilon: 1, delta: 1e-6 };
  const refuse = (run) => assert.throws(run, { name: "TypeError", message: /detached buffer/ });
  refuse(() => topK(gone(), { ...terms, k: 1 }));
  refuse(() => sanitizePoints(gone(), terms));
  refuse(() => selectBest(gone(), { epsilon: 1 }));
  refuse(() => boundContributions(gone(), { perUser: 1 }));
  refuse(() => new HeavyHitterMonitor({ ...terms, perUser: 1, steps: 1 }).step(gone()));
});

test("a detached buffer is rejected in every domain", () => {
  const detached = (Kind) => {
    const array = new Kind(8);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  };
  const message = "values must not lie in a detached buffer (it was transferred elsewhere)";
  for (const domain of [reals(), integers(0, 9), decimals(0, 9, 1), dates(0, 9)]) {
    assert.throws(() => value(detached(Float64Array), { domain }), { name: "TypeError", message });
  }
  assert.throws(() => value(detached(BigInt64Array), { domain: integers(0n, 9n) }), { message });
  assert.throws(() => value({ values: detached(Int8Array), counts: [] }), { message });
});

test("invalid counts are rejected before any use", () => {
  const refuse = (values, counts, name, message) =>
    assert.throws(() => value({ values, counts }), { name, message });
  refuse([1, 2], [1], "RangeError", "counts must be as many as values, 2, got 1");
  refuse([1], [-1], "RangeError", "counts must be whole numbers >= 0, got a number");
  refuse([1], [0.5], "RangeError", "counts must be whole numbers >= 0, got a number");
  refuse([1], [Number.NaN], "RangeError", "counts must be whole numbers >= 0, got NaN");
  refuse([1], [-1n], "RangeError", "counts must be whole numbers >= 0, got a bigint");
  refuse([1], ["3"], "TypeError", "counts must be whole numbers >= 0, got text");
  refuse([1], [null], "TypeError", "counts must be whole numbers >= 0, got null");
  refuse([1], null, "TypeError", /^counts must be an array/);
  refuse(
    [1],
    [2 ** 40],
    "RangeError",
    `counts must add up to less than 2^29 records, got ${2 ** 40}`,
  );
  refuse([1, 2], [2 ** 53 - 1, 1], "RangeError", /less than 2\^29 records/);
});

test("bounds of domains are rejected by name", () => {
  const refuse = (make, name, message) => assert.throws(make, { name, message });
  refuse(() => decimals(3, 2, 1), "RangeError", "lo must be at most hi, 2, got 3");
  refuse(
    () => decimals(Number.NaN, 2, 2),
    "RangeError",
    "lo must be from -90071992547409.9 to 90071992547409.9 (with 2 decimals), got NaN",
  );
  refuse(
    () => decimals(0, 1e6, 12),
    "RangeError",
    "hi must be from -9007.199254740992 to 9007.199254740992 (with 12 decimals), got 1000000",
  );
  refuse(() => decimals("0", 1, 2), "TypeError", 'lo must be a number, got "0"');
  refuse(() => decimals(0, 1), "TypeError", "digits must be a number, got undefined");
  refuse(
    () => decimals(0, 1, 13),
    "RangeError",
    "digits must be a whole number from 0 to 12, got 13",
  );
  refuse(() => dates(null, "2020-01-01"), "TypeError", /^from must be a Date, .*, got null$/);
  refuse(() => dates("2020-01-01"), "TypeError", /^to must be a Date, .*, got undefined$/);
  refuse(() => dates(Number.NaN, 0), "RangeError", /^from must be a Date, .*, got NaN$/);
  refuse(
    () => dates("2021-01", "2020-01-01"),
    "RangeError",
    "from must not be later than to, 2020-01-01T00:00:00.000Z, got 2021-01-01T00:00:00.000Z",
  );
  refuse(
    () => dates("2020-01-01", "2021-01-01", "week"),
    "RangeError",
    /^unit must be "millisecond" or/,
  );
  refuse(() => integers("1", 2), "TypeError", 'lo must be a number, got "1"');
  refuse(() => integers(0, 2 ** 53), "RangeError", /^hi must be a safe integer/);
  refuse(() => reals({ min: "0" }), "TypeError", 'min must be a number, got "0"');
  refuse(() => reals({ mni: 0 }), "TypeError", /unknown option mni; known are min, max, digits/);
  const full = integers(-(2n ** 63n), 2n ** 64n - 1n);
  refuse(() => value([1n], { domain: full }), "RangeError", /^hi must be at most lo \+ 2\^64 - 1/);
  for (const min of [Number.NaN, Number.NEGATIVE_INFINITY]) {
    refuse(() => reals({ min }), "RangeError", /^min must be a finite number/);
  }
  refuse(() => reals({ min: 3, max: 2 }), "RangeError", "min must be at most max, 2, got 3");
});

test("a domain of another copy of the package is rejected", () => {
  const forged = { ...reals() };
  for (const domain of [forged, { core: { type: "reals" } }, "reals", null, reals]) {
    assert.throws(() => value([1], { domain }), {
      name: "TypeError",
      message:
        /^domain must come from reals\(\), integers\(\), decimals\(\), dates\(\), bigIntegers\(\) or text\(\), got/,
    });
  }
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

test("a q without an exact fraction is rejected, never rounded", () => {
  for (const q of [0, 9e-7, 1 - 1e-7, 1, Number.NaN]) {
    assert.throws(() => quantile([1], q, { epsilon }), {
      name: "RangeError",
      message: /^q must be a number from 1e-6 to 1 - 1e-6, got /,
    });
  }
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

// Regression: messages contained up to forty characters of a record.
test("no message contains the contents of a record", () => {
  const named = "Ada Lovelace";
  for (const run of [
    () => value([named]),
    () => value([1, named], { domain: integers(0, 9) }),
    () => topK({ values: [named, named], counts: [1, 2] }, { k: 1, epsilon: 1, delta: 1e-6 }),
    () => selectBest([{ item: 1, score: named }], { epsilon: 1 }),
    () => boundContributions([named], { perUser: 1 }),
  ]) {
    assert.throws(run, (error) => !error.message.includes("Ada"));
  }
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

// Rejected values, counts, bounds and buffers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  boundContributions,
  dates,
  decimals,
  HeavyHitterMonitor,
  integers,
  load,
  quantile,
  reals,
  sanitizePoints,
  selectBest,
  topK,
} from "../../dist/index.js";
import { epsilon, value } from "./many-values.mjs";

before(() => load());

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

test("a q without an exact fraction is rejected, never rounded", () => {
  for (const q of [0, 9e-7, 1 - 1e-7, 1, Number.NaN]) {
    assert.throws(() => quantile([1], q, { epsilon }), {
      name: "RangeError",
      message: /^q must be a number from 1e-6 to 1 - 1e-6, got /,
    });
  }
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

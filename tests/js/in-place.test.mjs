// Large typed arrays are read where they are, in blocks. They have the answers of the same numbers in an array.
import assert from "node:assert/strict";
import test from "node:test";
import { integers, load, median, quantile } from "../../dist/index.js";

await load();

const count = 50_001;
/** Between 0 and 100, each about as often, and in no order. */
const numbers = Array.from({ length: count }, (_, i) => (i * 7919) % 101);
/** So large that the answer misses no rank of 500 equal records. */
const epsilon = 100;

/** The number that at least half of them reach, and at least half do not exceed. */
const middleOf = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The classes with their least and greatest numbers. */
const kinds = [
  [Float64Array, -Number.MAX_VALUE, Number.MAX_VALUE],
  [Float32Array, -(2 - 2 ** -23) * 2 ** 127, 2 ** -149],
  [Int8Array, -128, 127],
  [Uint8Array, 0, 255],
  [Uint8ClampedArray, 0, 255],
  [Int16Array, -32_768, 32_767],
  [Uint16Array, 0, 65_535],
  [Int32Array, -(2 ** 31), 2 ** 31 - 1],
  [Uint32Array, 0, 2 ** 32 - 1],
];

for (const [Kind, least, greatest] of kinds) {
  test(`quantiles of a large ${Kind.name} reach its least and its greatest number`, () => {
    const given = Kind.from({ length: count }, (_, i) => (i % 2 === 0 ? least : greatest));
    assert.equal(quantile(given, 0.25, { epsilon }).value, least);
    assert.equal(quantile(given, 0.75, { epsilon }).value, greatest);
  });

  test(`a median of a large ${Kind.name} is that of its numbers, also of a part of a buffer`, () => {
    const part = Kind.from([9, ...numbers, 9, 9]).subarray(1, -2);
    assert.equal(median(part, { epsilon }).value, middleOf(numbers));
    const domain = integers(0, 120);
    assert.equal(median(part, { epsilon, domain }).value, middleOf(numbers));
  });
}

test("a median of a large typed array leaves out NaNs, wherever they are", () => {
  const withNaNs = Float64Array.from(numbers, (x) => (x < 40 ? Number.NaN : x));
  const kept = numbers.filter((x) => x >= 40);
  for (const outside of ["clamp", "drop"]) {
    assert.equal(median(withNaNs, { epsilon, outside }).value, middleOf(kept));
  }
  assert.throws(() => median(withNaNs, { epsilon, outside: "throw" }), RangeError);
  assert.throws(() => median(withNaNs, { epsilon, missing: "throw" }), RangeError);
  const { value } = median(withNaNs, { epsilon, outside: "throw", missing: "drop" });
  assert.equal(value, middleOf(kept));
});

test("a median of a large typed array drops or clamps what lies outside of the domain", () => {
  const given = Float64Array.from(numbers);
  const domain = integers(60, 80);
  assert.equal(median(given, { epsilon, domain }).value, 60);
  const inside = numbers.filter((x) => x >= 60 && x <= 80);
  assert.equal(median(given, { epsilon, domain, outside: "drop" }).value, middleOf(inside));
  assert.throws(() => median(given, { epsilon, domain, outside: "throw" }), RangeError);
});

test("a median of a large shared array is that of its numbers", () => {
  const shared = new Int32Array(new SharedArrayBuffer(4 * count));
  shared.set(numbers);
  assert.equal(median(shared, { epsilon }).value, middleOf(numbers));
});

test("quantiles near both ends of a large typed array are those of its numbers", () => {
  const given = Float64Array.from(numbers);
  assert.equal(quantile(given, 0.001, { epsilon }).value, 0);
  assert.equal(quantile(given, 0.999, { epsilon }).value, 100);
  const equal = new Float64Array(count).fill(37);
  assert.equal(quantile(equal, 0.5, { epsilon }).value, 37);
});

// Columns of Apache Arrow (the real package): each type is read as its values, or rejected by name.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as arrow from "apache-arrow";
import { ExactColumn } from "../../dist/data/exact-column.js";
import { columnOf, flat } from "../../dist/data/values.js";
import { bigIntegers, dates, decimals, integers, reals, text } from "../../dist/index.js";
import { day, decimalVector, stamps } from "../js/arrow-data.mjs";

const { vectorFromArray } = arrow;

const days = [day("2026-01-01"), null, day("1969-12-31")];
const instants = stamps.map((time) => (time === null ? null : new Date(time)));
const holed = (values) => [values[0], null, ...values.slice(1)];

/** Type, input, and expected result without a domain. */
const kinds = [
  [new arrow.Int8(), holed([1, -2]), [1, Number.NaN, -2]],
  [new arrow.Uint16(), holed([1, 65535]), [1, Number.NaN, 65535]],
  [new arrow.Int32(), holed([1, -2]), [1, Number.NaN, -2]],
  [new arrow.Uint32(), holed([1, 2 ** 32 - 1]), [1, Number.NaN, 2 ** 32 - 1]],
  [new arrow.Int64(), holed([1n, -(2n ** 63n)]), [1n, null, -(2n ** 63n)]],
  [new arrow.Uint64(), holed([1n, 2n ** 64n - 1n]), [1n, null, 2n ** 64n - 1n]],
  [new arrow.Float16(), holed([1.5, -0.25]), [1.5, Number.NaN, -0.25]],
  [new arrow.Float32(), holed([1.5, -0.25]), [1.5, Number.NaN, -0.25]],
  [new arrow.Float64(), holed([1.1, -0.1]), [1.1, Number.NaN, -0.1]],
  [new arrow.Utf8(), holed(["å", "\ufeffb"]), ["å", null, "\ufeffb"]],
  [new arrow.LargeUtf8(), holed(["å", ""]), ["å", null, ""]],
  [new arrow.Bool(), holed([true, false]), [true, null, false]],
  [new arrow.DateDay(), days, days],
  [new arrow.DateMillisecond(), days, days],
  [new arrow.TimestampSecond(), stamps, instants],
  [new arrow.TimestampMillisecond(), stamps, instants],
  [new arrow.TimestampMicrosecond(), stamps, instants],
  [new arrow.TimestampNanosecond(), stamps, instants],
  [new arrow.TimestampMicrosecond("UTC"), stamps, instants],
  [new arrow.Null(), [null, null, null], [null, null, null]],
  [new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()), holed(["a", "b"]), ["a", null, "b"]],
  [new arrow.Dictionary(new arrow.Int32(), new arrow.Uint8()), holed([5, 7]), [5, null, 7]],
  [new arrow.Dictionary(new arrow.TimestampSecond(), new arrow.Int32()), stamps, instants],
];

/** Vectors of one type with their contents: whole, of several chunks, slices of either, empty ones. */
function forms(type, values, expected) {
  const once = vectorFromArray(values, type);
  const long = vectorFromArray([...values, ...values, ...values, ...values], type);
  const often = [...expected, ...expected, ...expected, ...expected];
  const chunks = arrow.DataType.isDictionary(type) ? long : once.concat(once, once, once);
  return [
    [once, expected],
    [long, often],
    [chunks, often],
    [long.slice(1, 11), often.slice(1, 11)],
    [chunks.slice(2, 10), often.slice(2, 10)],
    [long.slice(3, 3), []],
    [vectorFromArray([], type), []],
  ];
}

test("every supported type is read in every layout: nulls, slices, chunks, empty columns", () => {
  for (const [type, values, expected] of kinds) {
    forms(type, values, expected).forEach(([vector, plain], form) => {
      assert.deepEqual([...flat(vector)], plain, `${type}, form ${form}`);
    });
  }
});

test("a column without nulls is read in place, as the array of its type", () => {
  for (const [type, Kind] of [
    [new arrow.Int8(), Int8Array],
    [new arrow.Float32(), Float32Array],
    [new arrow.Float64(), Float64Array],
  ]) {
    const vector = vectorFromArray([1, 2, 3], type);
    assert.deepEqual(flat(vector), Kind.of(1, 2, 3));
    assert.equal(flat(vector).buffer, vector.data[0].values.buffer);
  }
  const big = vectorFromArray([1n, 2n], new arrow.Int64());
  assert.deepEqual(flat(big), BigInt64Array.of(1n, 2n));
});

test("every one of the 65,536 bit patterns of Float16 is decoded", () => {
  const data = Uint16Array.from({ length: 65536 }, (_, i) => i);
  const type = new arrow.Float16();
  const vector = new arrow.Vector([arrow.makeData({ type, data, length: 65536, nullCount: 0 })]);
  const decoded = flat(vector);
  for (let i = 0; i < 65536; ++i) {
    const exponent = (i >> 10) & 31;
    const fraction = i & 1023;
    const size =
      exponent === 31
        ? fraction === 0
          ? Number.POSITIVE_INFINITY
          : Number.NaN
        : exponent === 0
          ? fraction / 2 ** 24
          : (1 + fraction / 1024) * 2 ** (exponent - 15);
    assert.equal(decoded[i], i >> 15 ? -size : size);
  }
});

test("a record of decimals counts once: not each of its four words", () => {
  // toArray() gives the words of decimals. So one record counted as four and changed the law of the answer by a
  // factor of 26 at epsilon 1.
  const prices = Array.from({ length: 900 }, (_, i) => BigInt(i) * 100n + 25n);
  const vector = decimalVector(prices, 2);
  assert.equal(vector.toArray().length, 3600);
  for (const domain of [reals(), decimals(0, 1000, 2), integers(0, 1000), integers(0n, 1000n)]) {
    const { data, records } = columnOf(vector, domain, "clamp");
    assert.deepEqual([data.length, records], [900, 900], domain.name);
  }
});

test("decimals are exact: the nearest double, and whole numbers of any size", () => {
  const whole = [123n, -5n, 2n ** 53n + 1n, -(2n ** 64n), 10n ** 37n + 1n, -1n, 0n, -(2n ** 127n)];
  const doubles = whole.map((value) => Number(`${value}e-2`));
  for (const bits of [128, 256]) {
    assert.deepEqual([...flat(decimalVector(whole, 2, bits))], doubles);
    assert.deepEqual([...flat(decimalVector(whole, 0, bits))], whole);
    const wide = columnOf(decimalVector([10n ** 37n + 1n], 0, bits), bigIntegers(128), "clamp");
    assert.equal((wide.data[0] << 64n) | wide.data[1], 10n ** 37n + 1n);
  }
  const narrow = [123n, -5n, 2n ** 31n - 1n, -(2n ** 31n)];
  assert.deepEqual([...flat(decimalVector(narrow, 0, 32))], narrow);
  assert.deepEqual([...flat(decimalVector(narrow, 0, 64))], narrow);
  // Rounds halves to even, as the core rounds doubles.
  const halves = [5n, 15n, 25n, -5n, -15n, 24n, 26n];
  const { data } = columnOf(decimalVector(halves, 1), integers(-9n, 9n), "clamp");
  assert.deepEqual(
    [...data],
    [0n, 2n, 2n, 0n, -2n, 2n, 3n].map((value) => value + 9n),
  );
  assert.deepEqual([...flat(decimalVector([5n], -2))], [500n]);
});

test("an unsupported Arrow type, or one for another domain, is rejected by the type's name", () => {
  const year = dates("2026-01-01", "2026-12-31");
  const refuse = (values, domain, message) =>
    assert.throws(() => columnOf(values, domain, "clamp"), { name: "TypeError", message });
  const stamp = vectorFromArray(stamps, new arrow.TimestampMicrosecond());
  for (const domain of [reals(), integers(0, 9), decimals(0, 9, 1), bigIntegers(70), text(9)]) {
    refuse(stamp, domain, /got points in time \(in microseconds\); they belong to dates/);
  }
  for (const domain of [year, text(9)])
    refuse(decimalVector([1n], 2), domain, /got decimal numbers/);
  refuse(vectorFromArray(["5"], new arrow.Utf8()), reals(), /convert text with Number/);
  const child = new arrow.Field("x", new arrow.Int8());
  const unread = [
    vectorFromArray([1], new arrow.TimeSecond()),
    vectorFromArray([1n], new arrow.TimeNanosecond()),
    vectorFromArray([1n], new arrow.DurationMillisecond()),
    vectorFromArray([new Uint8Array(1)], new arrow.Binary()),
    vectorFromArray([new Uint8Array(2)], new arrow.FixedSizeBinary(2)),
    vectorFromArray([[1]], new arrow.List(child)),
    vectorFromArray([{ x: 1 }], new arrow.Struct([child])),
  ];
  for (const vector of unread) {
    const name = String(vector.type);
    for (const domain of [reals(), year, text(9)]) {
      assert.throws(
        () => columnOf(vector, domain, "clamp"),
        ({ message }) => message.endsWith(`got an Arrow column of ${name}`),
        name,
      );
    }
  }
});

test("raw words are never mistaken for values: toArray() must return each value once", () => {
  const words = { length: 2, toArray: () => new Uint32Array(8) };
  assert.throws(() => flat(words), /toArray\(\) must give each of the 2 values once, got 8/);
  assert.throws(() => flat({ toArray: () => "12" }), /toArray\(\) must give an array, got text/);
  const other = { type: { typeId: 2, bitWidth: 32 }, length: 1, data: [{ values: [1] }] };
  assert.throws(() => flat(other), /must be a vector of apache-arrow .* another library/);
  const wrong = vectorFromArray([1], new arrow.Int32());
  wrong.data[0].values = Float64Array.of(1);
  assert.throws(() => flat(wrong), /got an Arrow column of Int32/);
});

test("a column in a detached buffer is rejected", () => {
  for (const [type, values] of [
    [new arrow.Int32(), [1, 2]],
    [new arrow.Utf8(), ["a", "b"]],
  ]) {
    const vector = vectorFromArray(values, type);
    const { buffer } = vector.data[0].values;
    structuredClone(buffer, { transfer: [buffer] });
    assert.throws(() => flat(vector), /values must not lie in a detached buffer/);
  }
});

test("chunks with separate dictionaries are decoded by their own dictionary", () => {
  const dictionary = () => new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
  const parts = [
    ["a", "b"],
    ["c", "d"],
  ].flatMap((list) => vectorFromArray(list, dictionary()).data);
  assert.deepEqual([...flat(new arrow.Vector(parts))], ["a", "b", "c", "d"]);
});

test("points in time are truncated to milliseconds, before 1970 too", () => {
  const micros = [-1, -1001, -1000, 1, 1001];
  for (const whole of [micros, micros.map(BigInt)]) {
    const times = new ExactColumn(whole, { time: "microsecond" }).readFor();
    assert.deepEqual(Array.from(times, Number), [-1, -2, -1, 0, 1]);
  }
});

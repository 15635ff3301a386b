// The user of a row in columns from engines: different values stay different, at any width.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as arrow from "apache-arrow";
import { flat, flatNames } from "../../dist/data/values.js";
import { boundContributions, load, table } from "../../dist/index.js";
import { decimalVector } from "./arrow-data.mjs";

before(() => load());

const rows = 200;
const numbers = Array.from({ length: rows }, (_, i) => BigInt(i));
const least = 9007199254740992n;

/** Neighbouring ids that doubles cannot distinguish. */
const columns = {
  int64: () =>
    arrow.vectorFromArray(
      numbers.map((i) => least + i),
      new arrow.Int64(),
    ),
  uint64: () =>
    arrow.vectorFromArray(
      numbers.map((i) => 2n ** 63n + i),
      new arrow.Uint64(),
    ),
  "decimal of 38 digits": () =>
    decimalVector(
      numbers.map((i) => 10n ** 37n + i),
      0,
    ),
  "decimal with cents": () =>
    decimalVector(
      numbers.map((i) => least + i),
      2,
    ),
  "wide decimal with cents": () =>
    decimalVector(
      numbers.map((i) => -(10n ** 30n) - i),
      2,
    ),
  text: () =>
    arrow.vectorFromArray(
      numbers.map((i) => `${least + i}`),
      new arrow.Utf8(),
    ),
};

// Regression: decimals of users and items were read as doubles, as values are.
test("neighbouring ids of every type are different users and items", () => {
  for (const [type, column] of Object.entries(columns)) {
    assert.equal(new Set(flatNames(column(), "users")).size, rows, type);
    const one = Array(rows).fill("a");
    const asUsers = boundContributions({ users: column(), items: one }, { perUser: 1 });
    assert.deepEqual([...asUsers.counts], [rows], type);
    const asItems = boundContributions({ users: numbers, items: column() }, { perUser: 1 });
    assert.equal(asItems.values.length, rows, type);
  }
});

test("decimals are names as numbers if doubles distinguish them, otherwise by their digits", () => {
  const names = [12345n, -5n, 0n, 10n ** 15n, -(10n ** 20n) - 50n];
  assert.deepEqual(
    [...flatNames(decimalVector(names, 2), "users")],
    [123.45, -0.05, 0, "10000000000000.00", "-1000000000000000000.50"],
  );
  assert.deepEqual([...flat(decimalVector([10n ** 15n], 2))], [1e13], "values stay numbers");
});

test("a table counts such users separately", () => {
  const people = table({ id: columns["decimal with cents"]() }, { user: "id" });
  assert.equal(Math.round(people.count({ epsilon: 100 }).value), rows);
});

// Regression: all bytes that are not UTF-8 became one letter, which merged different texts.
test("bytes in a text column that are not UTF-8 are missing, and merge no users", () => {
  const bytes = Uint8Array.of(0x61, 0xe9, 0xe8, 0x62);
  const data = arrow.makeData({
    ...{ type: new arrow.Utf8(), length: 4, nullCount: 0 },
    ...{ valueOffsets: Int32Array.of(0, 1, 2, 3, 4), data: bytes },
  });
  const vector = new arrow.Vector([data]);
  assert.deepEqual([...flat(vector)], ["a", null, null, "b"]);
  const { counts } = boundContributions(
    { users: vector, items: Array(4).fill("x") },
    { perUser: 1 },
  );
  assert.deepEqual([...counts], [2]);
});

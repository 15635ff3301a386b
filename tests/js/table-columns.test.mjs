// Columns of tables: missing values, unknown names, wrong rows, and exact numbers.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as arrow from "apache-arrow";
import { dates, integers, Ledger, load, table } from "../../dist/index.js";
import { decimalVector } from "./arrow-data.mjs";
import { forms, list, of, pure, range } from "./table-rows.mjs";

before(() => load());

test("an invalid row and an absent field are missing", () => {
  const holes = [null, undefined, {}, { id: "x" }, { value: 9 }, ...list.slice(0, 900)];
  assert.ok(Math.abs(of(holes).count({ epsilon: 2 }).value - 901) < 40, "one has an id only");
  assert.ok(Math.abs(table(holes, { user: null }).count({ epsilon: 2 }).value - 903) < 40);
  assert.equal(
    of(holes)
      .where(({ value }) => value > 5)
      .median("value", pure).value,
    20,
  );
  const strict = { ...pure, missing: "throw" };
  assert.throws(() => of(holes).median("value", strict), /values and users must not be missing/);
  assert.throws(() => of([5, ...list]).median("value", pure), {
    name: "TypeError",
    message: /^rows must be objects, got a number among them$/,
  });
});

test("properties of all objects are not columns, properties of a class are", () => {
  class Visit {
    constructor(i) {
      this.i = i;
    }
    get id() {
      return this.i % 1000;
    }
    get value() {
      return 20;
    }
  }
  assert.equal(of(range(3000, (i) => new Visit(i))).median("value", pure).value, 20);
  for (const name of ["constructor", "toString", "__proto__"]) {
    for (const rows of Object.values(forms)) {
      assert.throws(() => table(rows, { user: name }), /^TypeError: user must be a column/, name);
    }
  }
});

test("an unknown column is rejected by name, with the list of columns", () => {
  for (const rows of Object.values(forms)) {
    const all = "\\(id, value, town, shop, day\\)";
    const refusal = (what, got) => ({
      name: "TypeError",
      message: new RegExp(`^${what} must be a column of the rows ${all}, got ${got}$`),
    });
    assert.throws(() => table(rows, { user: "ID" }), refusal("user", '"ID"'));
    assert.throws(() => of(rows).median("salary", pure), refusal("column", '"salary"'));
    assert.throws(() => of(rows).sum(undefined, pure), refusal("column", "undefined"));
    assert.throws(() => of(rows).plan.median("salary", pure), refusal("column", '"salary"'));
    assert.throws(() => of(rows).groupBy("city", ["a"]), refusal("groupBy", '"city"'));
    assert.throws(() => of(rows).groupBy(["town", 3], "private"), refusal("groupBy", "3"));
    const last = { ...pure, perUser: "last", orderBy: "when" };
    assert.throws(() => of(rows).median("value", last), refusal("orderBy", '"when"'));
  }
});

test("invalid rows, users, predicates and groups are rejected by name", () => {
  for (const rows of [5, "rows", null, undefined, {}, new Map(), new Float64Array(3), () => []]) {
    assert.throws(
      () => table(rows, { user: null }),
      /^TypeError: rows must be an array of objects/,
    );
  }
  for (const user of [undefined, 5, true, ["id"], (row) => row.id]) {
    assert.throws(() => table(list, { user }), /^TypeError: user must be the name of a column, or/);
  }
  assert.throws(() => table(list), /^TypeError: table: options must be an object/);
  assert.throws(() => table(list, { users: "id" }), /did you mean user/);
  for (const predicate of ["town", undefined, true]) {
    assert.throws(() => of(list).where(predicate), /^TypeError: where must be a function of a row/);
  }
  assert.throws(() => of(list).where(async () => true), /where must answer at once/);
  assert.throws(() => of(list).groupBy(async () => "a", ["a"]), /groupBy must answer at once/);
  assert.throws(() => of(list).groupBy([], "private"), /^RangeError: groupBy must be one column/);
  assert.throws(() => of(list).groupBy("town"), /^TypeError: groups must be a list of their names/);
  assert.throws(() => of(list).groupBy("town", [["a"]]), /^TypeError: groups must be single names/);
  assert.throws(
    () => of(list).groupBy(["town", "shop"], ["a"]),
    /^TypeError: groups must be lists of 2 names, one for each column, got "a"$/,
  );
  assert.throws(
    () => of(list).groupBy(["town", "shop"], [["a", null]]),
    /^TypeError: groups must be names, got a missing value$/,
  );
  assert.throws(
    () => of(list).groupBy(["town"], [["a"], ["a"]]),
    /^RangeError: groups must have different names, got one twice$/,
  );
  assert.throws(
    () =>
      of(list)
        .groupBy("town", "private")
        .mean("value", { ...pure, groups: ["a"] }),
    /^TypeError: groups belong in groupBy/,
  );
  for (const options of [undefined, null, 5]) {
    assert.throws(() => of(list).median("value", options), /^TypeError: median: options must be/);
  }
});

test("exact columns stay exact if rows are left out", () => {
  const n = 2000;
  const rows = new arrow.Table({
    id: arrow.vectorFromArray(
      range(n, (i) => i),
      new arrow.Int32(),
    ),
    paid: decimalVector(
      range(n, (i) => (i % 2 === 0 ? 1234567890123456789n : 1n)),
      2,
    ),
    seen: arrow.vectorFromArray(
      range(n, (i) => new Date(Date.UTC(2026, 0, 1 + (i % 2)))),
      new arrow.TimestampMillisecond(),
    ),
  });
  const some = table(rows, { user: "id" }).where(({ seen }) => seen.getUTCDate() === 1);
  const { value } = some.median("paid", { epsilon: 1, domain: integers(0n, 2n ** 60n) });
  assert.equal(value, 12345678901234568n);
  const domain = dates("2026-01-01", "2026-12-31");
  assert.equal(some.median("seen", { epsilon: 1, domain }).value.getUTCDate(), 1);
  assert.throws(() => some.median("seen", pure), /points in time/);
  const times = arrow.vectorFromArray([1n], new arrow.TimeNanosecond());
  const ledger = new Ledger({ epsilon: 1 });
  const strange = table({ id: [1], at: times }, { user: "id", ledger });
  assert.throws(
    () => strange.where(() => true).median("at", pure),
    /^TypeError: at must be of a type/,
  );
  assert.equal(ledger.entries.length, 0, "its type is public");
});

test("columns of different lengths are rejected, whichever rows are left out", () => {
  const uneven = { id: [1, 2, 3], value: [1, 2], town: ["a", "b", "c"] };
  const all = table(uneven, { user: "id" });
  for (const one of [all, all.where(() => true)]) {
    assert.throws(() => one.median("value", pure), /^RangeError: \w+ must be as many as/);
  }
  const both = all.groupBy(["town", "value"], "private");
  assert.throws(() => both.count({ epsilon: 1, delta: 1e-6, perUser: 1 }), /of one length/);
});

test("a histogram bins decimals unrounded, and points in time by Dates", () => {
  const ids = ["a", "b", "c", "d"];
  const price = decimalVector([120n, 130n, 149n, 151n], 2);
  const bins = { epsilon: 1000, edges: [1.25, 1.5] };
  const { value } = table({ id: ids, price }, { user: "id" }).histogram("price", bins);
  assert.deepEqual(
    value.map(({ count }) => Math.round(count)),
    [1, 2, 1],
  );
  const days = arrow.vectorFromArray(
    ["2026-01-01", "2026-01-03", "2026-01-03", "2026-01-04"].map((day) => new Date(day)),
    new arrow.TimestampMillisecond(),
  );
  const at = { epsilon: 1000, edges: [new Date("2026-01-02")] };
  const found = table({ id: ids, day: days }, { user: "id" }).histogram("day", at);
  assert.deepEqual(
    found.value.map(({ count }) => Math.round(count)),
    [1, 3],
  );
});

// Tables: questions by column name, in each form of rows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as arrow from "apache-arrow";
import {
  accuracy,
  count,
  dates,
  integers,
  Ledger,
  load,
  mean,
  median,
  table,
} from "../../dist/index.js";
import { decimalVector } from "./arrow-data.mjs";

before(() => load());

const range = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const domain = integers(0, 99);
/** 4,000 users of three rows each: half have 10, 20 and 30, in the towns a, b and a. */
const list = range(12000, (i) => ({
  id: `user ${i % 4000}`,
  value: [10, 20, 30][i % 3],
  town: "aba"[i % 3],
  shop: 1 + ((i >> 2) % 2),
  day: i,
}));
const column = (name, rows = list) => rows.map((row) => row[name]);
const names = ["id", "value", "town", "shop", "day"];
const columns = {
  ...Object.fromEntries(names.map((name) => [name, column(name)])),
  value: Float64Array.from(column("value")),
  shop: Uint8Array.from(column("shop")),
};
const arrowTable = new arrow.Table({
  id: arrow.vectorFromArray(columns.id, new arrow.Utf8()),
  value: arrow.vectorFromArray(columns.value),
  town: arrow.vectorFromArray(columns.town),
  shop: arrow.vectorFromArray(columns.shop),
  day: arrow.vectorFromArray(columns.day, new arrow.Int32()),
});
const forms = { "array of objects": list, "object of columns": columns, "Arrow table": arrowTable };
/** An answer from no rows has a probability of 1e-9. */
const pure = { epsilon: 1, domain, confidence: 1 - 1e-9 };
const of = (rows, more) => table(rows, { user: "id", ...more });

/** Every question to a table of all rows, with its arguments. */
const questions = {
  median: ["value", pure],
  quantile: ["value", 0.9, pure],
  quantiles: ["value", [0.1, 0.9], pure],
  interiorPoint: ["value", pure],
  count: [{ epsilon: 1 }],
  sum: ["value", { epsilon: 1, domain: integers(0, 100) }],
  mean: ["value", { epsilon: 1, domain }],
  histogram: ["value", { epsilon: 1, edges: [15, 25] }],
};

for (const [form, rows] of Object.entries(forms)) {
  test(`${form}: each method answers by the function of its name, and protects users`, () => {
    const staff = of(rows);
    for (const [name, asked] of Object.entries(questions)) {
      const { record } = staff[name](...asked);
      assert.equal(record.protects, "users", name);
      assert.match(record.mechanism, new RegExp(`^${name} by `));
    }
    assert.equal(staff.median("value", pure).value, 20);
    assert.deepEqual(staff.quantiles("value", [0.1, 0.9], pure).value, [10, 30]);
    assert.ok(Math.abs(staff.count({ epsilon: 1 }).value - 4000) < 60);
  });

  test(`${form}: where drops rows, and functions of a row name groups`, () => {
    const some = of(rows).where((row) => row.value > 10 && row.town === "b");
    assert.equal(some.median("value", pure).value, 20);
    const both = some.where(({ shop }) => shop === 1);
    assert.ok(Math.abs(both.count({ epsilon: 1 }).value - 2000) < 60);
    const byDay = of(rows).groupBy(({ day }) => (day < 6000 ? "early" : "late"), ["early", "no"]);
    const { groups } = byDay.median("value", pure);
    const { message } = groups[1];
    assert.deepEqual(groups, [
      { group: "early", value: 20 },
      { group: "no", value: null, reason: "too-few", message },
    ]);
    assert.match(
      message,
      /^Too few users: with 99\.\d+% confidence there is an answer if the rows of a group weigh at least \d+ users; at epsilon 2 \d+\.$/,
    );
  });

  test(`${form}: groups of several columns are lists of names, and a row without one of them has no group`, () => {
    const { groups, record } = of(rows)
      .groupBy(
        ["town", "shop"],
        [
          ["b", 1],
          ["a", 2],
          ["b", 3],
        ],
      )
      .median("value", pure);
    assert.deepEqual(groups, [
      { group: ["b", 1], value: 20 },
      { group: ["a", 2], value: groups[1].value },
      { group: ["b", 3], value: null, reason: "too-few", message: groups[2].message },
    ]);
    assert.deepEqual(record.parameters.groups[0], ["b", 1]);
    const found = of(rows).groupBy(["town", "shop"], "private");
    const options = { epsilon: 2, delta: 1e-6, perUser: "spread" };
    assert.deepEqual(
      found.count(options).groups.map(({ group }) => group),
      [
        ["a", 1],
        ["a", 2],
        ["b", 1],
        ["b", 2],
      ],
    );
  });
}

test("a group of one listed column is a list of one name, and each user has one value there", () => {
  const grouped = of(list).groupBy(["town"], [["a"], ["b"]]);
  const { groups } = grouped.median("value", { ...pure, perUser: "sum" });
  assert.deepEqual(groups, [
    { group: ["a"], value: 40 },
    { group: ["b"], value: 20 },
  ]);
  const shared = range(3000, (i) => ({ id: i % 500, value: 10, a: "x", b: null }));
  const missing = table(shared, { user: "id" }).groupBy(["a", "b"], [["x", "y"]]);
  assert.equal(missing.median("value", pure).groups[0].value, null);
  const whole = table(shared, { user: "id" }).groupBy(["a", "value"], [["x", 10]]);
  assert.equal(whole.median("value", { ...pure, perUser: "sum" }).groups[0].value, 60);
});

test("deciles of 1,000 users nearly always have an answer, in order and near the true ones", () => {
  const rows = range(3000, (i) => ({
    user: `user ${i % 1000}`,
    spent: Math.exp(4 + ((i * 7919) % 3001) / 1000),
  }));
  const deciles = range(9, (i) => (i + 1) / 10);
  const sorted = rows.map(({ spent }) => spent).sort((a, b) => a - b);
  let answered = 0;
  for (let run = 0; run < 20; ++run) {
    const { value, record } = table(rows, { user: "user" }).quantiles("spent", deciles, {
      epsilon: 1,
    });
    assert.equal(record.parameters.algorithm, "recursion");
    if (value === null) continue;
    ++answered;
    assert.ok(value.every((one, i) => i === 0 || value[i - 1] <= one));
    value.forEach((one, i) => {
      const share = sorted.filter((spent) => spent <= one).length / sorted.length;
      assert.ok(Math.abs(share - deciles[i]) < 0.15, `${one} is the ${share} quantile`);
    });
  }
  assert.ok(answered >= 12);
});

test("too few users get no answer, unless abstain is false", () => {
  const few = table(list.slice(0, 5), { user: "id" });
  const unsure = { epsilon: 0.1, confidence: 1 - 1e-9 };
  const { value, reason, record } = few.median("value", unsure);
  assert.deepEqual([value, reason, record.parameters.abstain], [null, "too-few", true]);
  assert.equal(few.quantiles("value", [0.2, 0.5], unsure).value, null);
  assert.equal(few.interiorPoint("value", { ...unsure, delta: 1e-6 }).value, null);
  assert.equal(few.median("value", { ...unsure, abstain: undefined }).value, null);
  assert.notEqual(few.median("value", { ...unsure, abstain: false }).value, null);
});

test("user: null makes each row a person, and the record says so", () => {
  for (const [form, rows] of Object.entries(forms)) {
    const each = table(rows, { user: null });
    const { value, record } = each.count({ epsilon: 1 });
    assert.ok(Math.abs(value - 12000) < 60, form);
    assert.equal(record.parameters.users, "every row is a different person");
    assert.equal(each.median("value", pure).record.parameters.users, record.parameters.users);
    const halves = each.where(({ shop }) => shop === 2).groupBy("town", ["b"]);
    assert.ok(Math.abs(halves.count({ epsilon: 1, perUser: 1 }).groups[0].value - 2000) < 60);
  }
});

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

test("a ledger given once is charged by every method, and a call may name another one", () => {
  const ledger = new Ledger({ epsilon: 100, unit: "user" });
  const staff = of(list, { ledger });
  for (const [name, asked] of Object.entries(questions)) staff[name](...asked);
  staff
    .where(() => true)
    .groupBy("town", ["a"])
    .median("value", pure);
  const { entries } = ledger;
  assert.equal(entries.length, Object.keys(questions).length + 1);
  const other = new Ledger({ epsilon: 1 });
  staff.median("value", { ...pure, epsilon: 0.5, ledger: other });
  staff.median("value", { ...pure, epsilon: 0.5, ledger: undefined });
  assert.equal(other.entries.length, 1);
  assert.equal(ledger.entries.length, entries.length + 1);
  const records = new Ledger({ epsilon: 1, unit: "record" });
  assert.throws(() => of(list, { ledger: records }).median("value", pure), /unit "user"/);
  assert.equal(records.entries.length, 0);
});

test("functions of a row run once per row, after the charge", () => {
  const ledger = new Ledger({ epsilon: 1 });
  let asked = 0;
  const seen = of(list, { ledger })
    .where(() => {
      ++asked;
      return true;
    })
    .groupBy(
      (row) => {
        ++asked;
        return row.town;
      },
      ["a", "b"],
    );
  assert.equal(asked, 0);
  assert.throws(() => seen.median("value", { ...pure, epsilon: 2 }), { name: "BudgetExceeded" });
  assert.throws(() => seen.median("salary", pure), TypeError);
  assert.equal(asked, 0);
  seen.median("value", { ...pure, epsilon: 0.5 });
  assert.equal(asked, 2 * list.length);
  const failing = of(list, { ledger }).where((row) => row.there.not);
  assert.throws(() => failing.count({ epsilon: 0.1 }), /; the ledger stays charged$/);
  assert.equal(ledger.entries.length, 2);
  const words = of(list).where(() => "yes");
  assert.throws(() => words.count({ epsilon: 1 }), /^TypeError: where must be true or false/);
  const objects = of(list).groupBy((row) => ({ town: row.town }), "private");
  assert.throws(() => objects.count({ epsilon: 1, delta: 1e-6, perUser: 1 }), /groups must hold/);
});

test("plan states the figures of the record, reads no data and charges nothing", () => {
  const unread = {
    toArray() {
      throw new Error("this column was read");
    },
  };
  const ledger = new Ledger({ epsilon: 5 });
  const closed = table(Object.fromEntries(names.map((name) => [name, unread])), {
    ...{ user: "id", ledger },
  }).where(() => assert.fail("a predicate ran"));
  const open = of(list);
  for (const [name, asked] of Object.entries(questions)) {
    const { record } = open[name](...asked);
    const planned = closed.plan[name](...asked);
    assert.deepEqual(planned, { epsilon: 1, delta: 0, accuracy: record.accuracy }, name);
  }
  const groups = { epsilon: 1, delta: 1e-6, domain };
  const planned = closed.groupBy("town", "private").plan.quantile("value", 0.3, groups);
  const { record } = open.groupBy("town", "private").quantile("value", 0.3, groups);
  assert.deepEqual(planned, { epsilon: 1, delta: 1e-6, accuracy: record.accuracy });
  assert.deepEqual(ledger.entries, []);
  const { value, record: said } = open.median("value", { ...pure, perUser: "max" });
  assert.equal(value, 30);
  const { accuracy: far } = closed.plan.median("value", { ...pure, perUser: "max" });
  assert.deepEqual(far, said.accuracy);
  assert.deepEqual(far, accuracy.median({ ...pure, abstain: true, perUser: "max" }));
  assert.throws(() => closed.plan.median("value", {}), /^TypeError: epsilon must be a number/);
  assert.throws(() => closed.plan.count(undefined), /^TypeError: epsilon must be a number/);
});

test("first and last follow a column, named by orderBy", () => {
  for (const rows of Object.values(forms)) {
    const last = { ...pure, orderBy: "day", perUser: "last" };
    // Rows 8,000 to 11,999 come last.
    assert.equal(of(rows).median("value", last).value, 20);
    const late = of(rows).where(({ day }) => day >= 4000);
    assert.equal(late.median("day", { ...last, domain: integers(0, 12000) }).value > 8000, true);
    // The mean of the last days is near 10,000, of all days near 6,000.
    assert.ok(of(rows).mean("day", { ...last, domain: integers(0, 12000) }).value > 9000);
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

test("flat functions accept groups of several names, and count rows of different people", () => {
  const data = {
    values: columns.value,
    users: columns.id,
    groups: range(12000, (i) => ["x", i % 2]),
  };
  const groups = [
    ["x", 1],
    ["x", 0],
  ];
  const found = median(data, { ...pure, groups });
  assert.deepEqual(
    found.groups.map(({ group }) => group),
    groups,
  );
  const both = mean(data, { epsilon: 2, delta: 1e-6, domain, groups: "private" });
  assert.deepEqual(
    both.groups.map(({ group }) => group),
    [
      ["x", 0],
      ["x", 1],
    ],
  );
  const named = { users: columns.id, groups: range(12000, () => ["x", {}]) };
  assert.throws(() => count(named, { epsilon: 1, delta: 1e-6, groups: "private", perUser: 1 }), {
    message: /^groups must hold items/,
  });
  const rows = { values: [1, null, 3], users: null };
  assert.ok(Math.abs(count(rows, { epsilon: 20 }).value - 2) < 3);
});

test("topK and learnThreshold protect users with all rows, from one ledger, but not by group", () => {
  const ledger = new Ledger({ epsilon: 10, delta: 1e-3, unit: "user" });
  const labelled = list.map((row) => ({ ...row, isLate: row.value > 15 ? 1 : 0 }));
  const ranking = { k: 2, epsilon: 1, delta: 1e-6, perUser: 2 };
  const rule = { epsilon: 1, domain, ones: "above" };
  for (const user of ["id", null]) {
    const visits = table(labelled, { user, ledger }).where(({ shop }) => shop === 1);
    const towns = visits.topK("town", user === null ? { ...ranking, perUser: 1 } : ranking);
    assert.deepEqual(new Set(towns.items.map(({ item }) => item)), new Set(["a", "b"]));
    const learned = visits.learnThreshold("value", "isLate", rule);
    assert.equal(learned.value.predict(30), 1);
    assert.equal(learned.value.predict(10), 0);
    for (const { record } of [towns, learned]) {
      assert.equal(record.protects, "users");
      const all = user === null ? "every row is a different person" : undefined;
      assert.equal(record.parameters.users, all);
    }
    const { accuracy: foreseen, ...cost } = visits.plan.learnThreshold("value", "isLate", rule);
    assert.deepEqual(cost, { epsilon: 1, delta: 0 });
    // From the granted loss, which is slightly smaller.
    const { usual, ...stated } = learned.record.accuracy;
    assert.ok(Math.abs(foreseen.usual / usual - 1) < 1e-12);
    assert.deepEqual({ ...foreseen, usual }, { ...stated, usual });
    const { accuracy: far } = visits.plan.topK("town", ranking);
    assert.equal(far.confidence, 0.95);
  }
  assert.equal(ledger.entries.length, 4);
  const different = table(list, { user: null });
  assert.deepEqual(
    different.plan.topK("town", { ...ranking, perUser: undefined }).accuracy,
    different.topK("town", { ...ranking, perUser: undefined }).record.accuracy,
  );
  const byTown = of(list).groupBy("town", ["a"]);
  for (const grouped of [byTown, byTown.plan]) {
    assert.throws(
      () => grouped.topK("shop", ranking),
      /^TypeError: topK must be asked of a table without groups/,
    );
  }
  assert.throws(
    () => of(list).learnThreshold("value", "label", rule),
    /^TypeError: y must be a col/,
  );
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

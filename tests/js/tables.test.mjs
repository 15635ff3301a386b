// Tables: questions by column name, in each form of rows.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { count, integers, load, mean, median, table } from "../../dist/index.js";
import { columns, domain, forms, list, of, pure, questions, range } from "./table-rows.mjs";

before(() => load());

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

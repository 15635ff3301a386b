// Variances of a table in an engine, and counts of its distinct items.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers, Ledger, table as tableHere } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { createEvents, domain, tableIn } from "./people.mjs";
import { inEach, startEngines } from "./running.mjs";
import { distinctInEngine, momentsInEngine, momentsInMemory } from "./seen-sums.mjs";
import { create } from "./tables.mjs";

startEngines(24, createEvents);

/** The non-zero sums, in order. */
const sorted = (sums) =>
  [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([name, sum]) => `${name}: ${sum}`)
    .sort();

test("moments add up as in memory: for narrow domains and for more than 2^30 steps, alone, by group, for different people", async () => {
  const values = [0n, 1n, 2n, 3n, 99n, -5n, null, 2n ** 53n + 1n, 2n ** 61n, -(2n ** 62n), 7n, 7n];
  const v = ["whole", values];
  const u = ["text", values.map((_, row) => (row === 4 ? null : `user ${row % 4}`))];
  const g = ["text", values.map((_, row) => ["x", "y"][row % 2])];
  const narrow = [integers(0n, 9n), integers(2n, 3n), integers(0n, 2n ** 30n)];
  const wide = [integers(-1n, 2n ** 30n), integers(-(2n ** 62n), 2n ** 62n)];
  for (const of of [...narrow, ...wide]) {
    for (const [table, options] of [
      [{ v }, {}],
      [{ v, u }, {}],
      [
        { v, u, g },
        { list: ["y", "nobody", "x"], userWeight: 7 },
      ],
    ]) {
      const columns = { values, users: table.u ? table.u[1] : null, groups: table.g?.[1] };
      const about = { ...options, domain: of };
      const expected = sorted(momentsInMemory(columns, about));
      assert.ok(expected.length > 1);
      await inEach(async (engine) => {
        await create(engine, "odd", table);
        const names = { value: "v", user: table.u && "u", group: table.g && "g" };
        const found = await momentsInEngine(engine, "odd", names, about);
        assert.deepEqual(sorted(found), expected, `${engine.dialect}, ${of.name}`);
      });
    }
  }
});

test("a user counts with at most perUser items, chosen by a salt, and items are distinguished by their bytes", async () => {
  const items = ["a", "A", "a ", "", "'", "\ufeff", "\u{1f600}", "a\u0308", null, "a"];
  await inEach(async (engine) => {
    await create(engine, "odd", { v: ["text", items], u: ["text", items.map(() => "one")] });
    const names = { value: "v", user: "u" };
    for (const [most, expected] of [
      [1, 1],
      [3, 3],
      [8, 8],
      [1000, 8],
    ]) {
      assert.equal(await distinctInEngine(engine, "odd", names, most), expected, engine.dialect);
    }
    assert.equal(await distinctInEngine(engine, "odd", { value: "v" }, 1), 8);
    await create(engine, "empty", { v: ["text", []], u: ["text", []] });
    assert.equal(await distinctInEngine(engine, "empty", names, 2), 0);
  });
});

test("a new salt chooses the counted items of a user again", async () => {
  await inEach(async (engine) => {
    const items = Array.from({ length: 20 }, (_, row) => `item ${row % 10}`);
    const users = items.map((_, row) => `user ${row % 20 < 10 ? 1 : 2}`);
    await create(engine, "chosen", { v: ["text", items], u: ["text", users] });
    const { table } = tableIn(engine, { from: "chosen", user: "u" });
    const counts = [];
    for (let i = 0; i < 60; ++i) {
      counts.push((await table.countDistinct("v", { epsilon: 1000, perUser: 5 })).value);
    }
    // Two users with 5 of 10 items each have 5 to 10 items together; two draws agree with probability at most
    // 0.4.
    assert.ok(counts.every((count) => count >= 5 && count <= 10));
    assert.ok(new Set(counts).size > 1);
  });
});

const isAboutRows = (sql) => /AS .rows./.test(sql);

test("spreads charge before any query on rows, and take one query, also with private groups", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 100, delta: 1e-3, unit: "user" });
    const { table, asked } = tableIn(engine, { ledger });
    const found = table.groupBy("team", "private");
    for (const [ask, queries] of [
      [() => table.variance("value", { epsilon: 1, domain }), 1],
      [() => table.standardDeviation("value", { epsilon: 1, domain }), 1],
      [() => table.countDistinct("team", { epsilon: 1, perUser: 3 }), 1],
      [() => found.variance("value", { epsilon: 20, delta: 1e-6, domain }), 1],
    ]) {
      asked.length = 0;
      const { record } = await ask();
      assert.equal(asked.filter(isAboutRows).length, queries);
      assert.equal(record.parameters.engine, engine.dialect);
    }
    assert.equal(ledger.spent.epsilon, 23);
    asked.length = 0;
    for (const refused of [
      () => table.variance("value", { epsilon: 90, domain }),
      () => table.countDistinct("team", { epsilon: 90, perUser: 3 }),
    ]) {
      await assert.rejects(refused(), { name: "BudgetExceeded" });
    }
    assert.equal(asked.filter(isAboutRows).length, 0);
  });
});

test("plans of spreads equal those of a table in memory, and unsupported options are rejected before any query", async () => {
  const never = async () => assert.fail("the engine was asked");
  const of = (user) => sqlTable(never, { from: "t", dialect: "duckdb", user });
  const here = (user) => tableHere({ id: ["a"], value: [1] }, { user });
  const options = { epsilon: 0.5, domain, neighbors: "replace", confidence: 0.9 };
  for (const name of ["variance", "standardDeviation"]) {
    const planned = await of("id").plan[name]("value", options);
    assert.deepEqual(planned, here("id").plan[name]("value", options), name);
    await assert.rejects(of("id")[name]("value", { epsilon: 1 }), {
      message: /^domain must be of integers\(\) or decimals\(\)/,
    });
    await assert.rejects(of("id")[name]("value", { epsilon: 1, domain, perUser: "mean" }), {
      message: /^perUser must be "spread", "median", "min", "max" for a table in an engine/,
    });
  }
  const items = { epsilon: 1, perUser: 2 };
  assert.deepEqual(
    await of("id").plan.countDistinct("value", items),
    here("id").plan.countDistinct("value", items),
  );
  const alone = await of(null).plan.countDistinct("value", { epsilon: 1 });
  assert.deepEqual(alone, here(null).plan.countDistinct("value", { epsilon: 1 }));
  for (const [ask, message] of [
    [() => of("id").countDistinct("value", { epsilon: 1 }), /^perUser must be given for rows with/],
    [
      () => of("id").groupBy("g", ["a"]).countDistinct("value", items),
      /^countDistinct must be asked of a table without groups, got one after groupBy$/,
    ],
    [() => of(null).countDistinct("value", items), /^perUser must be 1 or left out/],
  ]) {
    await assert.rejects(ask(), { message });
  }
});

// The types of columns in every engine: as users, groups and items, and as values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimals, integers, Ledger } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { inEach, running, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(64, async ({ dialect, run }) => {
  if (dialect !== "postgres") return;
  for (const sql of [
    "CREATE TYPE mood AS ENUM ('calm', 'cross')",
    "CREATE DOMAIN money_domain AS numeric(12, 2)",
    "CREATE DOMAIN paid_domain AS money_domain CHECK (VALUE >= 0)",
    "CREATE DOMAIN code_domain AS char(3)",
    "CREATE DOMAIN mood_domain AS mood",
    "CREATE SCHEMA other",
    'CREATE DOMAIN other."enum" AS text',
  ]) {
    await run(sql);
  }
});

const loss = { epsilon: 1000, delta: 1e-3 };
const uuids = ["00000000-0000-0000-0000-0000000000ff", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
const times = ["2026-01-02 03:04:05.678", "1969-12-31 23:59:59.000001"];
const isoTimes = ["1969-12-31T23:59:59.000001Z", "2026-01-02T03:04:05.678Z"];

/** Columns of two different values, and the names that they have as groups, in order. */
const named = {
  duckdb: [
    ["UUID", uuids, uuids],
    ["ENUM ('calm', 'cross')", ["calm", "cross"], ["calm", "cross"]],
    ["DECIMAL(9, 3)", ["1.500", "-0.250"], ["-0.25", "1.5"]],
    ["DECIMAL(3, 3)", ["0.500", "0.000"], ["0", "0.5"]],
    ["DECIMAL(4, 0)", ["100", "-100"], ["-100", "100"]],
    ["DATE", ["2026-01-02", "1969-12-31"], ["1969-12-31", "2026-01-02"]],
    ["TIMESTAMP", times, isoTimes],
    ["TIMESTAMP WITH TIME ZONE", times.map((time) => `${time}+00`), isoTimes],
    ["BLOB", ["\\x00\\xFF", ""], ["", "00ff"]],
  ],
  postgres: [
    ["uuid", uuids.map((one) => one.toUpperCase()), uuids],
    ["mood", ["calm", "cross"], ["calm", "cross"]],
    ["mood_domain", ["calm", "cross"], ["calm", "cross"]],
    ["numeric", ["1.500", "-0.250"], ["-0.25", "1.5"]],
    ["numeric", ["1e30", "-Infinity"], ["-Infinity", `1${"0".repeat(30)}`]],
    ["numeric(9, 3)", ["1.500", "-0.250"], ["-0.25", "1.5"]],
    ["paid_domain", ["1.50", "0"], ["0", "1.5"]],
    ["char(5)", ["a", "b  "], ["a", "b"]],
    ["code_domain", ["ab", "abc"], ["ab", "abc"]],
    ['other."enum"', ["ab", "abc"], ["ab", "abc"]],
    ["date", ["2026-01-02", "1969-12-31"], ["1969-12-31", "2026-01-02"]],
    ["timestamp", times, isoTimes],
    ["timestamptz", times.map((time) => `${time}+00`), isoTimes],
    ["bytea", ["\\x00ff", ""], ["", "00ff"]],
  ],
};

test("each type identifies users, groups and items by one text for equal values", async () => {
  await inEach(async (engine) => {
    for (const [type, [one, other], names] of named[engine.dialect]) {
      const users = ["a", "b", "c", "d"];
      await create(engine, "typed", {
        x: [type, [...users.map(() => one), ...users.map(() => other), null]],
        u: ["text", [...users, ...users, "e"]],
        v: ["whole", [1, 1, 1, 1, 2, 2, 2, 2, 5]],
      });
      const tableBy = (user) =>
        sqlTable(engine.run, { from: "typed", dialect: engine.dialect, user });
      const byUser = tableBy("u");
      assert.equal((await tableBy("x").count({ epsilon: 1000 })).value, 2, type);
      const ends = { domain: integers(0, 9), perUser: 9 };
      const { groups } = await byUser.groupBy("x", "private").sum("v", { ...loss, ...ends });
      const sums = new Map(groups.map(({ group, value }) => [group, value]));
      assert.deepEqual([...sums.keys()].sort(), [...names].sort(), type);
      assert.deepEqual([...sums.values()].sort(), [4, 8], type);
      const listed = await byUser
        .groupBy("x", [...names, "nobody"])
        .count({ epsilon: 1000, perUser: 3 });
      assert.deepEqual(listed.groups.map(({ value }) => value).sort(), [0, 4, 4], type);
      const both = byUser.groupBy(
        ["x", "u"],
        [
          [names[0], "a"],
          [names[1], "e"],
        ],
      );
      const several = await both.count({ epsilon: 1000, perUser: 2 });
      assert.deepEqual(
        several.groups.map(({ value }) => value),
        [1, 0],
        type,
      );
      const { items } = await byUser.topK("x", { k: 2, kBar: 3, ...loss, perUser: 3 });
      assert.deepEqual(items.map(({ item }) => item).sort(), [...names].sort(), type);
      const distinct = await byUser.countDistinct("x", { epsilon: 1000, perUser: 3 });
      assert.equal(distinct.value, 2, type);
      const bins = { epsilon: 1000, items: names, perUser: 3 };
      const { value } = await byUser.histogram("x", bins);
      assert.deepEqual(value.map(({ count }) => count).sort(), [4, 4], type);
    }
  });
});

test("equal decimals and padded texts are one user, group and item whatever is written", async () => {
  const [one] = running.filter(({ dialect }) => dialect === "postgres");
  for (const [type, values] of [
    ["numeric", ["1.0", "1.00", "1", "NaN"]],
    ["char(4)", ["a", "a ", "a  ", null]],
  ]) {
    if (one === undefined) continue;
    await create(one, "alike", { x: [type, values], u: ["text", ["a", "b", "c", "d"]] });
    const of = { from: "alike", dialect: "postgres" };
    const users = sqlTable(one.run, { ...of, user: "x" });
    assert.equal((await users.count({ epsilon: 1000 })).value, 1);
    const items = sqlTable(one.run, { ...of, user: "u" });
    const { groups } = await items.groupBy("x", "private").count({ ...loss, perUser: 1 });
    assert.deepEqual(groups, [{ group: type === "numeric" ? "1" : "a", value: 3 }]);
  }
});

test("settings of the session change no name of a time or a decimal", async () => {
  const settings = {
    duckdb: ["SET TimeZone = 'Asia/Kolkata'"],
    postgres: ["SET DateStyle = 'SQL, DMY'", "SET TimeZone = 'Asia/Kolkata'"],
  };
  await inEach(async (engine) => {
    if (engine.unset !== undefined) return;
    const other = await engine.another();
    const columns = { at: ["zone", ["2026-01-02 20:00:00+00"]], u: ["text", ["a"]] };
    await create(engine, "zoned", columns);
    for (const sql of settings[engine.dialect]) await other(sql);
    const table = sqlTable(other, { from: "zoned", dialect: engine.dialect, user: "u" });
    const name = "2026-01-02T20:00:00Z";
    const { groups } = await table.groupBy("at", [name]).count({ epsilon: 1000, perUser: 1 });
    assert.deepEqual(groups, [{ group: name, value: 1 }]);
  });
});

test("durations are whole microseconds, and booleans 0 and 1 in sums, means and histograms", async () => {
  await inEach(async (engine) => {
    const u = ["text", ["a", "b", "c", "d", "e"]];
    const spans = ["00:00:01.5", "1 day", "1 month", "1 year 2 months", "-00:00:00.000001"];
    await create(engine, "spans", {
      took: ["interval", spans],
      won: ["boolean", [true, true, false, true, null]],
      u,
    });
    const ledger = new Ledger({ epsilon: 10_000, unit: "user" });
    const from = { from: "spans", dialect: engine.dialect, user: "u", ledger };
    const table = sqlTable(engine.run, from);
    const day = 86_400_000_000;
    const expected = [1_500_000, day, 30 * day, 31_557_600_000_000 + 60 * day, -1];
    const { value } = await table.histogram("took", {
      epsilon: 1000,
      edges: expected.toSorted((a, b) => a - b),
      perUser: 1,
    });
    assert.deepEqual(
      value.map(({ count }) => count),
      [0, 1, 1, 1, 1, 1],
    );
    const most = { epsilon: 1000, domain: integers(0, 2 * day) };
    assert.equal((await table.median("took", most)).value, day);
    const exact = { epsilon: 1000, domain: integers(0, 1) };
    assert.equal((await table.sum("won", exact)).value, 3);
    const { value: mean } = await table.mean("won", { ...exact, domain: decimals(0, 1, 2) });
    assert.ok(Math.abs(mean - 0.75) < 0.02, `${mean}`);
    const bins = await table.histogram("won", { epsilon: 1000, edges: [0.5], perUser: 1 });
    assert.deepEqual(
      bins.value.map(({ count }) => count),
      [1, 3],
    );
    const before = ledger.entries.length;
    await assert.rejects(table.median("won", exact), {
      message: /^column won must be of numbers for whole numbers from 0 to 1, got bool/i,
    });
    assert.equal(ledger.entries.length, before);
  });
});

test("a reducer of items is refused, with the option's set", async () => {
  const never = async () => assert.fail("the engine was asked");
  const table = sqlTable(never, { from: "t", dialect: "duckdb", user: "u" });
  const options = { epsilon: 1, items: ["a"], perUser: "median" };
  await assert.rejects(table.histogram("v", options), {
    message: 'perUser must be "spread" or a whole number with items in an engine, got "median"',
  });
});

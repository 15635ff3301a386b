// The Spark dialect on a server that this file starts: the records of odd tables, every question, and what differs from
// other engines.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dates, decimals, integers, Ledger, reals } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { loadForTesting } from "../../dist/testing.js";
import { broken, cases, compareForms } from "../sql/both-forms.mjs";
import { engines } from "../sql/engines.mjs";
import { createEvents, domain, tableIn } from "../sql/people.mjs";
import {
  groupsInEngine,
  groupsInMemory,
  inMemory,
  seenInEngine,
  seenInMemory,
  written,
} from "../sql/seen.mjs";
import { create } from "../sql/tables.mjs";

let engine;
before(async () => {
  await loadForTesting({ seed: 66 });
  engine = await engines.spark();
  await createEvents(engine);
});
after(() => engine?.stop());

const sorted = (seen) => [...seen].sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1));
const usersOf = (values) => values.map((_, row) => `user ${row % 4}`);

const doubles = [
  ...[0, -0, 1, -1, 0.5, 1.5, 2.5, -0.5, 0.1 + 0.2, 5e-324, -5e-324, 2.2250738585072014e-308],
  ...[0.49999999999999994, 4503599627370495.5, 1e18, -1e19, 1e300, Number.MAX_VALUE],
  ...[Infinity, -Infinity, NaN, null, 2.675],
];
const exact = ["0", "0.5", "1.5", "-0.5", "2.5", "-1.005", "99999999999999.9999", null];
const days = ["2026-01-01", "1969-12-31", "0001-01-01", "9999-12-31", "infinity", "-infinity"];
const times = ["2026-03-04 20:00:00.5", "1969-12-31 23:59:59.999999", "infinity", "-infinity"];

/** Else a cast of text would take the zone of the session. */
const zoned = times.map((text) => (text.endsWith("infinity") ? text : `${text}+00`));

test("odd values have the same keys and weights as in memory", async () => {
  for (const [kind, values, domains] of [
    ["double", doubles, [reals({ min: -1, max: 1e10 }), integers(-5, 5), decimals(-1, 1, 3)]],
    ["whole", [0, 3, -4, 2 ** 53 - 1, null], [integers(-1, 3), reals()]],
    ["exact", exact, [integers(-1, 3), decimals(-2, 3, 1)]],
    ["day", days, [dates("2026-01-01", "2026-12-31")]],
    ["time", times, [dates("1969-01-01", "2026-12-31", "second")]],
    ["zone", zoned, [dates("1969-01-01", "2026-12-31", "minute")]],
  ]) {
    const u = usersOf(values);
    await create(engine, "odd", { v: [kind, values], u: ["text", u] });
    for (const one of domains) {
      const options = { domain: one, outside: "clamp" };
      const expected = seenInMemory({ values: inMemory(kind, values), users: u }, options);
      const seen = await seenInEngine(engine, "odd", { value: "v", user: "u" }, options);
      assert.deepEqual(sorted(seen), sorted(expected), `${kind}: ${one.name}`);
    }
  }
});

/** One domain of each kind, as a query takes a second here. */
const ofEachKind = cases.slice(0, 6).map(([kind, values, [first]]) => [kind, values, [first]]);

test("windows by cells have the regions of windows by all keys, to the last", async () => {
  const { queries, differing, regions } = await compareForms(engine, { of: ofEachKind, most: 1 });
  assert.equal(differing, 0);
  assert.ok(queries > 0 && regions > queries, `${queries}, ${regions}`);
});

test("control: other regions show", async () => {
  const change = broken["a cell left out"];
  const of = ofEachKind.slice(0, 1);
  const { differing } = await compareForms(engine, { of, most: 2, change });
  assert.ok(differing > 0);
});

test("odd names identify users and groups by their bytes", async () => {
  const names = ["a", "A", "a ", "ä", "a\u0308", "'", '"', "`", "\\", "\\x41", "\u{1f600}", ""];
  await create(engine, "named", {
    g: ["text", [...names, ...names]],
    u: ["text", [...names, ...names.toReversed()]],
    v: ["whole", [...names, ...names].map((_, row) => row % 3)],
  });
  const memory = {
    values: [...names, ...names].map((_, row) => row % 3),
    users: [...names, ...names.toReversed()],
    groups: [...names, ...names],
  };
  const options = { domain: integers(0, 2), outside: "clamp" };
  const columns = { value: "v", user: "u", group: "g" };
  const seen = await groupsInEngine(engine, "named", columns, options);
  const found = [...seen].map(([name, weight]) => [written(name), weight]);
  assert.deepEqual(sorted(found), sorted(groupsInMemory(memory, options)));
});

test("each question is answered near the truth", async () => {
  const { table, asked } = tableIn(engine);
  const loss = { epsilon: 30, delta: 1e-3 };
  const near = (value, truth, off) => assert.ok(Math.abs(value - truth) <= off, `${value}`);
  near((await table.quantiles("value", [0.25, 0.5], { epsilon: 3, domain })).value[0], 25, 5);
  const { groups } = await table.groupBy("team", "private").median("value", { ...loss, domain });
  assert.deepEqual(
    groups.map(({ group }) => group),
    ["a", "b", "it's"],
  );
  near((await table.mean("value", { epsilon: 20 })).value, 49.5, 3); // by found bounds
  near((await table.variance("value", { epsilon: 20, domain })).value, 833, 80);
  near((await table.countDistinct("team", { epsilon: 20, perUser: 3 })).value, 3, 1);
  const { items } = await table.topK("team", { k: 2, ...loss, perUser: 2 });
  assert.equal(items.length, 2);
  near((await table.median("value", { epsilon: 20, domain, perUser: "median" })).value, 50, 9);
  assert.ok(asked.every((sql) => !/^(BEGIN|COMMIT)/.test(sql)));
});

test("a table must be immutable, as there are no transactions", () => {
  assert.throws(() => sqlTable(engine.adaptor(), { from: "events", user: "id" }), {
    name: "TypeError",
    message: /^immutable must be true for spark, which has no transactions, got false/,
  });
});

test("an engine that fails after the charge is retried for nothing", async () => {
  let failures = 0;
  const run = async (sql) => {
    if (/AS `rows`/.test(sql) && ++failures === 1) throw new Error("Jane Doe, 4711");
    return engine.run(sql);
  };
  const ledger = new Ledger({ epsilon: 1, unit: "user" });
  const from = { from: "events", dialect: "spark", user: "id", immutable: true, ledger };
  const error = await sqlTable(run, from)
    .count({ epsilon: 1 })
    .catch((caught) => caught);
  assert.equal(error.name, "EngineFailed");
  assert.doesNotMatch(error.message, /Jane/);
  assert.equal(typeof (await error.retry()).value, "number");
  assert.equal(ledger.entries.length, 1);
});

// Cause: Spark numbers rows by 32 bits, and a row's number times the weight of a user is wider from 2,980 rows on.
test("a user may have thousands of rows", async () => {
  const query = "SELECT id AS value, CAST(id % 3 AS string) AS person FROM range(15000)";
  const from = { query };
  const table = sqlTable(engine.adaptor(), { from, user: "person", immutable: true });
  const asked = { epsilon: 1000, domain: integers(0, 14999), abstain: false };
  const { value } = await table.median("value", asked);
  assert.ok(Math.abs(value - 7500) < 100, `${value}`);
});

test("decimals, dates, bytes and timestamps are named by one text in any zone of the session", async () => {
  for (const [type, value, name] of [
    ["DECIMAL(9, 3)", "1.500", "1.5"],
    ["DECIMAL(38, 10)", "0", "0"],
    ["DATE", "2026-01-02", "2026-01-02"],
    ["TIMESTAMP_NTZ", "2026-01-02 03:04:05.678", "2026-01-02T03:04:05.678Z"],
    ["TIMESTAMP", "2026-01-02 03:04:05.678+00", "2026-01-02T03:04:05.678Z"],
    ["BINARY", "00ff", "00ff"],
  ]) {
    await create(engine, "typed", { x: [type, [value, value]], u: ["text", ["a", "b"]] });
    const { table } = tableIn(engine, { from: "typed", user: "u" });
    const { groups } = await table.groupBy("x", [name]).count({ epsilon: 1000, perUser: 1 });
    assert.deepEqual(groups, [{ group: name, value: 2 }], type);
  }
});

test("a signal cancels a running query", async () => {
  const controller = new AbortController();
  const onQuery = ({ purpose }) => {
    if (purpose === "types") setTimeout(() => controller.abort(new Error("enough")), 300);
  };
  const query =
    "SELECT e.id, sum(e.value * sqrt(a.id + b.id)) AS value FROM events AS e, range(1000000) AS a, range(100000) AS b GROUP BY e.id";
  const options = { from: { query: `${query};` }, user: "id", immutable: true, onQuery };
  const table = sqlTable(engine.adaptor(), options);
  const { signal } = controller;
  const error = await table
    .median("value", { epsilon: 1, domain, signal })
    .catch((caught) => caught);
  assert.equal(error.name, "EngineFailed");
  assert.equal(error.cause.message, "enough");
});

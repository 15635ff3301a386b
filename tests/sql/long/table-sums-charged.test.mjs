// Sums of tables in engines: their charges, wrong connectors, names as they are, and rejected questions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dates, integers, Ledger } from "../../../dist/index.js";
import { sqlTable } from "../../../dist/sql.js";
import { startEngines } from "../running.mjs";
import {
  domain,
  edges,
  events,
  inEach,
  loss,
  questions,
  rows,
  tableIn,
  topOptions,
} from "../table-events.mjs";
import { create } from "../tables.mjs";

startEngines(22, (engine) => create(engine, "events", events));

test("the ledger is charged before any query about rows, and stays charged if the engine fails", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 10_000, delta: 1e-3, unit: "user" });
    const there = tableIn(engine, { ledger });
    const chargeable = questions.filter(([, asked]) => asked.at(-1).neighbors !== "replace");
    for (const [name, asked] of [...chargeable, ["topK", ["page", topOptions]]]) {
      await there[name](...asked);
    }
    assert.equal(ledger.entries.length, chargeable.length + 1);
    const small = new Ledger({ epsilon: 1, delta: 1e-6, unit: "user" });
    const seen = [];
    const run = async (sql) => {
      seen.push(sql);
      if (/AS .rows./.test(sql)) throw new Error("the connection is gone");
      return engine.run(sql);
    };
    const failing = tableIn({ ...engine, run }, { ledger: small });
    await assert.rejects(failing.sum("value", { epsilon: 2, domain }), { name: "BudgetExceeded" });
    await assert.rejects(failing.topK("page", { ...topOptions }), { name: "BudgetExceeded" });
    assert.ok(seen.every((sql) => !/AS .rows./.test(sql)));
    const message = /^the engine failed; .*; the ledger stays charged$/;
    await assert.rejects(failing.sum("value", { epsilon: 0.5, domain }), { message });
    await assert.rejects(failing.topK("page", { k: 1, epsilon: 0.5, delta: 1e-6, perUser: 1 }), {
      message,
    });
    assert.equal(small.remaining.epsilon, 0);
  });
});

test("a connector that omits items or groups is rejected", async () => {
  await inEach(async (engine) => {
    const cut = async (sql) => {
      const answer = await engine.run(sql);
      return /AS .rows./.test(sql) ? answer.slice(0, 1) : answer;
    };
    const there = tableIn({ ...engine, run: cut });
    const message = "run must promise all rows, got some of them";
    await assert.rejects(there.topK("page", topOptions), { message });
    const bins = { epsilon: 1, edges };
    await assert.rejects(there.histogram("value", bins), { message });
    const means = there.groupBy("team", ["a", "b"]).mean("value", { epsilon: 1, domain });
    await assert.rejects(means, { message });
  });
});

test("items and edges are never interpreted as SQL, and return to the last byte", async () => {
  const odd = `x"; DROP TABLE "events"; --`;
  const names = [odd, "it's", "\\'; DROP TABLE events; --", "$$", "\ufeffmarked", "😀", "\ufffd"];
  await inEach(async (engine) => {
    const many = names.flatMap((name, place) => Array.from({ length: 40 + place }, () => name));
    const columns = {
      [`v${odd}`]: ["text", many],
      [`u${odd}`]: ["text", many.map((name, row) => `${name} ${row}`)],
    };
    await create(engine, odd, columns);
    const there = tableIn(engine, { from: odd, user: `u${odd}` });
    const { value } = await there.histogram(`v${odd}`, {
      ...{ epsilon: 100, items: [...names, "'; DROP TABLE events; --"] },
    });
    assert.deepEqual(
      value.map(({ item, count }) => [item, Math.round(count) + 0]),
      [...names.map((name, place) => [name, 40 + place]), ["'; DROP TABLE events; --", 0]],
    );
    const options = { k: names.length, epsilon: 100, delta: 1e-3, perUser: 1 };
    const { items } = await there.topK(`v${odd}`, options);
    assert.deepEqual(items.map(({ item }) => item).sort(), [...names].sort());
    const found = await there
      .groupBy(`v${odd}`, "private")
      .count({ epsilon: 100, delta: 1e-3, perUser: 1 });
    assert.deepEqual(found.groups.map(({ group }) => group).sort(), [...names].sort());
    const there2 = await engine.run("SELECT COUNT(*) AS n FROM events");
    assert.equal(Number(there2[0].n), rows.length);
  });
});

test("a question without a query is rejected by its name, before the engine is queried", async () => {
  const never = async () => assert.fail("the engine was asked");
  const closed = sqlTable(never, { from: "t", dialect: "duckdb", user: "u" });
  const many = Array.from({ length: 10_001 }, (_, i) => i);
  const epsilon = 1;
  for (const [ask, message] of [
    [() => closed.sum("", { epsilon, domain }), /^column must be a name/],
    [() => closed.sum("v", { epsilon, domain, groups: ["a"] }), /groups must be given by groupBy/],
    [() => closed.mean("v", { epsilon, domain, ledger: 1 }), /ledger must be given by sqlTable/],
    [
      () => closed.mean("v", { epsilon, domain: dates("2026-01-01", "2026-02-01") }),
      /^domain must be of integers\(\)/,
    ],
    [() => closed.mean("v", { epsilon, domain: integers(0n, 2n ** 63n) }), /within \+-2\^62/],
    [() => closed.histogram("v", { epsilon }), /^exactly one of edges and items must be given/],
    [
      () => closed.histogram("v", { epsilon, edges: many }),
      /^edges must be at most 10,000 for a table in an engine, got 10001$/,
    ],
    [() => closed.histogram("v", { epsilon, items: many }), /^items must be at most 10,000/],
    [
      () => closed.histogram("v", { epsilon, items: [1, 1n] }),
      /^items must differ in an engine, where 1 is 1n/,
    ],
    [() => closed.histogram("v", { epsilon, items: ["a\0"] }), /^items must be text without NUL/],
    [
      () => closed.histogram("v", { epsilon, edges: [new Date("-000001-01-01")] }),
      /^edges must be of the years 1 to 9998/,
    ],
    [
      () => closed.histogram("v", { epsilon, edges, missing: "throw" }),
      /^missing must not be "throw"/,
    ],
    [
      () => closed.topK("v", { k: 1, ...loss, variant: "strict" }),
      /^perUser must be given for rows with user ids/,
    ],
    [() => closed.topK("v", { k: 0, ...loss, perUser: 1 }), /^k must be/],
    [
      () => closed.topK("v", { k: 1, ...loss, perUser: 1, missing: "throw" }),
      /^missing must not be "throw"/,
    ],
    [
      () => closed.groupBy("g", ["a"]).topK("v", topOptions),
      /^topK must be asked of a table without groups/,
    ],
    [() => closed.groupBy("g", "private").sum("v", { epsilon, domain }), /delta/],
  ]) {
    await assert.rejects(ask(), { message });
  }
});

test("a column of another kind is rejected before the charge", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 1, delta: 1e-3, unit: "user" });
    await create(engine, "kinds", {
      ...{
        id: ["text", ["a"]],
        label: ["text", ["b"]],
        n: ["exact", ["1"]],
        day: ["day", ["2026-01-01"]],
      },
    });
    const there = tableIn(engine, { from: "kinds", ledger });
    const epsilon = 1;
    for (const [ask, message] of [
      [() => there.sum("label", { epsilon, domain }), /^column label must be of numbers for/],
      [() => there.mean("day", { epsilon, domain }), /^column day must be of numbers for/],
      [
        () => there.histogram("label", { epsilon, edges }),
        /^column label must be of numbers as edges are/,
      ],
      [
        () => there.histogram("day", { epsilon, edges }),
        /^column day must be of numbers as edges are/,
      ],
      [
        () => there.histogram("n", { epsilon, edges: [new Date("2026-01-01")] }),
        /^column n must be of dates or timestamps as edges are/,
      ],
      [
        () => there.histogram("n", { epsilon, edges: [2n ** 53n + 1n] }),
        /^edges must be numbers that doubles hold/,
      ],
      [
        () => there.topK("none", { k: 1, ...loss, perUser: 1 }),
        /^column must be a column of the rows \(id, label, n, day\), got "none"$/,
      ],
    ]) {
      await assert.rejects(ask(), { message });
    }
    assert.equal(ledger.entries.length, 0);
  });
});

test("an empty table, and names that no row can have, result in noise alone", async () => {
  await inEach(async (engine) => {
    await create(engine, "empty", { id: ["text", []], value: ["double", []], g: ["text", []] });
    const there = tableIn(engine, { from: "empty" });
    const within = { epsilon: 50, domain };
    assert.ok(Math.abs((await there.sum("value", within)).value) <= 99);
    assert.deepEqual(
      (await there.mean("value", { ...within, confidence: 1 - 1e-9 })).reason,
      "too-few",
    );
    const none = await there
      .groupBy("g", [1, true])
      .histogram("value", { epsilon: 50, edges: [1] });
    assert.ok(none.groups.every(({ value }) => value.every(({ count }) => Math.abs(count) < 2)));
    const bins = await there.histogram("value", { epsilon: 50, items: ["text"] });
    assert.ok(Math.abs(bins.value[0].count) < 2);
    const privately = there.groupBy("g", "private");
    assert.deepEqual((await privately.sum("value", { ...within, delta: 1e-6 })).groups, []);
    const ofText = await privately.histogram("value", { epsilon: 50, delta: 1e-6, items: ["a"] });
    assert.deepEqual(ofText.groups, []);
    const { items, complete } = await there.topK("g", { k: 1, ...loss, perUser: 1 });
    assert.deepEqual([items, complete], [[], false]);
  });
});

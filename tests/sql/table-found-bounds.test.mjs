// Bounds found for a table in an engine, and means and sums within them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger, table as tableHere } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { createEvents, events, tableIn } from "./people.mjs";
import { inEach, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(23, createEvents);

const isAboutRows = (sql) => /AS .rows./.test(sql);
/** The number of queries about rows for a question, and its charge. */
async function queriesOf(engine, from, ask) {
  const ledger = new Ledger({ epsilon: 100, delta: 0.1, unit: "user" });
  const { table, asked } = tableIn(engine, { from, ledger });
  const answer = await ask(table);
  assert.deepEqual(ledger.entries[0].record, answer.record);
  return { answer, queries: asked.filter(isAboutRows).length, spent: ledger.spent.epsilon };
}

test("bins are requested first, sums only within a range, and all of epsilon is charged without a range", async () => {
  await inEach(async (engine) => {
    const few = Object.entries(events).map(([name, [kind, all]]) => [
      name,
      [kind, all.slice(0, 5)],
    ]);
    await create(engine, "few", Object.fromEntries(few));
    const bounds = (table) => table.findBounds("value", { epsilon: 2 });
    const mean = (table) => table.mean("value", { epsilon: 2 });
    const sum = (table) => table.sum("value", { epsilon: 2 });
    const listed = (table) => table.groupBy("team", ["a", "b"]).mean("value", { epsilon: 2 });
    const found = (table) =>
      table.groupBy("team", "private").sum("value", { epsilon: 2, delta: 1e-9 });
    for (const [ask, ofMany, ofFew] of [
      [bounds, 1, 1],
      [mean, 2, 1],
      [sum, 2, 1],
      [listed, 2, 1],
      [found, 2, 1], // groups of few users are withheld
    ]) {
      const many = await queriesOf(engine, "events", ask);
      const some = await queriesOf(engine, "few", ask);
      assert.deepEqual([many.queries, some.queries], [ofMany, ofFew]);
      assert.deepEqual([many.spent, some.spent], [2, 2]);
      assert.equal(many.answer.record.parameters.foundRange.length, 2);
      assert.equal(some.answer.record.parameters.foundRange ?? null, null);
    }
    const { answer } = await queriesOf(engine, "few", listed);
    assert.deepEqual(answer.groups, [
      { group: "a", value: null, reason: "too-few" },
      { group: "b", value: null, reason: "too-few" },
    ]);
  });
});

test("no query about rows comes before the charge, nor after a rejection", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 1, unit: "user" });
    const { table, asked } = tableIn(engine, { ledger });
    for (const name of ["findBounds", "mean", "sum"]) {
      await assert.rejects(table[name]("value", { epsilon: 2 }), { name: "BudgetExceeded" });
    }
    assert.equal(asked.filter(isAboutRows).length, 0);
    let queries = 0;
    const failing = async (sql) => {
      if (isAboutRows(sql) && ++queries === 2) throw new Error("the connection is gone");
      return engine.run(sql);
    };
    const broken = sqlTable(failing, {
      from: "events",
      dialect: engine.dialect,
      user: "id",
      immutable: engine.immutable,
      ledger,
    });
    await assert.rejects(broken.mean("value", { epsilon: 1 }), {
      message: /^the engine failed; .*; the ledger stays charged$/,
    });
    assert.equal(ledger.spent.epsilon, 1);
  });
});

test("plans of found bounds equal those of a table in memory, and query no engine", async () => {
  const never = async () => assert.fail("the engine was asked");
  const { plan } = sqlTable(never, { from: "t", dialect: "duckdb", user: "id" });
  const here = tableHere({ id: ["a"], value: [1] }, { user: "id" }).plan;
  for (const name of ["findBounds", "mean", "sum"]) {
    const options = { epsilon: 0.5, neighbors: "replace", confidence: 0.9 };
    assert.deepEqual(await plan[name]("value", options), here[name]("value", options), name);
  }
});

test("found bounds handle groups, non-numeric columns and rows of different people as other questions do", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 1, unit: "user" });
    const { table } = tableIn(engine, { ledger });
    await assert.rejects(table.groupBy("team", ["a"]).findBounds("value", { epsilon: 1 }), {
      message: "findBounds must be asked of a table without groups, got one after groupBy",
    });
    for (const name of ["findBounds", "mean", "sum"]) {
      await assert.rejects(table[name]("team", { epsilon: 1 }), {
        message: /^column team must be of numbers for /,
      });
    }
    assert.equal(ledger.entries.length, 0);
    const { table: alone } = tableIn(engine, { user: null });
    const { value, record } = await alone.findBounds("value", { epsilon: 8 });
    assert.equal(value[1], 128);
    assert.equal(record.protects, "users");
    assert.equal(record.parameters.users, "every row is a different person");
    await create(engine, "empty", { id: ["text", []], value: ["exact", []], g: ["text", []] });
    const { table: nobody } = tableIn(engine, { from: "empty" });
    assert.equal((await nobody.mean("value", { epsilon: 8 })).value, null);
    const none = await nobody.groupBy("g", [1, true]).sum("value", { epsilon: 8 });
    assert.deepEqual(
      none.groups.map(({ value: one }) => one),
      [null, null],
    );
  });
});

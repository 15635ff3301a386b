// topK of a public list in an engine: as of the same rows in memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BudgetExceeded, Ledger, table as tableHere } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { inEach, running, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

/** Users with up to three towns, one of them without a user or a town, and towns that nobody listed. */
const rows = [];
for (let user = 0; user < 300; ++user) {
  rows.push({ id: `u${user}`, town: user % 3 === 0 ? "it's" : "b", size: user % 5 });
  if (user % 2 === 0) rows.push({ id: `u${user}`, town: "c", size: 7 });
  if (user % 2 === 0) rows.push({ id: `u${user}`, town: `other ${user}`, size: 8 });
  if (user % 4 === 0) rows.push({ id: `u${user}`, town: "b", size: 9 });
}
rows.push({ id: null, town: "b", size: 1 }, { id: "u1", town: null, size: null });

startEngines(31, async (engine) => {
  await create(engine, "towns", {
    id: ["text", rows.map(({ id }) => id)],
    town: ["text", rows.map(({ town }) => town)],
    size: ["whole", rows.map(({ size }) => size)],
  });
});

const tableIn = ({ dialect, run, immutable }, options = {}) =>
  sqlTable(run, { from: "towns", dialect, user: "id", immutable, ...options });
const domain = ["nobody", "it's", "b", "c"];
const asked = { k: 3, domain, epsilon: 1000 };

test("the most frequent items of a public list equal those in memory, in each variant", async () => {
  const here = tableHere(rows, { user: "id" });
  await inEach(async (engine) => {
    const there = tableIn(engine);
    for (const more of [
      { perUser: 3, variant: "laplace", counts: true },
      { perUser: 3 },
      { perUser: Infinity, variant: "peel" },
      { variant: "peel", delta: 1e-6, neighbors: "replace" },
    ]) {
      const options = { ...asked, ...more };
      const { record, ...answer } = await there.topK("town", options);
      const { record: expected, ...other } = here.topK("town", options);
      assert.deepEqual(answer, other, engine.dialect);
      assert.deepEqual(
        answer.items.map(({ item }) => item),
        ["b", "c", "it's"],
      );
      const { engine: _, ...parameters } = record.parameters;
      assert.deepEqual({ ...record, parameters }, expected);
      assert.deepEqual(await there.plan.topK("town", options), here.plan.topK("town", options));
    }
  });
});

test("a user is bounded to listed items, so none gives way to an item that is not listed", async () => {
  await inEach(async (engine) => {
    const options = { ...asked, k: 1, domain: ["c"], perUser: 1, variant: "laplace", counts: true };
    const { items } = await tableIn(engine).topK("town", options);
    assert.deepEqual(items, [{ item: "c", count: 150 }], engine.dialect);
    const byRow = await tableIn(engine, { user: null }).topK("town", { ...options, domain: ["b"] });
    assert.equal(byRow.items[0].count, 276);
    assert.equal(byRow.record.parameters.users, "every row is a different person");
  });
});

test("listed items of another kind than the column's count 0, without a query if all are", async () => {
  await inEach(async (engine) => {
    const sent = [];
    const run = async (sql) => {
      sent.push(sql);
      return engine.run(sql);
    };
    const options = { k: 2, epsilon: 1000, perUser: 1, variant: "laplace", counts: true };
    const numbers = await tableIn(engine).topK("size", { ...options, domain: ["x", 7, 2.5] });
    assert.deepEqual(numbers.items[0], { item: 7, count: 150 });
    const none = await tableIn({ ...engine, run }).topK("size", { ...options, domain: ["x", "y"] });
    assert.deepEqual(
      none.items.map(({ count }) => count + 0),
      [0, 0],
    );
    assert.ok(!sent.some((sql) => sql.includes("chosen")));
  });
});

test("a wrong list is rejected before the charge and before a query", async () => {
  const never = async () => assert.fail("the engine was asked");
  const ledger = new Ledger({ epsilon: 1, unit: "user" });
  for (const { dialect } of running) {
    const closed = sqlTable(never, { from: "towns", dialect, user: "id", ledger, immutable: true });
    for (const [given, message] of [
      [{ domain: ["a", "a"] }, /^domain must have different items/],
      [{ domain: [1, 1n] }, /^domain must differ in an engine, where 1 is 1n/],
      [{ domain: ["\0", "a"] }, /^domain must be text without NUL/],
      [
        { domain: Array.from({ length: 10_001 }, (_, i) => i) },
        /^domain must be at most 10,000 for a table in an engine, got 10001$/,
      ],
      [{ domain: ["a"] }, /^k must be at most the number of items in domain, 1, got 2$/],
      [{ domain: ["a", "b"], kBar: 3 }, /kBar/],
      [{ domain: ["a", "b"], missing: "throw" }, /^missing must not be "throw"/],
    ]) {
      await assert.rejects(closed.topK("town", { k: 2, epsilon: 1, ...given }), { message });
    }
    assert.equal(ledger.entries.length, 0);
  }
  await inEach(async (engine) => {
    const few = new Ledger({ epsilon: 1, unit: "user" });
    const table = tableIn(engine, { ledger: few });
    await table.topK("town", { ...asked, epsilon: 1 });
    assert.equal(few.entries.length, 1);
    await assert.rejects(table.topK("town", { ...asked, epsilon: 1 }), BudgetExceeded);
  });
});

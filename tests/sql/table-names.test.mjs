// Names of tables and columns, and their values, are never interpreted by the engine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers } from "../../dist/index.js";
import { createEvents, domain, rows, tableIn, users } from "./people.mjs";
import { inEach, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(21, createEvents);

test("names and values are never interpreted as SQL", async () => {
  const odd = `x"; DROP TABLE "events"; --`;
  const names = [odd, "it's", "\\'; DROP TABLE events; --", "$$", "/*", "😀"];
  await inEach(async (engine) => {
    const columns = {
      [`v${odd}`]: ["whole", names.map((_, row) => row)],
      [`u${odd}`]: ["text", names],
      [`g${odd}`]: ["text", names],
    };
    await create(engine, odd, columns);
    const { table } = tableIn(engine, { from: odd, user: `u${odd}` });
    await assert.doesNotReject(table.count({ epsilon: 1 }));
    const groups = table.groupBy(`g${odd}`, [...names, "'; DROP TABLE events; --"]);
    const { groups: counted } = await groups.count({ epsilon: 100, perUser: 1 });
    assert.deepEqual(
      counted.map(({ value }) => value),
      [1, 1, 1, 1, 1, 1, 0],
    );
    const answer = await table.median(`v${odd}`, { epsilon: 100, domain: integers(0, 5) });
    assert.ok(answer.value >= 2 && answer.value <= 3, `${answer.value}`);
    const there = await engine.run('SELECT COUNT(*) AS "n" FROM "events"');
    assert.equal(Number(there[0].n), rows.length);
    for (const from of ["events; DROP TABLE events", "events -- ", "(SELECT 1)"]) {
      await assert.rejects(tableIn(engine, { from }).table.count({ epsilon: 1 }));
    }
  });
});

test("a custom query is a table, and so is a table in a schema", async () => {
  await inEach(async (engine) => {
    const query = `SELECT "id", "value" * 2 AS "twice" FROM "events" WHERE "value" < 50 -- half of them`;
    const { table } = tableIn(engine, { from: { query } });
    const { value } = await table.median("twice", { epsilon: 5, domain });
    assert.ok(Math.abs(value - 50) <= 15, `${value}`);
    const schema = engine.dialect === "duckdb" ? "main" : "public";
    const named = tableIn(engine, { from: [schema, "events"] });
    assert.ok(Math.abs((await named.table.count({ epsilon: 5 })).value - users) <= 10);
  });
});

test("columns of queries, with odd names and with names that differ in case only, are found as the engine finds them", async () => {
  await inEach(async (engine) => {
    const odd = `it's "rows" 😀`;
    await create(engine, "named", { [odd]: ["text", ["a"]], rows: ["whole", [5]] });
    const query = { query: `SELECT *, "rows" * 2 AS "Twice" FROM "named" -- all` };
    const { table } = tableIn(engine, { from: query, user: odd });
    const options = { epsilon: 1000, domain, abstain: false };
    assert.equal((await table.median("rows", options)).value, 5);
    assert.equal((await table.median("Twice", options)).value, 10);
    if (engine.dialect === "duckdb") {
      assert.equal((await table.median("TWICE", options)).value, 10);
      return;
    }
    await assert.rejects(table.median("TWICE", options), {
      message: `column must be a column of the rows (${odd}, rows, Twice), got "TWICE"`,
    });
  });
});

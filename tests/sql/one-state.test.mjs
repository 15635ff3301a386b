// An answer uses one state of the table: queries of another transaction, as a pool sends them, are rejected.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers, Ledger } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { running, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(47, async (engine) => {
  const ids = Array.from({ length: 60 }, (_, row) => `user ${row}`);
  const values = ids.map((_, row) => row % 10);
  await create(engine, "events", { id: ["text", ids], value: ["whole", values] });
  await create(engine, "nothing", { id: ["text", []], value: ["whole", []] });
});

const options = { epsilon: 1, domain: integers(0, 9) };
const cure =
  /^run must query over one connection, got answers of two transactions: use one client of a pool, as the adaptor postgres\(pool\) does, or set `immutable: true`/;

/**
 * Two connections as one `run`.
 * @param {import("./engines.mjs").Engine} engine
 * @param {(sql: string, place: number) => boolean} isOther whether a query goes over the second connection
 */
async function pool(engine, isOther) {
  const other = await engine.another();
  let place = 0;
  const run = (sql) => (isOther(sql, place++) ? other(sql) : engine.run(sql));
  const end = () =>
    Promise.all([engine.run, other].map((one) => one("ROLLBACK").catch(() => undefined)));
  return { run, end };
}

const askedOf = ({ dialect }, run, from, more) => {
  const ledger = new Ledger({ epsilon: 10, unit: "user" });
  return { ledger, table: sqlTable(run, { from, dialect, user: "id", ledger, ...more }) };
};

test("a pool that rotates its connections is rejected before the charge", async () => {
  for (const engine of running) {
    for (const isOther of [(_, place) => place % 2 === 1, (sql) => !/^BEGIN/.test(sql)]) {
      const { run, end } = await pool(engine, isOther);
      const { ledger, table } = askedOf(engine, run, "events");
      await assert.rejects(table.median("value", options), { name: "TypeError", message: cure });
      assert.equal(ledger.entries.length, 0);
      await end();
    }
  }
});

test("a pool that switches the connection after the charge is rejected, also if its answer has no rows", async () => {
  const isAboutRows = (sql) => /AS "rows"/.test(sql);
  for (const engine of running) {
    for (const from of ["events", "nothing"]) {
      const { run, end } = await pool(engine, isAboutRows);
      const { ledger, table } = askedOf(engine, run, from);
      await assert.rejects(table.median("value", options), (error) => {
        assert.match(error.message, cure);
        assert.match(error.message, /; the ledger stays charged$/);
        return true;
      });
      assert.equal(ledger.spent.epsilon, 1);
      await end();
    }
  }
});

test("a pool may query an immutable table", async () => {
  for (const engine of running) {
    const { run } = await pool(engine, (_, place) => place % 2 === 1);
    const { table } = askedOf(engine, run, "events", { immutable: true });
    const { value } = await table.median("value", options);
    assert.equal(typeof value, "number");
  }
});

test("a table that another connection writes to is queried in one state", async () => {
  for (const engine of running) {
    const other = await engine.another();
    const writing = async (sql) => {
      if (/AS "rows"/.test(sql)) await other("INSERT INTO nothing VALUES ('late', 5)");
      return engine.run(sql);
    };
    const { table } = askedOf(engine, writing, "nothing");
    const { value } = await table.histogram("value", { epsilon: 10, edges: [5], perUser: 1 });
    await engine.run("DELETE FROM nothing");
    assert.deepEqual(
      value.map(({ count }) => count),
      [0, 0],
    );
  }
});

test("a connector that omits all rows of an answer is rejected", async () => {
  for (const engine of running) {
    const emptied = async (sql) => (/AS "rows"/.test(sql) ? [] : engine.run(sql));
    const { table } = askedOf(engine, emptied, "events");
    await assert.rejects(table.median("value", options), {
      message: "run must promise all rows, got none; the ledger stays charged",
    });
  }
});

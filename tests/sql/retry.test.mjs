// A release that was charged and failed is tried again.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { Ledger } from "../../dist/index.js";
import { postgres, sqlTable } from "../../dist/sql.js";
import { createEvents, domain } from "./people.mjs";
import { running, startEngines } from "./running.mjs";

startEngines(62, createEvents);

const ledgerOf = () => new Ledger({ epsilon: 50, delta: 1e-3, unit: "user" });
const loss = { epsilon: 1, delta: 1e-6 };

/** Questions of one query about rows, of two and of several, some with salts. */
const questions = {
  median: (table) => table.median("value", { epsilon: 0.05, domain }),
  quantiles: (table) => table.quantiles("value", [0.2, 0.5, 0.8], { epsilon: 1, domain }),
  "median of private groups": (table) =>
    table.groupBy("team", "private").median("value", { ...loss, domain }),
  "mean of private groups within found bounds": (table) =>
    table.groupBy("team", "private").mean("value", { epsilon: 9, delta: 1e-6 }),
  "mean within found bounds": (table) => table.mean("value", { epsilon: 2 }),
  items: (table) => table.topK("team", { k: 2, ...loss, perUser: 1 }),
};

const isAboutRows = (sql) => /AS "rows"/.test(sql);

/** Asks again until there is an answer. */
async function persist(ask) {
  let tries = 1;
  let asked = ask();
  for (;;) {
    try {
      return { answer: await asked, tries };
    } catch (error) {
      assert.equal(error.name, "EngineFailed", error.stack);
      assert.equal(error.isFree, true);
      assert.equal(error.retry(), error.retry());
      asked = error.retry();
      tries += 1;
    }
  }
}

/** A run that fails at some queries about rows, counted from 0, each once; and what it was sent. */
function failing(run, places) {
  const left = new Set(places);
  const sent = [];
  let place = 0;
  const fails = async (sql) => {
    if (isAboutRows(sql) && left.delete(place)) throw new Error("value 'Jane Doe, 4711' is wrong");
    if (isAboutRows(sql)) ++place;
    sent.push(sql);
    return run(sql);
  };
  return { fails, sent };
}

test("after any failures retry answers with the draws of the first try, for one charge, if the table is immutable", async () => {
  for (const { dialect, run } of running) {
    for (const [name, ask] of Object.entries(questions)) {
      const asked = (own, ledger) =>
        sqlTable(own, { from: "events", dialect, user: "id", immutable: true, ledger });
      const ledger = ledgerOf();
      const { fails, sent } = failing(run, [0, 1, 2, 3, 4]);
      const { answer, tries } = await persist(() => ask(asked(fails, ledger)));
      assert.ok(tries > 1, name);
      assert.equal(ledger.entries.length, 1, name);
      assert.equal(typeof answer.record.mechanism, "string");
      const about = sent.filter(isAboutRows);
      assert.equal(new Set(about).size, about.length, `${name}: no query was answered twice`);
      assert.equal(about.length, tries - 1, name); // each failed once before its answer
    }
  }
});

test("of a table that may change a failure before draws is free, and a later one is charged again", async () => {
  for (const { dialect, run } of running) {
    const asked = (own, ledger) => sqlTable(own, { from: "events", dialect, user: "id", ledger });
    const first = ledgerOf();
    const early = failing(run, [0]);
    const { answer } = await persist(() => questions.median(asked(early.fails, first)));
    assert.equal(typeof answer.value, "number");
    assert.equal(first.entries.length, 1);
    for (const [ask, place] of [
      [questions["mean of private groups within found bounds"], 1],
      [questions["mean within found bounds"], 1],
      [questions.items, 0], // the salt of its first query is a draw
    ]) {
      const ledger = ledgerOf();
      const late = failing(run, [place]);
      const error = await ask(asked(late.fails, ledger)).catch((caught) => caught);
      assert.equal(error.isFree, false);
      assert.match(error.message, /retry\(\) is another release with a charge of its own/);
      assert.equal(ledger.entries.length, 1);
      assert.ok(await error.retry());
      assert.equal(ledger.entries.length, 2);
    }
  }
});

test("an error after the charge quotes nothing of the engine, whose own error is its cause", async () => {
  for (const { dialect, run } of running) {
    for (const immutable of [true, false]) {
      const { fails } = failing(run, [0]);
      const table = sqlTable(fails, { from: "events", dialect, user: "id", immutable });
      const error = await table.median("value", { epsilon: 1, domain }).catch((caught) => caught);
      assert.doesNotMatch(error.message, /Jane/);
      assert.doesNotMatch(error.message, /ledger/); // there is none
      assert.match(error.cause.message, /Jane/);
    }
  }
});

test("retry refuses a table whose column has another type now", async () => {
  for (const { dialect, run } of running) {
    await run("CREATE TABLE changing AS SELECT id, value FROM events");
    const ledger = ledgerOf();
    const { fails } = failing(run, [0]);
    const table = sqlTable(fails, { from: "changing", dialect, user: "id", ledger });
    const error = await table.median("value", { epsilon: 1, domain }).catch((caught) => caught);
    assert.equal(error.isFree, true);
    await run("DROP TABLE changing");
    await run(
      "CREATE TABLE changing AS SELECT id, CAST(value AS double precision) AS value FROM events",
    );
    await assert.rejects(error.retry(), {
      message:
        "the types of the columns changed between two tries of a release; the ledger stays charged",
    });
    await run("DROP TABLE changing");
  }
});

test("a backend that is killed at any query is retried over another client of the pool", async () => {
  for (const engine of running.filter(({ dialect }) => dialect === "postgres")) {
    for (let killed = 0; ; ++killed) {
      const pool = new pg.Pool({ ...engine.address, max: 2 });
      pool.on("error", () => {});
      let place = 0;
      const whole = postgres(pool);
      const connect = async () => {
        const connection = await whole.connect();
        const run = async (sql) => {
          if (place++ === killed) {
            const [{ pid }] = await connection.run("SELECT pg_backend_pid() AS pid");
            await engine.run(`SELECT pg_terminate_backend(${pid})`);
          }
          return connection.run(sql);
        };
        return { ...connection, run };
      };
      const ledger = ledgerOf();
      const table = sqlTable({ ...whole, connect }, { from: "events", user: "id", ledger });
      const { length } = await table.plan.sql.median("value", { epsilon: 1, domain });
      let isAnswered = false;
      try {
        const { answer } = await persist(() => table.median("value", { epsilon: 1, domain }));
        assert.equal(typeof answer.value, "number");
        isAnswered = true;
      } catch (error) {
        // Before the charge the engine's words are there in full; after draws of a table that may change it is not free.
        assert.ok(killed < length || error.name === "AssertionError", `${killed}: ${error.stack}`);
      }
      assert.equal(ledger.entries.length, killed < length && !isAnswered ? 0 : 1);
      await pool.end();
      if (place <= killed) break; // no query was left to fail
    }
  }
});

// The adaptors of connections: pools, cancelling, queries told to the caller, and what a role may read.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { integers, Ledger } from "../../dist/index.js";
import * as logstar from "../../dist/sql.js";
import { createEvents, domain } from "./people.mjs";
import { running, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

const { sqlTable } = logstar;
startEngines(61, createEvents);

const options = { epsilon: 1, domain };
const ledgerOf = () => new Ledger({ epsilon: 50, unit: "user" });

/** A pool over the server of an engine, which ends with the work. */
async function withPool({ address }, work, more = {}) {
  const pool = new pg.Pool({ ...address, max: 3, ...more });
  pool.on("error", () => {}); // clients that a test kills
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const inPostgres = () => running.filter(({ dialect }) => dialect === "postgres");

test("a pool answers several releases at once, each over a client of its own, and gets all clients back", async () => {
  for (const engine of inPostgres()) {
    await withPool(engine, async (pool) => {
      const states = new Set();
      const onQuery = ({ purpose }) => purpose === "transaction" && states.add(pool.totalCount);
      const events = sqlTable(logstar.postgres(pool), { from: "events", user: "id", onQuery });
      const answers = await Promise.all([
        events.median("value", options),
        events.count({ epsilon: 1 }),
        events.quantile("value", 0.25, options),
        events.count({ epsilon: 1 }),
      ]);
      assert.ok(answers.every(({ value }) => typeof value === "number"));
      assert.ok(Math.max(...states) > 1);
      assert.equal(pool.idleCount, pool.totalCount);
    });
  }
});

test("a pool handed over as run is refused with an error that names the adaptor", async () => {
  for (const engine of inPostgres()) {
    await withPool(engine, async (pool) => {
      let place = 0;
      const clients = [await pool.connect(), await pool.connect()];
      const run = async (sql) => (await clients[place++ % 2].query(sql)).rows;
      const table = sqlTable(run, { from: "events", dialect: "postgres", user: "id" });
      await assert.rejects(table.median("value", options), {
        name: "TypeError",
        message: /^run must query over one connection.*as the adaptor postgres\(pool\) does/,
      });
      for (const client of clients) client.release(true);
    });
  }
});

test("the adaptors answer, and know their dialect", async () => {
  for (const engine of running) {
    const adaptor = engine.adaptor();
    const events = sqlTable(adaptor, { from: "events", user: "id", ledger: ledgerOf() });
    const { value, record } = await events.median("value", options);
    assert.equal(typeof value, "number");
    assert.equal(record.parameters.engine, engine.dialect);
    const other = engine.dialect === "duckdb" ? "postgres" : "duckdb";
    assert.throws(() => sqlTable(adaptor, { from: "events", user: "id", dialect: other }), {
      message: `dialect must be left out or "${engine.dialect}" here, got "${other}"`,
    });
    assert.throws(() => sqlTable(engine.run, { from: "events", user: "id" }), {
      message: /^dialect must be/,
    });
  }
  for (const [name, wanted] of [
    ["postgres", "a client or a pool of pg"],
    ["duckdb", "a connection of DuckDB"],
  ]) {
    assert.throws(() => logstar[name](undefined), {
      name: "TypeError",
      message: `${name} must be given ${wanted}, got undefined`,
    });
  }
});

test("settings that change the SQL are set right for an adaptor's transaction alone", async () => {
  for (const engine of inPostgres()) {
    await withPool(
      engine,
      async (pool) => {
        const client = await pool.connect();
        await client.query("SET search_path = public, pg_catalog");
        await client.query("SET quote_all_identifiers = on");
        const events = sqlTable(logstar.postgres(client), { from: "events", user: "id" });
        assert.equal(typeof (await events.count({ epsilon: 1 })).value, "number");
        const { rows } = await client.query("SHOW search_path");
        assert.equal(rows[0].search_path, "public, pg_catalog");
        client.release();
      },
      { max: 1 },
    );
  }
});

test("a signal cancels a running query, and the pool gets the connection back", async () => {
  for (const engine of running.filter(({ isBlocking }) => !isBlocking)) {
    const slow =
      engine.dialect === "postgres"
        ? "SELECT id, value FROM events WHERE pg_sleep(30) IS NOT NULL"
        : "SELECT id, sum(value * sqrt(a.range + b.range)) AS value FROM events, range(1000000) a, range(100000) b GROUP BY id, a.range % 7";
    const check = async (adaptor) => {
      const ledger = ledgerOf();
      const controller = new AbortController();
      const onQuery = ({ purpose }) => {
        if (purpose === "types") setTimeout(() => controller.abort(new Error("enough")), 50);
      };
      const from = { query: slow };
      const table = sqlTable(adaptor, { from, user: "id", ledger, onQuery });
      const { signal } = controller;
      const error = await table
        .median("value", { epsilon: 1, domain: integers(0, 9), signal })
        .catch((caught) => caught);
      assert.equal(error.name, "EngineFailed");
      assert.equal(error.cause.message, "enough");
      assert.equal(ledger.spent.epsilon, 1);
      await assert.rejects(table.count({ epsilon: 1, signal }), { message: "enough" });
      assert.equal(ledger.spent.epsilon, 1);
    };
    if (engine.dialect === "duckdb") await check(engine.adaptor());
    else {
      await withPool(engine, async (pool) => {
        await check(logstar.postgres(pool));
        assert.equal(pool.idleCount, pool.totalCount);
      });
    }
  }
});

test("a wrong signal is rejected before any query", async () => {
  const never = async () => assert.fail("the engine was asked");
  const table = sqlTable(never, { from: "t", dialect: "duckdb", user: "u" });
  await assert.rejects(table.count({ epsilon: 1, signal: "now" }), {
    message: 'signal must be an AbortSignal, got "now"',
  });
});

test("only named columns are read: a grant by column is enough", async () => {
  for (const engine of inPostgres()) {
    await create(engine, "pay", {
      id: ["text", ["a", "b", "c"]],
      value: ["whole", [1, 2, 3]],
      secret: ["text", ["x", "y", "z"]],
    });
    await engine.run("DROP ROLE IF EXISTS analyst");
    await engine.run("CREATE ROLE analyst LOGIN");
    await engine.run('GRANT SELECT (id, value) ON "pay" TO analyst');
    await withPool(
      engine,
      async (pool) => {
        const ledger = ledgerOf();
        const pay = sqlTable(logstar.postgres(pool), { from: "pay", user: "id", ledger });
        assert.equal(typeof (await pay.count({ epsilon: 1 })).value, "number");
        await pay.median("value", options);
        await pay.groupBy("value", [1, 2]).count({ epsilon: 1, perUser: 1 });
        const spent = ledger.spent.epsilon;
        // Refused in the engine's words, before the charge.
        await assert.rejects(pay.topK("secret", { k: 1, epsilon: 1, delta: 1e-6, perUser: 1 }), {
          message: /permission denied/,
        });
        await assert.rejects(pay.median("wage", options), {
          message: 'column must be a column of the rows (id, value, secret), got "wage"',
        });
        assert.equal(ledger.spent.epsilon, spent);
      },
      { user: "analyst" },
    );
    await engine.run("DROP OWNED BY analyst");
    await engine.run("DROP ROLE analyst");
  }
});

test("a query's last semicolon is taken off, and a second statement is refused before any query", async () => {
  for (const engine of running) {
    const { dialect } = engine;
    for (const query of [
      "SELECT * FROM events;",
      "SELECT * FROM events ; -- all of them; really\n ;; /* the /* nested ; */ end */ ",
      `SELECT * FROM events WHERE id <> 'it''s; no end' AND "id" <> 'a;b' -- ;`,
      "SELECT * FROM events WHERE id <> $tag$;$$;$tag$ AND id <> $$;$$",
      "SELECT * FROM events WHERE id <> E'\\';'",
    ]) {
      const table = sqlTable(engine.run, { from: { query }, dialect, user: "id" });
      assert.equal(typeof (await table.count({ epsilon: 1 })).value, "number", query);
    }
    for (const query of [
      "SELECT * FROM events; DROP TABLE events",
      "SELECT * FROM events) AS t; DELETE FROM events; SELECT * FROM (SELECT 1",
      "SELECT 'a''b'; SELECT $a$;$a$",
      "SELECT 1; /* ; */ 'x'",
    ]) {
      assert.throws(() => sqlTable(engine.run, { from: { query }, dialect, user: "id" }), {
        name: "TypeError",
        message: "from must be one statement, got another after a semicolon",
      });
    }
  }
});

test("onQuery hears of each query what it was for, and plan.sql shows the first ones without sending them", async () => {
  for (const engine of running) {
    const told = [];
    const ledger = ledgerOf();
    const asked = { from: "events", dialect: engine.dialect, user: "id", ledger };
    const table = sqlTable(engine.run, { ...asked, onQuery: (query) => told.push(query) });
    const before = await table.plan.sql.median("value", options);
    assert.deepEqual([told.length, ledger.entries.length], [0, 0]);
    await table.median("value", options);
    const purposes = told.map(({ purpose }) => purpose);
    assert.deepEqual(purposes.slice(0, 5), ["transaction", "probe", "columns", "types", "regions"]);
    assert.equal(purposes.at(-1), "transaction");
    const regions = told.find(({ purpose }) => purpose === "regions");
    assert.ok(regions.rows > 1 && regions.milliseconds > 0);
    const sent = told.map(({ sql }) => sql);
    assert.deepEqual(before, sent.slice(0, 4));
    const after = await table.plan.sql.median("value", options);
    assert.deepEqual(after, sent.slice(0, 5)); // the types are known now
    assert.equal(told.length, sent.length);
    assert.equal(ledger.entries.length, 1);
    const groups = table.groupBy("team", ["a"]);
    assert.equal((await groups.plan.sql.median("value", options)).length, 4);
    assert.throws(() => sqlTable(engine.run, { ...asked, onQuery: 1 }), {
      message: "onQuery must be a function, got 1",
    });
  }
});

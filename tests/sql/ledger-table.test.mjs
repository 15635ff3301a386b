// A ledger in a table of an engine that several connections and processes share.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { createLedger, median, spend } from "../../dist/index.js";
import { ledgerTable, postgres, spark, sqlTable } from "../../dist/sql.js";
import { before } from "../js/memory-store.mjs";
import { raced, spending } from "../js/processes.mjs";
import { createEvents, domain } from "./people.mjs";
import { inEach, running, startEngines } from "./running.mjs";

startEngines(63, createEvents);

const values = [1, 2, 3, 4, 5];
let names = 0;

/** Two stores of one new ledger, each over a connection of its own. */
async function pairOf({ run, another, dialect }, budget = { epsilon: 1 }) {
  const name = `people's ${++names} \\ "ledger"`;
  const store = ledgerTable(run, name, { dialect });
  await createLedger(store, budget);
  return [store, ledgerTable(await another(), name, { dialect }), name];
}

const ask = (store, epsilon, given = values) =>
  spend(store, (ledger) => median(given, { epsilon, ledger }));

const savedIn = async (store) => JSON.parse((await store.read()).text);

/** How many of two stores' askers, who have both read before one writes, get an answer of epsilon 0.6. */
async function racedIn([one, other]) {
  let arrived = 0;
  let open;
  const both = new Promise((resolve) => {
    open = resolve;
  });
  const gate = () => {
    if (++arrived === 2) open();
    return both;
  };
  const asked = await Promise.allSettled(
    [one, other].map((store) => ask(before(store, 0, gate), 0.6)),
  );
  for (const { reason } of asked)
    assert.ok(reason === undefined || reason.name === "BudgetExceeded", reason?.stack);
  return asked.filter(({ status }) => status === "fulfilled").length;
}

test("of two connections that read before one writes, one gets what the budget has once", () =>
  inEach(async (engine) => {
    const pair = await pairOf(engine);
    assert.equal(await racedIn(pair), 1);
    assert.equal((await savedIn(pair[0])).spent.epsilon, 0.6);
  }));

test("two such connections overspend if the update does not compare the version", () =>
  inEach(async ({ run, another, dialect }) => {
    // One statement after another: DuckDB itself refuses one of two updates that overlap.
    let last = Promise.resolve();
    const careless = (own) => (sql) => {
      const next = () => own(sql.replace(/ AND "version" = .* RETURNING/, " RETURNING"));
      last = last.then(next, next);
      return last;
    };
    const engine = { run: careless(run), another: async () => careless(await another()), dialect };
    assert.equal(await racedIn(await pairOf(engine)), 2);
  }));

test("eight connections at once are granted exactly the budget", () =>
  inEach(async ({ run, another, dialect }) => {
    await createLedger(ledgerTable(run, "eight", { dialect }), { epsilon: 1 });
    const runs = await Promise.all(Array.from({ length: 8 }, () => another()));
    const asked = await Promise.allSettled(
      runs.map((own) => ask(ledgerTable(own, "eight", { dialect }), 0.2)),
    );
    assert.deepEqual(asked.map(({ reason }) => reason?.name ?? "answered").sort(), [
      ...Array(3).fill("BudgetExceeded"),
      ...Array(5).fill("answered"),
    ]);
    assert.equal((await savedIn(ledgerTable(run, "eight", { dialect }))).entries.length, 5);
  }));

test("a stale writer is refused, and a ledger that is there is not made anew", () =>
  inEach(async (engine) => {
    const [one, other] = await pairOf(engine);
    const { text, version } = await one.read();
    await ask(other, 0.5);
    assert.equal(await one.write(text, version), false);
    await assert.rejects(createLedger(one, { epsilon: 1 }), /has one, and a new one would grant/);
    assert.equal((await savedIn(one)).spent.epsilon, 0.5);
  }));

test("a write that fails before it arrives draws nothing, and one that fails afterwards is charged again", () =>
  inEach(async ({ run, dialect }) => {
    const failing = (isSent, times) => async (sql) => {
      if (!sql.startsWith("UPDATE") || times-- <= 0) return run(sql);
      if (isSent) await run(sql);
      throw new Error("the connection is lost");
    };
    const name = `failing ${dialect}`;
    const store = (isSent, times) => ledgerTable(failing(isSent, times), name, { dialect });
    await createLedger(store(false, 0), { epsilon: 1 });
    const unread = { [Symbol.iterator]: () => assert.fail("read") };
    await assert.rejects(ask(store(false, Number.POSITIVE_INFINITY), 0.25, unread), /is lost/);
    assert.equal((await savedIn(store(false, 0))).spent.epsilon, 0);
    await ask(store(false, 1), 0.25);
    assert.equal((await savedIn(store(false, 0))).spent.epsilon, 0.25);
    await ask(store(true, 1), 0.25);
    assert.equal((await savedIn(store(false, 0))).spent.epsilon, 0.75);
  }));

test("a connection with an open transaction is refused before the draw", () =>
  inEach(async (engine) => {
    const [one, other] = await pairOf(engine);
    await engine.run("BEGIN");
    const unread = { [Symbol.iterator]: () => assert.fail("read") };
    await assert.rejects(ask(one, 0.25, unread), /^TypeError: run must commit each statement/);
    await engine.run("ROLLBACK");
    assert.equal((await savedIn(other)).spent.epsilon, 0);
  }));

test("an answer of a table in the engine is charged before a query about rows, and retried for nothing", () =>
  inEach(async (engine) => {
    const { run, dialect } = engine;
    const [, store] = await pairOf(engine);
    let isFailing = true;
    const failing = async (sql) => {
      if (!/AS "rows"/.test(sql)) return run(sql);
      assert.equal((await savedIn(store)).spent.epsilon, 0.5);
      if (isFailing) throw new Error("row of Jane Doe");
      return run(sql);
    };
    const about = { from: "events", dialect, user: "id", immutable: true };
    const asked = spend(store, (ledger) =>
      sqlTable(failing, { ...about, ledger }).median("value", { epsilon: 0.5, domain }),
    );
    const error = await asked.then(assert.fail, (reason) => reason);
    assert.equal(error.name, "EngineFailed");
    isFailing = false;
    const { record } = await error.retry();
    const { entries, spent } = await savedIn(store);
    assert.equal(spent.epsilon, 0.5);
    assert.deepEqual(entries[0].record, JSON.parse(JSON.stringify(record)));
  }));

test("a row whose content was changed by hand is refused by name", () =>
  inEach(async (engine) => {
    const [one, other, name] = await pairOf(engine);
    const { text } = await one.read();
    const quoted = (given) => `'${given.replaceAll("'", "''")}'`;
    const more = quoted(text.replace('"epsilon": 1,', '"epsilon": 9,'));
    await engine.run(`UPDATE logstar_ledgers SET content = ${more} WHERE name = ${quoted(name)}`);
    await assert.rejects(ask(other, 0.5), /^RangeError: the row of a ledger must have the hash/);
  }));

test("in PostgreSQL eight processes at any isolation get exactly the budget, and a killed one loses its charge", async () => {
  const { address, another } = running.find(({ dialect }) => dialect === "postgres");
  for (const isolation of ["read committed", "repeatable read", "serializable"]) {
    const run = await another();
    await run("DROP TABLE IF EXISTS logstar_ledgers");
    const store = ledgerTable(run, "people", { dialect: "postgres" });
    await createLedger(store, { epsilon: 1.2 });
    const options = `-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`;
    const own = JSON.stringify({ ...address, options });
    assert.equal(await spending("table", own, 0.2, "deadly").said, "SIGKILL");
    const { entries } = await savedIn(store);
    assert.deepEqual(
      entries.map(({ asked, record }) => [asked.epsilon, record]),
      [[0.2, undefined]],
    );
    assert.deepEqual(await raced(8, "table", own, 0.2), [
      ...Array(3).fill("BudgetExceeded"),
      ...Array(5).fill("answered"),
    ]);
    assert.equal((await savedIn(store)).entries.filter(({ record }) => record).length, 5);
  }
});

test("in PostgreSQL a pool keeps the ledger and answers, over clients of its own", async () => {
  const { address } = running.find(({ dialect }) => dialect === "postgres");
  const pool = new pg.Pool(address);
  const store = ledgerTable(postgres(pool), "pooled", { table: ["public", "my ledgers"] });
  await createLedger(store, { epsilon: 1 });
  await spend(store, (ledger) =>
    sqlTable(postgres(pool), { from: "events", user: "id", ledger }).count({ epsilon: 0.5 }),
  );
  assert.equal((await savedIn(store)).spent.epsilon, 0.5);
  await pool.end();
});

test("ledgerTable names wrong arguments, and Spark, which has no such statement", () => {
  const run = async () => [];
  const session = { run };
  assert.throws(
    () => ledgerTable(spark(session), "a"),
    /^RangeError: run must be of .*, got spark$/,
  );
  assert.throws(() => ledgerTable(run, "a", { dialect: "spark" }), /^RangeError: dialect must be/);
  assert.throws(() => ledgerTable(run, "a"), /^TypeError: dialect must be "duckdb" or "postgres"/);
  assert.throws(() => ledgerTable(run, "", { dialect: "duckdb" }), /^TypeError: name must be text/);
  assert.throws(
    () => ledgerTable(run, "a", { dialect: "duckdb", table: { query: "SELECT 1" } }),
    /^TypeError: table must be a table's name or a list of names, got a query$/,
  );
  assert.throws(() => ledgerTable(5, "a"), /^TypeError: run must be a function/);
});

// What a table asks before the charge: each time of an engine whose state may be another, once of Spark.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Ledger } from "../../dist/index.js";
import { duckdb } from "../../dist/sql/duckdb.js";
import { spark } from "../../dist/sql/spark.js";
import { StandIn } from "../../dist/sql/stand-in.js";
import { sqlTable } from "../../dist/sql.js";
import { loadForTesting } from "../../dist/testing.js";

before(() => loadForTesting({ seed: 94 }));

const epsilon = 1;

/** The purposes of the queries of each call, about a table of the columns `id` and `team`. */
async function purposesOf(dialect, calls) {
  let [purposes, engine] = [[]];
  const ledger = new Ledger({ epsilon: 10, unit: "user" });
  const onQuery = ({ purpose }) => purposes.push(purpose);
  const options = { from: "events", dialect: dialect.name, user: "id", immutable: true };
  const table = sqlTable((sql) => engine.run(sql), { ...options, ledger, onQuery });
  const found = [];
  for (const { ask, named, isAsked } of calls) {
    purposes = [];
    engine = new StandIn(dialect, { named, types: named.map(() => typeOf[dialect.name]), isAsked });
    await ask(table);
    found.push(purposes.join(" "));
  }
  assert.equal(ledger.entries.length, calls.length);
  return { found, planned: await table.plan.sql.count({ epsilon }) };
}

const typeOf = { duckdb: "VARCHAR", spark: "string" };
const count = { ask: (table) => table.count({ epsilon }), named: ["id"] };
const byTeam = (groups) => ({
  ask: (table) => table.groupBy("team", groups).count({ epsilon, perUser: 1 }),
  named: ["id", "team"],
});

test("Spark is probed once for a table, and asked once for the types of a question's columns", async () => {
  const { found, planned } = await purposesOf(spark, [
    count,
    { ...count, isAsked: false },
    byTeam(["a", "b"]),
    { ...byTeam(["a", "c", "d"]), isAsked: false },
  ]);
  const whole = ["probe columns types sums", "sums", "columns types sums", "sums"];
  assert.deepEqual(found, whole);
  assert.equal(planned.length, 1);
  assert.match(planned[0], / AS `rows`/);
});

test("an answer by other groups names those, however many answers came before", async () => {
  const sent = [];
  let engine;
  const run = (sql) => {
    sent.push(sql);
    return engine.run(sql);
  };
  const options = { from: "events", dialect: "spark", user: "id", immutable: true };
  const table = sqlTable(run, options);
  for (const [groups, isAsked] of [
    [["aa"], true],
    [["bb"], false],
  ]) {
    const types = ["string", "string"];
    engine = new StandIn(spark, { named: ["id", "team"], types, isAsked });
    await table.groupBy("team", groups).count({ epsilon, perUser: 1 });
  }
  assert.match(sent.at(-1), /X'6262'/);
  assert.doesNotMatch(sent.at(-1), /X'6161'/);
});

test("an engine with transactions is asked each time", async () => {
  const { found, planned } = await purposesOf(duckdb, [count, count]);
  const whole = "probe columns types sums";
  assert.deepEqual(found, [whole, whole]);
  assert.equal(planned.length, 4);
});

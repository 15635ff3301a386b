// The law of what a table in an engine answers, through the public call: that of the same rows in memory, however
// little of them was fetched at first. A user counts in 2 units here, in place of 720720.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  integers,
  interiorPoint,
  load,
  median,
  quantile,
  quantiles,
} from "../../build/enumerating/index.js";
import { sqlTable } from "../../build/enumerating/sql.js";
import { enumerate } from "./enumerate.mjs";

const scope = { userWeight: 2 };
const domain = integers(0, 7);
let connection;
before(async () => {
  await load();
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
});
after(() => connection?.closeSync());

/** An engine that is asked each question once: nobody writes to its table, and paths are many. */
async function tableOf({ users, values, groups }) {
  const list = values.map((value, row) => `('${users[row]}', ${value}, '${groups?.[row] ?? "x"}')`);
  await connection.run(
    `CREATE OR REPLACE TABLE t AS SELECT * FROM (VALUES ${list.join(", ")}) AS r(u, v, g)`,
  );
  const known = new Map();
  const asked = { contents: 0 };
  const run = async (sql) => {
    if (/wanted\(i, g, lo, hi\)/.test(sql)) ++asked.contents;
    if (!known.has(sql)) known.set(sql, (await connection.runAndReadAll(sql)).getRowObjects());
    return known.get(sql);
  };
  const options = { from: "t", dialect: "duckdb", user: "u", immutable: true };
  return { table: sqlTable(run, options), asked };
}

const answerOf = ({ value, groups, reason }) => ({ value, groups, reason });

/** By how much two laws differ, and what is missing of both. */
function apart(one, other) {
  const keys = new Set([...one.mass.keys(), ...other.mass.keys()]);
  let most = 0;
  for (const key of keys) {
    most = Math.max(most, Math.abs((one.mass.get(key) ?? 0) - (other.mass.get(key) ?? 0)));
  }
  return { most, missing: one.missing + other.missing };
}

/** @returns {Promise<{ most: number, missing: number, contents: number, answers: number }>} */
async function compare(rows, inEngine, inMemory) {
  const { table, asked } = await tableOf(rows);
  const law = await enumerate(async () => answerOf(await inEngine(table)), scope);
  const memory = await enumerate(() => answerOf(inMemory(rows)), scope);
  for (const output of [...law.outputs.values(), ...memory.outputs.values()]) {
    assert.equal(output.threw, undefined, `${output.threw?.stack}`);
  }
  return { ...apart(law, memory), contents: asked.contents, answers: memory.mass.size };
}

// Eight users, most of them with several rows: at this epsilon one region holds several of them.
const rows = {
  users: ["a", "a", "b", "b", "c", "d", "e", "f", "f", "g", "h"],
  values: [1, 2, 2, 5, 3, 3, 4, 1, 6, 4, 2],
  groups: ["x", "y", "x", "x", "y", "x", "y", "x", "y", "x", "y"],
};
const withoutGroups = ({ users, values }) => ({ users, values });
const epsilon = 0.1;

test("a median in an engine has the law of the same rows in memory, though regions hide keys", async () => {
  for (const abstain of [false, true]) {
    const options = { epsilon, domain, abstain };
    const found = await compare(
      rows,
      (table) => table.median("v", options),
      (data) => median(withoutGroups(data), options),
    );
    assert.ok(found.most < 1e-12 && found.missing < 1e-9, JSON.stringify(found));
    assert.ok(found.answers > 7 && found.contents > 10, JSON.stringify(found));
  }
});

test("a quantile and several have the law of the same rows in memory", async () => {
  const few = { users: ["a", "a", "b", "c", "d"], values: [1, 2, 2, 0, 3] };
  const options = { epsilon, domain: integers(0, 3), abstain: false };
  const one = await compare(
    few,
    (table) => table.quantile("v", 0.75, options),
    (data) => quantile(data, 0.75, options),
  );
  assert.ok(one.most < 1e-12 && one.contents > 5, JSON.stringify(one));
  const two = { epsilon, domain: integers(0, 1), abstain: true };
  const both = await compare(
    { users: ["a", "a", "b", "c"], values: [0, 1, 1, 0] },
    (table) => table.quantiles("v", [0.25, 0.75], two),
    (data) => quantiles(data, [0.25, 0.75], two),
  );
  assert.ok(both.most < 1e-12 && both.contents > 5, JSON.stringify(both));
});

test("medians by declared group have the law of the same rows in memory", async () => {
  const options = { epsilon, domain: integers(0, 1), abstain: false };
  const few = { users: ["a", "a", "b", "c"], values: [0, 0, 1, 1], groups: ["x", "y", "x", "z"] };
  const found = await compare(
    few,
    (table) => table.groupBy("g", ["x", "y"]).median("v", options),
    (data) => median(data, { ...options, groups: ["x", "y"] }),
  );
  assert.ok(found.most < 1e-12 && found.contents > 5, JSON.stringify(found));
});

test("interior points of private groups have the law of the same rows in memory", async () => {
  const options = { epsilon: 1, delta: 0.3, domain: integers(0, 3) };
  const few = { users: ["a", "b", "c"], values: [1, 2, 3], groups: ["x", "x", "y"] };
  const found = await compare(
    few,
    (table) => table.groupBy("g", "private").interiorPoint("v", options),
    (data) => interiorPoint(data, { ...options, groups: "private", abstain: true }),
  );
  assert.ok(found.most < 1e-9 && found.answers > 4, JSON.stringify(found));
});

test("control: an engine that leaves out a row, or a user's second row, has another law", async () => {
  const options = { epsilon: 2, domain: integers(0, 3), abstain: false };
  const all = { users: ["a", "a", "b"], values: [0, 3, 3] };
  const memory = await enumerate(() => answerOf(median(all, options)), scope);
  for (const left of [1, 2]) {
    const others = (column) => column.filter((_, row) => row !== left);
    const { table } = await tableOf({ users: others(all.users), values: others(all.values) });
    const law = await enumerate(async () => answerOf(await table.median("v", options)), scope);
    assert.ok(apart(law, memory).most > 0.01);
  }
});

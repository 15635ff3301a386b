// The law of an engine table's answers, compared with that of the same rows in memory. A user counts in 2 units
// here, instead of 720720.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { load, table as tableOfRows } from "../../build/enumerating/index.js";
import { sqlTable } from "../../build/enumerating/sql.js";
import { enumerate } from "./enumerate.mjs";

export const scope = { userWeight: 2 };
let connection;
before(async () => {
  await load();
  connection = await (await DuckDBInstance.create(":memory:", { threads: "1" })).connect();
});
after(() => connection?.closeSync());

/**
 * An engine that receives each query once, as its table never changes and paths are many. A salt leaves every
 * query unchanged, as every user has few enough groups and items.
 */
export async function tableOf({ users, values, groups, towns }, name = "t") {
  const list = values.map(
    (value, row) =>
      `('${users[row]}', ${value}, '${groups?.[row] ?? "x"}', '${towns?.[row] ?? ""}')`,
  );
  await connection.run(
    `CREATE OR REPLACE TABLE ${name} AS SELECT * FROM (VALUES ${list.join(", ")}) AS r(u, v, g, h)`,
  );
  const known = new Map();
  const asked = { contents: 0 };
  const run = async (sql) => {
    if (/wanted\(i, g, lo, hi/.test(sql)) ++asked.contents;
    const question = sql.replaceAll(/md5_number\('[0-9a-f]{32}'/g, "md5_number('salt'");
    if (!known.has(question)) {
      known.set(question, (await connection.runAndReadAll(sql)).getRowObjects());
    }
    return known.get(question);
  };
  const options = { from: name, dialect: "duckdb", user: "u", immutable: true };
  return { table: sqlTable(run, options), asked, run, options };
}

export const answerOf = ({ record: _, ...answer }) => answer;

/** The difference of two laws, and the missing mass of both. */
export function apart(one, other) {
  const keys = new Set([...one.mass.keys(), ...other.mass.keys()]);
  let most = 0;
  for (const key of keys) {
    most = Math.max(most, Math.abs((one.mass.get(key) ?? 0) - (other.mass.get(key) ?? 0)));
  }
  return { most, missing: one.missing + other.missing };
}

/** Whether an answer, or that of one of its groups, has an interval. */
const hasInterval = ({ interval, intervals, groups = [] }) =>
  [interval, ...(intervals ?? [])].some((one) => one?.lo !== undefined) || groups.some(hasInterval);

/**
 * The laws of both, compared.
 * @returns {Promise<{ most: number, missing: number, contents: number, answers: number, told: number }>} `told`: of
 * the answers, those with an interval
 */
export async function compare(rows, inEngine, inMemory, more = {}) {
  const { table, asked } = await tableOf(rows);
  const wide = { ...scope, ...more };
  const law = await enumerate(async () => answerOf(await inEngine(table)), wide);
  const memory = await enumerate(() => answerOf(inMemory(rows)), wide);
  for (const output of [...law.outputs.values(), ...memory.outputs.values()]) {
    assert.equal(output.threw, undefined, `${output.threw?.stack}`);
  }
  const told = [...memory.outputs.values()].filter(hasInterval).length;
  return { ...apart(law, memory), contents: asked.contents, answers: memory.mass.size, told };
}

/** Users of several rows, in two groups. */
export const rows = {
  users: ["a", "a", "b", "b", "c"],
  values: [2, 3, 1, 0, 9],
  groups: ["x", "y", "x", "x", "y"],
};
/** Groups of two columns whose texts are equal when concatenated. */
export const rowsOfTwoColumns = {
  users: ["a", "a", "b", "b", "c"],
  values: [0, 1, 1, 0, 0],
  groups: ["x", "xy", "x", "x", "xy"],
  towns: ["yz", "z", "yz", "z", "z"],
};
export const inMemory = ({ users, values, groups, towns }) =>
  tableOfRows({ u: users, v: values, g: groups, h: towns }, { user: "u" });

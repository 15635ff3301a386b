// The law of what a table in an engine answers, through the public call: that of the same rows in memory, however
// little of them was fetched at first. A user counts in 2 units here, in place of 720720.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import {
  count,
  histogram,
  integers,
  interiorPoint,
  load,
  mean,
  median,
  quantile,
  quantiles,
  sum,
  table as tableInMemory,
  topK,
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
async function tableOf({ users, values, groups, towns }) {
  const list = values.map(
    (value, row) =>
      `('${users[row]}', ${value}, '${groups?.[row] ?? "x"}', '${towns?.[row] ?? ""}')`,
  );
  await connection.run(
    `CREATE OR REPLACE TABLE t AS SELECT * FROM (VALUES ${list.join(", ")}) AS r(u, v, g, h)`,
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

const answerOf = ({ record: _, ...answer }) => answer;

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
async function compare(rows, inEngine, inMemory, more = {}) {
  const { table, asked } = await tableOf(rows);
  const wide = { ...scope, ...more };
  const law = await enumerate(async () => answerOf(await inEngine(table)), wide);
  const memory = await enumerate(() => answerOf(inMemory(rows)), wide);
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
const onlyUsers = ({ users }) => ({ users });
const pure = { epsilon: 4 };
const spread = { ...pure, perUser: "spread" };
const counting = { epsilon: 12, delta: 0.3, perUser: "spread" };
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

/** Users of several rows, in two groups. */
const some = {
  users: ["a", "a", "b", "b", "c"],
  values: [2, 3, 1, 0, 9],
  groups: ["x", "y", "x", "x", "y"],
};
const groups = ["x", "y"];

test("sums, means, histograms and counts have the law of the same rows in memory, alone and by group", async () => {
  const within = { epsilon: 4, domain: integers(0, 3) };
  const bins = { epsilon: 4, edges: [2] };
  for (const [name, ask, data, options, of] of [
    ["sum", (table) => table.sum("v", within), withoutGroups(some), within, sum],
    ["mean", (table) => table.mean("v", within), withoutGroups(some), within, mean],
    ["histogram", (table) => table.histogram("v", bins), withoutGroups(some), bins, histogram],
    [
      "spread",
      (table) => table.count({ ...pure, perUser: "spread" }),
      onlyUsers(some),
      spread,
      count,
    ],
    ["count", (table) => table.count(pure), onlyUsers(some), pure, count],
  ]) {
    const found = await compare(some, ask, () => of(data, options));
    assert.ok(found.most < 1e-12 && found.answers > 4, `${name}: ${JSON.stringify(found)}`);
  }
  for (const [name, ask, options, of] of [
    ["sum", (table) => table.sum("v", within), within, sum],
    [
      "mean",
      (table) => table.mean("v", { ...within, epsilon: 16 }),
      { ...within, epsilon: 16 },
      mean,
    ],
    [
      "histogram",
      (table) => table.histogram("v", { ...bins, epsilon: 16 }),
      { ...bins, epsilon: 16 },
      histogram,
    ],
    ["count", (table) => table.count({ ...pure, perUser: 2 }), { ...pure, perUser: 2 }, count],
  ]) {
    const found = await compare(
      some,
      (table) => ask(table.groupBy("g", groups)),
      (data) => of(data, { ...options, groups }),
    );
    assert.ok(found.most < 1e-12 && found.answers > 10, `${name}: ${JSON.stringify(found)}`);
  }
});

test("private groups are found, and their sums, means and bins drawn, by the law of the same rows in memory", async () => {
  const loss = { epsilon: 48, delta: 0.3, discoveryShare: 0.5 };
  const within = { ...loss, domain: integers(0, 2) };
  const bins = { ...loss, edges: [2] };
  const few = { users: ["a", "a", "b"], values: [2, 1, 9], groups: ["x", "y", "y"] };
  for (const [name, ask, options, of] of [
    ["sum", (table) => table.sum("v", within), within, sum],
    ["mean", (table) => table.mean("v", within), within, mean],
    ["histogram", (table) => table.histogram("v", bins), bins, histogram],
    ["count", (table) => table.count(counting), counting, count],
  ]) {
    const found = await compare(
      few,
      (table) => ask(table.groupBy("g", "private")),
      (data) => of(data, { ...options, groups: "private" }),
      { cut: 1e-6 },
    );
    assert.ok(found.most < 1e-9 && found.answers > 4, `${name}: ${JSON.stringify(found)}`);
  }
});

/** Groups of two columns, whose texts are alike if they are written one behind the other. */
const both = {
  users: ["a", "a", "b", "b", "c"],
  values: [0, 1, 1, 0, 0],
  groups: ["x", "xy", "x", "x", "xy"],
  towns: ["yz", "z", "yz", "z", "z"],
};
const inMemory = ({ users, values, groups, towns }) =>
  tableInMemory({ u: users, v: values, g: groups, h: towns }, { user: "u" });
const pairs = ["g", "h"];
const named = [
  ["x", "yz"],
  ["xy", "z"],
];

test("groups of two columns, declared and private, have the law of the same rows in memory", async () => {
  const bits = integers(0, 1);
  for (const [name, ask, more] of [
    ["median", (of) => of(named).median("v", { epsilon, domain: bits, abstain: false })],
    ["mean", (of) => of(named).mean("v", { epsilon: 16, domain: bits })],
    ["count", (of) => of(named).count({ ...pure, perUser: 2 })],
    [
      "interiorPoint",
      (of) => of("private").interiorPoint("v", { epsilon: 1, delta: 0.3, domain: bits }),
    ],
    [
      "sum",
      (of) => of("private").sum("v", { epsilon: 48, delta: 0.3, domain: bits }),
      { cut: 1e-6 },
    ],
  ]) {
    const found = await compare(
      both,
      (table) => ask((groups) => table.groupBy(pairs, groups)),
      (data) => ask((groups) => inMemory(data).groupBy(pairs, groups)),
      more,
    );
    assert.ok(found.most < 1e-9 && found.answers > 3, `${name}: ${JSON.stringify(found)}`);
  }
});

test("control: an engine that writes two columns one behind the other has another law", async () => {
  const ask = (table, columns) => table.groupBy(columns, "private").count(counting);
  const memory = await enumerate(() => answerOf(ask(inMemory(both), pairs)), {
    ...scope,
    cut: 1e-6,
  });
  const written = both.groups.map((group, row) => group + both.towns[row]);
  const { table } = await tableOf({ ...both, groups: written, towns: undefined });
  const law = await enumerate(async () => answerOf(await ask(table, pairs)), {
    ...scope,
    cut: 1e-6,
  });
  const answers = (of) => [...of.outputs.values()].map((output) => output.groups?.length ?? 0);
  assert.notEqual(Math.max(...answers(law)), Math.max(...answers(memory)));
});

test("the most frequent items have the law of the same rows in memory, in each variant", async () => {
  // Nobody has more items than count: which of them do is drawn by the engine's own hash.
  const few = { users: ["a", "a", "b", "c", "c"], values: [1, 2, 1, 10, 10] };
  const options = { k: 1, kBar: 2, epsilon: 6, delta: 0.3, perUser: 2 };
  for (const [variant, more] of [
    ["strict", { perUser: Number.POSITIVE_INFINITY }],
    ["limited-domain", {}],
    ["optimised-threshold", {}],
    ["laplace", { epsilon: 16 }],
    ["fixed-threshold", { epsilon: 16, kBar: 1 }],
  ]) {
    const asked = { ...options, variant, ...more };
    const found = await compare(
      few,
      (table) => table.topK("v", asked),
      ({ values, users }) => topK({ values, users }, asked),
      { cut: 1e-9 },
    );
    assert.ok(found.most < 1e-12 && found.answers > 1, `${variant}: ${JSON.stringify(found)}`);
  }
});

test("control: an engine that leaves out a user's second row, or a tie, has another law of sums and items", async () => {
  const options = { epsilon: 4, domain: integers(0, 9) };
  const memory = await enumerate(() => answerOf(sum(withoutGroups(some), options)), scope);
  const left = (column) => column.filter((_, row) => row !== 1);
  const { table } = await tableOf({ users: left(some.users), values: left(some.values) });
  const law = await enumerate(async () => answerOf(await table.sum("v", options)), scope);
  assert.ok(apart(law, memory).most > 0.01);
  const asked = { k: 1, kBar: 1, epsilon: 2, delta: 0.3, perUser: 1, variant: "limited-domain" };
  const tied = { users: ["a", "b", "c"], values: [1, 1, 2] };
  const items = await enumerate(() => answerOf(topK(tied, asked)), scope);
  const other = await tableOf({ users: tied.users, values: [2, 2, 1] });
  const swapped = await enumerate(async () => answerOf(await other.table.topK("v", asked)), scope);
  assert.ok(apart(items, swapped).most > 0.01);
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

// Answers about the same rows in memory or in an engine, by the same random bits, in JSON: `node
// answers-by-seed.mjs memory`, or an engine's name. With a number behind it, that row is left out; with
// "retried", each query about rows fails once, and the release is retried.
import { decimals, integers, table as tableOfRows } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { loadForTesting } from "../../dist/testing.js";
import { engines } from "./engines.mjs";
import { create } from "./tables.mjs";

/** Users of one to three rows in up to three towns; decimals and whole numbers of either sign. */
const people = Array.from({ length: 1200 }, (_, i) => i % 500);
const columns = {
  id: ["text", people.map((user) => (user === 499 ? null : `user ${user}`))],
  pay: [
    "double",
    people.map((user, i) => (i === 7 ? Number.NaN : 20_000 + ((user * 7919 + i) % 50_000) / 7)),
  ],
  change: ["whole", people.map((user, i) => ((user * 31 + i * 17) % 401) - 200)],
  town: [
    "text",
    people.map((user, i) => (i === 3 ? null : ["a", "b", "it's", "a"][(user + i) % 4])),
  ],
};
/** Few users, without a range. */
const few = Object.fromEntries(
  Object.entries(columns).map(([name, [kind, values]]) => [name, [kind, values.slice(0, 5)]]),
);

const left = process.argv[3];
const isRetried = left === "retried";
if (left !== undefined && !isRetried)
  for (const [, values] of Object.values(columns)) values.splice(Number(left), 1);

const domain = integers(-150, 200);
const list = ["it's", "nobody", "a"];
const loss = { epsilon: 30, delta: 1e-3 };
/** @type {Record<string, (table: any) => any>} */
const questions = {
  bounds: (table) => table.findBounds("pay", { epsilon: 1 }),
  "bounds under replace": (table) =>
    table.findBounds("change", { epsilon: 4, neighbors: "replace", confidence: 0.99 }),
  mean: (table) => table.mean("pay", { epsilon: 1 }),
  "mean of whole numbers": (table) => table.mean("change", { epsilon: 3 }),
  sum: (table) => table.sum("pay", { epsilon: 1 }),
  "sum of whole numbers": (table) => table.sum("change", { epsilon: 3 }),
  "mean by group": (table) => table.groupBy("town", list).mean("pay", { epsilon: 5 }),
  "sum by group": (table) => table.groupBy("town", list).sum("change", { epsilon: 5 }),
  "sum in all groups": (table) =>
    table.groupBy("town", list).sum("pay", { epsilon: 5, perUser: 9 }),
  "mean of private groups": (table) => table.groupBy("town", "private").mean("change", loss),
  "sum of private groups": (table) =>
    table.groupBy("town", "private").sum("pay", { ...loss, discoveryShare: 0.5 }),
  "no private group": (table) =>
    table.groupBy("town", "private").mean("pay", { epsilon: 0.01, delta: 1e-9 }),
};
const spreads = {
  variance: (table) => table.variance("change", { epsilon: 2, domain }),
  "variance of decimals": (table) =>
    table.variance("pay", { epsilon: 2, domain: decimals(0, 1e5, 2), neighbors: "replace" }),
  "variance beyond 2^30 steps": (table) =>
    table.variance("change", { epsilon: 2, domain: integers(-(2n ** 40n), 2n ** 62n) }),
  deviation: (table) => table.standardDeviation("change", { epsilon: 2, domain, confidence: 0.9 }),
  "variance by group": (table) =>
    table.groupBy("town", list).variance("change", { epsilon: 20, domain }),
  "deviation of private groups": (table) =>
    table.groupBy("town", "private").standardDeviation("change", { ...loss, domain }),
  "mean of users' medians": (table) =>
    table.mean("change", { epsilon: 3, domain, perUser: "median" }),
  "sum of users' largest by group": (table) =>
    table.groupBy("town", list).sum("change", { epsilon: 30, domain, perUser: "max" }),
  "deviation of users' smallest": (table) =>
    table.standardDeviation("pay", { epsilon: 3, domain: decimals(0, 1e5, 2), perUser: "min" }),
  "mean of users' medians, found": (table) =>
    table.groupBy("town", "private").mean("pay", { ...loss, perUser: "median" }),
  "bins of users' medians": (table) =>
    table.histogram("pay", { epsilon: 3, edges: [22_000, 25_000], perUser: "median" }),
  "distinct items": (table) => table.countDistinct("town", { epsilon: 1, perUser: 9 }),
  "distinct numbers": (table) =>
    table.countDistinct("change", { epsilon: 1, perUser: 3, neighbors: "replace" }),
};
/** Each of two towns is released in some draws and withheld in others. */
const atTheThreshold = Object.fromEntries(
  Array.from({ length: 8 }, (_, draw) => [
    `deviation of groups at the threshold, draw ${draw}`,
    (table) =>
      table
        .groupBy("town", "private")
        .standardDeviation("change", { epsilon: 0.036, delta: 1e-3, domain }),
  ]),
);
const ofFew = ["bounds", "mean", "sum", "mean by group", "sum by group"];

const inMemory = (of) =>
  tableOfRows(Object.fromEntries(Object.entries(of).map(([name, [, values]]) => [name, values])), {
    user: "id",
  });

/** Fails at each query about rows before it answers. */
function failingOnce(run) {
  let failed;
  return async (sql) => {
    if (!/AS "rows"/.test(sql) || failed === sql) return run(sql);
    failed = sql;
    throw new Error("the connection is gone");
  };
}

/** An answer, after as many tries as it takes. */
async function answerOf(asked) {
  try {
    return await asked;
  } catch (error) {
    if (!isRetried || error.name !== "EngineFailed") throw error;
    return answerOf(error.retry());
  }
}

/** All answers, in the order of the queries. */
async function answersOf(tableOf) {
  const answers = {};
  const [many, some] = [await tableOf("many", columns), await tableOf("few", few)];
  for (const [name, ask] of Object.entries({ ...questions, ...spreads, ...atTheThreshold })) {
    answers[name] = await answerOf(ask(many));
  }
  for (const name of ofFew) answers[`${name} of few`] = await answerOf(questions[name](some));
  return answers;
}

async function answers(where) {
  await loadForTesting({ seed: 77 });
  if (where === "memory") return answersOf(async (_, of) => inMemory(of));
  const engine = await engines[where]();
  try {
    const asked = { dialect: engine.dialect, user: "id", immutable: isRetried };
    const run = isRetried ? failingOnce(engine.run) : engine.run;
    return await answersOf(async (name, of) => {
      await create(engine, name, of);
      return sqlTable(run, { from: name, ...asked });
    });
  } finally {
    await engine.stop();
  }
}

process.stdout.write(JSON.stringify(await answers(process.argv[2])));

// Columns of every engine type, with values that may make queries fail, under settings that change the meaning
// of SQL. A type is answered or rejected for any contents of its rows, and no row moves another user's
// contribution.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dates, decimals, integers, Ledger } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { tryFor } from "../laws/seconds.mjs";
import { declarations, hostileColumns } from "./hostile-columns.mjs";
import { settingsOf, under } from "./hostile-settings.mjs";
import { listedSummaries, summaries } from "./hostile-summaries.mjs";
import { running, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

/** The same cases each time, unless the environment selects others. */
const seed = Number(process.env.PROPERTY_SEED ?? 46);
/** The second tier asks every query of each column; otherwise it is one query in each place. */
const isLong = Number(process.env.PROPERTY_SECONDS ?? 1) > 1;

startEngines(46, async ({ dialect, run }) => {
  for (const sql of declarations[dialect]) await run(sql);
});

const users = 5;

/** Rows of a hostile column x, each value twice, with users, groups and values that are harmless. */
const everyValue = ({ values }) =>
  [...values, null, ...values].map((x, row) => ({
    ...{ x, u: `user ${row % users}`, g: ["a", "b"][row % 2], v: row % 10 },
  }));

/** Creates the table `hostile`, the table `one` with one user's rows, and `rest` with the others. */
async function createParts(engine, { type, alike = (text) => text }, rows, isUser = "u") {
  const userOf = ({ x, u }) => (isUser === "u" ? u : x === null ? null : alike(x));
  const [first] = rows;
  const ofOne = rows.map((row) => Number(Object.is(userOf(row), userOf(first))));
  for (const part of ["one", "rest"]) await engine.run(`DROP VIEW IF EXISTS ${part}`);
  const column = (name) => rows.map((row) => row[name]);
  await create(engine, "hostile", {
    x: [type, column("x")],
    u: ["text", column("u")],
    g: ["text", column("g")],
    v: ["whole", column("v")],
    part: ["whole", ofOne],
  });
  for (const [part, number] of [
    ["one", 1],
    ["rest", 0],
  ]) {
    await engine.run(`CREATE VIEW ${part} AS SELECT * FROM hostile WHERE part = ${number}`);
  }
}

const named = (name) =>
  [name]
    .flat()
    .map((part) => {
      assert.ok(!Object.is(part, -0), "a name shows that a row has -0");
      return `${typeof part} ${part}`;
    })
    .join(", ");

const inOrder = (sums) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1));

/** The sum of the summaries of a table's parts. */
function added(parts) {
  const sums = new Map();
  for (const part of parts) {
    for (const [name, w] of part) {
      sums.set(named(name), (sums.get(named(name)) ?? 0n) + BigInt(w));
    }
  }
  return inOrder(new Map([...sums].filter(([, w]) => w !== 0n)));
}

/** The answer, or its rejection. */
async function outcome(ask) {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { refused: error.message };
  }
}

/**
 * Under settings that the parts do not use, the summary of all users equals the summary of one user plus the
 * summary of the others.
 */
async function checkParts(engine, { type }, about, chosen) {
  const told = async (table) => {
    const outcomes = [];
    for (const [what, ask] of Object.entries(about)) {
      try {
        outcomes.push(await outcome(() => ask(engine, table)));
      } catch (cause) {
        const message = `${engine.dialect}: ${type}, ${what}: ${cause.message}`;
        throw new assert.AssertionError({ message });
      }
    }
    return outcomes;
  };
  const wholes = await under(engine, chosen, () => told("hostile"));
  const [ones, rests] = [await told("one"), await told("rest")];
  Object.keys(about).forEach((what, place) => {
    const where = `${engine.dialect}: ${type}, ${what}`;
    const { answer, refused } = wholes[place];
    const parts = [ones[place], rests[place]];
    assert.deepEqual(
      parts.map((part) => part.refused),
      [refused, refused],
      where,
    );
    if (answer === undefined) return;
    assert.deepEqual(added([answer]), added(parts.map((part) => part.answer)), where);
  });
  return wholes.filter(({ answer }) => answer !== undefined).length;
}

/** Settings that make engines slow run in the second tier. */
const slow = ["force_parallel_mode", "debug_force_external", "disabled_optimizers"];

/** The first value of each setting, or its last. */
const allOf = (dialect, place) =>
  Object.fromEntries(
    Object.entries(settingsOf(dialect))
      .filter(([name]) => isLong || !slow.includes(name))
      .map(([name, values]) => [name, values.at(place)]),
  );

/** All summaries, or one kind of them. */
function some(about, pick) {
  const all = Object.entries(about);
  return pick === undefined ? about : Object.fromEntries([all[pick % all.length]]);
}

/**
 * The queries of each place that a column can have.
 * @param {number} [pick] one query in each place, about users or about others
 */
async function checkEverywhere(engine, hostile, rows, chosen, pick) {
  const check = (about) => checkParts(engine, hostile, some(about, pick), chosen);
  let answered = 0;
  if (pick === undefined || pick % 2 === 0) {
    await createParts(engine, hostile, rows, "x");
    answered += await check(summaries.user);
  }
  if (pick !== undefined && pick % 2 === 0) return answered;
  await createParts(engine, hostile, rows);
  answered += await check(summaries.value);
  const asGroup = await check(summaries.group);
  answered += asGroup + (await check(summaries.item));
  if (asGroup === 0) return answered;
  return answered + (await check(await listedSummaries(engine, "hostile")));
}

test("no value of a column's type makes a query fail or moves another user's contribution", async () => {
  for (const engine of running) {
    let answered = 0;
    for (const [place, hostile] of hostileColumns[engine.dialect].entries()) {
      for (const [which, pick] of isLong ? [[0], [-1]] : [[-(place % 2), 7 * place]]) {
        const chosen = allOf(engine.dialect, which);
        answered += await checkEverywhere(engine, hostile, everyValue(hostile), chosen, pick);
      }
    }
    assert.ok(answered > 20, `${answered}`);
  }
});

const day = dates("2026-01-01", "2026-12-31");
const loss = { epsilon: 1000, delta: 1e-3 };
/** Usual queries of a table in which every value occurs twice. */
const questions = [
  (table) => table.median("x", { epsilon: 1, domain: integers(-5, 5) }),
  (table) => table.sum("x", { epsilon: 1, domain: decimals(-1, 1, 3) }),
  (table) => table.median("x", { epsilon: 1, domain: day }),
  (table) => table.histogram("x", { epsilon: 1, edges: [0, 1], perUser: 1 }),
  (table) => table.topK("x", { k: 3, epsilon: 1, delta: 1e-6, perUser: 2 }),
  (table) => table.groupBy("x", "private").count({ ...loss, perUser: 20 }),
  (table) => table.groupBy("x", "private").median("v", { ...loss, domain: integers(0, 9) }),
  (table) => table.groupBy(["g", "x"], "private").mean("v", { ...loss, domain: integers(0, 9) }),
];

test("a column is rejected by its type before the charge, or answered for any contents", async () => {
  for (const engine of running) {
    let answered = 0;
    for (const [place, hostile] of hostileColumns[engine.dialect].entries()) {
      const asked = isLong ? questions : [3, 5].map((step) => questions[(place + step) % 8]);
      const outcomes = [];
      for (const rows of [[], everyValue(hostile)]) {
        await createParts(engine, hostile, rows);
        for (const ask of asked) {
          const ledger = new Ledger({ epsilon: 1e4, delta: 0.5, unit: "user" });
          const { dialect, run } = engine;
          const table = sqlTable(run, { from: "hostile", dialect, user: "u", ledger });
          const { refused } = await outcome(() => ask(table));
          assert.equal(ledger.entries.length, refused === undefined ? 1 : 0, hostile.type);
          outcomes.push(refused);
        }
      }
      assert.deepEqual(outcomes.slice(asked.length), outcomes.slice(0, asked.length));
      answered += outcomes.filter((refused) => refused === undefined).length;
    }
    assert.ok(answered > 10, `${answered}`);
  }
});

/** A few rows of a column, with settings. */
const cases = Object.entries(hostileColumns).flatMap(([dialect, columns]) =>
  columns.map((hostile) => {
    const { values, more } = hostile;
    const value = fc.constantFrom(null, ...values);
    const row = fc.record({
      x: more === undefined ? value : fc.oneof(value, more),
      u: fc.integer({ min: 1, max: 4 }).map((user) => `user ${user}`),
      g: fc.constantFrom("a", "b"),
      v: fc.nat(9),
    });
    const chosen = Object.entries(settingsOf(dialect)).map(([name, of]) => [
      name,
      fc.constantFrom(...of),
    ]);
    return fc.record({
      dialect: fc.constant(dialect),
      hostile: fc.constant(hostile),
      rows: fc.array(row, { minLength: 1, maxLength: 12 }),
      chosen: fc.record(Object.fromEntries(chosen), { requiredKeys: [] }),
      pick: fc.nat(),
    });
  }),
);

test("generated values and settings change neither", async (t) => {
  const any = fc.oneof(...cases);
  const check = async ({ dialect, hostile, rows, chosen, pick }) => {
    for (const engine of running.filter((one) => one.dialect === dialect)) {
      await checkEverywhere(engine, hostile, rows, chosen, pick);
    }
  };
  await tryFor(t, 1, any, check, seed);
});

// Sums, means, histograms and frequent items of tables in engines, as people call them, and their plans.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ledger, table as tableHere } from "../../../dist/index.js";
import { startEngines } from "../running.mjs";
import { domain, events, inEach, loss, questions, tableIn, topOptions } from "../table-events.mjs";
import { create } from "../tables.mjs";

startEngines(22, (engine) => create(engine, "events", events));

const inMemory = Object.fromEntries(
  Object.entries(events).map(([name, [kind, values]]) => [
    name,
    kind === "day" ? values.map((day) => new Date(day)) : values,
  ]),
);

/** All numbers in an answer, in order. */
const numbersIn = (answer) =>
  typeof answer === "number"
    ? [answer]
    : typeof answer === "object" && answer !== null && !(answer instanceof Date)
      ? Object.values(answer).flatMap(numbersIn)
      : [];

/**
 * Noise of sums has a scale of 300/1000 (300/800 in private groups). Each of about 200 differences of two exceeds
 * 12 with probability below 1e-12.
 */
function checkNear(answer, other, name) {
  const [one, two] = [numbersIn(answer), numbersIn(other)];
  assert.equal(one.length, two.length, name);
  assert.ok(one.length > 0, name);
  one.forEach((number, place) => {
    assert.ok(
      Math.abs(number - two[place]) <= 12 + 0.01 * Math.abs(number),
      `${name}: ${one} ${two}`,
    );
  });
}

function checkRecord({ parameters: { engine, ...parameters }, ...record }, expected, dialect) {
  assert.equal(engine, dialect);
  assert.deepEqual({ ...record, parameters }, expected);
}

test("sums, means and histograms are close to those of the rows in memory and have the same records", async () => {
  const here = tableHere(inMemory, { user: "id" });
  await inEach(async (engine) => {
    const there = tableIn(engine);
    for (const [name, asked] of questions) {
      const { record, ...answer } = await there[name](...asked);
      const { record: expected, ...other } = here[name](...asked);
      checkNear(answer, other, `${engine.dialect} ${name}`);
      checkRecord(record, expected, engine.dialect);
    }
  });
});

test("the answers equal those in memory by listed groups and by private ones", async () => {
  const here = tableHere(inMemory, { user: "id" });
  await inEach(async (engine) => {
    const there = tableIn(engine);
    for (const [groups, more] of [
      [["it's", "nobody", "a"], {}],
      ["private", { delta: 1e-6 }],
    ]) {
      for (const [name, asked, byGroup] of questions) {
        const options = { ...asked.at(-1), ...byGroup, ...more };
        const question = [...asked.slice(0, -1), options];
        const { record, ...answer } = await there.groupBy("team", groups)[name](...question);
        const { record: expected, ...other } = here.groupBy("team", groups)[name](...question);
        const names = answer.groups.map(({ group }) => group);
        assert.deepEqual(names, groups === "private" ? ["a", "b", "it's"] : groups);
        checkNear(answer, other, `${engine.dialect} ${name} ${groups}`);
        checkRecord(record, expected, engine.dialect);
      }
    }
  });
});

test("the most frequent items equal those in memory, with counts on request", async () => {
  const here = tableHere(inMemory, { user: "id" });
  await inEach(async (engine) => {
    for (const more of [{}, { counts: true }, { variant: "laplace" }, { perUser: Infinity }]) {
      const options = { ...topOptions, ...more };
      const seen = [];
      const run = async (sql) => {
        seen.push(sql);
        return engine.run(sql);
      };
      const { record, ...answer } = await tableIn({ ...engine, run }).topK("page", options);
      assert.ok(seen.some((sql) => sql.includes(`LIMIT ${options.kBar + 1})`)));
      const { record: expected, ...other } = here.topK("page", options);
      checkRecord(record, expected, engine.dialect);
      assert.equal(answer.complete, true);
      assert.deepEqual(Object.keys(answer), Object.keys(other));
      assert.equal(answer.items[0].item, "home");
      assert.equal(answer.items.length, 2);
      assert.equal("count" in answer.items[0], options.counts === true);
    }
    const different = await tableIn(engine, { user: null }).topK("page", { k: 1, ...loss });
    assert.equal(different.items[0].item, "home");
    assert.equal(different.record.parameters.users, "every row is a different person");
  });
});

test("plan states the figures of the record, queries no engine and charges nothing", async () => {
  await inEach(async (engine) => {
    const never = async () => assert.fail("the engine was asked");
    const ledger = new Ledger({ epsilon: 1e-3, unit: "user" });
    const closed = tableIn({ ...engine, run: never }, { ledger });
    const open = tableIn(engine);
    const ranks = [
      ["median", ["value", { epsilon: 1, domain }], {}],
      ["quantile", ["value", 0.9, { epsilon: 1, domain, abstain: false }], {}],
      ["quantiles", ["value", [0.1, 0.9], { epsilon: 1, domain }], {}],
      ["interiorPoint", ["value", { epsilon: 1, delta: 1e-7, domain }], {}],
    ];
    for (const [name, asked, byGroup] of [...ranks.slice(0, 2), ...questions]) {
      const { record } = await open[name](...asked);
      const planned = await closed.plan[name](...asked);
      const { epsilon } = asked.at(-1);
      assert.deepEqual(planned, { epsilon, delta: 0, accuracy: record.accuracy }, name);
      const options = { ...asked.at(-1), ...byGroup, delta: 1e-6 };
      const question = [...asked.slice(0, -1), options];
      const found = await open.groupBy("team", "private")[name](...question);
      const plannedGroups = await closed.groupBy("team", "private").plan[name](...question);
      assert.deepEqual(plannedGroups, { epsilon, delta: 1e-6, accuracy: found.record.accuracy });
    }
    const here = tableHere(inMemory, { user: "id" }).plan;
    for (const [name, asked] of [...ranks, ...questions, ["topK", ["page", topOptions]]]) {
      assert.deepEqual(await closed.plan[name](...asked), here[name](...asked), name);
    }
    assert.equal(ledger.entries.length, 0);
    await assert.rejects(closed.plan.median("value", {}), /epsilon must be a number/);
    await assert.rejects(
      closed.plan.median("", { epsilon: 1 }),
      /^TypeError: column must be a name/,
    );
  });
});

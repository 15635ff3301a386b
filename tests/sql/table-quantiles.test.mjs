// Several quantiles of tables in engines: by recursion where tables in memory use it, with one or two queries a
// level.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers, quantiles } from "../../dist/index.js";
import { createEvents, domain, events, tableIn } from "./people.mjs";
import { inEach, startEngines } from "./running.mjs";

startEngines(22, createEvents);

const deciles = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const quartiles = [0.25, 0.5, 0.75];
const inMemory = { users: events.id[1], values: events.value[1], groups: events.team[1] };
/** Values lie evenly from 0 to 99. */
const areNear = (values, qs) =>
  values.every((value, i) => Math.abs(value - 100 * qs[i]) <= 6) &&
  values.every((value, i) => i === 0 || value >= values[i - 1]);
const queriesAboutRows = (asked) => asked.filter((sql) => /^WITH/.test(sql)).length;

test("several quantiles have the draws and records of a table in memory, by default and by name", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine);
    const { groups: _, ...columns } = inMemory;
    for (const algorithm of [undefined, "least-promise", "recursion", "separate"]) {
      for (const qs of [deciles, [0.25, 0.75]]) {
        const options = { epsilon: 2, domain, algorithm };
        const { record } = await table.quantiles("value", qs, options);
        const other = quantiles(columns, qs, options).record;
        assert.equal(record.parameters.algorithm, other.parameters.algorithm);
        assert.deepEqual(record.accuracy, other.accuracy);
      }
    }
    const { record } = await table.quantiles("value", deciles, { epsilon: 2, domain });
    assert.equal(record.parameters.algorithm, "recursion");
  });
});

test("nine quantiles by recursion take at most two queries per level, and lie at the data's quantiles", async () => {
  await inEach(async (engine) => {
    const { table, asked } = tableIn(engine);
    const options = { epsilon: 100, domain, algorithm: "recursion" };
    const { value } = await table.quantiles("value", deciles, options);
    assert.ok(areNear(value, deciles), `${value}`);
    assert.ok(queriesAboutRows(asked) <= 8, `${queriesAboutRows(asked)} queries`);
  });
});

test("groups have their quantiles by recursion in the same queries, listed or private", async () => {
  await inEach(async (engine) => {
    const { table, asked } = tableIn(engine);
    const options = { epsilon: 200, domain, algorithm: "recursion" };
    const teams = await table
      .groupBy("team", ["a", "nobody", "b"])
      .quantiles("value", quartiles, options);
    const [a, nobody, b] = teams.groups;
    assert.ok(areNear(a.value, quartiles) && areNear(b.value, quartiles), JSON.stringify(teams));
    assert.deepEqual([nobody.value, nobody.reason], [null, "too-few"]);
    assert.ok(queriesAboutRows(asked) <= 4, `${queriesAboutRows(asked)} queries`);
    const found = await table
      .groupBy("team", "private")
      .quantiles("value", quartiles, { ...options, delta: 1e-3 });
    assert.deepEqual(
      found.groups.map(({ group }) => group),
      ["a", "b", "it's"],
    );
    assert.ok(found.groups.every(({ value }) => areNear(value, quartiles)));
  });
});

test("a value of most rows is each quantile within its rows, by recursion", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine, { from: "visits" });
    const options = { epsilon: 100, domain: integers(0, 1000), algorithm: "recursion" };
    const { value } = await table.quantiles("value", [0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9], options);
    assert.deepEqual(value, [10, 10, 10, 10, 10, 90, 90]);
    const rows = await table.quantiles("value", [0.1, 0.5, 0.9], {
      ...{ ...options, perUser: 9 },
    });
    assert.deepEqual(rows.value, [10, 90, 90]);
  });
});

// Each release about a table in an engine is planned once, without a ledger and with one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { call } from "../../dist/core/load.js";
import { Ledger } from "../../dist/index.js";
import { createEvents, domain, tableIn } from "./people.mjs";
import { inEach, startEngines } from "./running.mjs";

startEngines(53, createEvents);

const pure = { epsilon: 1 };
const loss = { epsilon: 1, delta: 1e-6 };

/** Every question, by groups too where it has them. */
const questions = {
  count: (table) => table.count(pure),
  "count in private groups": (table) =>
    table.groupBy("team", "private").count({ ...loss, perUser: "spread" }),
  sum: (table) => table.sum("value", { ...pure, domain }),
  "sum, bounds found": (table) => table.sum("value", pure),
  mean: (table) => table.groupBy("team", ["a", "b"]).mean("value", { ...pure, domain }),
  "mean, bounds found": (table) => table.mean("value", pure),
  variance: (table) => table.variance("value", { ...pure, domain }),
  histogram: (table) => table.histogram("value", { ...pure, edges: [0, 50, 100] }),
  median: (table) => table.median("value", { ...pure, domain }),
  "interval of a median": (table) => table.median("value", { ...pure, domain, interval: "data" }),
  topK: (table) => table.topK("team", { ...loss, k: 1, perUser: 1 }),
  countDistinct: (table) => table.countDistinct("team", { ...pure, perUser: 3 }),
  findBounds: (table) => table.findBounds("value", pure),
};

for (const [name, ask] of Object.entries(questions)) {
  test(`${name} in an engine is planned once`, async () => {
    await inEach(async (engine) => {
      for (const ledger of [undefined, new Ledger({ epsilon: 10, delta: 0.1, unit: "user" })]) {
        const { table } = tableIn(engine, { ledger });
        const before = call("plansMade");
        await ask(table);
        assert.equal(call("plansMade") - before, 1);
      }
    });
  });
}

// Answers by group of a table in an engine have the law of the same rows in memory: the slowest walks, in
// addition to sql.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { count, histogram, integers, mean, sum } from "../../../build/enumerating/index.js";
import { rowsOfTwoColumns as both, compare, inMemory, rows as some } from "../engine.mjs";

const groups = ["x", "y"];
const pure = { epsilon: 4 };
const epsilon = 0.1;
const pairs = ["g", "h"];
const named = [
  ["x", "yz"],
  ["xy", "z"],
];

test("sums, means, histograms and counts by group have the law of the same rows in memory", async () => {
  const within = { epsilon: 4, domain: integers(0, 3) };
  const bins = { epsilon: 4, edges: [2] };
  for (const [name, ask, options, of] of [
    ["sum", (table) => table.sum("v", within), within, sum],
    [
      "sum in two groups",
      (table) => table.sum("v", { ...within, perUser: 2 }),
      { ...within, perUser: 2 },
      sum,
    ],
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

test("groups of two columns, listed and private, have the law of the same rows in memory", async () => {
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

// Counts, sums, bins and items of a table in an engine have the law of the same rows in memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  count,
  countDistinct,
  findBounds,
  histogram,
  integers,
  mean,
  standardDeviation,
  sum,
  topK,
  variance,
} from "../../../build/enumerating/index.js";
import {
  answerOf,
  apart,
  rowsOfTwoColumns as both,
  compare,
  inMemory,
  scope,
  rows as some,
  tableOf,
} from "../engine.mjs";
import { withoutGroups } from "../engine-rows.mjs";
import { enumerate } from "../enumerate.mjs";

const onlyUsers = ({ users }) => ({ users });
const pure = { epsilon: 4 };
const spread = { ...pure, perUser: "spread" };
const counting = { epsilon: 12, delta: 0.3, perUser: "spread" };

test("Gaussian noise on counts, bins, sums and private groups has the law of the same rows in memory", async () => {
  const noisy = { epsilon: 12, delta: 0.3, noise: "gaussian" };
  const few = { users: ["a", "a", "b", "c"], values: [2, 1, 2, 0], groups: ["x", "y", "y", "x"] };
  const list = ["x", "y"];
  const bins = { ...noisy, edges: [2], perUser: 2 };
  const within = { ...noisy, domain: integers(0, 2), perUser: 2 };
  const counted = { ...noisy, perUser: 2 };
  for (const [name, ask, memory] of [
    [
      "count",
      (table) => table.groupBy("g", list).count(counted),
      ({ users, groups }) => count({ users, groups }, { ...counted, groups: list }),
    ],
    [
      "private groups",
      (table) => table.groupBy("g", "private").count(counted),
      ({ users, groups }) => count({ users, groups }, { ...counted, groups: "private" }),
    ],
    [
      "histogram",
      (table) => table.histogram("v", bins),
      (data) => histogram(withoutGroups(data), bins),
    ],
    [
      "sum",
      (table) => table.groupBy("g", list).sum("v", within),
      (data) => sum(data, { ...within, groups: list }),
    ],
  ]) {
    const found = await compare(few, ask, memory, { cut: 1e-6 });
    assert.ok(found.most < 1e-9 && found.answers > 4, `${name}: ${JSON.stringify(found)}`);
  }
});

test("sums, means, histograms and counts have the law of the same rows in memory", async () => {
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
});

test("private groups, and their sums, means and bins, have the law of the same rows in memory", async () => {
  const loss = { epsilon: 48, delta: 0.3 };
  const within = { ...loss, domain: integers(0, 2) };
  const added = { ...within, discoveryShare: 0.5 };
  const bins = { ...loss, edges: [2] };
  const few = { users: ["a", "a", "b"], values: [2, 1, 9], groups: ["x", "y", "y"] };
  for (const [name, ask, options, of] of [
    ["sum", (table) => table.sum("v", added), added, sum],
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

test("found bounds, and means and sums within them, have the law of the same rows in memory", async () => {
  const few = {
    users: ["a", "a", "b", "b", "c"],
    values: [1, 3, 0, 1, -2],
    groups: ["x", "y", "x", "x", "y"],
  };
  const pure = { epsilon: 40 };
  const less = { epsilon: 30 }; // a sum without groups at 40 has three answers above the cut
  const found = { epsilon: 60, delta: 0.3 };
  const list = ["x", "y"];
  for (const [name, ask, memory] of [
    [
      "findBounds",
      (table) => table.findBounds("v", { epsilon: 6 }),
      (data) => findBounds(withoutGroups(data), { epsilon: 6 }),
    ],
    ["mean", (table) => table.mean("v", pure), (data) => mean(withoutGroups(data), pure)],
    ["sum", (table) => table.sum("v", less), (data) => sum(withoutGroups(data), less)],
    [
      "sum by group",
      (table) => table.groupBy("g", list).sum("v", pure),
      (data) => sum(data, { ...pure, groups: list }),
    ],
    [
      "mean of private groups",
      (table) => table.groupBy("g", "private").mean("v", found),
      (data) => mean(data, { ...found, groups: "private" }),
    ],
  ]) {
    const law = await compare(few, ask, memory, { cut: 1e-5, fewBins: true });
    assert.ok(law.most < 1e-9 && law.answers > 4, `${name}: ${JSON.stringify(law)}`);
  }
});

test("variances and counts of distinct items have the law of the same rows in memory", async () => {
  const within = { epsilon: 16, domain: integers(0, 3) };
  const items = { epsilon: 4, perUser: 2 };
  const found = { epsilon: 12, delta: 0.3, domain: integers(0, 2), confidence: 0.1 };
  // Enough users for a variance.
  const users = ["a", ..."abcdefghi"];
  const many = { users, values: users.map((_, i) => i % 3), groups: users.map(() => "y") };
  for (const [name, rows, ask, memory] of [
    [
      "variance",
      some,
      (table) => table.variance("v", within),
      (data) => variance(withoutGroups(data), within),
    ],
    [
      "standardDeviation",
      some,
      (table) => table.groupBy("g", ["x"]).standardDeviation("v", within),
      (data) => standardDeviation(data, { ...within, groups: ["x"] }),
    ],
    [
      "variance of private groups",
      many,
      (table) => table.groupBy("g", "private").variance("v", found),
      (data) => variance(data, { ...found, groups: "private" }),
    ],
    [
      "countDistinct",
      some,
      (table) => table.countDistinct("v", items),
      (data) => countDistinct(withoutGroups(data), items),
    ],
  ]) {
    const law = await compare(rows, ask, memory, { cut: 1e-6 });
    assert.ok(law.most < 1e-9 && law.answers > 4, `${name}: ${JSON.stringify(law)}`);
  }
});

test("control: bounds of a table that omits a user's second row have another law", async () => {
  const few = { users: ["a", "a", "b"], values: [1, 0, 1] };
  const options = { epsilon: 6 };
  const wide = { ...scope, fewBins: true };
  const memory = await enumerate(() => answerOf(findBounds(few, options)), wide);
  const { table } = await tableOf({ users: ["a", "b"], values: [1, 1] });
  const law = await enumerate(async () => answerOf(await table.findBounds("v", options)), wide);
  assert.ok(apart(law, memory).most > 0.01);
});

const pairs = ["g", "h"];

test("control: an engine that concatenates two columns has another law", async () => {
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
  // No user has more items than count, as the engine's hash would choose among them.
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

const listed = { k: 2, domain: [10, 2, 5], epsilon: 6, perUser: 2 };

test("the most frequent items of a public list have the law of the same rows in memory, in each variant", async () => {
  const few = { users: ["a", "a", "b", "c", "c"], values: [1, 2, 2, 10, 10] };
  for (const more of [
    { variant: "peel" },
    { variant: "peel", perUser: Number.POSITIVE_INFINITY, delta: 0.3, neighbors: "replace" },
    { variant: "laplace", counts: true },
  ]) {
    const asked = { ...listed, ...more };
    const found = await compare(
      few,
      (table) => table.topK("v", asked),
      ({ values, users }) => topK({ values, users }, asked),
      { cut: 1e-9 },
    );
    assert.ok(found.most < 1e-12 && found.answers > 5, `${more.variant}: ${JSON.stringify(found)}`);
  }
});

test("control: an engine that counts rows of a user twice has another law of a public list", async () => {
  const asked = { ...listed, variant: "peel" };
  const once = { users: ["a", "b", "c"], values: [2, 2, 10] };
  const memory = await enumerate(() => answerOf(topK(withoutGroups(once), asked)), scope);
  const { table } = await tableOf({ users: ["a", "b", "c", "d"], values: [2, 2, 10, 10] });
  const law = await enumerate(async () => answerOf(await table.topK("v", asked)), scope);
  assert.ok(apart(law, memory).most > 0.01);
});

test("control: an engine that omits a user's second row, or a tie, has another law of sums and items", async () => {
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

// Public calls on a table in an engine have the law of the same rows in memory, however few rows were fetched
// at first.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  integers,
  interiorPoint,
  median,
  quantile,
  quantiles,
} from "../../../build/enumerating/index.js";
import { answerOf, apart, compare, scope, tableOf } from "../engine.mjs";
import { rows, withoutGroups } from "../engine-rows.mjs";
import { enumerate } from "../enumerate.mjs";

const domain = integers(0, 7);
const epsilon = 0.1;

test("a median in an engine has the law of the same rows in memory, although ranges hide keys", async () => {
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
  const two = { epsilon, domain: integers(0, 1), abstain: true, algorithm: "separate" };
  const both = await compare(
    { users: ["a", "a", "b", "c"], values: [0, 1, 1, 0] },
    (table) => table.quantiles("v", [0.25, 0.75], two),
    (data) => quantiles(data, [0.25, 0.75], two),
  );
  assert.ok(both.most < 1e-12 && both.contents > 5, JSON.stringify(both));
});

test("quantiles by recursion have the law of the same rows in memory, with and without bits for ties", async () => {
  const qs = [0.25, 0.75];
  const two = { users: ["a", "b"], values: [1, 1] };
  for (const [name, columns, more, tieBits] of [
    [
      "no bits",
      { users: ["a", "a", "b", "c", "d"], values: [1, 0, 1, 2, 1] },
      { epsilon, domain: integers(0, 2) },
      0,
    ],
    ["a bit", two, {}, 1],
    ["a bit, abstaining", two, { abstain: true }, 1],
  ]) {
    const options = {
      ...{ epsilon: 0.5, domain: integers(0, 1), abstain: false, algorithm: "recursion" },
      ...more,
    };
    const found = await compare(
      columns,
      (table) => table.quantiles("v", qs, options),
      (data) => quantiles(data, qs, options),
      { tieBits },
    );
    assert.ok(found.most < 1e-12, `${name}: ${JSON.stringify(found)}`);
    assert.ok(found.answers > 2 && found.contents > 100, `${name}: ${JSON.stringify(found)}`);
  }
});

test("quantiles by recursion of listed groups have the law of the same rows in memory", async () => {
  const options = { epsilon, domain: integers(0, 1), abstain: false, algorithm: "recursion" };
  const few = { users: ["a", "a", "b", "c"], values: [0, 1, 1, 1], groups: ["x", "y", "x", "z"] };
  const found = await compare(
    few,
    (table) => table.groupBy("g", ["x", "y"]).quantiles("v", [0.25, 0.75], options),
    (data) => quantiles(data, [0.25, 0.75], { ...options, groups: ["x", "y"] }),
    { tieBits: 0 },
  );
  assert.ok(found.most < 1e-12 && found.contents > 3, JSON.stringify(found));
});

// Counts are cut off. Users of split rows have no interval of the population, as they are few: the law has to have some.
const sure = { confidence: 0.5, intervalShare: 0.1, interval: "data" };
const checkIntervals = (found, told) =>
  assert.ok(found.most < 1e-9 && found.missing < 5e-3 && found.told > told, JSON.stringify(found));

test("a median's interval has the law of the same rows in memory", async () => {
  const few = { users: ["a", "a", "b", "c", "d"], values: [1, 3, 1, 0, 2] };
  for (const more of [{}, { interval: "population", perUser: "median" }]) {
    const options = { ...sure, domain: integers(0, 3), epsilon: 40, ...more };
    const found = await compare(
      few,
      (table) => table.median("v", options),
      (data) => median(data, options),
      { cut: 1e-8 },
    );
    checkIntervals(found, 100);
  }
});

test("intervals of several quantiles have the law of the same rows in memory", async () => {
  const few = { users: ["a", "a", "b", "c"], values: [0, 1, 1, 0] };
  const options = { ...sure, domain: integers(0, 1), epsilon: 80, algorithm: "separate" };
  const found = await compare(
    few,
    (table) => table.quantiles("v", [0.25, 0.5], options),
    (data) => quantiles(data, [0.25, 0.5], options),
    { cut: 1e-4 },
  );
  checkIntervals(found, 20);
});

test("intervals by listed group have the law of the same rows in memory", async () => {
  const few = {
    ...{ users: ["a", "a", "b", "b", "c", "d"], values: [0, 1, 1, 1, 0, 1] },
    groups: ["x", "y", "x", "x", "y", "y"],
  };
  const options = { ...sure, domain: integers(0, 1), epsilon: 160 };
  const found = await compare(
    few,
    (table) => table.groupBy("g", ["x", "y"]).median("v", options),
    (data) => median(data, { ...options, groups: ["x", "y"] }),
    { cut: 1e-3 },
  );
  checkIntervals(found, 50);
});

test("with a guess a median and quantiles have the law of the same rows in memory", async () => {
  const few = { users: ["a", "b", "c"], values: [1, 2, 3] };
  const options = { epsilon, abstain: false };
  const guess = { ...options, domain: integers(0, 3, { expect: [2, 3] }) };
  const one = await compare(
    few,
    (table) => table.median("v", guess),
    (data) => median(data, guess),
  );
  assert.ok(one.most < 1e-12 && one.contents > 5, JSON.stringify(one));
  const several = {
    ...{ ...options, domain: integers(1, 2, { expect: [2, 2] }) },
    algorithm: "recursion",
  };
  const two = await compare(
    few,
    (table) => table.quantiles("v", [0.25, 0.75], several),
    (data) => quantiles(data, [0.25, 0.75], several),
    { tieBits: 0 },
  );
  assert.ok(two.most < 1e-12 && two.contents > 5, JSON.stringify(two));
});

test("control: an engine that ignores a guess has another law", async () => {
  const few = { users: ["a", "b"], values: [0, 2] };
  const options = { epsilon: 2, abstain: false };
  const guess = { ...options, domain: integers(0, 3, { expect: [2, 3] }) };
  const memory = await enumerate(() => answerOf(median(few, guess)), scope);
  const { table } = await tableOf(few);
  const even = { ...options, domain: integers(0, 3) };
  const law = await enumerate(async () => answerOf(await table.median("v", even)), scope);
  assert.ok(apart(law, memory).most > 0.01);
});

test("medians by listed group have the law of the same rows in memory", async () => {
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

test("control: an engine that omits a row, or a user's second row, has another law", async () => {
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

test("ranks of one value of each user have the law of the same rows in memory", async () => {
  const few = {
    ...{ users: ["a", "a", "a", "b", "b", "c"], values: [0, 3, 2, 1, 2, 3] },
    groups: ["x", "x", "y", "x", "x", "y"],
  };
  for (const perUser of ["median", "min", "max"]) {
    const options = { epsilon: 0.5, domain: integers(0, 3), abstain: false, perUser };
    const found = await compare(
      few,
      (table) => table.median("v", options),
      (data) => median(withoutGroups(data), options),
    );
    assert.ok(found.most < 1e-12 && found.answers > 3, `${perUser}: ${JSON.stringify(found)}`);
  }
  const options = {
    epsilon: 6,
    delta: 0.3,
    domain: integers(0, 1),
    abstain: false,
    perUser: "max",
  };
  const found = await compare(
    few,
    (table) => table.groupBy("g", "private").median("v", options),
    (data) => median(data, { ...options, groups: "private" }),
  );
  assert.ok(found.most < 1e-12 && found.answers > 3, JSON.stringify(found));
});

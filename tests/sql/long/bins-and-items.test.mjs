// Awkward tables in memory and in an engine have the same bins and items.
import assert from "node:assert/strict";
import { test } from "node:test";
import { running, startEngines } from "../running.mjs";
import * as seen from "../seen-sums.mjs";
import { compare, groups, kinds, names, oddItems, users } from "../summed-tables.mjs";
import { create } from "../tables.mjs";

startEngines(21);

test("numbers are in the same bins as in memory, for any column and edges", async () => {
  const edges = [
    [0],
    [-0.5, 0, 0.5, 1.5, 2.5],
    [-Infinity, -1e300, 0.1 + 0.2, 1.005, 2 ** 53, 1e300, Infinity],
    [0.285, 2.675, 9007199254740993n],
    [-(2n ** 200n), 0n, 3n, 2n ** 200n],
  ];
  for (const [kind, values] of kinds) {
    for (const of of edges) {
      const exact = of.every((edge) => typeof edge === "number" || BigInt(Number(edge)) === edge);
      if (kind !== "whole" && !exact) continue; // rejected, as the column is read as doubles
      const v = [kind, values];
      const u = ["text", users(values)];
      const g = ["text", groups(values)];
      for (const perUser of [undefined, 1000]) {
        await compare("bins", { v, u }, { edges: of, perUser });
        await compare("bins", { v, u, g }, { edges: of, perUser, list: ["it's", "x", 1] });
      }
      await compare("bins", { v }, { edges: of });
    }
  }
});

test("days and points in time are in the same bins as in memory, infinite ones too", async () => {
  const days = ["2026-01-01", "2026-02-03", "2025-12-31", null, "infinity", "-infinity"];
  const times = [
    ...["2026-01-01 00:00:00", "2025-12-31 23:59:59.999999", null, "2026-03-04 12:34:56.789999"],
    ...["infinity", "-infinity"],
  ];
  const zoned = times.map((time) => (/\d$/.test(`${time}`) ? `${time}+00` : time));
  const edges = ["2026-01-01", "2026-02-03T00:00:00.001Z", "2026-03-04T12:34:56.790Z"];
  for (const [kind, values] of [
    ["day", days],
    ["time", times],
    ["zone", zoned],
  ]) {
    const table = { v: [kind, values], u: ["text", values.map((_, row) => `user ${row % 4}`)] };
    const sums = await compare("bins", table, { edges: edges.map((edge) => new Date(edge)) });
    assert.ok(sums.length >= 2, kind);
  }
});

test("bins of items are distinguished by bytes and by kind, and unlisted items do not count", async () => {
  const values = [...oddItems, null, ...oddItems, "else"];
  const u = ["text", values.map((_, row) => `user ${row % 6}`)];
  const items = [...oddItems.slice(3), "nobody", 1, true];
  await compare("bins", { v: ["text", values], u }, { items });
  for (const [kind, column, some] of [
    ["whole", [1, 2, 3, -4, null, 1], [1, 3, -4, "1", true]],
    ["double", [1.5, -0, 0, Number.NaN, Infinity, 2], [0, 1.5, Infinity, "2"]],
    ["boolean", [true, false, true, null, false, true], [true, "false"]],
    ["whole", [1, 2], ["1"]],
  ]) {
    await compare(
      "bins",
      { v: [kind, column], u: ["whole", [1, 1, 2, 3, 3, 3].slice(0, column.length)] },
      { items: some },
    );
  }
});

/** Compares the first items of a column in sorted order. */
async function compareItems(kind, values, ids, limits = [1, 3, 100]) {
  for (const limit of limits) {
    const expected = seen.itemsInMemory({ values, users: ids }, limit);
    const table = { v: [kind, values], ...(ids && { u: ["text", ids] }) };
    for (const engine of running) {
      await create(engine, "odd", table);
      const found = await seen.itemsInEngine(engine, "odd", names(table), limit);
      assert.deepEqual(found, expected, `${engine.dialect}, ${kind}, ${limit}`);
    }
  }
}

test("the first items and their users equal those in memory, with ties in the order of items", async () => {
  const repeated = [...oddItems, ...oddItems.slice(4), null, ...oddItems.slice(9, 12)];
  const ids = repeated.map((_, row) => (row === 3 ? null : `user ${row % 7}`));
  await compareItems("text", repeated, ids, [1, 2, 5, 9, 100]);
  await compareItems("text", repeated, null, [1, 4, 100]);
  await compareItems("text", [], [], [3]);
  await compareItems("whole", [3, -1, 3, 10, 2, null, 10, -1, 9], [..."aabbccdda"]);
  await compareItems("double", [0.5, -0, 0, NaN, Infinity, -Infinity, 1e21, 2], [..."aabcdefg"]);
  await compareItems("boolean", [true, false, null, false], [..."abcd"]);
});

test("a user counts at no more than perUser items, chosen by a salt", async () => {
  const values = oddItems;
  const table = { v: ["text", values], u: ["text", values.map((_, row) => `user ${row % 2}`)] };
  for (const engine of running) {
    await create(engine, "odd", table);
    const found = await seen.itemsInEngine(engine, "odd", names(table), 100, 3);
    assert.equal(
      found.reduce((sum, [, users]) => sum + users, 0),
      6,
    );
  }
});

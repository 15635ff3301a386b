// Users and groups of awkward names in memory and in an engine are the same to the core.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers } from "../../../dist/index.js";
import { running, startEngines } from "../running.mjs";
import { compare, oddNames, sorted } from "../same-in-memory.mjs";
import { groupsInEngine, groupsInMemory, seenInMemory, whole, written } from "../seen.mjs";
import { create } from "../tables.mjs";

startEngines(21);

test("users and groups are distinguished by their bytes, under any collation", async () => {
  const names = [...oddNames, null, ...oddNames];
  const values = names.map((_, row) => row % 5);
  const domain = integers(0, 4);
  const list = [...oddNames.slice(0, 20), "nobody", 1, true];
  await compare({ v: ["whole", values], u: ["text", names] }, { domain });
  await compare(
    { v: ["whole", values], u: ["text", [...names].reverse()], g: ["text", names] },
    { domain, list },
  );
});

test("groups of whole numbers, doubles or truth values are found by their names", async () => {
  const domain = integers(0, 9);
  const values = [1, 2, 3, 4, 5, 6];
  const users = ["a", "a", "b", "c", "c", "c"];
  for (const [kind, column, list] of [
    ["whole", [1, 2, 3, -4, null, 1], [1, 3, -4, 7, "1", true]],
    ["double", [1.5, -0, 0, Number.NaN, Infinity, 2], [0, 1.5, Infinity, 3, "2"]],
    ["boolean", [true, false, true, null, false, true], [true, false, "true", 1]],
  ]) {
    await compare(
      { v: ["whole", values], u: ["text", users], g: [kind, column] },
      { domain, list },
    );
  }
});

test("a row without a user, or rows of different users, count as in memory", async () => {
  const domain = integers(0, 9);
  await compare({ v: ["whole", [1, 2, 2, 3]], u: ["whole", [7, null, 7, 8]] }, { domain });
  await compare({ v: ["whole", [1, 2, 2, 3]], u: ["double", [0, -0, Number.NaN, 8]] }, { domain });
  await compare({ v: ["whole", [1, 2, 2, null]] }, { domain });
  await compare({ v: ["whole", []], u: ["whole", []] }, { domain });
});

test("private groups weigh as much as their rows", async () => {
  const groups = ["x", "y", "x", null, "Y", "x"];
  const users = ["a", "a", "b", "b", "c", null];
  for (const engine of running) {
    const columns = { v: ["whole", [1, 2, 3, 4, 5, 6]], u: ["text", users], g: ["text", groups] };
    await create(engine, "odd", columns);
    const names = { value: "v", user: "u", group: "g" };
    const options = { domain: integers(0, 9), outside: "clamp" };
    const seen = await groupsInEngine(engine, "odd", names, options);
    assert.deepEqual(sorted(seen), [
      ["Y", whole],
      ["x", whole / 2 + whole],
      ["y", whole / 2],
    ]);
  }
});

test("groups of two columns are distinguished by both, whatever their texts are, and are missing if one part is", async () => {
  const domain = integers(0, 9);
  const values = [1, 2, 3, 4, 5, 6, 7];
  const users = ["a", "a", "b", "c", "c", "c", "d"];
  const texts = ["a", "a/", "", "a'b", "\ufeff😀", null, "a"];
  const others = ["/b", "b", "/", "''", "\\", "b", null];
  const numbers = [1, -1, 2, 2 ** 53 - 1, 0, 5, 1];
  const doubles = [0.1, -0, 0, Number.NaN, Infinity, 1e21, 5e-324];
  const truths = [true, false, true, null, false, true, true];
  for (const [g, h, list] of [
    [
      ["text", texts],
      ["text", others],
      [...texts.slice(0, 5).map((text, row) => [text, others[row]]), ["a", "b"], ["", "a/"]],
    ],
    [
      ["text", texts],
      ["whole", numbers],
      [
        ["a", 1],
        ["a/", -1],
        ["a'b", 2 ** 53 - 1],
        ["", 3],
        ["a", "1"],
        ["\ufeff😀", 0],
      ],
    ],
    [
      ["double", doubles],
      ["boolean", truths],
      [
        [0.1, true],
        [0, false],
        [0, true],
        [Infinity, false],
        [1e21, true],
        [5e-324, true],
      ],
    ],
  ]) {
    await compare({ v: ["whole", values], u: ["text", users], g, h }, { domain, list });
    const columns = { v: ["whole", values], u: ["text", users], g, h };
    const options = { domain, outside: "clamp" };
    const isThere = (part) => part !== null && !Number.isNaN(part);
    const named = new Set(
      g[1].flatMap((part, row) =>
        isThere(part) && isThere(h[1][row]) ? [JSON.stringify([`${part}`, `${h[1][row]}`])] : [],
      ),
    );
    for (const engine of running) {
      await create(engine, "odd", columns);
      const two = { value: "v", user: "u", group: ["g", "h"] };
      const seen = await groupsInEngine(engine, "odd", two, options);
      const names = [...seen.keys()].map(([one, other]) => JSON.stringify([`${one}`, `${other}`]));
      assert.deepEqual(names.sort(), [...named].sort(), engine.dialect);
      const kinds = [...seen.keys()].map((parts) => parts.map((part) => typeof part));
      const kind = [g, h].map(([, column]) => typeof column[0]);
      assert.ok(kinds.every((parts) => `${parts}` === `${kind}`));
    }
  }
});

test("if a user's rows do not divide the weight, they share it in order of group and key, as in memory", async () => {
  const table = {
    v: ["whole", [5, 4, 3, 2, 1, 9, 9, 4, 4]],
    u: ["text", ["many", "many", "many", "many", "many", "few", "few", "few", null]],
    g: ["text", ["b", "a", "b", "a", "b", "a", "b", "b", "a"]],
  };
  const options = { domain: integers(0, 9), list: ["a", "b"] };
  for (const userWeight of [4, 1, 7, 100]) await compare(table, { ...options, userWeight });
  const columns = { values: table.v[1], users: table.u[1], groups: table.g[1] };
  const found = [...seenInMemory(columns, { ...options, outside: "clamp", userWeight: 4 })].sort();
  assert.deepEqual(found, [
    ["0: 4", 1],
    ["0: 9", 1],
    ["1: 1", 1],
    ["1: 3", 1],
    ["1: 4", 1],
    ["1: 5", 1],
    ["1: 9", 2],
  ]);
});

test("private groups share the remainder of a user in the order of their names in memory", async () => {
  const numbers = [-10, 9, 10, -9, 100, 2, 2 ** 53 - 1];
  const doubles = [-0.5, Infinity, 0, -Infinity, 1e300, -5e-324, 2];
  const truths = [true, false, true, true, false, false, true];
  const texts = ["a", "ab", "", "😀", "\uffff", "b", "/"];
  const options = { domain: integers(0, 9), outside: "clamp", userWeight: 11 };
  for (const parts of [
    [["whole", numbers]],
    [["double", doubles]],
    [["text", texts]],
    [
      ["whole", numbers],
      ["text", texts],
    ],
    [
      ["double", doubles],
      ["boolean", truths],
    ],
    [
      ["text", texts],
      ["double", doubles],
    ],
    [
      ["boolean", truths],
      ["whole", numbers],
    ],
  ]) {
    const [g, h] = parts;
    const table = {
      v: ["whole", numbers.map((_, row) => row)],
      u: ["text", Array(7).fill("one")],
      ...{ g, ...(h && { h }) },
    };
    const groups = g[1].map((part, row) => (h ? [part, h[1][row]] : part));
    const columns = { values: table.v[1], users: table.u[1], groups };
    const expected = [...groupsInMemory(columns, options)].sort();
    assert.ok(expected.some(([, weight]) => weight === 1) && expected.some(([, w]) => w === 2));
    for (const engine of running) {
      await create(engine, "odd", table);
      const group = h ? ["g", "h"] : "g";
      const found = await groupsInEngine(engine, "odd", { value: "v", user: "u", group }, options);
      const named = [...found].map(([name, weight]) => [written(name), weight]);
      assert.deepEqual(named.sort(), expected, engine.dialect);
    }
  }
});

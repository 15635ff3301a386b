// Awkward tables in memory and in an engine add up to the same sums, bins and items.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decimals, integers } from "../../../dist/index.js";
import { tryFor } from "../../laws/seconds.mjs";
import { running, startEngines } from "../running.mjs";
import { inMemory } from "../seen.mjs";
import * as seen from "../seen-sums.mjs";
import { create } from "../tables.mjs";

startEngines(21);

/** The non-zero sums, in order. */
const sorted = (sums) =>
  [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([name, sum]) => `${name}: ${sum}`)
    .sort();

const names = ({ u, g, h }) => ({ value: "v", user: u && "u", group: h ? ["g", "h"] : g && "g" });
const columnsOf = ({ v, u, g, h }) => ({
  values: inMemory(...v),
  users: u ? u[1] : null,
  groups: h ? g[1].map((part, row) => [part, h[1][row]]) : g?.[1],
});

/**
 * Compares the sums of a table.
 * @param {"totals" | "ends" | "moments" | "bins"} what
 * @param {Record<string, [string, any[]]>} table v, maybe u, g and h
 */
async function compare(what, table, options) {
  const expected = sorted(seen[`${what}InMemory`](columnsOf(table), options));
  for (const engine of running) {
    await create(engine, "odd", table);
    const sums = await seen[`${what}InEngine`](engine, "odd", names(table), options);
    assert.deepEqual(sorted(sums), expected, `${engine.dialect}, ${what}`);
  }
  return expected;
}

const doubles = [
  ...[0, -0, 1, -1, 0.5, 1.5, 2.5, -0.5, -1.5, 0.1 + 0.2, 5e-324, 0.49999999999999994, 2 ** 53],
  ...[1e18, -1e18, 9.3e18, 1e300, -Number.MAX_VALUE, Infinity, -Infinity, NaN, null, 1e-7],
  ...[123456789.125, 0.285, 1.005, 2.675, 4503599627370495.5],
];
const wholes = [0, 1, -1, 2, 3, 4503599627370497, null, 2 ** 53 - 1, -(2 ** 53 - 1), 7, 7, -3];
const texts = [
  ...["0", "0.5", "1.5", "-0.5", "-1.5", "2.5", "0.4999", "0.5001", null, "2.675"],
  ...["99999999999999.9999", "-99999999999999.9999", "0.0001", "0.2850", "1.0050"],
];
const wide = [...texts, "12345678901234567890123456789012.345678", "9007199254740993.000001"];
const kinds = [
  ["double", doubles],
  ["whole", wholes],
  ["exact", texts],
  ["wide", wide],
];
const users = (values) => values.map((_, row) => (row === 4 ? null : `user ${row % 5}`));
const groups = (values) => values.map((_, row) => (row === 6 ? null : ["x", "y", "it's"][row % 3]));
const sumDomains = [
  ...[integers(0, 10), integers(-5, 3), integers(2, 3), integers(-(2 ** 52), 2 ** 52)],
  ...[decimals(0, 1e6, 2), decimals(-1, 1, 12)],
];

test("totals, ends of means and moments of variances add up as in memory, for each number type, alone, by group and by person", async () => {
  for (const domain of sumDomains) {
    for (const [kind, values] of kinds) {
      const v = [kind, values];
      const u = ["text", users(values)];
      const g = ["text", groups(values)];
      for (const what of ["totals", "ends", "moments"]) {
        const alone = await compare(what, { v, u }, { domain });
        assert.ok(alone.length > 0, `${domain.name} ${kind}`);
        for (const userWeight of [720720, 7, 2]) {
          const list = ["it's", "x", "nobody", 1];
          await compare(what, { v, u, g }, { domain, list, userWeight });
        }
        await compare(what, { v, g }, { domain, list: ["x", "y"] });
        await compare(what, { v }, { domain });
      }
    }
  }
});

test("whole numbers beyond doubles are totalled and averaged exactly", async () => {
  const values = [2n ** 62n, -(2n ** 62n), 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, null, 1n];
  const u = ["whole", [1, 1, 2, 3, 4, 5, 4]];
  for (const domain of [integers(-(2n ** 52n), 2n ** 52n), integers(0n, 9n)]) {
    await compare("totals", { v: ["whole", values], u }, { domain });
  }
  for (const domain of [integers(-(2n ** 62n), 2n ** 62n), integers(0n, 2n ** 53n + 2n)]) {
    await compare("ends", { v: ["whole", values], u }, { domain });
    await compare("moments", { v: ["whole", values], u }, { domain });
    await compare("moments", { v: ["whole", values] }, { domain });
  }
});

test("a user with too much in several groups has all totals scaled down towards 0", async () => {
  const v = ["whole", [7, -7, 3, 1, 10, 10, 10, -2]];
  const u = ["text", ["a", "a", "a", "b", "c", "c", "c", "b"]];
  const g = ["text", ["x", "y", "z", "x", "x", "y", "z", "y"]];
  const sums = await compare(
    "totals",
    { v, u, g },
    { domain: integers(-8, 10), list: ["x", "y", "z"] },
  );
  // User a has 7/17, -7/17 and 3/17 of 10, cut; user c a third of 10 each; user b 1 and -2.
  assert.deepEqual(sums, ["0: 8", "1: -3", "2: 4"]);
});

test("totals of a user in at most perUser groups stay whole, and otherwise a salt chooses the groups", async () => {
  const v = ["whole", [7, -7, 3, 1, 10, 10, 10, -2]];
  const u = ["text", ["a", "a", "a", "b", "c", "c", "c", "b"]];
  const g = ["text", ["x", "y", "z", "x", "x", "y", "z", "y"]];
  const options = { domain: integers(-8, 10), list: ["x", "y", "z"] };
  const sums = await compare("totals", { v, u, g }, { ...options, perUser: 3 });
  assert.deepEqual(sums, ["0: 18", "1: 1", "2: 13"]);
  for (const engine of running) {
    await create(engine, "odd", { v: ["whole", Array(8).fill(1)], u, g });
    const found = await seen.totalsInEngine(engine, "odd", names({ v, u, g }), {
      ...options,
      perUser: 2,
    });
    // Two of a's three, two of c's three, and both of b's.
    const every = [...found.values()].reduce((sum, one) => sum + one, 0n);
    assert.equal(every, 6n, engine.dialect);
  }
});

test("groups of two columns add up as in memory", async () => {
  const v = ["whole", [1, 2, 3, 4, 5, 6]];
  const u = ["text", ["a", "a", "b", "c", "c", "c"]];
  const g = ["text", ["a", "a/", "", null, "a", "a'"]];
  const h = ["whole", [1, 2, 3, 4, null, 1]];
  const list = [
    ["a", 1],
    ["a/", 2],
    ["", 3],
    ["a'", 1],
    ["a", 2],
  ];
  for (const what of ["totals", "ends"]) {
    const sums = await compare(what, { v, u, g, h }, { domain: integers(0, 9), list });
    assert.ok(sums.length >= 4);
  }
  await compare("bins", { v, u, g, h }, { list, edges: [2, 4] });
});

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

const oddItems = [
  ...["a", "A", "a ", "", "'", '"', "o'clock", "\\", "; DROP TABLE odd; --", "%", "NULL", "ä"],
  ...["a\u0308", "ß", "😀", "\ufffd", "\ufeff", "\u{1f600}b", "\uffff", "01", "\n"],
];

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

test("generated tables have the same sums in memory and in engines", async (t) => {
  const maybe = (one) => fc.option(one, { freq: 6 });
  const row = fc.record({
    v: maybe(
      fc.oneof(
        fc.constantFrom(...doubles),
        fc.double({ noNaN: true }),
        fc.integer({ min: -9, max: 9 }),
      ),
    ),
    u: maybe(fc.constantFrom(...oddItems.slice(0, 4))),
    g: maybe(fc.constantFrom(...oddItems.slice(0, 4), "x")),
  });
  const tables = fc.record({
    rows: fc.array(row, { maxLength: 12 }),
    domain: fc.constantFrom(...sumDomains),
    edges: fc.constantFrom([0, 1], [-1.5, 0.5, 2.5]),
  });
  await tryFor(t, 1, tables, async ({ rows, domain, edges }) => {
    const column = (name) => rows.map((one) => one[name]);
    const table = {
      v: ["double", column("v")],
      u: ["text", column("u")],
      g: ["text", column("g")],
    };
    const list = ["x", "a", "", "A"];
    for (const what of ["totals", "ends", "moments"]) await compare(what, table, { domain, list });
    await compare("ends", table, { domain, list, userWeight: 7 });
    for (const userWeight of [720720, 5]) await compare("bins", table, { edges, list, userWeight });
  });
});

test("control: one changed value, user or group changes the sums", async () => {
  const domain = integers(0, 9);
  const list = ["x", "y"];
  const table = () => ({ v: ["whole", [1, 2]], u: ["text", ["a", "b"]], g: ["text", ["x", "y"]] });
  for (const [name, other] of [
    ["v", [1, 3]],
    ["u", ["a", "a"]],
    ["g", ["x", "x"]],
  ]) {
    const changed = { ...table(), [name]: [table()[name][0], other] };
    const expected = sorted(seen.endsInMemory(columnsOf(changed), { domain, list }));
    for (const engine of running) {
      await create(engine, "same", table());
      const found = await seen.endsInEngine(engine, "same", names(table()), { domain, list });
      assert.notDeepEqual(sorted(found), expected, name);
    }
  }
});

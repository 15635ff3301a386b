// Awkward tables in memory and in an engine are the same records to the core.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dates, decimals, integers, reals } from "../../../dist/index.js";
import { tryFor } from "../../laws/seconds.mjs";
import { running, startEngines } from "../running.mjs";
import {
  groupsInEngine,
  groupsInMemory,
  inMemory,
  seenInEngine,
  seenInMemory,
  whole,
  written,
} from "../seen.mjs";
import { create } from "../tables.mjs";

startEngines(21);

const sorted = (seen) => [...seen].sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1));

/**
 * Compares a table with a value, a user and perhaps a group per row; two columns may form the group.
 * @param {Record<string, [string, any[]]>} table v, u, maybe g, and maybe h
 * @param {{ domain: any, outside?: string, list?: any[], userWeight?: number }} options
 */
async function compare({ v, u, g, h }, { domain, outside = "clamp", list, userWeight }) {
  const options = { domain, outside, list, userWeight };
  const columns = { v, ...(u && { u }), ...(g && { g }), ...(h && { h }) };
  const names = { value: "v", user: u && "u", group: h ? ["g", "h"] : g && "g" };
  const groups = h ? g[1].map((part, row) => [part, h[1][row]]) : g?.[1];
  const memory = { values: inMemory(...v), users: u ? u[1] : null, groups };
  const expected = seenInMemory(memory, options);
  for (const engine of running) {
    await create(engine, "odd", columns);
    const seen = await seenInEngine(engine, "odd", names, options);
    assert.deepEqual(sorted(seen), sorted(expected), engine.dialect);
  }
  return expected;
}

const oddDoubles = [
  ...[0, -0, 1, -1, 0.5, 1.5, 2.5, -0.5, -1.5, 0.1 + 0.2, 5e-324, -5e-324, 2.2250738585072014e-308],
  ...[0.49999999999999994, -0.49999999999999994, -0.5000000000000001, 4503599627370495.5, 2 ** 53],
  ...[1e18, -1e18, 9.3e18, 1e300, Number.MAX_VALUE, -Number.MAX_VALUE, Infinity, -Infinity, NaN],
  ...[null, 1e-7, 123456789.125, 0.285, 1.005, 2.675],
];
const each = (values) => values.map((_, row) => `user ${row % 7}`);

const numberDomains = [
  ...[reals(), reals({ min: -1, max: 1e10 }), integers(-1, 3), integers(0, 2 ** 53 - 1)],
  ...[decimals(-2, 3, 1), decimals(0, 1e6, 2), decimals(-1, 1, 12)],
];

test("doubles of every kind have the same keys as in memory", async () => {
  for (const domain of numberDomains) {
    for (const outside of ["clamp", "drop"]) {
      const table = { v: ["double", oddDoubles], u: ["text", each(oddDoubles)] };
      const seen = await compare(table, { domain, outside });
      assert.ok(seen.size >= 2, domain.name);
    }
  }
});

test("whole numbers, decimals of 38 digits and decimals of 18 have the same keys as in memory", async () => {
  const wholes = [0, 1, -1, 2, 3, 4503599627370497, null, 2 ** 53 - 1, -(2 ** 53 - 1)];
  const texts = [
    ...["0", "0.5", "1.5", "-0.5", "-1.5", "2.5", "0.4999", "0.5001", "-0.5001", "1.005", null],
    ...["2.675", "99999999999999.9999", "-99999999999999.9999", "0.0001"],
  ];
  const wide = [...texts, "12345678901234567890123456789012.345678", "9007199254740993.000001"];
  for (const domain of numberDomains) {
    for (const outside of ["clamp", "drop"]) {
      for (const [kind, values] of [
        ["whole", wholes],
        ["exact", texts],
        ["wide", wide],
      ]) {
        await compare({ v: [kind, values], u: ["text", each(values)] }, { domain, outside });
      }
    }
  }
});

test("whole numbers beyond doubles keep their last digit, in a domain of BigInts", async () => {
  const values = [
    2n ** 60n + 1n,
    2n ** 60n,
    2n ** 62n,
    -(2n ** 62n),
    2n ** 63n - 1n,
    -(2n ** 63n),
    null,
  ];
  for (const outside of ["clamp", "drop"]) {
    const domain = integers(-(2n ** 61n), 2n ** 61n);
    await compare(
      { v: ["whole", values], u: ["whole", values.map((_, i) => i % 3)] },
      { domain, outside },
    );
  }
});

test("a numeric beyond the doubles is clamped or dropped without an error", async () => {
  const [postgres] = running.filter(({ dialect }) => dialect === "postgres");
  const values = [
    `1${"0".repeat(400)}`,
    `-1${"0".repeat(400)}`,
    `0.${"0".repeat(400)}1`,
    "NaN",
    "Infinity",
  ];
  await create(postgres, "huge", { v: ["numeric", values], u: ["whole", [1, 2, 3, 4, 5]] });
  const names = { value: "v", user: "u" };
  for (const [domain, expected] of [
    [reals(), [-Number.MAX_VALUE, 0, Number.MAX_VALUE]],
    [integers(-5, 5), [0, 5, 10]],
    [decimals(-5, 5, 1), [0, 50, 100]],
  ]) {
    const seen = await seenInEngine(postgres, "huge", names, { domain, outside: "clamp" });
    const keys = [...seen.keys()].map((name) => Number(name.slice(3))).sort((a, b) => a - b);
    assert.deepEqual(keys, expected, domain.name);
  }
});

test("days and points in time have the same keys as in memory, infinite ones and other zones too", async () => {
  const days = [
    "2026-01-01",
    "2026-02-03",
    "2025-12-31",
    "2027-01-01",
    null,
    "infinity",
    "-infinity",
  ];
  const times = [
    ...["2026-01-01 00:00:00", "2025-12-31 23:59:59.999999", "2026-12-31 23:59:59.999999", null],
    ...["2026-03-04 12:34:56.789999", "2027-01-01 00:00:00", "infinity", "-infinity"],
  ];
  const zoned = times.map((time) => (/\d$/.test(`${time}`) ? `${time}+00` : time));
  const year = ["2026-01-01", "2026-12-31"];
  for (const domain of [
    dates(...year, "millisecond"),
    dates(...year, "hour"),
    dates(...year, "day"),
    dates("2026-01-01T00:00:00.001Z", "2026-03-04T12:34:56.789Z", "minute"),
    dates("0005-01-01", "9990-01-01", "second"),
  ]) {
    for (const outside of ["clamp", "drop"]) {
      for (const [kind, values] of [
        ["day", days],
        ["time", times],
        ["zone", zoned],
      ]) {
        await compare({ v: [kind, values], u: ["text", each(values)] }, { domain, outside });
      }
    }
  }
});

const oddNames = [
  ...[
    "a",
    "A",
    "a ",
    " a",
    "",
    "'",
    '"',
    "o'clock",
    "\\",
    "\\x41",
    "; DROP TABLE odd; --",
    "%",
    "NULL",
  ],
  ...["ä", "a\u0308", "ß", "ss", "😀", "\ufffd", "\ufeff", "é", "É", "1", "01", "null", "\n", "\t"],
];

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

test("generated tables are the same records in memory and in engines", async (t) => {
  const maybe = (one) => fc.option(one, { freq: 6 });
  const row = fc.record({
    v: maybe(
      fc.oneof(
        fc.constantFrom(...oddDoubles),
        fc.double({ noNaN: true }),
        fc.double({ min: -9, max: 9 }),
      ),
    ),
    u: maybe(fc.constantFrom(...oddNames.slice(0, 8))),
    g: maybe(fc.constantFrom(...oddNames.slice(0, 6), "x")),
  });
  const tables = fc.record({
    rows: fc.array(row, { maxLength: 12 }),
    domain: fc.constantFrom(...numberDomains),
    outside: fc.constantFrom("clamp", "drop"),
  });
  await tryFor(t, 1, tables, async ({ rows, domain, outside }) => {
    const column = (name) => rows.map((one) => one[name]);
    const table = {
      v: ["double", column("v")],
      u: ["text", column("u")],
      g: ["text", column("g")],
    };
    for (const userWeight of [720720, 5]) {
      await compare(table, { domain, outside, userWeight, list: ["x", "a", "'", "A"] });
    }
  });
});

test("control: a table with one changed value, user or group has different records", async () => {
  const domain = integers(0, 9);
  const table = () => ({ v: ["whole", [1, 2]], u: ["text", ["a", "b"]], g: ["text", ["x", "y"]] });
  for (const [name, other] of [
    ["v", [1, 3]],
    ["u", ["a", "a"]],
    ["g", ["x", "x"]],
  ]) {
    const changed = { ...table(), [name]: [table()[name][0], other] };
    const memory = seenInMemory(
      { values: changed.v[1], users: changed.u[1], groups: changed.g[1] },
      { domain, outside: "clamp", list: ["x", "y"] },
    );
    for (const engine of running) {
      await create(engine, "same", table());
      const names = { value: "v", user: "u", group: "g" };
      const options = { domain, outside: "clamp", list: ["x", "y"] };
      const seen = await seenInEngine(engine, "same", names, options);
      assert.notDeepEqual(sorted(seen), sorted(memory), name);
    }
  }
});

// Awkward tables in memory and in an engine are the same records to the core.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dates, decimals, integers, reals } from "../../../dist/index.js";
import { tryFor } from "../../laws/seconds.mjs";
import { running, startEngines } from "../running.mjs";
import { compare, oddNames, sorted } from "../same-in-memory.mjs";
import { seenInEngine, seenInMemory } from "../seen.mjs";
import { create } from "../tables.mjs";

startEngines(21);

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
  const values = [
    `1${"0".repeat(400)}`,
    `-1${"0".repeat(400)}`,
    `0.${"0".repeat(400)}1`,
    "NaN",
    "Infinity",
  ];
  const names = { value: "v", user: "u" };
  for (const postgres of running.filter(({ dialect }) => dialect === "postgres")) {
    await create(postgres, "huge", { v: ["numeric", values], u: ["whole", [1, 2, 3, 4, 5]] });
    for (const [domain, expected] of [
      [reals(), [-Number.MAX_VALUE, 0, Number.MAX_VALUE]],
      [integers(-5, 5), [0, 5, 10]],
      [decimals(-5, 5, 1), [0, 50, 100]],
    ]) {
      const seen = await seenInEngine(postgres, "huge", names, { domain, outside: "clamp" });
      const keys = [...seen.keys()].map((name) => Number(name.slice(3))).sort((a, b) => a - b);
      assert.deepEqual(keys, expected, domain.name);
    }
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

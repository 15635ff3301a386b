// Awkward tables in memory and in an engine add up to the same sums, bins and items.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decimals, integers } from "../../../dist/index.js";
import { tryFor } from "../../laws/seconds.mjs";
import { running, startEngines } from "../running.mjs";
import * as seen from "../seen-sums.mjs";
import {
  columnsOf,
  compare,
  doubles,
  groups,
  kinds,
  names,
  oddItems,
  sorted,
  users,
} from "../summed-tables.mjs";
import { create } from "../tables.mjs";

startEngines(21);

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

// Private groups and their answers by one query, if exactly those groups are released that probably are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { inEach, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(71);

const domain = integers(0, 99);

/** Users of one row each, so many in each town. */
async function townsOf(engine, sizes) {
  const towns = Object.entries(sizes).flatMap(([town, size]) => Array(size).fill(town));
  await create(engine, "people", {
    id: ["text", towns.map((_, user) => `user ${user}`)],
    value: ["whole", towns.map((_, user) => (user * 37) % 100)],
    town: ["text", towns],
  });
}

/** A table by private towns, and for what queries about rows were sent. */
function watched({ dialect, run, immutable }) {
  const purposes = [];
  const onQuery = ({ sql, purpose }) => /AS .rows./.test(sql) && purposes.push(purpose);
  const table = sqlTable(run, { from: "people", dialect, immutable, user: "id", onQuery });
  return { towns: table.groupBy("town", "private"), purposes };
}

test("answers about private groups take no query of their own to find the groups", async () => {
  await inEach(async (engine) => {
    await townsOf(engine, { large: 300, "it's": 400, "a village": 1 });
    const loss = { epsilon: 8, delta: 1e-6, domain };
    for (const [name, ask, expected] of [
      ["mean", (towns) => towns.mean("value", loss), ["sums"]],
      ["sum", (towns) => towns.sum("value", loss), ["sums"]],
      ["sum in two", (towns) => towns.sum("value", { ...loss, perUser: 2 }), ["sums"]],
      ["deviation", (towns) => towns.standardDeviation("value", loss), ["sums"]],
      [
        "bins",
        (towns) => towns.histogram("value", { epsilon: 8, delta: 1e-6, edges: [50] }),
        ["sums"],
      ],
      [
        "found bounds",
        (towns) => towns.mean("value", { epsilon: 8, delta: 1e-6 }),
        ["bins", "sums"],
      ],
    ]) {
      const { towns, purposes } = watched(engine);
      const { groups } = await ask(towns);
      assert.deepEqual(
        groups.map(({ group }) => group),
        ["it's", "large"],
        name,
      );
      assert.deepEqual(purposes, expected, name);
    }
    const { towns, purposes } = watched(engine);
    await towns.quantiles("value", [0.25, 0.75], loss);
    assert.equal(purposes.filter((purpose) => purpose === "regions").length, 1);
    assert.ok(purposes.every((purpose) => purpose === "regions" || purpose === "contents"));
  });
});

test("another query answers if other groups are released than probably are", async () => {
  await inEach(async (engine) => {
    const loss = { epsilon: 0.5, delta: 1e-6 };
    await townsOf(engine, { large: 5000 });
    const { record } = await watched(engine).towns.variance("value", { ...loss, domain });
    // As many users as are released in half of the draws, rounded up.
    const half = Number(/A group of (\d+) users is released/.exec(record.accuracy.statement)[1]);
    for (const size of [half - 1, half]) {
      await townsOf(engine, { large: 5000, other: size });
      const probable = size === half ? "large,other" : "large";
      const seen = new Set();
      for (let draw = 0; draw < 40; ++draw) {
        const { towns, purposes } = watched(engine);
        const { groups } = await towns.variance("value", { ...loss, domain });
        const released = groups.map(({ group }) => group).join();
        assert.deepEqual(purposes, released === probable ? ["sums"] : ["sums", "sums"]);
        for (const { value } of groups) assert.ok(value === null || Math.abs(value - 833) < 1700);
        seen.add(released);
      }
      assert.deepEqual([...seen].sort(), ["large", "large,other"]);
    }
  });
});

test("without a row of a group nothing is answered, by one query", async () => {
  await inEach(async (engine) => {
    await townsOf(engine, {});
    const { towns, purposes } = watched(engine);
    const { groups } = await towns.median("value", { epsilon: 1, delta: 1e-6, domain });
    assert.deepEqual(groups, []);
    assert.deepEqual(purposes, ["regions"]);
  });
});

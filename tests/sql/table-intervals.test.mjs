// Intervals of tables in engines: records, answers and queries as those of tables in memory.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  accuracy,
  dates,
  decimals,
  integers,
  Ledger,
  median,
  quantiles,
  reals,
} from "../../dist/index.js";
import { createEvents, domain, events, tableIn, users } from "./people.mjs";
import { inEach, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(31, createEvents);

const inMemory = { users: events.id[1], values: events.value[1] };
const byTeam = { ...inMemory, groups: events.team[1] };
const queriesAboutRows = (asked) => asked.filter((sql) => /^WITH/.test(sql));
const contains = ({ lo, hi }, value) =>
  (lo === null || lo <= value) && (hi === null || value <= hi);

test("a median's interval in an engine has the record of a table in memory", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine);
    for (const interval of ["data", "population"]) {
      for (const neighbors of ["add-remove", "replace"]) {
        const options = { epsilon: 50, domain, interval, neighbors };
        const { record } = await table.median("value", options);
        const other = median(inMemory, options).record;
        const { engine: named, ...parameters } = record.parameters;
        assert.equal(named, engine.dialect);
        assert.deepEqual(parameters, other.parameters);
        assert.deepEqual(
          { ...record.interval, target: 0, usual: 0 },
          {
            ...{ ...other.interval, target: 0, usual: 0 },
          },
        );
        // For a population both use a drawn count.
        const ratio = record.interval.target / other.interval.target;
        assert.ok(interval === "data" ? ratio === 1 : Math.abs(ratio - 1) < 0.05, `${ratio}`);
        assert.deepEqual(record.accuracy, other.accuracy);
        assert.equal(record.epsilon, 50);
      }
    }
  });
});

test("an interval in an engine contains the median beside a count of users, after one more query", async () => {
  await inEach(async (engine) => {
    const { table, asked } = tableIn(engine);
    for (const interval of ["data", "population"]) {
      asked.length = 0;
      const { value, interval: found } = await table.median("value", {
        ...{ epsilon: 100, domain, interval },
      });
      assert.ok(Math.abs(value - 49) <= 3, `${value}`);
      assert.ok(contains(found, 49) && contains(found, value), JSON.stringify(found));
      assert.ok(found.hi - found.lo < 50, JSON.stringify(found));
      assert.ok(Math.abs(found.count - users) < 10, `${found.count}`);
      const queries = queriesAboutRows(asked);
      assert.ok(queries.length <= 3, `${queries.length} queries`);
      assert.deepEqual(
        queries.map((sql) => /\bends\(/.test(sql)),
        queries.map((_, place) => place === queries.length - 1),
      );
    }
  });
});

test("the widths in an engine reach as far as those in memory: means over many draws agree", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine);
    const options = { epsilon: 4, domain, interval: "data" };
    const runs = 60;
    const mean = async (ask) => {
      let sum = 0;
      for (let run = 0; run < runs; ++run) {
        const { interval } = await ask();
        sum += (interval?.hi ?? 99) - (interval?.lo ?? 0);
      }
      return sum / runs;
    };
    const here = await mean(() => median(inMemory, options));
    const there = await mean(() => table.median("value", options));
    assert.ok(Math.abs(here - there) < 3, `${here} in memory, ${there} in the engine`);
  });
});

test("several quantiles in an engine have their intervals, separately and by recursion", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine);
    for (const algorithm of ["separate", "recursion"]) {
      const options = { epsilon: 300, domain, algorithm, interval: "data" };
      const qs = [0.25, 0.5, 0.75];
      const { value, intervals, record } = await table.quantiles("value", qs, options);
      assert.equal(intervals.length, 3);
      assert.equal(
        record.parameters.algorithm,
        quantiles(inMemory, qs, options).record.parameters.algorithm,
      );
      [24, 49, 74].forEach((true_, place) => {
        assert.ok(contains(intervals[place], true_), JSON.stringify(intervals));
        assert.ok(Math.abs(value[place] - true_) <= 3, `${value}`);
      });
    }
  });
});

test("groups in an engine have their intervals, listed or private, and none where nobody is", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine);
    const options = { epsilon: 200, domain, interval: "data" };
    const { groups, record } = await table
      .groupBy("team", ["a", "nobody", "b"])
      .median("value", options);
    assert.deepEqual(
      record.interval,
      median(byTeam, { ...options, groups: ["a", "nobody", "b"] }).record.interval,
    );
    const [a, nobody, b] = groups;
    assert.deepEqual([nobody.value, nobody.interval], [null, null]);
    for (const group of [a, b]) assert.ok(contains(group.interval, 49), JSON.stringify(group));
    const found = await table
      .groupBy("team", "private")
      .median("value", { ...options, delta: 1e-3 });
    assert.deepEqual(
      found.groups.map(({ group }) => group),
      ["a", "b", "it's"],
    );
    for (const { interval } of found.groups) assert.ok(contains(interval, 49));
    const none = await table
      .groupBy("team", ["x", "y"])
      .median("value", { ...options, abstain: false });
    for (const { interval } of none.groups) assert.equal(interval, null);
  });
});

test("intervals of doubles, decimals and dates from an engine have their ends on both sides of the median", async () => {
  const all = Array.from({ length: 400 }, (_, i) => i);
  const day = (i) => new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
  await inEach(async (engine) => {
    await create(engine, "kinds", {
      id: ["text", all.map((i) => `user ${i}`)],
      real: ["double", all.map((i) => i / 7 - 20)],
      exact: ["exact", all.map((i) => (i / 100).toFixed(2))],
      day: ["day", all.map(day)],
    });
    const { table } = tableIn(engine, { from: "kinds" });
    for (const [column, of, middle] of [
      ["real", reals(), 199.5 / 7 - 20],
      ["exact", decimals(-10, 10, 2), 1.995],
      ["day", dates("2020-01-01", "2030-01-01"), new Date("2026-07-19T12:00:00Z")],
    ]) {
      const options = { epsilon: 50, domain: of, interval: "population" };
      const { interval } = await table.median(column, options);
      assert.ok(interval.lo < middle && middle < interval.hi, JSON.stringify(interval));
      assert.ok(interval.lo !== null && interval.hi !== null);
    }
  });
});

test("equal values of an engine's rows have an interval of no width, in a domain and at its ends", async () => {
  const all = Array.from({ length: 200 }, (_, i) => i);
  await inEach(async (engine) => {
    await create(engine, "equal", {
      id: ["text", all.map((i) => `user ${i}`)],
      value: ["whole", all.map(() => 50)],
    });
    const { table } = tableIn(engine, { from: "equal" });
    const options = { epsilon: 50, interval: "data" };
    const { value, interval } = await table.median("value", { ...options, domain });
    assert.deepEqual([value, interval.lo, interval.hi], [50, 50, 50]);
    const lowest = await table.median("value", { ...options, domain: integers(50, 99) });
    assert.deepEqual([lowest.interval.lo, lowest.interval.hi], [null, 50]);
  });
});

test("few users have a median without an interval, or nothing, and both are charged", async () => {
  await inEach(async (engine) => {
    await create(engine, "few", {
      id: ["text", ["a", "b", "c"]],
      value: ["whole", [1, 2, 3]],
    });
    const ledger = new Ledger({ epsilon: 10, unit: "user" });
    const { table } = tableIn(engine, { from: "few", ledger });
    const options = { epsilon: 0.1, domain, interval: "data" };
    const asked = 10;
    const ask = async (abstain) => {
      const answers = [];
      for (let i = 0; i < asked; ++i) {
        answers.push(await table.median("value", { ...options, abstain }));
      }
      return answers;
    };
    // Each has an interval with probability below 0.05.
    const always = await ask(false);
    assert.ok(always.every(({ value }) => typeof value === "number"));
    assert.ok(always.filter(({ interval }) => interval === null).length > asked / 2);
    const mostlyNot = await ask(true);
    const none = mostlyNot.filter(({ value }) => value === null);
    assert.ok(none.length > asked / 2);
    for (const { reason, interval } of none) {
      assert.deepEqual([reason, interval], ["too-few", null]);
    }
    assert.equal(ledger.entries.length, 2 * asked);
    assert.deepEqual(ledger.entries[0].record.interval, always[0].record.interval);
  });
});

test("weights of another table than the windows end an interval after the charge", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 10, unit: "user" });
    const changing = async (sql) => {
      const rows = await engine.run(sql);
      if (!/\bends\(/.test(sql)) return rows;
      return rows.map((row) => ({ ...row, w: `${BigInt(row.w) + 1n}` }));
    };
    const { table } = tableIn({ ...engine, run: changing }, { ledger });
    await assert.rejects(table.median("value", { epsilon: 1, domain, interval: "data" }), {
      message: /^the table changed while it was read.*; the ledger stays charged$/,
    });
    assert.equal(ledger.entries.length, 1);
  });
});

test("the accuracy of a planned interval in an engine is that of rows in memory", async () => {
  await inEach(async (engine) => {
    const { table, asked } = tableIn(engine);
    const options = { epsilon: 1, domain, interval: "data" };
    const { accuracy: planned } = await table.plan.median("value", options);
    assert.deepEqual(planned, accuracy.median({ ...options, perUser: "spread" }));
    assert.equal(planned.interval.of, "data");
    assert.deepEqual(asked, []);
  });
});

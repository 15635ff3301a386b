// Tables in engines answer like tables in memory: alone, by group, and for few users.
import assert from "node:assert/strict";
import { test } from "node:test";
import { decimals, integers, Ledger, median, reals } from "../../dist/index.js";
import { createEvents, domain, events, rows, tableIn, users } from "./people.mjs";
import { inEach, running, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

// A median of no users returns an answer 5 times in 100.
startEngines(22, createEvents);

test("an answer about few people lies in a guess, also if the engine hides the keys", async () => {
  await inEach(async (engine) => {
    const guesses = [
      [reals({ expect: [50, 50] }), 50],
      [integers(-1e9, 1e9, { expect: [50, 50] }), 50],
      [decimals(0, 1e6, 2, { expect: [50, 50] }), 50],
    ];
    for (const [guess, value] of guesses) {
      const { table } = tableIn(engine, {
        ledger: new Ledger({ epsilon: 1, delta: 0, unit: "user" }),
      });
      const options = { epsilon: 1e-6, domain: guess, abstain: false };
      let there = 0;
      // Each lies there with probability close to 1/2, so fewer than 4 of 40 have probability 1e-7; elsewhere
      // 1e-8.
      for (let i = 0; i < 40; ++i) there += (await table.median("value", options)).value === value;
      assert.ok(there >= 4, `${guess.name}: ${there}`);
    }
  });
});

test("a numeric perUser bounds the counted rows of a user, chosen in the engine", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine, { from: "visits" });
    const options = { epsilon: 40, domain };
    const medianOf = async (perUser) =>
      (await table.median("value", { ...options, perUser })).value;
    assert.equal((await table.median("value", options)).value, 10);
    // With 300 rows of 10, and 100, 200, 400 and 900 rows of 90.
    for (const [perUser, value] of [
      [1, 10],
      [2, 10],
      [4, 90],
      [9, 90],
      [100, 90],
    ]) {
      assert.equal(await medianOf(perUser), value, `${perUser} rows`);
    }
    const towns = table.groupBy("town", ["a", "b"]);
    const { groups, record } = await towns.quantiles("value", [0.1, 0.9], {
      ...{ ...options, perUser: 4 },
    });
    assert.deepEqual(
      groups.map(({ value }) => value),
      [
        [10, 90],
        [10, 90],
      ],
    );
    assert.match(record.accuracy.statement, /at most 4 rows of each user count, chosen at random/);
    const found = await table.groupBy("town", "private").interiorPoint("value", {
      ...{ ...options, delta: 1e-3, perUser: 2 },
    });
    assert.deepEqual(
      found.groups.map(({ group }) => group),
      ["a", "b"],
    );
  });
});

test("answers are close to the true ones, alone and by group, and records equal those of a table in memory", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 200, delta: 1e-3, unit: "user" });
    const { table } = tableIn(engine, { ledger });
    const options = { epsilon: 5, domain };
    const { value, record } = await table.median("value", options);
    assert.ok(Math.abs(value - 50) <= 15, `${value}`);
    const flat = { values: events.value[1], users: events.id[1] };
    const here = median(flat, {
      ...{ ...options, abstain: true },
      ledger: new Ledger({ epsilon: 200, delta: 1e-3, unit: "user" }),
    }).record;
    const { engine: name, ...parameters } = record.parameters;
    assert.equal(name, engine.dialect);
    assert.deepEqual({ ...record, parameters }, here);
    const quartiles = await table.quantiles("value", [0.25, 0.75], options);
    assert.ok(quartiles.value[0] < 45 && quartiles.value[1] > 55, `${quartiles.value}`);
    const most = await table.quantile("value", 0.9, options);
    assert.ok(Math.abs(most.value - 90) <= 15, `${most.value}`);
    const point = await table.interiorPoint("value", { ...options, delta: 1e-6 });
    assert.ok(point.value >= 0 && point.value <= 99);
    assert.ok(Math.abs((await table.count({ epsilon: 5 })).value - users) <= 10);
    const teams = table.groupBy("team", ["it's", "nobody", "a"]);
    const byTeam = await teams.median("value", { ...options, epsilon: 20 });
    assert.deepEqual(
      byTeam.groups.map(({ group }) => group),
      ["it's", "nobody", "a"],
    );
    const { message, ...nobody } = byTeam.groups[1];
    assert.deepEqual(nobody, { group: "nobody", value: null, reason: "too-few" });
    assert.match(message, /^Too few users: /);
    assert.ok(Math.abs(byTeam.groups[0].value - 50) <= 20);
    const counted = await teams.count({ epsilon: 5, perUser: 3 });
    assert.ok(
      counted.groups.every(
        ({ group, value }) => Math.abs(value - (group === "nobody" ? 0 : users)) <= 20,
      ),
    );
    assert.equal(ledger.entries.length, 7);
  });
});

test("private groups are released by their number of users, in order of their names", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine);
    const teams = table.groupBy("team", "private");
    const loss = { epsilon: 10, delta: 1e-6 };
    const found = await teams.median("value", { ...loss, domain });
    const named = ["a", "b", "it's"];
    assert.deepEqual(
      found.groups.map(({ group }) => group),
      named,
    );
    for (const answers of [
      await teams.interiorPoint("value", { ...loss, domain }),
      await teams.quantiles("value", [0.25, 0.75], { ...loss, domain }),
      await teams.count({ ...loss, perUser: "spread" }),
      await teams.count({ ...loss, perUser: 2 }),
    ]) {
      assert.deepEqual(
        answers.groups.map(({ group }) => group),
        named,
      );
    }
  });
});

test("groups of several columns are named by lists, listed or private, as in a table in memory", async () => {
  const city = rows.map((row) => (row % 2 === 0 ? "x" : "y/z"));
  const year = rows.map((row) => 2024 + Math.floor(row / users));
  await inEach(async (engine) => {
    const columns = { ...events, city: ["text", city], year: ["whole", year] };
    await create(engine, "several", columns);
    const { table } = tableIn(engine, { from: "several" });
    const found = table.groupBy(["city", "year"], "private");
    const names = [2024, 2025, 2026].flatMap((one) => [
      ["x", one],
      ["y/z", one],
    ]);
    const inOrder = names.sort(([a, one], [b, other]) => (a === b ? one - other : a < b ? -1 : 1));
    const loss = { epsilon: 20, delta: 1e-6 };
    for (const answers of [
      await found.median("value", { ...loss, domain }),
      await found.count({ ...loss, perUser: 3 }),
    ]) {
      assert.deepEqual(
        answers.groups.map(({ group }) => group),
        inOrder,
      );
    }
    const list = [
      ["y/z", 2025],
      ["x", 2024n],
      ["x", 1999],
    ]; // 2024n is 2024 there
    const declared = await table
      .groupBy(["city", "year"], list)
      .count({ epsilon: 100, perUser: 3 });
    assert.deepEqual(
      declared.groups.map(({ group }) => group),
      list,
    );
    for (const [place, most] of [users / 2, users / 2, 0].entries()) {
      assert.ok(
        Math.abs(declared.groups[place].value - most) <= 2,
        `${declared.groups[place].value}`,
      );
    }
    const { groups } = await table
      .groupBy(["city"], [["x"]])
      .median("value", { epsilon: 20, domain });
    assert.deepEqual(groups[0].group, ["x"]);
    await assert.rejects(
      table.groupBy(["city", "team!"], "private").count({ ...loss, perUser: 1 }),
      {
        message:
          /^groupBy must be a column of the rows \(id, value, team, city, year\), got "team!"$/,
      },
    );
  });
});

test("few users get no answer unless `abstain` is false, also if it is undefined", async () => {
  const [engine] = running;
  await create(engine, "few", { id: ["text", ["a"]], value: ["whole", [5]] });
  const { table } = tableIn(engine, { from: "few" });
  const options = { epsilon: 0.1, domain, confidence: 1 - 1e-6 };
  const few = await table.median("value", { ...options, abstain: undefined });
  assert.deepEqual([few.value, few.reason], [null, "too-few"]);
  const any = await table.median("value", { ...options, abstain: false });
  assert.equal(typeof any.value, "number");
});

test("an empty table, and a table with a different person in every row, have answers", async () => {
  await inEach(async (engine) => {
    await create(engine, "empty", { id: ["text", []], value: ["double", []], g: ["text", []] });
    const { table } = tableIn(engine, { from: "empty" });
    const none = await table.median("value", { epsilon: 1, confidence: 1 - 1e-6 });
    assert.deepEqual([none.value, none.reason], [null, "too-few"]);
    const found = await table.groupBy("g", "private").median("value", { epsilon: 1, delta: 1e-6 });
    assert.deepEqual(found.groups, []);
    const { table: alone } = tableIn(engine, { user: null });
    const { value, record } = await alone.median("value", {
      epsilon: 5,
      domain: decimals(0, 99, 1),
    });
    assert.ok(Math.abs(value - 50) <= 10);
    assert.equal(record.parameters.users, "every row is a different person");
  });
});

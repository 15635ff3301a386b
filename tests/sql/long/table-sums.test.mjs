// Sums, means, histograms and frequent items of tables in engines, as people call them, and their plans.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dates, decimals, integers, Ledger, table as tableHere } from "../../../dist/index.js";
import { sqlTable } from "../../../dist/sql.js";
import { running, startEngines } from "../running.mjs";
import { create } from "../tables.mjs";

startEngines(22, (engine) => create(engine, "events", events));

const users = 300;
const rows = Array.from({ length: 3 * users }, (_, row) => row);
/**
 * Users with a row in each of three teams; two thirds of them saw only "home", the others "page 1" and one more
 * page.
 */
const events = {
  id: ["text", rows.map((row) => `user ${row % users}`)],
  value: ["whole", rows.map((row) => (row * 37) % 100)],
  team: ["text", rows.map((row) => ["a", "b", "it's"][Math.floor(row / users)])],
  page: [
    "text",
    rows.map((row) => (row % users < 200 ? "home" : `page ${row % 9 < 6 ? 1 : row % 9}`)),
  ],
  day: ["day", rows.map((row) => `2026-03-0${1 + (row % 5)}`)],
};
const inMemory = Object.fromEntries(
  Object.entries(events).map(([name, [kind, values]]) => [
    name,
    kind === "day" ? values.map((day) => new Date(day)) : values,
  ]),
);
const domain = integers(0, 99);
const edges = [25, 50, 75];
const loss = { epsilon: 20, delta: 1e-6 };

/** Every question about sums, with its arguments: for all rows, then by group. */
const questions = [
  ["count", { epsilon: 1000 }, { perUser: 3 }],
  ["count", { epsilon: 1000, perUser: "spread" }, {}],
  ["sum", "value", { epsilon: 1000, domain: integers(0, 300) }, {}],
  ["sum", "value", { epsilon: 1000, domain: integers(0, 300) }, { perUser: 20 }],
  // Lopsided: the two ends have different weights.
  ["mean", "value", { epsilon: 1000, domain: integers(0, 400) }, {}],
  ["mean", "value", { epsilon: 1000, domain: decimals(0, 99, 1), confidence: 0.99 }, {}],
  ["histogram", "value", { epsilon: 1000, edges }, {}],
  ["histogram", "value", { epsilon: 1000, edges, perUser: 3, neighbors: "replace" }, {}],
  ["histogram", "page", { epsilon: 1000, items: ["home", "page 1", "nobody's"] }, {}],
  ["histogram", "day", { epsilon: 1000, edges: [new Date("2026-03-03")] }, {}],
].map((question) => [question[0], question.slice(1, -1), question.at(-1)]);
const topOptions = { k: 2, kBar: 5, epsilon: 20, delta: 1e-6, perUser: 3 };

const tableIn = ({ dialect, run }, options = {}) =>
  sqlTable(run, { from: "events", dialect, user: "id", ...options });

async function inEach(check) {
  for (const engine of running) await check(engine);
}

/** All numbers in an answer, in order. */
const numbersIn = (answer) =>
  typeof answer === "number"
    ? [answer]
    : typeof answer === "object" && answer !== null && !(answer instanceof Date)
      ? Object.values(answer).flatMap(numbersIn)
      : [];

/**
 * Noise of sums has a scale of 300/1000 (300/800 in private groups). Each of about 200 differences of two exceeds
 * 12 with probability below 1e-12.
 */
function checkNear(answer, other, name) {
  const [one, two] = [numbersIn(answer), numbersIn(other)];
  assert.equal(one.length, two.length, name);
  assert.ok(one.length > 0, name);
  one.forEach((number, place) => {
    assert.ok(
      Math.abs(number - two[place]) <= 12 + 0.01 * Math.abs(number),
      `${name}: ${one} ${two}`,
    );
  });
}

function checkRecord({ parameters: { engine, ...parameters }, ...record }, expected, dialect) {
  assert.equal(engine, dialect);
  assert.deepEqual({ ...record, parameters }, expected);
}

test("sums, means and histograms are close to those of the rows in memory and have the same records", async () => {
  const here = tableHere(inMemory, { user: "id" });
  await inEach(async (engine) => {
    const there = tableIn(engine);
    for (const [name, asked] of questions) {
      const { record, ...answer } = await there[name](...asked);
      const { record: expected, ...other } = here[name](...asked);
      checkNear(answer, other, `${engine.dialect} ${name}`);
      checkRecord(record, expected, engine.dialect);
    }
  });
});

test("the answers equal those in memory by listed groups and by private ones", async () => {
  const here = tableHere(inMemory, { user: "id" });
  await inEach(async (engine) => {
    const there = tableIn(engine);
    for (const [groups, more] of [
      [["it's", "nobody", "a"], {}],
      ["private", { delta: 1e-6 }],
    ]) {
      for (const [name, asked, byGroup] of questions) {
        const options = { ...asked.at(-1), ...byGroup, ...more };
        const question = [...asked.slice(0, -1), options];
        const { record, ...answer } = await there.groupBy("team", groups)[name](...question);
        const { record: expected, ...other } = here.groupBy("team", groups)[name](...question);
        const names = answer.groups.map(({ group }) => group);
        assert.deepEqual(names, groups === "private" ? ["a", "b", "it's"] : groups);
        checkNear(answer, other, `${engine.dialect} ${name} ${groups}`);
        checkRecord(record, expected, engine.dialect);
      }
    }
  });
});

test("the most frequent items equal those in memory, with counts on request", async () => {
  const here = tableHere(inMemory, { user: "id" });
  await inEach(async (engine) => {
    for (const more of [{}, { counts: true }, { variant: "laplace" }, { perUser: Infinity }]) {
      const options = { ...topOptions, ...more };
      const seen = [];
      const run = async (sql) => {
        seen.push(sql);
        return engine.run(sql);
      };
      const { record, ...answer } = await tableIn({ ...engine, run }).topK("page", options);
      assert.ok(seen.some((sql) => sql.includes(`LIMIT ${options.kBar + 1})`)));
      const { record: expected, ...other } = here.topK("page", options);
      checkRecord(record, expected, engine.dialect);
      assert.equal(answer.complete, true);
      assert.deepEqual(Object.keys(answer), Object.keys(other));
      assert.equal(answer.items[0].item, "home");
      assert.equal(answer.items.length, 2);
      assert.equal("count" in answer.items[0], options.counts === true);
    }
    const different = await tableIn(engine, { user: null }).topK("page", { k: 1, ...loss });
    assert.equal(different.items[0].item, "home");
    assert.equal(different.record.parameters.users, "every row is a different person");
  });
});

test("plan states the figures of the record, queries no engine and charges nothing", async () => {
  await inEach(async (engine) => {
    const never = async () => assert.fail("the engine was asked");
    const ledger = new Ledger({ epsilon: 1e-3, unit: "user" });
    const closed = sqlTable(never, { from: "events", dialect: engine.dialect, user: "id", ledger });
    const open = tableIn(engine);
    const ranks = [
      ["median", ["value", { epsilon: 1, domain }], {}],
      ["quantile", ["value", 0.9, { epsilon: 1, domain, abstain: false }], {}],
      ["quantiles", ["value", [0.1, 0.9], { epsilon: 1, domain }], {}],
      ["interiorPoint", ["value", { epsilon: 1, delta: 1e-7, domain }], {}],
    ];
    for (const [name, asked, byGroup] of [...ranks.slice(0, 2), ...questions]) {
      const { record } = await open[name](...asked);
      const planned = await closed.plan[name](...asked);
      const { epsilon } = asked.at(-1);
      assert.deepEqual(planned, { epsilon, delta: 0, accuracy: record.accuracy }, name);
      const options = { ...asked.at(-1), ...byGroup, delta: 1e-6 };
      const question = [...asked.slice(0, -1), options];
      const found = await open.groupBy("team", "private")[name](...question);
      const plannedGroups = await closed.groupBy("team", "private").plan[name](...question);
      assert.deepEqual(plannedGroups, { epsilon, delta: 1e-6, accuracy: found.record.accuracy });
    }
    const here = tableHere(inMemory, { user: "id" }).plan;
    for (const [name, asked] of [...ranks, ...questions, ["topK", ["page", topOptions]]]) {
      assert.deepEqual(await closed.plan[name](...asked), here[name](...asked), name);
    }
    assert.equal(ledger.entries.length, 0);
    await assert.rejects(closed.plan.median("value", {}), /epsilon must be a number/);
    await assert.rejects(
      closed.plan.median("", { epsilon: 1 }),
      /^TypeError: column must be a name/,
    );
  });
});

test("the ledger is charged before any query about rows, and stays charged if the engine fails", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 10_000, delta: 1e-3, unit: "user" });
    const there = tableIn(engine, { ledger });
    const chargeable = questions.filter(([, asked]) => asked.at(-1).neighbors !== "replace");
    for (const [name, asked] of [...chargeable, ["topK", ["page", topOptions]]]) {
      await there[name](...asked);
    }
    assert.equal(ledger.entries.length, chargeable.length + 1);
    const small = new Ledger({ epsilon: 1, delta: 1e-6, unit: "user" });
    const seen = [];
    const run = async (sql) => {
      seen.push(sql);
      if (/AS "rows"/.test(sql)) throw new Error("the connection is gone");
      return engine.run(sql);
    };
    const failing = tableIn({ ...engine, run }, { ledger: small });
    await assert.rejects(failing.sum("value", { epsilon: 2, domain }), { name: "BudgetExceeded" });
    await assert.rejects(failing.topK("page", { ...topOptions }), { name: "BudgetExceeded" });
    assert.ok(seen.every((sql) => !/AS "rows"/.test(sql)));
    const message = /^the engine failed; .*; the ledger stays charged$/;
    await assert.rejects(failing.sum("value", { epsilon: 0.5, domain }), { message });
    await assert.rejects(failing.topK("page", { k: 1, epsilon: 0.5, delta: 1e-6, perUser: 1 }), {
      message,
    });
    assert.equal(small.remaining.epsilon, 0);
  });
});

test("a connector that omits items or groups is rejected", async () => {
  await inEach(async ({ dialect, run }) => {
    const cut = async (sql) => {
      const answer = await run(sql);
      return /AS "rows"/.test(sql) ? answer.slice(0, 1) : answer;
    };
    const there = tableIn({ dialect, run: cut });
    const message = "run must promise all rows, got some of them";
    await assert.rejects(there.topK("page", topOptions), { message });
    const bins = { epsilon: 1, edges };
    await assert.rejects(there.histogram("value", bins), { message });
    const means = there.groupBy("team", ["a", "b"]).mean("value", { epsilon: 1, domain });
    await assert.rejects(means, { message });
  });
});

test("items and edges are never interpreted as SQL, and return to the last byte", async () => {
  const odd = `x"; DROP TABLE "events"; --`;
  const names = [odd, "it's", "\\'; DROP TABLE events; --", "$$", "\ufeffmarked", "😀", "\ufffd"];
  await inEach(async (engine) => {
    const many = names.flatMap((name, place) => Array.from({ length: 40 + place }, () => name));
    const columns = {
      [`v${odd}`]: ["text", many],
      [`u${odd}`]: ["text", many.map((name, row) => `${name} ${row}`)],
    };
    await create(engine, odd, columns);
    const there = tableIn(engine, { from: odd, user: `u${odd}` });
    const { value } = await there.histogram(`v${odd}`, {
      ...{ epsilon: 100, items: [...names, "'; DROP TABLE events; --"] },
    });
    assert.deepEqual(
      value.map(({ item, count }) => [item, Math.round(count) + 0]),
      [...names.map((name, place) => [name, 40 + place]), ["'; DROP TABLE events; --", 0]],
    );
    const options = { k: names.length, epsilon: 100, delta: 1e-3, perUser: 1 };
    const { items } = await there.topK(`v${odd}`, options);
    assert.deepEqual(items.map(({ item }) => item).sort(), [...names].sort());
    const found = await there
      .groupBy(`v${odd}`, "private")
      .count({ epsilon: 100, delta: 1e-3, perUser: 1 });
    assert.deepEqual(found.groups.map(({ group }) => group).sort(), [...names].sort());
    const there2 = await engine.run('SELECT COUNT(*) AS "n" FROM "events"');
    assert.equal(Number(there2[0].n), rows.length);
  });
});

test("a question without a query is rejected by its name, before the engine is queried", async () => {
  const never = async () => assert.fail("the engine was asked");
  const closed = sqlTable(never, { from: "t", dialect: "duckdb", user: "u" });
  const many = Array.from({ length: 10_001 }, (_, i) => i);
  const epsilon = 1;
  for (const [ask, message] of [
    [() => closed.sum("", { epsilon, domain }), /^column must be a name/],
    [() => closed.sum("v", { epsilon, domain, groups: ["a"] }), /groups must be given by groupBy/],
    [() => closed.mean("v", { epsilon, domain, ledger: 1 }), /ledger must be given by sqlTable/],
    [
      () => closed.mean("v", { epsilon, domain: dates("2026-01-01", "2026-02-01") }),
      /^domain must be of integers\(\)/,
    ],
    [() => closed.mean("v", { epsilon, domain: integers(0n, 2n ** 63n) }), /within \+-2\^62/],
    [() => closed.histogram("v", { epsilon }), /^exactly one of edges and items must be given/],
    [
      () => closed.histogram("v", { epsilon, edges: many }),
      /^edges must be at most 10,000 for a table in an engine, got 10001$/,
    ],
    [() => closed.histogram("v", { epsilon, items: many }), /^items must be at most 10,000/],
    [
      () => closed.histogram("v", { epsilon, items: [1, 1n] }),
      /^items must differ in an engine, where 1 is 1n/,
    ],
    [() => closed.histogram("v", { epsilon, items: ["a\0"] }), /^items must be text without NUL/],
    [
      () => closed.histogram("v", { epsilon, edges: [new Date("-000001-01-01")] }),
      /^edges must be of the years 1 to 9998/,
    ],
    [
      () => closed.histogram("v", { epsilon, edges, missing: "throw" }),
      /^missing must not be "throw"/,
    ],
    [
      () => closed.topK("v", { k: 1, ...loss, variant: "strict" }),
      /^perUser must be given for rows with user ids/,
    ],
    [() => closed.topK("v", { k: 0, ...loss, perUser: 1 }), /^k must be/],
    [
      () => closed.topK("v", { k: 1, ...loss, perUser: 1, missing: "throw" }),
      /^missing must not be "throw"/,
    ],
    [
      () => closed.groupBy("g", ["a"]).topK("v", topOptions),
      /^topK must be asked of a table without groups/,
    ],
    [() => closed.groupBy("g", "private").sum("v", { epsilon, domain }), /delta/],
  ]) {
    await assert.rejects(ask(), { message });
  }
});

test("a column of another kind is rejected before the charge", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 1, delta: 1e-3, unit: "user" });
    await create(engine, "kinds", {
      ...{
        id: ["text", ["a"]],
        label: ["text", ["b"]],
        n: ["exact", ["1"]],
        day: ["day", ["2026-01-01"]],
      },
    });
    const there = tableIn(engine, { from: "kinds", ledger });
    const epsilon = 1;
    for (const [ask, message] of [
      [() => there.sum("label", { epsilon, domain }), /^column label must be of numbers for/],
      [() => there.mean("day", { epsilon, domain }), /^column day must be of numbers for/],
      [
        () => there.histogram("label", { epsilon, edges }),
        /^column label must be of numbers as edges are/,
      ],
      [
        () => there.histogram("day", { epsilon, edges }),
        /^column day must be of numbers as edges are/,
      ],
      [
        () => there.histogram("n", { epsilon, edges: [new Date("2026-01-01")] }),
        /^column n must be of dates or timestamps as edges are/,
      ],
      [
        () => there.histogram("n", { epsilon, edges: [2n ** 53n + 1n] }),
        /^edges must be numbers that doubles hold/,
      ],
      [
        () => there.topK("none", { k: 1, ...loss, perUser: 1 }),
        /^column must be a column of the rows \(id, label, n, day\), got "none"$/,
      ],
    ]) {
      await assert.rejects(ask(), { message });
    }
    assert.equal(ledger.entries.length, 0);
  });
});

test("an empty table, and names that no row can have, result in noise alone", async () => {
  await inEach(async (engine) => {
    await create(engine, "empty", { id: ["text", []], value: ["double", []], g: ["text", []] });
    const there = tableIn(engine, { from: "empty" });
    const within = { epsilon: 50, domain };
    assert.ok(Math.abs((await there.sum("value", within)).value) <= 99);
    assert.deepEqual(
      (await there.mean("value", { ...within, confidence: 1 - 1e-9 })).reason,
      "too-few",
    );
    const none = await there
      .groupBy("g", [1, true])
      .histogram("value", { epsilon: 50, edges: [1] });
    assert.ok(none.groups.every(({ value }) => value.every(({ count }) => Math.abs(count) < 2)));
    const bins = await there.histogram("value", { epsilon: 50, items: ["text"] });
    assert.ok(Math.abs(bins.value[0].count) < 2);
    const privately = there.groupBy("g", "private");
    assert.deepEqual((await privately.sum("value", { ...within, delta: 1e-6 })).groups, []);
    const ofText = await privately.histogram("value", { epsilon: 50, delta: 1e-6, items: ["a"] });
    assert.deepEqual(ofText.groups, []);
    const { items, complete } = await there.topK("g", { k: 1, ...loss, perUser: 1 });
    assert.deepEqual([items, complete], [[], false]);
  });
});

// A table in an engine rejects unsupported questions by name, before the charge.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dates, integers, Ledger, reals, text } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { createEvents, domain, tableIn } from "./people.mjs";
import { inEach, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(21, createEvents);

const wrongTables = [
  [{ from: "" }, /^from must be a name, got ""$/],
  [
    { from: { table: "x" } },
    /^from must be a table's name, a list of names or \{ query \}, got an object/,
  ],
  [{ from: "a\0b" }, /^from must be text without NUL and lone surrogates/],
  [{ dialect: "mysql" }, /^dialect must be "duckdb" or "postgres" or "spark", got "mysql"$/],
  [{ user: undefined }, /^user must be a name, got undefined$/],
  [{ user: "\ud800" }, /^user must be text without NUL/],
  [{ immutable: "yes" }, /^immutable must be true or false/],
  [{ leger: 1 }, /unknown option leger; did you mean ledger\?$/],
];

const epsilon = 1;
const wrongQuestions = [
  [(table) => table.median("v"), /^median: options must be an object, got undefined$/],
  [(table) => table.median("v", {}), /epsilon must be a number/],
  [(table) => table.median("", { epsilon }), /^column must be a name/],
  [(table) => table.median("v", { epsilon, groups: ["a"] }), /groups must be given by groupBy/],
  [(table) => table.median("v", { epsilon, ledger: 1 }), /ledger must be given by sqlTable/],
  [(table) => table.median("v", { epsilon, outside: "throw" }), /^outside must not be "throw"/],
  [(table) => table.median("v", { epsilon, missing: "throw" }), /^missing must not be "throw"/],
  [(table) => table.median("v", { epsilon, size: 0 }), /^size must be a whole number from 1 to/],
  [(table) => table.median("v", { epsilon, perUser: "mean" }), /^perUser must be "spread"/],
  [(table) => table.median("v", { epsilon, domain: text(5) }), /^domain must be of numbers/],
  [
    (table) => table.median("v", { epsilon, domain: reals({ digits: 3 }) }),
    /^domain must be without digits/,
  ],
  [
    (table) => table.median("v", { epsilon, domain: integers(0n, 2n ** 63n) }),
    /^domain must be within \+-2\^62/,
  ],
  [
    (table) => table.median("v", { epsilon, domain: dates("-000100-01-01", "2026-01-01") }),
    /^domain must be of the years/,
  ],
  [
    (table) => table.median("v", { epsilon, algorithm: "tree-log" }),
    /^algorithm must be auto, least-promise, exponential or cut/,
  ],
  [
    (table) => table.median("v", { epsilon, interval: "both" }),
    /^interval must be "data" or "population", got "both"$/,
  ],
  [
    (table) => table.median("v", { epsilon, intervalShare: 0.5 }),
    /^intervalShare must be left out without interval, got 0.5$/,
  ],
  [
    (table) =>
      table
        .groupBy("g", "private")
        .median("v", { epsilon, delta: 1e-6, domain, interval: "population" }),
    /^interval must be "data" with groups: "private", got "population"/,
  ],
  [(table) => table.median("v", { epsilon, delta: 1 }), /delta must be 0 or a number above 0/],
  [
    (table) =>
      table.interiorPoint("v", {
        epsilon: 1e-4,
        delta: 1e-6,
        neighbors: "replace",
        abstain: false,
        domain: integers(0, 9),
        confidence: 2,
      }),
    /confidence/,
  ],
  [(table) => table.quantile("v", 2, { epsilon }), /q must be/],
  [(table) => table.count({ epsilon, perUser: "all" }), /perUser/],
  [
    (_, made) => made({ user: null }).count({ epsilon }),
    /^user must be a column of ids to be counted/,
  ],
  [(table) => table.groupBy("g", ["a"]).count({ epsilon }), /^perUser must be given by group/],
];

test("invalid tables, columns and options are rejected by name, before any query", async () => {
  const never = async () => assert.fail("the engine was asked");
  const made = (options) =>
    sqlTable(never, { from: "t", dialect: "duckdb", user: "u", ...options });
  for (const [options, message] of wrongTables) {
    assert.throws(() => made(options), { message });
  }
  assert.throws(() => sqlTable("SELECT 1", {}), { message: /^run must be a function/ });
  const table = made({});
  for (const [names, message] of [
    [[], /^groups must be 1 to/],
    [["a", "a"], /^groups must have different names/],
    [["a\0"], /^groups must be text without NUL/],
    [["\udc00"], /^groups must be text without NUL and lone surrogates/],
    [[1, 1n], /^groups must differ in an engine, where 1 is 1n/],
    ["public", /^groups must be a list of their names, or "private"/],
  ]) {
    assert.throws(() => table.groupBy("g", names), { message });
  }
  const two = ["g", "h"];
  for (const [by, names, message] of [
    [[], ["a"], /^groupBy must be one column or more, got an empty list$/],
    [["g", ""], "private", /^groupBy must be a name, got ""$/],
    [two, ["a"], /^groups must be lists of 2 names, one for each column, got "a"$/],
    [two, [["a"]], /^groups must be lists of 2/],
    ["g", [["a", "b"]], /^groups must be single names/],
    [two, [["a", "b\0"]], /^groups must be text without NUL/],
    [
      two,
      [
        ["a", 1],
        ["a", 1n],
      ],
      /^groups must differ in an engine, where 1 is 1n/,
    ],
  ]) {
    assert.throws(() => table.groupBy(by, names), { message });
  }
  // Regression: they were compared as doubles, which are equal.
  table.groupBy("g", [2n ** 53n, 2n ** 53n + 1n]);
  assert.throws(() => table.groupBy("", ["a"]), { message: /^groupBy must be a name/ });
  for (const [ask, message] of wrongQuestions) {
    await assert.rejects(ask(table, made), { message });
  }
});

test("a question for tables in memory only is rejected by its name, with the remedy, before any query", async () => {
  const never = async () => assert.fail("the engine was asked");
  const table = sqlTable(never, { from: "t", dialect: "duckdb", user: "u" });
  const options = { epsilon: 1, domain };
  for (const asked of [table, table.groupBy("g", ["a"])]) {
    assert.throws(() => asked.where((row) => row.active), {
      name: "TypeError",
      message:
        /^where must be part of `from` for a table in an engine, as in \{ query: .* \}, got a function$/,
    });
    for (const [name, ...columns] of [["learnThreshold", "x", "y"]]) {
      for (const of of [asked, asked.plan]) {
        await assert.rejects(of[name](...columns, options), {
          name: "TypeError",
          message: `a table in an engine must be asked for median, quantile, quantiles, interiorPoint, count, sum, mean, variance, standardDeviation, histogram, topK, countDistinct, findBounds, got ${name}: fetch the columns and ask \`table\` for it`,
        });
      }
    }
    await assert.rejects(asked.median("v", { ...options, orderBy: "at" }), {
      message: 'orderBy must be left out for a table in an engine, got "at"',
    });
  }
  assert.throws(() => table.groupBy((row) => row.day, "private"), {
    message: /^groupBy must be a column for a table in an engine, derived in `from`/,
  });
});

test("an unknown column, or one of the wrong type, is rejected before the charge", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 1, unit: "user" });
    await create(engine, "kinds", {
      id: ["text", ["a"]],
      label: ["text", ["b"]],
      n: ["exact", ["1"]],
    });
    const { table } = tableIn(engine, { from: "kinds", ledger });
    const options = { epsilon: 1, domain };
    const columns = "of the rows (id, label, n)";
    for (const [ask, message] of [
      [() => table.median("missing", options), `column must be a column ${columns}, got "missing"`],
      [
        () => table.groupBy("city", ["a"]).median("n", options),
        `groupBy must be a column ${columns}, got "city"`,
      ],
      [
        () => table.groupBy("city", "private").count({ epsilon: 1, delta: 1e-6, perUser: 1 }),
        `groupBy must be a column ${columns}, got "city"`,
      ],
      [
        () => tableIn(engine, { from: "kinds", user: "uid", ledger }).table.count({ epsilon: 1 }),
        `user must be a column ${columns}, got "uid"`,
      ],
    ]) {
      await assert.rejects(ask(), { name: "TypeError", message });
    }
    await assert.rejects(table.median("label", options), {
      message:
        /^column label must be of numbers for whole numbers from 0 to 99, got (VARCHAR|text)$/,
    });
    await assert.rejects(
      table.median("n", { epsilon: 1, domain: dates("2026-01-01", "2026-02-01") }),
      {
        message: /^column n must be of dates or timestamps/,
      },
    );
    // Regression: durations identify nobody, as months and days are of several lengths.
    await create(engine, "spans", { id: ["text", ["a"]], took: ["interval", ["1 day"]] });
    const { table: spans } = tableIn(engine, { from: "spans", ledger });
    await assert.rejects(spans.groupBy("took", ["a"]).count({ epsilon: 1, perUser: 1 }), {
      message:
        /^groupBy must be a column of text, numbers, booleans, bytes, dates or timestamps, got took of type interval/i,
    });
    const { table: byTime } = tableIn(engine, { from: "spans", user: "took", ledger });
    await assert.rejects(byTime.count({ epsilon: 1 }), {
      message: /^user must be a column of text, numbers/,
    });
    assert.equal(ledger.entries.length, 0);
  });
});

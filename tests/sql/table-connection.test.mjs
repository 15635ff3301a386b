// The queries of a table in an engine: their order, the single connection, and the state after errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dates, Ledger } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { tried } from "./engines.mjs";
import { createEvents, domain, tableIn } from "./people.mjs";
import { inEach, running, startEngines } from "./running.mjs";
import { create } from "./tables.mjs";

startEngines(21, createEvents);

test("a question uses one read-only transaction, starting with the probe, and charges before any query on rows", async () => {
  await inEach(async (engine) => {
    const ledger = new Ledger({ epsilon: 2, unit: "user" });
    const { table, asked } = tableIn(engine, { ledger });
    await table.median("value", { epsilon: 1, domain });
    assert.match(asked[0], /^BEGIN TRANSACTION .*READ ONLY$/);
    assert.match(asked[1], /AS "tiny"/);
    assert.match(asked[2], /^SELECT .* AS "name", .* AS "state" FROM /);
    assert.match(asked[3], /AS "type0"/);
    assert.equal(asked.at(-1), "COMMIT");
    assert.equal(asked.filter((sql) => /^(BEGIN|COMMIT|ROLLBACK)/.test(sql)).length, 2);
    asked.length = 0;
    // The ledger rejects it: no query about the rows was sent.
    await assert.rejects(table.median("value", { epsilon: 2, domain }), { name: "BudgetExceeded" });
    assert.deepEqual(
      asked.map((sql) => sql.slice(0, 5)),
      ["BEGIN", "SELEC", "SELEC", "SELEC", "ROLLB"],
    );
    assert.equal(ledger.spent.epsilon, 1);
    const { table: fixed, asked: plainly } = tableIn(engine, { immutable: true });
    await fixed.count({ epsilon: 1 });
    assert.ok(plainly.every((sql) => !/^(BEGIN|COMMIT)/.test(sql)));
  });
});

test("concurrent queries over one connection are all answered", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine);
    const answers = await Promise.all([
      table.median("value", { epsilon: 1, domain }),
      table.count({ epsilon: 1 }),
      table.quantile("value", 0.25, { epsilon: 1, domain }),
    ]);
    assert.equal(answers.length, 3);
  });
});

test("a failure of the engine after the charge leaves it spent, and the error says so", async () => {
  await inEach(async ({ dialect, run }) => {
    const ledger = new Ledger({ epsilon: 2, unit: "user" });
    const failing = async (sql) => {
      if (/AS "rows"/.test(sql)) throw new Error("the connection is gone");
      return run(sql);
    };
    const table = sqlTable(failing, { from: "events", dialect, user: "id", ledger });
    await assert.rejects(table.median("value", { epsilon: 1, domain }), (error) => {
      assert.match(error.message, /^the engine failed; .*; the ledger stays charged$/);
      assert.equal(error.cause.message, "the connection is gone");
      return true;
    });
    assert.equal(ledger.spent.epsilon, 1);
    const { value } = await tableIn({ dialect, run }).table.count({ epsilon: 1 });
    assert.equal(typeof value, "number"); // the transaction has ended
  });
});

test("a connector that omits rows, or returns numbers instead of text, is rejected", async () => {
  await inEach(async ({ dialect, run }) => {
    const options = { from: "events", dialect, user: "id" };
    const cut = async (sql) => (await run(sql)).slice(0, 20);
    await assert.rejects(sqlTable(cut, options).median("value", { epsilon: 1, domain }), {
      message: "run must promise all rows, got some of them",
    });
    const lossy = async (sql) =>
      (await run(sql)).map((row) => ("big" in row ? { ...row, big: Number(row.big) } : row));
    await assert.rejects(sqlTable(lossy, options).count({ epsilon: 1 }), {
      message: "run must promise text as text, got a number (big)",
    });
    const rounded = async (sql) =>
      (await run(sql)).map((row) => ("big" in row ? { ...row, big: "9007199254740992" } : row));
    await assert.rejects(sqlTable(rounded, options).count({ epsilon: 1 }), {
      message: `run must return the answers of a ${dialect} engine unchanged, got "9007199254740992" instead of "9007199254740993" (big)`,
    });
    const rows = async (sql) => ({ rows: await run(sql) });
    await assert.rejects(sqlTable(rows, options).count({ epsilon: 1 }), {
      message: /^run must promise an array of rows, got an object/,
    });
  });
});

test("a connection with another dialect is rejected by the name of the declared one", async () => {
  const one = running[0];
  const other = running.at(-1);
  for (const [engine, dialect] of [
    [one, other.dialect],
    [other, one.dialect],
  ]) {
    const table = sqlTable(engine.run, { from: "events", dialect, user: "id", immutable: true });
    await assert.rejects(table.count({ epsilon: 1 }), {
      name: "TypeError",
      message: new RegExp(`^dialect must be what the connection speaks, got "${dialect}"`),
    });
  }
});

test("contents of another state of the table end the release without an answer", async () => {
  await inEach(async ({ dialect, run }) => {
    let windows = 0;
    const changing = async (sql) => {
      const answer = await run(sql);
      if (!/AS "first"/.test(sql) || ++windows === 1) return answer;
      return answer.map((row) => ({ ...row, w: `${2 * Number(row.w)}` }));
    };
    const ledger = new Ledger({ epsilon: 2, unit: "user" });
    const table = sqlTable(changing, { from: "events", dialect, user: "id", ledger });
    // Quantiles have one window each, and the windows now belong to two tables.
    await assert.rejects(table.quantiles("value", [0.25, 0.75], { epsilon: 1, domain }), {
      message: /^the table changed while it was read.*; the ledger stays charged$/,
    });
    assert.equal(ledger.spent.epsilon, 1);
  });
});

test("settings of the connection change no answer: collations, quoting, digits, time zones", async () => {
  const settings = {
    duckdb: ["SET default_collation = 'nocase'", "SET integer_division = true"],
    postgres: [
      ...["SET standard_conforming_strings = off", "SET extra_float_digits = -15"],
      ...[
        "SET DateStyle = 'SQL, DMY'",
        "SET TimeZone = 'Asia/Kolkata'",
        "SET bytea_output = escape",
      ],
    ],
  };
  const columns = {
    id: ["text", ["a", "A", "b", "b "]],
    at: ["zone", Array(4).fill("2026-03-04 20:00:00+00")],
    x: ["double", [0.1 + 0.2, 0.1 + 0.2, 0.1 + 0.2, 0.1 + 0.2]],
  };
  for (const start of tried) {
    const engine = await start();
    try {
      await create(engine, "set", columns);
      for (const sql of settings[engine.dialect]) await engine.run(sql);
      const { table } = tableIn(engine, { from: "set" });
      assert.equal((await table.count({ epsilon: 100 })).value, 4);
      const day = { epsilon: 1000, domain: dates("2026-03-01", "2026-03-09") };
      assert.deepEqual((await table.median("at", day)).value, new Date("2026-03-04"));
      assert.equal((await table.median("x", { epsilon: 1000 })).value, 0.1 + 0.2);
    } finally {
      await engine.stop();
    }
  }
});

// Tables in engines as people ask them: the order of things, what is refused, what errors leave behind.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dates, decimals, integers, Ledger, median, reals, text } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { loadForTesting } from "../../dist/testing.js";
import { tried } from "./engines.mjs";
import { create } from "./tables.mjs";

/** @type {import("./engines.mjs").Engine[]} */
let running = [];
before(async () => {
  await loadForTesting({ seed: 21 }); // of nobody there is an answer 5 times in 100
  running = await Promise.all(tried.map((start) => start()));
  for (const engine of running) await create(engine, "events", events);
  for (const engine of running) await create(engine, "visits", visits);
});
after(() => Promise.all(running.map(({ stop }) => stop())));

const users = 300;
const rows = Array.from({ length: 3 * users }, (_, row) => row);
/** Users of three rows each, in all of three groups, and values from 0 to 99. */
const events = {
  id: ["text", rows.map((row) => `user ${row % users}`)],
  value: ["whole", rows.map((row) => (row * 37) % 100)],
  team: ["text", rows.map((row) => ["a", "b", "it's"][Math.floor(row / users)])],
};
const domain = integers(0, 99);

/** 300 users with a row of 10, and 100 with nine of 90. */
const visitors = [
  ...Array.from({ length: 300 }, (_, i) => i),
  ...Array.from({ length: 900 }, (_, i) => 300 + (i % 100)),
];
const visits = {
  id: ["text", visitors.map((user) => `user ${user}`)],
  value: ["whole", visitors.map((user) => (user < 300 ? 10 : 90))],
  town: ["text", visitors.map((_user, row) => (row % 2 ? "a" : `b`))],
};

/** A table of the engine, with what it was asked. */
function tableIn({ dialect, run }, options = {}) {
  const asked = [];
  const watched = async (sql) => {
    asked.push(sql);
    return run(sql);
  };
  return { asked, table: sqlTable(watched, { from: "events", dialect, user: "id", ...options }) };
}

/** The same for each engine. */
async function inEach(check) {
  for (const engine of running) await check(engine);
}

test("an answer about few people lies where a guess expects it, also where the engine hides the keys", async () => {
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
      // Each lies there with probability 1/2 or nearly, of 40 fewer than 4 with 1e-7; elsewhere with 1e-8.
      for (let i = 0; i < 40; ++i) there += (await table.median("value", options)).value === value;
      assert.ok(there >= 4, `${guess.name}: ${there}`);
    }
  });
});

test("at most so many rows of a user count, chosen in the engine, with perUser a number", async () => {
  await inEach(async (engine) => {
    const { table } = tableIn(engine, { from: "visits" });
    const options = { epsilon: 40, domain };
    const medianOf = async (perUser) =>
      (await table.median("value", { ...options, perUser })).value;
    assert.equal((await table.median("value", options)).value, 10);
    // Of 300 rows of 10 and 100, 200, 400 and 900 of 90.
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

test("answers are close to the true ones, alone and by group, and say what a table in memory says", async () => {
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

test("private groups are named by their users' number, in an order of their names", async () => {
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

test("groups of several columns are named by lists, declared or private, as in a table in memory", async () => {
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

test("one read-only transaction, the probe first, and a charge before anything that depends on rows", async () => {
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
    // Refused by the ledger: nothing was asked of the rows.
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

test("two questions over one connection wait for each other", async () => {
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

test("an engine that fails after the charge leaves it spent, and the error says so", async () => {
  await inEach(async ({ dialect, run }) => {
    const ledger = new Ledger({ epsilon: 2, unit: "user" });
    const failing = async (sql) => {
      if (/AS "rows"/.test(sql)) throw new Error("the connection is gone");
      return run(sql);
    };
    const table = sqlTable(failing, { from: "events", dialect, user: "id", ledger });
    await assert.rejects(table.median("value", { epsilon: 1, domain }), {
      message: "the connection is gone; the ledger stays charged",
    });
    assert.equal(ledger.spent.epsilon, 1);
    const { value } = await tableIn({ dialect, run }).table.count({ epsilon: 1 });
    assert.equal(typeof value, "number"); // the transaction was ended
  });
});

test("a connector that leaves rows out, or hands over numbers in place of text, is refused", async () => {
  await inEach(async ({ dialect, run }) => {
    const options = { from: "events", dialect, user: "id" };
    const cut = async (sql) => (await run(sql)).slice(0, 20);
    await assert.rejects(sqlTable(cut, options).median("value", { epsilon: 1, domain }), {
      message: /^run must promise all rows, got 20 of \d+$/,
    });
    const lossy = async (sql) =>
      (await run(sql)).map((row) => ("big" in row ? { ...row, big: Number(row.big) } : row));
    await assert.rejects(sqlTable(lossy, options).count({ epsilon: 1 }), {
      message: "run must promise text as text, got a number (big)",
    });
    const rounded = async (sql) =>
      (await run(sql)).map((row) => ("big" in row ? { ...row, big: "9007199254740992" } : row));
    await assert.rejects(sqlTable(rounded, options).count({ epsilon: 1 }), {
      message: `run must hand over what a ${dialect} engine says, got "9007199254740992" in place of "9007199254740993" (big)`,
    });
    const rows = async (sql) => ({ rows: await run(sql) });
    await assert.rejects(sqlTable(rows, options).count({ epsilon: 1 }), {
      message: /^run must promise an array of rows, got an object/,
    });
  });
});

test("a connection that speaks another dialect is refused by the name of the declared one", async () => {
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
    // Quantiles have a window each: they are of two tables now.
    await assert.rejects(table.quantiles("value", [0.25, 0.75], { epsilon: 1, domain }), {
      message: /^the table changed while it was read.*; the ledger stays charged$/,
    });
    assert.equal(ledger.spent.epsilon, 1);
  });
});

test("names and values are what they are, never SQL", async () => {
  const odd = `x"; DROP TABLE "events"; --`;
  const names = [odd, "it's", "\\'; DROP TABLE events; --", "$$", "/*", "😀"];
  await inEach(async (engine) => {
    const columns = {
      [`v${odd}`]: ["whole", names.map((_, row) => row)],
      [`u${odd}`]: ["text", names],
      [`g${odd}`]: ["text", names],
    };
    await create(engine, odd, columns);
    const { table } = tableIn(engine, { from: odd, user: `u${odd}` });
    await assert.doesNotReject(table.count({ epsilon: 1 }));
    const groups = table.groupBy(`g${odd}`, [...names, "'; DROP TABLE events; --"]);
    const { groups: counted } = await groups.count({ epsilon: 100, perUser: 1 });
    assert.deepEqual(
      counted.map(({ value }) => value),
      [1, 1, 1, 1, 1, 1, 0],
    );
    const answer = await table.median(`v${odd}`, { epsilon: 100, domain: integers(0, 5) });
    assert.ok(answer.value >= 2 && answer.value <= 3, `${answer.value}`);
    const there = await engine.run('SELECT COUNT(*) AS "n" FROM "events"');
    assert.equal(Number(there[0].n), rows.length);
    for (const from of ["events; DROP TABLE events", "events -- ", "(SELECT 1)"]) {
      await assert.rejects(tableIn(engine, { from }).table.count({ epsilon: 1 }));
    }
  });
});

test("a query of one's own is a table, and so is one in a schema", async () => {
  await inEach(async (engine) => {
    const query = `SELECT "id", "value" * 2 AS "twice" FROM "events" WHERE "value" < 50 -- half of them`;
    const { table } = tableIn(engine, { from: { query } });
    const { value } = await table.median("twice", { epsilon: 5, domain });
    assert.ok(Math.abs(value - 50) <= 15, `${value}`);
    const schema = engine.dialect === "duckdb" ? "main" : "public";
    const named = tableIn(engine, { from: [schema, "events"] });
    assert.ok(Math.abs((await named.table.count({ epsilon: 5 })).value - users) <= 10);
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

test("what is no table, column or option is refused by its name, before the engine is asked", async () => {
  const never = async () => assert.fail("the engine was asked");
  const made = (options) =>
    sqlTable(never, { from: "t", dialect: "duckdb", user: "u", ...options });
  for (const [options, message] of [
    [{ from: "" }, /^from must be a name, got ""$/],
    [
      { from: { table: "x" } },
      /^from must be a table's name, a list of names or \{ query \}, got an object/,
    ],
    [{ from: "a\0b" }, /^from must be text without NUL and lone surrogates/],
    [{ dialect: "mysql" }, /^dialect must be "duckdb" or "postgres", got "mysql"$/],
    [{ user: undefined }, /^user must be a name, got undefined$/],
    [{ user: "\ud800" }, /^user must be text without NUL/],
    [{ immutable: "yes" }, /^immutable must be true or false/],
    [{ leger: 1 }, /there is no option leger; did you mean ledger\?$/],
  ]) {
    assert.throws(() => made(options), { message });
  }
  assert.throws(() => sqlTable("SELECT 1", {}), { message: /^run must be a function/ });
  const table = made({});
  for (const [names, message] of [
    [[], /^groups must be 1 to/],
    [["a", "a"], /^groups must have names of their own/],
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
    [two, ["a"], /^groups must be lists of 2, one of each column, got "a"$/],
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
  // They were compared as doubles, by which these are one.
  table.groupBy("g", [2n ** 53n, 2n ** 53n + 1n]);
  assert.throws(() => table.groupBy("", ["a"]), { message: /^groupBy must be a name/ });
  const epsilon = 1;
  for (const [ask, message] of [
    [() => table.median("v"), /^median: options must be an object, got undefined$/],
    [() => table.median("v", {}), /epsilon must be a number/],
    [() => table.median("", { epsilon }), /^column must be a name/],
    [() => table.median("v", { epsilon, groups: ["a"] }), /groups must be given by groupBy/],
    [() => table.median("v", { epsilon, ledger: 1 }), /ledger must be given by sqlTable/],
    [() => table.median("v", { epsilon, outside: "throw" }), /^outside must not be "throw"/],
    [() => table.median("v", { epsilon, missing: "throw" }), /^missing must not be "throw"/],
    [() => table.median("v", { epsilon, size: 0 }), /^size must be a whole number from 1 to/],
    [() => table.median("v", { epsilon, perUser: "mean" }), /^perUser must be "spread"/],
    [() => table.median("v", { epsilon, domain: text(5) }), /^domain must be of numbers/],
    [
      () => table.median("v", { epsilon, domain: reals({ digits: 3 }) }),
      /^domain must be without digits/,
    ],
    [
      () => table.median("v", { epsilon, domain: integers(0n, 2n ** 63n) }),
      /^domain must be within \+-2\^62/,
    ],
    [
      () => table.median("v", { epsilon, domain: dates("-000100-01-01", "2026-01-01") }),
      /^domain must be of the years/,
    ],
    [
      () => table.median("v", { epsilon, algorithm: "tree-log" }),
      /^algorithm must be auto, least-promise, exponential or cut/,
    ],
    [() => table.median("v", { epsilon, delta: 1 }), /delta must be 0 or a number above 0/],
    [
      () =>
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
    [() => table.quantile("v", 2, { epsilon }), /q must be/],
    [() => table.count({ epsilon, perUser: "all" }), /perUser/],
    [() => made({ user: null }).count({ epsilon }), /^user must be a column of ids to be counted/],
    [() => table.groupBy("g", ["a"]).count({ epsilon }), /^perUser must be given by group/],
  ]) {
    await assert.rejects(ask(), { message });
  }
});

test("what is asked of tables in memory only is refused by its name, with what to do, before the engine is asked", async () => {
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
          message: `a table in an engine must be asked for median, quantile, quantiles, interiorPoint, count, sum, mean, histogram, topK, got ${name}: fetch the columns and ask \`table\` for it`,
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

test("few users have no answer unless `abstain` is false, also where it is undefined", async () => {
  const [engine] = running;
  await create(engine, "few", { id: ["text", ["a"]], value: ["whole", [5]] });
  const { table } = tableIn(engine, { from: "few" });
  const options = { epsilon: 0.1, domain };
  const few = await table.median("value", { ...options, abstain: undefined });
  assert.deepEqual([few.value, few.reason], [null, "too-few"]);
  const any = await table.median("value", { ...options, abstain: false });
  assert.equal(typeof any.value, "number");
});

test("a column that there is not, or of another type, is refused before a ledger is charged", async () => {
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
    await assert.rejects(table.groupBy("n", ["a"]).median("n", options), {
      message:
        /^groupBy must be a column of text, whole numbers, booleans or doubles, got n of type/,
    });
    const { table: byNumber } = tableIn(engine, { from: "kinds", user: "n", ledger });
    await assert.rejects(byNumber.count({ epsilon: 1 }), {
      message: /^user must be a column of text/,
    });
    assert.equal(ledger.entries.length, 0);
  });
});

test("columns of queries, of odd names and of names that differ in case only are found where the engine finds them", async () => {
  await inEach(async (engine) => {
    const odd = `it's "rows" 😀`;
    await create(engine, "named", { [odd]: ["text", ["a"]], rows: ["whole", [5]] });
    const query = { query: `SELECT *, "rows" * 2 AS "Twice" FROM "named" -- all` };
    const { table } = tableIn(engine, { from: query, user: odd });
    const options = { epsilon: 1000, domain, abstain: false };
    assert.equal((await table.median("rows", options)).value, 5);
    assert.equal((await table.median("Twice", options)).value, 10);
    if (engine.dialect === "duckdb") {
      assert.equal((await table.median("TWICE", options)).value, 10);
      return;
    }
    await assert.rejects(table.median("TWICE", options), {
      message: `column must be a column of the rows (${odd}, rows, Twice), got "TWICE"`,
    });
  });
});

test("an empty table, and one in which every row is a different person, have their answers", async () => {
  await inEach(async (engine) => {
    await create(engine, "empty", { id: ["text", []], value: ["double", []], g: ["text", []] });
    const { table } = tableIn(engine, { from: "empty" });
    const none = await table.median("value", { epsilon: 1 });
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

// `--show-sql`: the statements that an engine would receive, without an engine.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import { dates, integers, load } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { engines } from "../sql/engines.mjs";
import { OneProcess } from "./one-process.mjs";

/** @type {OneProcess} */
let terminal;
let running;
before(async () => {
  await load();
  terminal = new OneProcess();
  running = { duckdb: await engines.duckdb(), postgres: await engines.postgres() };
  for (const { run } of Object.values(running)) {
    for (const [table, most] of Object.entries({ nothing: 0, visits: 3 })) {
      await run(
        `CREATE TABLE ${table} AS SELECT CAST('p' || i AS text) AS person, CAST('GROUP' AS text) AS town,
          CAST(i AS bigint) AS v, CAST(i AS float8) AS w, CAST('2026-01-02' AS timestamp) AS day
          FROM generate_series(1, ${most}) AS many(i)`,
      );
    }
  }
});
after(async () => {
  terminal.remove();
  for (const { stop } of Object.values(running)) await stop();
});

/** The words that name an engine, which none of these commands looks for. */
const words = {
  duckdb: ["--duckdb", "no-such-file.db"],
  postgres: ["--postgres", "postgresql://nobody@127.0.0.1:9/none"],
};

const shown = (name, line, table, more = []) =>
  terminal.run(
    ...`${line} --user person --epsilon 1 --ledger no-such-ledger.json --show-sql`.split(" "),
    ...[...words[name], "--from", table, ...more],
  );

/** The salts of hashes are new each time. */
const withoutSalt = (sql) => sql.replaceAll(/'[0-9a-f]{32}'/g, "'salt'");

const statementsOf = (out) =>
  withoutSalt(out)
    .split("\n")
    .filter((line) => !line.startsWith("--"))
    .join("\n")
    .trim()
    .replace(/;$/, "")
    .split(";\n");

/** What `sqlTable` sends to a running engine. */
async function sent(name, table, ask) {
  const statements = [];
  const { run, dialect } = running[name];
  const watched = (sql) => {
    statements.push(withoutSalt(sql));
    return run(sql);
  };
  await ask(sqlTable(watched, { from: table, dialect, user: "person" }));
  return statements;
}

const epsilon = 1;
const groups = ["north", "south"];

test("--show-sql prints what an engine with an empty table would receive", async () => {
  const whole = integers(0, 9);
  const questions = {
    count: (visits) => visits.count({ epsilon }),
    "sum --column v --domain integers:0,9": (visits) => visits.sum("v", { epsilon, domain: whole }),
    "mean --column v --domain integers:0,9 --group-by town --groups north,south": (visits) =>
      visits.groupBy("town", groups).mean("v", { epsilon, domain: whole }),
    "median --column v --domain integers:0,9 --group-by town --groups north,south": (visits) =>
      visits.groupBy("town", groups).median("v", { epsilon, domain: whole }),
    "quantile --column w --at 0.9": (visits) => visits.quantile("w", 0.9, { epsilon }),
    "median --column day --domain dates:2026-01-01,2026-12-31,day": (visits) =>
      visits.median("day", { epsilon, domain: dates("2026-01-01", "2026-12-31", "day") }),
    "histogram --column w --edges 1,5": (visits) =>
      visits.histogram("w", { epsilon, edges: [1, 5] }),
    "top-k --column town --k 3 --per-user 2 --delta 1e-6": (visits) =>
      visits.topK("town", { epsilon, delta: 1e-6, k: 3, perUser: 2 }),
    "find-bounds --column w": (visits) => visits.findBounds("w", { epsilon }),
  };
  for (const name of Object.keys(words)) {
    for (const [line, ask] of Object.entries(questions)) {
      const { status, out, err } = await shown(name, line, "nothing");
      assert.equal(status, 0, `${line}: ${err}`);
      assert.equal(err, "");
      assert.match(
        out,
        new RegExp(`^-- SQL for ${name}\\. Nothing was sent, and nothing is charged`),
      );
      assert.deepEqual(statementsOf(out), await sent(name, "nothing", ask), `${name}: ${line}`);
    }
  }
  assert.equal(existsSync(terminal.path("no-such-file.db")), false);
});

test("--show-sql of private groups prints the query that finds them and answers about them", async () => {
  const line = "sum --column v --domain integers:0,9 --group-by town --groups private --delta 0.5";
  const domain = integers(0, 9);
  for (const name of Object.keys(words)) {
    const { out, err } = await shown(name, line, "visits", ["--epsilon", "100"]);
    const real = await sent(name, "visits", (visits) =>
      visits.groupBy("town", "private").sum("v", { epsilon: 100, delta: 0.5, domain }),
    );
    assert.deepEqual(statementsOf(out), real, err);
    assert.match(out, /AS "found"/);
  }
});

test("--show-sql states its assumed types, and needs an engine and a valid question", async () => {
  const { out } = await shown("postgres", "median --column v --domain integers:0,9", "a.visits");
  assert.match(out, /Assumed here: v is bigint, person is text\.$/m);
  assert.match(out, /FROM "a"\."visits" AS t/);
  const file = "count a.csv --user none --epsilon 1 --ledger none --show-sql".split(" ");
  const { status, err } = await terminal.run(...file);
  assert.equal(status, 2);
  assert.equal(
    err,
    "logstar: --show-sql needs an engine: --duckdb, --postgres URL or --spark HOST:PORT\n",
  );
  const wrong = await shown("duckdb", "median --column v --domain integers:9,0", "visits");
  assert.equal(wrong.status, 2);
  assert.equal(wrong.out, "");
});

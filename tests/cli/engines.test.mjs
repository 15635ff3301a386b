// Questions to an engine from a terminal: the answers of the same rows in a file, one ledger, and failures by name.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DuckDBInstance } from "@duckdb/node-api";
import { startPostgres } from "../sql/postgres-server.mjs";
import { BothReaders } from "./both-readers.mjs";
import { program } from "./terminal.mjs";

/** @type {BothReaders} */
let terminal;
let postgres;
/** The words that name each engine. */
let engines;
before(async () => {
  terminal = new BothReaders();
  await terminal.begin();
  const rows = `SELECT 'p' || (i % 500) AS person, i % 500 % 50 AS v,
    CASE WHEN i % 500 < 250 THEN 'north' ELSE 'south' END AS town, i % 500 < 125 AS bought`;
  const instance = await DuckDBInstance.create(terminal.path("visits.db"));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE visits AS ${rows} FROM range(1000) AS t(i)`);
  connection.closeSync();
  instance.closeSync();
  postgres = await startPostgres();
  const client = await postgres.connect();
  await client.query(`CREATE TABLE visits AS ${rows} FROM generate_series(0, 999) AS t(i)`);
  const host = encodeURIComponent(client.host);
  engines = {
    duckdb: ["--duckdb", "visits.db"],
    postgres: ["--postgres", `postgresql://test@/postgres?host=${host}`],
  };
});
after(async () => {
  terminal.remove();
  await postgres.stop();
});

const ask = (line, ...more) =>
  terminal.run(...line.split(" "), ...more, "--user", "person", "--epsilon", "100");

test("each engine answers questions of a table or a query, charged to the ledger", async () => {
  for (const [name, words] of Object.entries(engines)) {
    const charged = [...words, "--from", "visits", "--ledger", "budget.json"];
    const groups = "--group-by town --groups north,south";
    const median = await ask(`median --column v --domain integers:0,60 ${groups}`, ...charged);
    assert.equal(median.status, 0, `${name}: ${median.err}`);
    assert.match(median.out, /^median of v by town\n {2}north {2}2[45]\n {2}south {2}2[45]\n\n/);
    const { out } = await ask("count", ...charged);
    assert.match(out, /^count\n {2}500\n/, name);
    const query = "SELECT person, bought::int AS share FROM visits WHERE town = 'north'";
    const share = ["--query", query, "--ledger", "none"];
    const mean = await ask("mean --column share --domain 0,1,0", ...words, ...share);
    assert.ok(Math.abs(Number.parseFloat(mean.out.split("\n")[1]) - 0.5) < 0.01, mean.out);
  }
  const { out } = await terminal.run("ledger", "show", "budget.json");
  assert.equal(out.match(/median of v by town, visits$/gm).length, 2);
  assert.match(out, /^remaining are epsilon 600 of 1000\.$/m);
});

test("DuckDB reads a file by a query", async () => {
  terminal.write(
    "a.csv",
    `person,v\n${Array.from({ length: 90 }, (_, i) => `p${i},7`).join("\n")}\n`,
  );
  const query = ["--duckdb", "--query", "SELECT * FROM 'a.csv'", "--ledger", "none"];
  const { out, err } = await ask("median --column v --domain integers:0,60", ...query);
  assert.match(out, /^median of v\n {2}7\n/, err);
});

// Regression: a query longer than a label made the question fail, and text after a comma passed for a file's name.
test("a query of any length and a file with commas are named in the ledger, and other data are told", async () => {
  terminal.write("pay, 2026.csv", "person\np1\np2\n");
  await terminal.run(..."ledger new named.json --epsilon 1000 --unit user".split(" "));
  const query = `SELECT * FROM 'pay, 2026.csv' WHERE person IN (${Array(99).fill("'p1'").join()})`;
  const charged = ["--ledger", "named.json"];
  const told = [];
  for (const words of [
    ["pay, 2026.csv"],
    ["pay, 2026.csv"],
    ["--duckdb", "--query", query],
    ["--duckdb", "--query", query, "--label", "count of pay"],
    ["pay, 2026.csv"],
  ]) {
    const { status, err } = await ask("count", ...words, ...charged);
    assert.equal(status, 0, err);
    told.push(/about (.*); use one ledger/.exec(err)?.[1]);
  }
  assert.deepEqual(told, [undefined, undefined, "pay, 2026.csv", undefined, undefined]);
  const { out } = await terminal.run("ledger", "show", "named.json");
  assert.match(out, /spent {3}count, pay, 2026\.csv$/m);
  const begin = "SELECT * FROM 'pay, 2026.csv' WHERE person IN ('p1','p1','p1";
  assert.ok(out.includes(`count, ${begin.slice(0, 60)}…`), out);
});

test("a failure of an engine exits with 3, and a wrong question with 2, before the charge", async () => {
  const charged = ["--ledger", "budget.json"];
  const before = terminal.read("budget.json");
  const duckdb = engines.duckdb;
  for (const [line, words, code, message] of [
    [
      "count",
      ["--duckdb", "none.db", "--from", "visits"],
      3,
      /^logstar: the engine failed: .*does not exist/m,
    ],
    [
      "count",
      ["--postgres", "postgresql://x@127.0.0.1:9/x", "--from", "y"],
      3,
      /^logstar: the engine failed: /m,
    ],
    ["count", [...duckdb, "--query", "SELEC 1"], 3, /^logstar: the engine failed: /m],
    ["count", [...duckdb, "--from", "nobody"], 3, /^logstar: the engine failed: .*nobody/m],
    ["median --column w", [...duckdb, "--from", "visits"], 2, /got "?w/],
    ["count", [...duckdb], 2, /^logstar: --from TABLE or --query 'SELECT \.\.\.' must be given/m],
    ["count", ["--from", "visits"], 2, /^logstar: --from and --query need an engine/m],
    ["count", [], 2, /^logstar: a file must be named/m],
    [
      "count a.csv",
      [...duckdb, "--from", "visits"],
      2,
      /^logstar: --duckdb must be given without a file/m,
    ],
    ["count", [...duckdb, ...engines.postgres, "--from", "x"], 2, /must not be given together/],
  ]) {
    const { status, out, err } = await ask(line, ...words, ...charged);
    assert.equal(status, code, `${line} ${words}: ${err}`);
    assert.equal(out, "");
    assert.match(err, message);
  }
  assert.equal(terminal.read("budget.json"), before);
});

test("a signal while an engine works leaves the charge, and no lock", async () => {
  const query = "SELECT 'p' || (i % 7) AS person FROM range(100000000000) AS t(i)";
  const words = ["--duckdb", "--query", query, "--user", "person", "--epsilon", "1"];
  const line = [program, "count", ...words, "--ledger", "budget.json"];
  const { status, err } = terminal.node([
    "--eval",
    `
      const { spawn } = require("node:child_process");
      const { existsSync, readFileSync } = require("node:fs");
      const before = readFileSync("budget.json", "utf8");
      const child = spawn(process.execPath, ${JSON.stringify(line)}, { stdio: "inherit" });
      const timer = setInterval(() => {
        if (readFileSync("budget.json", "utf8") === before) return;
        clearInterval(timer);
        child.kill("SIGINT");
      }, 5);
      child.on("exit", (code, signal) => {
        process.exit(existsSync("budget.json.lock") ? 99 : signal === "SIGINT" ? 130 : code);
      });
    `,
  ]);
  assert.equal(status, 130, err);
  const { entries } = JSON.parse(terminal.read("budget.json"));
  assert.equal(entries.at(-1).record, undefined);
  assert.equal((await terminal.run("ledger", "show", "budget.json")).status, 0);
});

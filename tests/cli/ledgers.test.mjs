// Ledgers of the command line: their entries, their sums, and the questions that they reject.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import Ajv from "ajv";
import { ask, terminal, told } from "./asked-visits.mjs";
import { delimited } from "./terminal.mjs";

test("a plan needs no data and no charge", async () => {
  const before = terminal.read("budget.json");
  const { out, status } = await terminal.run(
    ..."plan median --domain integers:0,120 --epsilon 0.5".split(" "),
  );
  assert.equal(status, 0);
  assert.match(
    out,
    /^median would cost epsilon 0\.5\.\nWith 95% confidence, the rows between this value and the true median weigh at most \d+ users/,
  );
  const groups = "plan count --groups a,b --per-user spread --epsilon 1".split(" ");
  assert.equal((await terminal.run(...groups)).status, 0);
  assert.equal(terminal.read("budget.json"), before);
});

test("--plan prints the promise of a question about a file, and reads and charges nothing", async () => {
  const before = terminal.read("budget.json");
  const groups = "--group-by town --groups private --delta 1e-6";
  const { out, err } = await ask(`median nothing.csv --column v --domain 0,9,0 ${groups} --plan`);
  assert.match(
    out,
    /^median would cost epsilon 100, delta 0\.000001\.\n.*group whose rows weigh/,
    err,
  );
  assert.equal(terminal.read("budget.json"), before);
});

test("an answer enters the ledger as its question, with its file and today's date", async () => {
  await terminal.run(..."ledger new today.json --epsilon 1000 --unit user".split(" "));
  terminal.write("other.csv", delimited(","));
  const line = (file) => `median ${file} --column minutes --domain integers:0,120 --group-by town`;
  const words = "--groups north,south --user person --epsilon 100 --ledger today.json".split(" ");
  const told = [];
  for (const file of ["visits.csv", "visits.csv", "other.csv", "other.csv"]) {
    const { status, err } = await terminal.run(...line(file).split(" "), ...words);
    assert.equal(status, 0, err);
    told.push(/last question was about .*/.exec(err)?.[0]);
  }
  const other = "last question was about visits.csv; use one ledger for one set of people.";
  assert.deepEqual(told, [undefined, undefined, other, undefined]);
  const { out } = await terminal.run("ledger", "show", "today.json");
  const today = new Date().toISOString().slice(0, 10);
  const shown = out.split("\n").filter((text) => text.includes("spent "));
  for (const [i, file] of ["visits", "visits", "other", "other"].entries()) {
    assert.match(
      shown[i],
      new RegExp(`^ {2}20..-..-.. .* median of minutes by town, ${file}\\.csv$`),
    );
  }
  // The day may change while the test runs.
  assert.ok(shown.at(-1).includes(today) || shown[0].slice(2, 12) < today);
});

test("--about words stay with a ledger through its charges", async () => {
  const about = ["--about", "payroll 2026"];
  await terminal.run(..."ledger new about.json --epsilon 200 --unit user".split(" "), ...about);
  const { status } = await terminal.run(
    ..."count visits.csv --user person --epsilon 100 --ledger about.json".split(" "),
  );
  assert.equal(status, 0);
  const { out } = await terminal.run("ledger", "show", "about.json");
  const schema = JSON.parse(
    readFileSync(new URL("../../web/ledger.schema.json", import.meta.url), "utf8"),
  );
  const ajv = new Ajv();
  assert.ok(ajv.validate(schema, JSON.parse(terminal.read("about.json"))), ajv.errorsText());
  assert.match(out, /^payroll 2026\nabout\.json: a budget of epsilon 200/);
  assert.match(out, /count, visits\.csv$/m);
});

test("a ledger shows the requested and the remaining loss", async () => {
  await terminal.run(..."ledger new small.json --epsilon 1 --unit user".split(" "));
  const args = ["count", "visits.csv", "--user", "person", "--ledger", "small.json"];
  await terminal.run(...args, "--epsilon", "0.25", "--label", "first", "--date", "2026-03-02");
  const { out } = await terminal.run("ledger", "show", "small.json");
  assert.equal(
    out,
    `small.json: a budget of epsilon 1, delta 0 for one person, with all rows.

  when        epsilon  delta  status  what
  2026-03-02  0.25     0      spent   first

remaining are epsilon 0.75 of 1.
`,
  );
  assert.equal((await terminal.json("ledger", "show", "small.json")).count, 1);
});

test("a query beyond the budget exits with 1", async () => {
  await terminal.run(..."ledger new poor.json --epsilon 1 --unit user".split(" "));
  const [status, said] = await told(
    "count visits.csv --user person --epsilon 2 --ledger poor.json",
  );
  assert.equal(status, 1);
  assert.match(
    said,
    /^logstar: count .* asks for epsilon 2 and delta 0, but epsilon 1 and delta 0 are left$/,
  );
});

test("a ledger for rows rejects queries about people", async () => {
  await terminal.run(..."ledger new rows.json --epsilon 10 --unit record".split(" "));
  const [status, said] = await told(
    "count visits.csv --user person --epsilon 1 --ledger rows.json",
  );
  assert.equal(status, 2);
  assert.match(said, /unit/);
});

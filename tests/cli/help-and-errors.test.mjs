// The help of each command, and errors that name their remedy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { questions } from "../../build/programs/bin/questions.js";
import { ask, minutes, terminal, told } from "./asked-visits.mjs";
import { visits } from "./terminal.mjs";

test("percentages are rejected as --at, with the right form", async () => {
  for (const [line, message] of [
    [
      `quantiles ${minutes} --at 25,50,75`,
      "--at must be a share from 0 to 1, got 25; write 0.25 for 25 in a hundred",
    ],
    [
      `quantile ${minutes} --at 90`,
      "--at must be a share from 0 to 1, got 90; write 0.9 for 90 in a hundred",
    ],
    [`quantile ${minutes} --at 1.5`, "--at must be a share from 0 to 1, got 1.5; write 0.015"],
    [`quantile ${minutes} --at -1`, "--at must be a share from 0 to 1, got -1"],
  ]) {
    const { status, err } = await ask(line);
    assert.equal(status, 2);
    assert.ok(err.includes(message), err);
  }
});

/** The lines that a text takes on a screen of 80 letters. */
const heightOf = (text) =>
  text
    .trimEnd()
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);

test("the help of every command fits a screen, with one example that runs", async () => {
  const names = ["id", "salary", "age", "title", "hours", "retired"];
  const rows = visits().map(([id], i) => [id, 40000 + i, i % 90, `t${i % 3}`, i % 40, i % 2]);
  terminal.write("data.csv", [names, ...rows].map((row) => row.join(",")).join("\n"));
  await terminal.run(..."ledger new rich.json --epsilon 1000 --delta 0.1 --unit user".split(" "));
  const commands = [
    ...questions.flatMap(({ name }) => [[name], ["plan", name]]),
    ...[["columns"], ["ledger", "new"], ["ledger", "show"]],
  ];
  for (const command of commands) {
    const { out } = await terminal.run(...command, "--help");
    assert.ok(heightOf(out) <= 24, `${command.join(" ")}: ${heightOf(out)}`);
    assert.doesNotMatch(out, /undefined/);
    const [, example] = /For example:\n {2}logstar (.*)\n/.exec(out);
    const line = example.replaceAll(
      "budget.json",
      example.includes("new") ? "new.json" : "rich.json",
    );
    const { status, err } = await terminal.run(...line.split(" "));
    assert.equal(status, 0, `${line}: ${err}`);
  }
  for (const words of [["--help"], []]) {
    const { out } = await terminal.run(...words);
    assert.ok(heightOf(out) <= 24, out);
    for (const { name } of questions) assert.ok(out.includes(name), name);
  }
  const { out: outer } = await terminal.run("plan", "--help");
  assert.ok(heightOf(outer) <= 24, outer);
});

test("--help --all explains each option of a command", async () => {
  for (const { name, example } of questions) {
    const { out } = await terminal.run(name, "--help", "--all");
    assert.match(out, /--user <column> +the column of user ids/, name);
    assert.match(out, new RegExp(`logstar ${name} data\\.csv ${example}`), name);
    for (const line of out.split("\n"))
      assert.doesNotMatch(line, /undefined|^ {2}--\S+ <\w+>$/, name);
  }
});

test("an error is one line that names the remedy", async () => {
  const median = "median visits.csv --user person --ledger budget.json";
  const domain = "--domain 0,120,0";
  const cases = [
    [
      `${median} --column minuts --epsilon 1`,
      "logstar: --column must be a column of visits.csv (person, town, minutes, day, late), got minuts",
    ],
    [
      `${median} --column minutes --epsilon 0`,
      "logstar: --epsilon must be a number from 1e-9 to 10000, got 0",
    ],
    [`${median} --column minutes --epsilon much`, "logstar: --epsilon must be a number, got much"],
    [
      `${median} --column minutes ${domain} --epsilon 1 --per-user 0`,
      "logstar: --per-user must be a whole number from 1 to 1048576, got 0",
    ],
    [
      `${median} --column minutes --domain 0-120 --epsilon 1`,
      "logstar: --domain must be one of reals, reals:0,100, integers:0,120, decimals:0,1000000,2 (or 0,1000000,2), dates:2020-01-01,2026-12-31,day, text:32, bigintegers:128; got 0-120",
    ],
    [
      `${median} --column minutes --epsilon 1 --group-by town`,
      '--groups must be given with --group-by: names with commas, known beforehand, or "private"',
    ],
    [
      `${median} --column minutes --epsilon 1 --groups south,east`,
      "logstar: --group-by must name a column if --groups is given",
    ],
    [
      `${median} --column minutes --epsilon 1 --group-by town --groups private`,
      "logstar: --delta must be",
    ],
    [
      "count visits.csv --epsilon 1 --ledger budget.json",
      "error: required option '--user <column>'",
    ],
    ["count visits.csv --user person --epsilon 1", "error: required option '--ledger <file>'"],
    [
      "count visits.csv --user person --epsilon 1 --ledger nobodys.json",
      "logstar: nobodys.json does not exist: create it with `logstar ledger new nobodys.json --epsilon 1 --unit user`",
    ],
    [
      "count visits.csv --user person --epsilon 1 --ledger visits.csv",
      "logstar: visits.csv cannot be read as a ledger: ",
    ],
    [
      "count nothing.csv --user person --epsilon 1 --ledger budget.json",
      "logstar: nothing.csv cannot be read: the file does not exist",
    ],
    ["cuont visits.csv", "error: unknown command 'cuont'"],
    [
      "ledger new budget.json --epsilon 1 --unit user",
      "logstar: budget.json already exists: use it for all questions about these people (a new ledger would double the budget)",
    ],
    ["ledger new other.json --epsilon 1 --unit people", "logstar: --unit must be"],
  ];
  for (const [line, message] of cases) {
    const [status, said] = await told(line);
    assert.equal(status, 2, line);
    assert.ok(said.includes(message), `${line}\n${said}`);
  }
});

test("an invalid guess is rejected before the charge", async () => {
  const refused = {
    [`median ${minutes} --expect 30`]: "--expect must be two values, as 1000,1000000, got 30",
    [`median ${minutes} --expect 60..30`]:
      "expect must be two whole numbers, the smaller first, got [60, 30]",
    [`median ${minutes} --expect 30..600`]: "expect must be within the domain, 0 to 120",
    "median visits.csv --column town --domain text:8 --expect a..b":
      "--expect must be left out with text, got a..b",
  };
  for (const [line, message] of Object.entries(refused)) {
    const { err, status } = await ask(line);
    assert.notEqual(status, 0);
    assert.ok(err.includes(message), err);
  }
  const { err } = await ask(
    "mean visits.csv --column minutes --domain integers:0,120 --expect 1..9",
  );
  assert.match(err, /unknown option/);
});

// The output of each command. All answers use epsilon 100, so that they are certain except with probability
// 1e-9. A value is e^-100 times as likely for each of the hundreds of people that it is off by; a count is half
// a person off with e^-50.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import Ajv from "ajv";
import { questions } from "../../build/programs/bin/questions.js";
import { OneProcess } from "./one-process.mjs";
import { delimited, visits } from "./terminal.mjs";

/** @type {OneProcess} */
let terminal;
before(async () => {
  terminal = new OneProcess();
  terminal.write("visits.csv", delimited(","));
  await terminal.run(
    ..."ledger new budget.json --epsilon 10000 --delta 0.1 --unit user".split(" "),
  );
});
after(() => terminal.remove());

const paid = "--user person --epsilon 100 --ledger budget.json".split(" ");
const ask = (line) => terminal.run(...line.split(" "), ...paid);
/** An empty group has no answer with this confidence. */
const surely = "--confidence 0.9999999999";
const minutes = "visits.csv --column minutes --domain integers:0,120";

/** The lines of the answer itself, between the title and the error statement. */
const answerOf = ({ out, err, status }) => {
  assert.equal(status, 0, err);
  return out.split("\n\n")[0].split("\n").slice(1);
};

test("a median prints its error, its privacy guarantee and the remaining budget", async () => {
  const { out, status } = await ask(`median ${minutes} --label late`);
  assert.equal(status, 0);
  assert.match(
    out,
    /^late \(median of minutes\)\n {2}40\n\nAccuracy: {2}With 95% confidence, .*\nPrivacy: {2}Adding or removing all rows of one user .*\(epsilon 100\)\.\nbudget\.json: {2}remaining are epsilon [\d,.]+ of 10000 and delta 0\.1 of 0\.1\.\n$/,
  );
});

// Cause: only means had an error, and a sum without a domain ended with "NaN people".
test("sum, mean and find-bounds without a domain find the powers of two around the values", async () => {
  const column = "visits.csv --column minutes";
  assert.deepEqual(answerOf(await ask(`find-bounds ${column}`)), ["  32  128"]);
  const [sum] = answerOf(await ask(`sum ${column}`));
  assert.match(sum, /^ {2}[\d.]+ {2}at most [\d.]+ off$/);
  const [mean] = answerOf(await ask(`mean ${column}`));
  assert.match(mean, /^ {2}[\d.]+ {2}at most [\d.]+ off {2}1000 people$/);
});

test("a value comes with its interval, and with what is said of it", async () => {
  const { out, status } = await ask(`median ${minutes} --interval population`);
  assert.equal(status, 0);
  assert.match(out, /^median of minutes\n {2}40 {2}(between 40 and 40|at most 40)\n/);
  assert.match(
    out,
    /\nInterval: {2}With 95% confidence the interval, if one is returned, contains the median of the population that these users are a random sample of/,
  );
  const lines = answerOf(await ask(`quantiles ${minutes} --at 0.25,0.98 --interval data`));
  assert.deepEqual(
    lines.map((line) => line.split("  ").slice(0, 2).join("  ")),
    ["  40", "  90"],
  );
  const plan = await terminal.run(
    ..."plan median --domain integers:0,120 --user person --epsilon 1 --interval data".split(" "),
  );
  assert.match(plan.out, /the interval, if one is returned, contains the true median/);
});

test("each command answers", async () => {
  const groups = "--group-by town --groups private --delta 1e-12";
  const cases = {
    [`quantile ${minutes} --at 0.98`]: ["  90"],
    [`quantiles ${minutes} --at 0.25,0.98`]: ["  40  90"],
    [`interior-point ${minutes}`]: undefined,
    [`median ${minutes} --expect 30..60`]: ["  40"],
    "median visits.csv --column minutes --expect 30..60": ["  40"],
    "median visits.csv --column minutes --expect 30,60": ["  40"],
    [`median ${minutes} --rows-per-user 20`]: ["  40"],
    "median visits.csv --column day --domain dates:2026-01-01,2026-12-31 --per-user max --expect 2026-02-01..2026-03-01":
      ["  2026-02-15"],
    "count visits.csv": ["  1000"],
    [`sum ${minutes} --domain integers:0,200`]: undefined,
    [`mean ${minutes}`]: undefined,
    "histogram visits.csv --column minutes --edges 50": ["  below 50  900", "  from 50   100"],
    "histogram visits.csv --column town --items south": ["  south  100"],
    "histogram visits.csv --column day --edges 2026-02-01": [
      "  below 2026-02-01  500",
      "  from 2026-02-01   500",
    ],
    "top-k visits.csv --column town --k 1 --per-user 1 --delta 1e-12": ["  north"],
    "top-k visits.csv --column town --k 2 --per-user 1 --delta 1e-12 --counts": [
      "  north  899",
      "  south  100",
    ],
    "learn-threshold visits.csv --x minutes --y late --ones above --domain integers:0,120":
      undefined,
    "median visits.csv --column day --domain dates:2026-01-01,2026-12-31 --per-user max": [
      "  2026-02-15",
    ],
    "median visits.csv --column day --domain dates:2026-01-01,2026-12-31 --per-user first --order-by day":
      ["  2026-01-15"],
    [`median ${minutes} ${groups}`]: ["  north  40", "  south  90"],
    [`count visits.csv --per-user 1 ${groups}`]: ["  north  899", "  south  100"],
    "count visits.csv --per-user 2 --group-by town,late --groups south/yes,south/no": [
      "  south / yes  100",
      "  south / no   0",
    ],
    [`median ${minutes} --group-by town --groups south,east ${surely}`]: [
      "  south  90",
      "  east   too few people to say",
    ],
  };
  for (const [line, lines] of Object.entries(cases)) {
    const answered = answerOf(await ask(line));
    if (lines) assert.deepEqual(answered, lines, line);
    else assert.match(answered[0], /^ {2}\S/, line);
  }
});

test("a learned threshold is printed as a readable rule", async () => {
  const line =
    "learn-threshold visits.csv --x minutes --y late --ones above --domain integers:0,120";
  const [rule] = answerOf(await ask(line));
  const [, threshold] = /^ {2}0 up to (\d+), then 1$/.exec(rule) ?? [];
  assert.ok(Number(threshold) >= 40 && Number(threshold) < 90, rule);
});

test("a mean comes with its error and the number of people", async () => {
  const [line] = answerOf(await ask(`mean ${minutes}`));
  const [, value, off, people] = /^ {2}([\d.]+) {2}at most ([\d.]+) off {2}(\d+) people$/.exec(
    line,
  );
  // 900 people have the value 40, and 100 have 90.
  assert.ok(Math.abs(value - 45) < 0.1 && off < 0.1, line);
  assert.equal(people, "1000");
});

test("a variance and its root come with their errors and the number of people", async () => {
  for (const [command, truth] of [
    ["variance", 225],
    ["standard-deviation", 15],
  ]) {
    const [line] = answerOf(await ask(`${command} ${minutes}`));
    const [, value, off, people] = /^ {2}([\d.]+) {2}at most ([\d.]+) off {2}(\d+) people$/.exec(
      line,
    );
    // 900 people have the value 40, and 100 have 90.
    assert.ok(Math.abs(value - truth) <= 1.1 * off && off < truth / 20, line);
    assert.equal(people, "1000");
  }
});

test("a distinct count is a whole number", async () => {
  // North, south, and a town of one person, which is not a private group.
  const [count] = answerOf(await ask("count-distinct visits.csv --column town --per-user 1"));
  assert.equal(count, "  3");
});

test("with --json the terminal prints the result of the function", async () => {
  const alone = await terminal.json("median", ...minutes.split(" "), ...paid);
  assert.equal(alone.value, 40);
  assert.equal(alone.record.epsilon, 100);
  assert.equal(alone.record.protects, "users");
  const grouped = ["--group-by", "town", "--groups", "south,east", ...surely.split(" ")];
  const { groups } = await terminal.json("median", ...minutes.split(" "), ...grouped, ...paid);
  assert.match(
    groups[1].message,
    /^Too few users: .* if the rows of a group weigh at least \d+ users/,
  );
  assert.deepEqual(groups, [
    { group: "south", value: 90 },
    { group: "east", value: null, reason: "too-few", message: groups[1].message },
  ]);
});

test("with --user none every row is a different person", async () => {
  const args = "count visits.csv --user none --epsilon 100 --ledger none".split(" ");
  const { value, record } = await terminal.json(...args);
  assert.equal(Math.round(value), 2000);
  assert.equal(record.parameters.users, "every row is a different person");
  assert.match(
    (await terminal.run(...args)).err,
    /^Warning: with --ledger none, the total privacy loss/,
  );
});

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

test("--rows-per-user is --per-user of ranks of rows, and takes its place", async () => {
  const one = await ask(`median ${minutes} --rows-per-user 20`);
  const other = await ask(`median ${minutes} --per-user 20`);
  const promise = (text) => /^Accuracy: .*$/m.exec(text)[0];
  assert.equal(promise(one.out), promise(other.out));
  assert.match(promise(one.out), /rows/);
  for (const [more, message] of [
    [
      "--rows-per-user 2 --per-user max",
      /^logstar: --rows-per-user and --per-user must not be given/,
    ],
    ["--rows-per-user many", /^logstar: --rows-per-user must be a number, got many$/m],
    ["--rows-per-user 0", /--per-user must be/],
  ]) {
    const { status, err } = await ask(`median ${minutes} ${more}`);
    assert.equal(status, 2);
    assert.match(err, message);
  }
});

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

const told = async (line) => {
  const { status, out, err } = await terminal.run(...line.split(" "));
  assert.equal(out, "", line);
  return [status, err.trim().split("\n")[0]];
};

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

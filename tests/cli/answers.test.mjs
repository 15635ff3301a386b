// The output of each command. All answers use epsilon 100, so that they are certain except with probability
// 1e-9. A value is e^-100 times as likely for each of the hundreds of people that it is off by; a count is half
// a person off with e^-50.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, minutes, paid, terminal } from "./asked-visits.mjs";

/** An empty group has no answer with this confidence. */
const surely = "--confidence 0.9999999999";

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

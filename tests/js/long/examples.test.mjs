// The examples are short, are listed, and print their stated output. (Tests of threshold queries, learning and
// the ledger run the examples about these.)
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../../scripts/shell.mjs";

const folder = join(root, "examples");
const run = (name, ...args) =>
  execFileSync("node", [join(folder, name), ...args], { encoding: "utf8" });
/** A page with a bundler is one example, with all of its files. */
const files = [
  ...readdirSync(folder, { recursive: true }).filter(
    (name) => /\.(mjs|html|cpp)$/.test(name) && !name.startsWith("front-end/"),
  ),
  "front-end/main.js",
];

test("every example is under 60 lines and listed in examples/README.md", () => {
  const list = readFileSync(join(folder, "README.md"), "utf8");
  assert.ok(files.length >= 10);
  for (const name of files) {
    const lines = readFileSync(join(folder, name), "utf8").trimEnd().split("\n").length;
    assert.ok(lines < 60, `${name} has ${lines} lines`);
    assert.ok(name.startsWith("data/") || list.includes(`(${name})`), name);
  }
});

test("every example is run by a test", () => {
  const tests = ["js/long", "browser/long", "package/long", "js", "browser", "package"].flatMap(
    (suite) =>
      readdirSync(join(root, "tests", suite))
        .filter((name) => name.endsWith(".test.mjs"))
        .map((name) => readFileSync(join(root, "tests", suite, name), "utf8")),
  );
  tests.push(readFileSync(join(root, "tests/cxx/installed.test.mjs"), "utf8"));
  for (const name of files.filter((file) => !file.startsWith("data/"))) {
    const stem = name.replace(/^more\//, "").replace(/(\/main\.js|\.mjs|\.cpp)$/, "");
    assert.ok(
      tests.some((text) => text.includes(stem)),
      name,
    );
  }
});

test("by-group: each shop's users, and the towns of many users", () => {
  const output = run("by-group.mjs");
  const users = [...output.matchAll(/about (-?\d+) users/g)].map(([, number]) => Number(number));
  assert.equal(users.length, 3);
  for (const number of users) assert.ok(number > 2000 && number < 4000, output);
  assert.match(output, /20 towns are named; the hamlet of one user is not\./);
  assert.doesNotMatch(output, /a hamlet:/);
  assert.match(output, /left of the budget: epsilon 0\.5/);
});

test("table: people with several visits, by city and by month, from one budget", () => {
  const output = run("table.mjs");
  const people = Number(/About (\d+) people came, with 7500 rows/.exec(output)[1]);
  assert.ok(people > 2900 && people < 3100, output);
  const cities = [...output.matchAll(/^(\w+): (\d+) minutes$/gm)];
  assert.deepEqual(
    cities.map(([, city]) => city),
    ["Lagos", "Lima", "Oslo"],
  );
  for (const [, , minutes] of cities) assert.ok(minutes > 15 && minutes < 55, output);
  assert.doesNotMatch(output, /a hamlet:/);
  assert.equal(output.match(/2026-0[123]: about \d+ people/g).length, 3);
  assert.match(output, /Left of the budget: epsilon 0\.2/);
});

test("engine: a table that stays in DuckDB has its medians, and the hamlet of one user is withheld", () => {
  const output = run("engine.mjs");
  const users = Number(/^about (\d+) users/.exec(output)[1]);
  assert.ok(users > 20000 && users < 50021, output);
  const seconds = Number(/stays less than (\d+) seconds/.exec(output)[1]);
  assert.ok(Math.abs(seconds - 300) < 15, output);
  assert.match(output, /^city 9: (too-few|\d+)$/m); // an empty group: an answer 5 times in 100
  assert.match(output, /5 cities are named; the hamlet of one user is not\./);
  assert.match(output, /queries; left of the budget: epsilon 0\.1/);
});

test("salaries prints the median and quantiles of the formula, with their accuracy", () => {
  const output = run("salaries.mjs");
  // 95 of 5,000 ranks around the middle of the curve are within 800 of it.
  const median = Number(/earn less than ([\d.]+) thousand/.exec(output)[1]);
  assert.ok(Math.abs(median - 42) < 1.5, output);
  assert.match(output, /at most 97 records lie between this value and the true median/);
  const [, tenth, quarter, threeQuarters, ninety] =
    /less than ([\d.]+) thousand, one in four less than ([\d.]+) thousand,\none in four more than ([\d.]+) thousand, one in ten more than ([\d.]+) thousand/
      .exec(output)
      .map(Number);
  // The curve's values are 24.2, 31.9, 55.3 and 72.7.
  assert.ok(
    tenth < quarter && quarter < median && median < threeQuarters && threeQuarters < ninety,
  );
  assert.ok(tenth > 15 && ninety < 120, output);
});

test("top pages are the most visited ones of the sample log, without a secret page", () => {
  const output = run("top-pages.mjs");
  assert.match(output, /^36000 visits\. Each user counts once at no more than 5/);
  const pages = [...output.matchAll(/^ {2}(\S+) {2}about (\d+) visitors$/gm)];
  assert.equal(pages.length, 10);
  assert.equal(pages[0][1], "/page/1"); // about 570 ahead of the next one; the noise is below 60
  for (const [, page] of pages) assert.match(page, /^\/page\/\d+$/);
});

test("top pages of a given log: errors do not count, repeated visits count once", () => {
  const file = join(tmpdir(), `logstar-${process.pid}.log`);
  const visit = (user, page, status) =>
    `10.1.${user >> 8}.${user & 255} - - [01/Jan/2001:00:00:00 +0000] "GET ${page} HTTP/1.1" ${status} 9\n`;
  const users = Array.from({ length: 500 }, (_, user) => user);
  const lines = users.map(
    (user) => visit(user, "/missing", 404) + visit(user, "/home?from=x", 200),
  );
  writeFileSync(
    file,
    `${lines.join("")}${visit(1, "/mine", 200).repeat(900)}not a line of a log\n`,
  );
  try {
    const output = run("top-pages.mjs", file);
    assert.match(output, /^1400 visits/);
    assert.deepEqual(output.match(/^ {2}\/\S+/gm), ["  /home"]);
  } finally {
    rmSync(file);
  }
});

test("audit: counts of data-dependent groups are refuted, and the private ranking is not", () => {
  const output = run("more/audit.mjs");
  assert.match(output, /^Counts by department\. Refuted: epsilon 1 and delta 0 are claimed, /);
  assert.match(output, /The event was "answer[^"]*(legal|length)/);
  assert.match(output, /\n\nThe largest departments\. Not refuted, which proves nothing: /);
});

// The examples of the sparse vector family run and find the stated groups.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const run = (file) => execFileSync("node", [join(root, file)], { encoding: "utf8" });

test("the monitor finds all groups of KMS20's Example 1.4, the classic technique at best the large ones", () => {
  const output = run("tests/bench/three_groups.mjs");
  const numbers = (name) => {
    const line = output.split("\n").find((one) => one.startsWith(name));
    assert.ok(line, name);
    return line.slice(34, 66).trim().split(/\s+/).map(Number);
  };
  assert.match(output, /^20000 users, 170 steps, epsilon 1 and delta 1e-6/);
  // A missed group has probability below 1e-6: 200 users are far above the 114 found with confidence.
  const [small, middling, large, wrong] = numbers("HeavyHitterMonitor");
  assert.deepEqual([small, middling, large], [100, 50, 20]);
  // Each of the 20,000 users' own items is released with probability at most delta, 0.02 of them on average;
  // more than 3 with probability below 1e-8.
  assert.ok(wrong <= 3, output);
  // With confidence 0.95 it finds the large groups alone. In 1 of 25 runs for 70 answers it found a middling one, in 1
  // of 50 it lacked large ones.
  for (const answers of [20, 70]) {
    const [few, some, all, mistaken] = numbers(`AboveThreshold for ${answers} answers`);
    assert.ok(few + some <= 5 && all <= 20, output);
    assert.ok(few + some + all + mistaken <= answers, output);
  }
  // With one answer per group, false yeses from its noise hide the groups.
  const [few, some, most, mistaken] = numbers("AboveThreshold for 170 answers");
  assert.ok(few + some + most + mistaken <= 170, output);
  assert.ok(few <= 5 && some <= 15 && mistaken > 50, output);
});

test("the flights example returns busy airports at their hours, and only airports of that hour", () => {
  const output = run("examples/stream.mjs");
  const file = join(root, "node_modules/vega-datasets/data/flights-20k.json");
  const departures = JSON.parse(readFileSync(file, "utf8"));
  const counts = {};
  for (const { date, origin } of departures) {
    const key = `${origin} ${Number(date.slice(11, 13))}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  const rows = output.match(/^[A-Z]{3} .*$/gm);
  assert.ok(rows.length > 5, output);
  for (const row of rows) {
    const cells = row.slice(5).match(/ [#.]/g);
    assert.equal(cells.length, 24);
    cells.forEach((cell, hour) => {
      const count = counts[`${row.slice(0, 3)} ${hour}`] ?? 0;
      // Every reported item has a user; an item of 90 users is missed with probability far below 1e-6.
      if (cell === " #") assert.ok(count > 0, `${row} at ${hour}`);
      if (count >= 90) assert.equal(cell, " #", `${row} at ${hour}`);
    });
  }
  assert.match(output, /every item held by at least 51 active users is reported/);
});

test("docs/sparse-vector-figures.md contains the tables that the script prints", () => {
  const page = readFileSync(join(root, "docs/sparse-vector-figures.md"), "utf8");
  assert.ok(page.includes(run("tests/tables/threshold_questions.mjs").trim()));
});

// The examples that rank data from an engine and from a CSV file.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

function run(example, ...args) {
  const script = fileURLToPath(new URL(`../../../examples/more/${example}.mjs`, import.meta.url));
  return execFileSync("node", [script, ...args], { encoding: "utf8" });
}

const shown = (output) =>
  output.split("\n").flatMap((line) => /^ {2}(\S+) {2}about (-?\d+)$/.exec(line) ?? []);

test("DuckDB groups and logstar draws the busiest routes of 3,000,000 flights", () => {
  const output = run("top-k-duckdb");
  assert.match(
    output,
    /Busiest routes, every flight protected:\n( {2}[A-Z]{3}-[A-Z]{3} {2}about \d{4,}\n){10}/,
  );
  assert.match(output, /a day protected:\n( {2}[A-Z]{3} {2}about \d{4,}\n){5}/);
  assert.match(output, /Why laplace: the least lead/);
  assert.ok(shown(output).length >= 15);
});

test("a session ranks six airports from one budget, saved in between", () => {
  const output = run("top-k-session");
  const lines = output.trim().split("\n");
  assert.match(lines[0], /^ATL: [A-Z]{3}.*$/);
  assert.equal(
    lines.filter((line) => /^left: \{"outcomes":\d+,"calls":\d+\}$/.test(line)).length,
    3,
  );
  assert.match(lines.at(-1), /^spent: epsilon [\d.]+ of 0\.1, delta [\de.-]+ of 0\.000001$/);
});

test("a CSV file of 200,000 rows is ranked, its users bounded to 5 items each", () => {
  const output = run("top-k-csv");
  assert.match(output, /^200000 rows\. Each user counts once at no more than 5/);
  assert.match(
    output,
    /( {2}[A-Z]{3} {2}about \d{2,}\n){2,5}Adding or removing all rows of one user/,
  );
});

test("the CSV example ranks a given file", () => {
  const file = join(tmpdir(), `logstar-${process.pid}.csv`);
  const rows = Array.from({ length: 3000 }, (_, i) => `${i},${i % 3 === 0 ? "tea" : "milk, hot"}`);
  writeFileSync(file, `who,what\n${rows.map((row) => row.replace(/,(.*)/, ',"$1"')).join("\n")}\n`);
  try {
    assert.match(run("top-k-csv", file, "who", "what"), / {2}milk, hot {2}about \d+\n {2}tea {2}/);
    // Then every row lacked its item, and the ranking was empty.
    assert.throws(() => run("top-k-csv", file, "who", "wath"), {
      status: 1,
      stderr: /^Error: no column wath; there are who,what$/m,
    });
  } finally {
    rmSync(file);
  }
});

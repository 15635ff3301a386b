// The installed package in the Node version of these tests.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { expected, forNode } from "./consumer.mjs";
import { installPackage } from "./installed.mjs";

let place;
before(() => {
  place = installPackage();
  place.write("use.mjs", forNode);
});

test(`both entries work in Node ${process.version}`, () => {
  assert.equal(place.run(process.execPath, ["use.mjs"]), `${expected}\n`);
});

// With two people the count is right except with probability e^-50, about 2e-22.
test("the installed package has a command line, with a ledger in a file", () => {
  place.write("data.csv", "id\na\nb\nb\n");
  const logstar = (line) => place.run(place.commandLine, line.split(" "));
  logstar("ledger new budget.json --epsilon 100 --unit user");
  const count = logstar("count data.csv --user id --epsilon 50 --ledger budget.json");
  assert.match(count, /^count\n {2}2\n/);
  assert.match(logstar("ledger show budget.json"), /remaining are epsilon 50 of 100\./);
  assert.match(logstar("--help"), /^logstar\n {2}Answers about people/);
});

test("all entries share one module in Node, which consists of few files", () => {
  place.write(
    "shared.mjs",
    `import { loadForTesting } from "logstar/testing";
import { audit } from "logstar/audit";
import { Ledger, integers, median } from "logstar";
import { sqlTable } from "logstar/sql";
import { connect } from "logstar/worker";
await loadForTesting({ seed: 1 });
const { record } = median([1, 2, 3], { epsilon: 1, domain: integers(0, 9) });
const ledger = new Ledger({ epsilon: 1, unit: "user" });
const options = { from: "t", dialect: "duckdb", user: "u", ledger };
const table = sqlTable(async () => { throw new Error("asked"); }, options);
const said = await table.count({ epsilon: 0.5 }).catch(({ message }) => message);
const logstar = await connect();
const there = await logstar.median([1, 2, 3], { epsilon: 1, domain: integers(0, 9) });
logstar.dispose();
console.log(record.randomness, typeof audit, said, there.record.epsilon);
`,
  );
  const said = place.run(process.execPath, ["shared.mjs"]);
  assert.match(said, /^SplitMix64 from seed 1: .* function .*asked.* 1\n$/);
  const where = 'console.log(import.meta.resolve("logstar"))';
  const found = place.run(process.execPath, ["--input-type=module", "-e", where]);
  assert.match(found, /\/dist\/index\.node\.js\n$/);
});

// Node prints the line that threw. In a file of one line that meant 36 KB.
test("an uncaught error shows one line of code instead of a whole file", () => {
  place.write(
    "early.mjs",
    'import { median } from "logstar";\nmedian([1, 2, 3], { epsilon: 1 });\n',
  );
  const { status, stderr } = spawnSync(process.execPath, [join(place.folder, "early.mjs")], {
    encoding: "utf8",
  });
  assert.equal(status, 1);
  assert.match(stderr, /^Error: logstar is not loaded yet: await load\(\) before anything else$/m);
  assert.ok(stderr.length < 2_000, stderr.slice(0, 500));
});

const read = (file) => readFileSync(join(place.installed, "dist", file), "utf8");

/** The files that Node reads at an import. */
function reached(file, seen = new Set()) {
  seen.add(file);
  const imports = read(file).matchAll(/^(?:import|.* from)\s*["']\.\/([\w.-]+\.js)["']/gm);
  for (const [, name] of imports) if (!seen.has(name)) reached(name, seen);
  return seen;
}

// Each takes one or two milliseconds.
test("Node reads three files for the main entry", () => {
  const files = reached("index.node.js");
  assert.equal(files.size, 3, [...files].join());
});

test("only the entry for tests and the audit import the seeded source in Node", () => {
  const isSeeded = (file) => /SplitMix|9e3779b9|Math\.random/i.test(read(file));
  const entries = ["index", "sql", "worker", "audit", "testing"];
  const seeded = entries.filter((entry) => [...reached(`${entry}.node.js`)].some(isSeeded));
  assert.deepEqual(seeded, ["audit", "testing"]);
});

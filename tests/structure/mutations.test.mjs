// The mutations as data: each applies to the current sources and names existing tests. `npm run mutate` runs
// them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { passedInTap, verdictOfCTest, verdictOfTap } from "../../scripts/mutants/verdicts.mjs";
import { root } from "../../scripts/shell.mjs";
import {
  idOf,
  isThroughPackage,
  mutated,
  mutationsByRoom,
  unitFile,
} from "../mutations/listed.mjs";

const all = [...mutationsByRoom().values()].flat();
const called = all.filter(isThroughPackage);
const inner = all.filter((mutation) => !isThroughPackage(mutation));

/** The test files of a suite, by the names in mutations, with their texts. */
function testFiles(suite) {
  const folder = join(root, "tests", suite);
  const files = readdirSync(folder, { recursive: true }).filter((f) => f.endsWith("_test.cpp"));
  return {
    names: new Set(files.map((file) => file.split("/").at(-1).replace("_test.cpp", ""))),
    texts: files.map((file) => readFileSync(join(folder, file), "utf8")),
  };
}

test("every mutation changes one place of its source, and names existing tests", () => {
  const exact = new Set([...testFiles("exact").names, ...testFiles("prices").names]);
  const unit = testFiles("unit");
  for (const mutation of all) {
    const id = idOf(mutation);
    assert.notEqual(mutated(mutation), readFileSync(join(root, mutation.file), "utf8"), id);
    assert.ok(mutation.tests.length + (mutation.unit ?? []).length > 0, id);
  }
  for (const mutation of inner) {
    const id = idOf(mutation);
    for (const name of mutation.tests)
      assert.ok(exact.has(name), `${id}: tests/exact or tests/prices, ${name}`);
    for (const name of mutation.unit ?? [])
      assert.ok(unit.names.has(name), `${id}: tests/unit, ${name}`);
  }
  const entry = readFileSync(join(root, "web/index.ts"), "utf8");
  for (const mutation of called) {
    const id = idOf(mutation);
    // Running them validates their cases: an unknown case is an error.
    for (const law of mutation.tests)
      assert.ok(new RegExp(`\\b${law.split(",")[0]}\\b`).test(entry), `${id}: a law of ${law}`);
    for (const name of mutation.unit ?? [])
      assert.ok(
        existsSync(join(root, unitFile(name))),
        `${id}: no test file of JavaScript is ${name}`,
      );
  }
  assert.equal(new Set(all.map(idOf)).size, all.length);
});

const catch2 = (...faults) =>
  `${faults.join("\n\n")}\n\nThe following tests FAILED:\n\t 12 - exact/a, b (c) (Failed)\n`;
const check = "x.cpp:3: FAILED:\n  CHECK( x ==\n   y )\nwith expansion:\n  1 == 2";
const thrown = "x.cpp:3: FAILED:\n  CHECK( x )\ndue to unexpected exception with message:\n  no";
const signal = "x.cpp:3: FAILED:\ndue to a fatal error condition:\n  SIGFPE";

test("a failed C++ check differs from an exception, a crash and a test without end", () => {
  const by = "exact/a, b (c)";
  const failed = { verdict: "test", by, check: "CHECK( x == y )" };
  assert.deepEqual(verdictOfCTest(catch2(check)), failed);
  assert.deepEqual(verdictOfCTest(catch2(thrown, check)), failed);
  assert.deepEqual(verdictOfCTest(catch2(thrown)), { verdict: "exception", by });
  for (const one of [catch2(signal), catch2()])
    assert.deepEqual(verdictOfCTest(one), { verdict: "crash", by });
  const ended = (how) => verdictOfCTest(`The following tests FAILED:\n\t  3 - unit/a (${how})\n`);
  assert.deepEqual(ended("SEGFAULT"), { verdict: "crash", by: "unit/a" });
  assert.deepEqual(ended("Timeout"), { verdict: "hang", by: "unit/a" });
  assert.equal(verdictOfCTest(catch2(check).replace("exact/", "unit/")).verdict, "unit");
  assert.deepEqual(verdictOfCTest("100% tests passed"), { verdict: "survived" });
});

/** The output of node's reporter for a file with this text. */
function tapOf(text, ...options) {
  const file = join(tmpdir(), `logstar-tap-${process.pid}.mjs`);
  const start = 'import assert from "node:assert"; import test from "node:test";\n';
  writeFileSync(file, start + text);
  const args = ["--test", "--test-reporter=tap", ...options, file];
  const { NODE_TEST_CONTEXT, ...env } = process.env; // else it would report to this test's runner
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", env });
  rmSync(file);
  return stdout;
}

test("a failed JavaScript check differs from an exception and a test without end", () => {
  const good = 'test("good", () => {});';
  const of = (body, ...options) =>
    verdictOfTap(tapOf(`${good} test("a", () => {${body}});`, ...options));
  assert.deepEqual(of("assert.equal(1, 2)"), { verdict: "unit", by: "a" });
  const claim = 'assert.deepEqual(["delta 1 at epsilon 1, of a claim of 0"], [])';
  assert.deepEqual(of(claim), { verdict: "claim", by: "a" });
  assert.deepEqual(of("throw new Error('no')"), { verdict: "exception", by: "a" });
  const endless = "return new Promise((r) => setTimeout(r, 1e4))";
  assert.equal(of(endless, "--test-timeout=300").verdict, "hang");
  assert.deepEqual(of(""), { verdict: "survived" });
  assert.deepEqual(passedInTap(tapOf(good, "--test-name-pattern=^goo")), ["good"]);
  assert.deepEqual(passedInTap(tapOf(good, "--test-name-pattern=other")), []);
});

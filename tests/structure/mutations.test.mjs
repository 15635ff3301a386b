// The mutations as data: each one applies to the sources as they are and names tests that exist. `npm run mutate`
// tries them.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { findings, runToTheEnd } from "../../scripts/catch2-runs.mjs";
import {
  idOf,
  isThroughPackage,
  keyOf,
  mutated,
  mutationsByRoom,
  unitFile,
} from "../../scripts/mutations.mjs";
import { root } from "../../scripts/shell.mjs";

const all = [...mutationsByRoom().values()].flat();
const called = all.filter(isThroughPackage);
const inner = all.filter((mutation) => !isThroughPackage(mutation));

/** The test files of a suite, by the names that mutations call them by, and their texts. */
function testFiles(suite) {
  const folder = join(root, "tests", suite);
  const files = readdirSync(folder, { recursive: true }).filter((f) => f.endsWith("_test.cpp"));
  return {
    names: new Set(files.map((file) => file.split("/").at(-1).replace("_test.cpp", ""))),
    texts: files.map((file) => readFileSync(join(folder, file), "utf8")),
  };
}

test("every mutation changes one place of its source, and names tests that exist", () => {
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
  const entry = readFileSync(join(root, "web/index.js"), "utf8");
  for (const mutation of called) {
    const id = idOf(mutation);
    // Its cases are known where they are run: there one that is not is an error.
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

test("where imports stand and what comments say makes no result out of date", () => {
  const mutation = called.find(({ file }) => file.endsWith(".js"));
  const text = readFileSync(join(root, mutation.file), "utf8");
  const commented = `import { x } from "./x.js";\n/**\n * Says something.\n */\n// And more.\n${text}`;
  assert.equal(keyOf(mutation, commented), keyOf(mutation));
  assert.notEqual(keyOf(mutation, `${text}\nlet another;\n`), keyOf(mutation));
});

const report = (body) =>
  `<Catch><Group><TestCase name="a &lt; b" tags="">${body}
  <OverallResult success="false"/></TestCase></Group></Catch>`;
const expression = (inside) => `<Expression success="false" type="CHECK">
  <Original>
    x   ==
  y
  </Original>${inside}</Expression>`;

test("a check that failed is told from an exception and from a crash", () => {
  const found = (body) => findings(report(body));
  assert.deepEqual(found(expression("<Expanded>1 == 2</Expanded>")), [
    { test: "a < b", checks: ["x == y"], end: undefined },
  ]);
  for (const inside of ["<Exception>thrown</Exception>", expression("<Exception>!</Exception>")]) {
    assert.deepEqual(found(inside), [{ test: "a < b", checks: [], end: "exception" }]);
  }
  const crash = "<FatalErrorCondition>SIGSEGV</FatalErrorCondition>";
  for (const inside of [crash, expression(crash)]) {
    assert.deepEqual(found(inside), [{ test: "a < b", checks: [], end: "crash" }]);
  }
  assert.deepEqual(found(`${expression("")}<Exception>later</Exception>`), [
    { test: "a < b", checks: ["x == y"], end: "exception" },
  ]);
  assert.deepEqual(found(""), []);
});

test("after a crash and after a test without end the tests behind it still run", () => {
  const list = join(tmpdir(), `logstar-tests-${process.pid}.txt`);
  const passed = (name) => `<TestCase name="${name}"><OverallResult success="true"/></TestCase>`;
  const failed = `<TestCase name="d, e">${expression("")}<OverallResult success="false"/></TestCase>`;
  const runs = [
    { stdout: `<Catch>${passed("a")}<TestCase name="b">`, signal: "SIGSEGV", status: null },
    { stdout: `<Catch><TestCase name="c">`, error: { code: "ETIMEDOUT" }, status: null },
    { stdout: `<Catch>${failed}</Catch>`, signal: null, status: 1 },
  ];
  const asked = [];
  const start = (args) => {
    if (args.includes("--list-test-names-only")) return { stdout: "a\nb\nc\nd, e\n" };
    asked.push(readFileSync(list, "utf8"));
    return runs[asked.length - 1];
  };
  assert.deepEqual(runToTheEnd(start, [], 1, list), [
    { test: "b", checks: [], end: "crash" },
    { test: "c", checks: [], end: "hang" },
    { test: "d, e", checks: ["x == y"], end: undefined },
  ]);
  assert.deepEqual(asked, ["a\nb\nc\nd\\, e\n", "c\nd\\, e\n", "d\\, e\n"]);
  rmSync(list);
});

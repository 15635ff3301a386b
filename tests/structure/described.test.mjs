// That what JavaScript may ask for is drawn by a fuzz target and changed by a test, field by field.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";

/** The mechanisms of some bindings of which descriptions alone say what a request has. */
const readByDescription = (text) =>
  text
    .split(/^struct /m)
    .filter((binding) => !/\btask_of\(/.test(binding))
    .flatMap((binding) => [...binding.matchAll(/^ {2}using Mechanism = ([^;]+);/gm)])
    .map(([, mechanism]) => mechanism)
    // A deferred release, or one from sums, takes the task of its base.
    .map((mechanism) => mechanism.replace(/^(?:DeferredByGroup|FromSums)<(.+)>$/, "$1"))
    .filter((mechanism) => mechanism !== "M");

/** The texts of the files of a folder with this ending, one after the other. */
const textsIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(root, folder, file), "utf8"))
    .join("\n");

const bindings = readdirSync(join(root, "bindings"), { recursive: true })
  .filter((file) => file.endsWith(".cpp"))
  .flatMap((file) => readByDescription(readFileSync(join(root, "bindings", file), "utf8")));

test("every mechanism that bindings read by its description is asserted to be one, so that it is fuzzed", () => {
  assert.ok(bindings.length >= 17, `${bindings.length}`);
  const headers = textsIn("src", ".hpp");
  for (const mechanism of bindings)
    assert.ok(headers.includes(`\nstatic_assert(Releasable<${mechanism}>);`), mechanism);
});

test("every mechanism that bindings read by its description is changed field by field in tests/unit", () => {
  const tests = textsIn("tests/unit", "_test.cpp");
  for (const mechanism of bindings)
    assert.ok(tests.includes(`unsaid<${mechanism}>`), `no test has unsaid<${mechanism}>`);
});

test("a binding that reads its task itself is told from one that does not", () => {
  const plain = "struct A {\n  using Mechanism = CountRelease;\n};\n";
  const own = "struct B {\n  using Mechanism = C;\n  static CTask task_of(const val& request) {\n";
  assert.deepEqual(readByDescription(plain + own), ["CountRelease"]);
});

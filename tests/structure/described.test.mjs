// Every field of a task that JavaScript can send is drawn by a fuzz target and changed by a test.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/shell.mjs";

/** The mechanisms of bindings whose requests are read by description only. */
const readByDescription = (text) =>
  text
    .split(/^struct /m)
    .filter((binding) => !/\btask_of\(/.test(binding))
    .flatMap((binding) => [...binding.matchAll(/^ {2}using Mechanism = ([^;]+);/gm)])
    .map(([, mechanism]) => mechanism)
    // A deferred or summed release has the same request as its underlying release.
    .map((mechanism) => mechanism.replace(/^(?:DeferredByGroup|FromSums)<(.+)>$/, "$1"))
    .filter((mechanism) => mechanism !== "M");

const lists = {
  "tests/fuzz/releases.cpp": "check",
  "tests/unit/release/described_test.cpp": "unsaid",
};

test("the lists by description contain every mechanism that bindings read by its description", () => {
  const bindings = readdirSync(join(root, "bindings"), { recursive: true })
    .filter((file) => file.endsWith(".cpp"))
    .flatMap((file) => readByDescription(readFileSync(join(root, "bindings", file), "utf8")));
  assert.ok(bindings.length >= 17, `${bindings.length}`);
  for (const [file, name] of Object.entries(lists)) {
    const text = readFileSync(join(root, file), "utf8");
    for (const mechanism of bindings) {
      assert.ok(text.includes(`${name}<${mechanism}>`), `${file} has no ${mechanism}`);
    }
  }
});

test("the check distinguishes a binding that reads its task itself", () => {
  const plain = "struct A {\n  using Mechanism = CountRelease;\n};\n";
  const own = "struct B {\n  using Mechanism = C;\n  static CTask task_of(const val& request) {\n";
  assert.deepEqual(readByDescription(plain + own), ["CountRelease"]);
});

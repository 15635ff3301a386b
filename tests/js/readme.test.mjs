// The README's code prints the README's output.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the README's code block prints the README's output", () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readme);
  const [, output] = /```js[\s\S]*?```\n\n```\n([\s\S]*?)```/.exec(readme);
  const file = join(root, "build", "readme.mjs");
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(file, code);
  try {
    assert.equal(execFileSync("node", [file], { encoding: "utf8" }), output);
  } finally {
    rmSync(file);
  }
});

test("the first example runs and prints a median, a quantile and a ranking", () => {
  const output = execFileSync("node", [join(root, "examples/more/first-look.mjs")], {
    encoding: "utf8",
  });
  assert.match(output, /^10000 flights/);
  assert.match(output, /Median delay: -?\d+\.\d minutes/);
  assert.match(output, /One flight in ten is later than [34]\d\.\d minutes/);
  assert.match(output, /Busiest airports: [A-Z]{3}(, [A-Z]{3}){1,4}\n/);
});

test("the ledger example prints the output that its page shows", () => {
  const page = readFileSync(join(root, "docs/ledger.md"), "utf8");
  const [, shown] = /```text\n(BudgetExceeded[\s\S]*?)```/.exec(page);
  const output = execFileSync("node", [join(root, "examples/ledger.mjs")], { encoding: "utf8" });
  assert.equal(output, shown);
});

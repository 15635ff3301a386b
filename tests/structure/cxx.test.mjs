// tests/cxx/installed.test.mjs compiles and runs the code of docs/cxx.md, and everything that the page names
// exists.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { root } from "../../scripts/shell.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const page = read("docs/cxx.md");
const example = read("examples/private-median.cpp");
const pieces = [...page.matchAll(/```cpp\n([\s\S]*?)```/g)].map(([, code]) => code);

test("the example for C++ has at most twenty lines, and the page shows all of it", () => {
  assert.ok(example.trimEnd().split("\n").length <= 20);
  assert.equal(pieces[0], example);
});

test("the longer piece of the page is the body of a program that is compiled", () => {
  const [, body] = /int main\(\) \{\n([\s\S]*)\}\n$/.exec(read("tests/cxx/long-form.cpp"));
  assert.equal(pieces[1], body.replace(/^ {2}/gm, ""));
  assert.equal(pieces.length, 2);
});

test("the headers that the page calls public exist", () => {
  const headers = readdirSync(join(root, "src"), { recursive: true })
    .filter((name) => name.endsWith(".hpp"))
    .map((name) => `logstar/${name.replaceAll("\\", "/")}`);
  const named = [...page.matchAll(/`(logstar\/[\w*/.]+\.hpp)`/g)].map(([, name]) => name);
  assert.ok(named.length >= 8);
  for (const name of named) {
    const pattern = new RegExp(`^${name.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}$`);
    assert.ok(
      headers.some((header) => pattern.test(header)),
      name,
    );
  }
});

test("the page requires the current version of logstar", () => {
  const [, version] = /VERSION (\d+\.\d+)\.\d+ /.exec(read("CMakeLists.txt"));
  for (const text of [page, read("tests/cxx/CMakeLists.txt")])
    assert.ok(text.includes(`find_package(logstar ${version} REQUIRED)`), version);
});

// Cause: the page only asked not to use -ffast-math, with which add_up(1, 1e-20) was 1.
test("sums combined in an unintended way do not compile", () => {
  const compile = (...flags) =>
    spawnSync(
      "g++",
      ["-std=c++20", "-fsyntax-only", ...flags, "-x", "c++", "src/privacy/rounding.hpp"],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
  assert.equal(compile("-O2", "-ffp-contract=off").status, 0);
  for (const flag of ["-ffast-math", "-Ofast"]) {
    const { status, stderr } = compile(flag);
    assert.notEqual(status, 0, flag);
    assert.match(stderr, /#error "logstar cannot be compiled with -ffast-math/);
  }
});

// No source file is longer than 300 lines and no function longer than 80: who reads one sees all of it.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import ts from "typescript";
import { root } from "../../scripts/shell.mjs";

const mostLines = { file: 300, function: 80 };

/** Tables are as long as their lists: one line for each precomputed number or wrong call. */
const tables = {
  "src/interior_point/cut_choice/usual_calibrations_table.cpp kSizes": "precomputed sizes",
  "src/interior_point/cut_choice/usual_calibrations_table.cpp kTwoRates": "precomputed rates",
  "tests/structure/wrong-calls.test.mjs": "a wrong call of each export",
};

const sourcesIn = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
    .map((file) => join(folder, file));

const scripts = ["web", "bin", "demo"].flatMap((folder) => sourcesIn(folder, /(?<!\.d)\.ts$/));
const cxx = ["src", "bindings"].flatMap((folder) => sourcesIn(folder, /\.[ch]pp$/));
const tests = {
  scripts: ["tests", "scripts"].flatMap((folder) => sourcesIn(folder, /\.m?js$/)),
  cxx: sourcesIn("tests", /\.[ch]pp$/),
};
const linesOf = (text) => text.trimEnd().split("\n").length;
const textOf = (file) => readFileSync(join(root, file), "utf8");

/** The functions of a script that have a body: { name, lines }. */
function scriptFunctions(text) {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const found = [];
  (function walk(node) {
    if (ts.isFunctionLike(node) && node.body) {
      const named = node.name ?? node.parent.name;
      const lines = linesOf(node.getText(source));
      found.push({ name: named?.getText(source) ?? "a function without a name", lines });
    }
    ts.forEachChild(node, walk);
  })(source);
  return found;
}

/**
 * The functions and tables of a C++ file, as clang-format lays them out: from a line that is indented as a definition
 * is, in a namespace (not at all) or in a class (by two), to the brace that closes it there.
 */
function cxxFunctions(text) {
  const lines = text.split("\n");
  return ["", "  "].flatMap((indent) => {
    const found = [];
    let start;
    lines.forEach((line, place) => {
      const rest = line.slice(indent.length);
      if (!line.startsWith(indent) || !/^\S/.test(rest)) return;
      if (!rest.startsWith("}")) {
        // A comment or a label opens nothing; what a function's parameters or initialisers begin with is indented more.
        if (!/^(\/\/|\/?\*|#|public:|private:|protected:|:)/.test(rest)) start = place;
        return;
      }
      const opener = start === undefined ? "namespace" : lines[start].trim();
      if (
        !/^(inline )?(namespace|class|struct|enum|union|extern|template <.*struct)\b/.test(opener)
      ) {
        const named = /(~?\w+|operator\S+)(?=\(|\[|\{| = )/.exec(opener);
        found.push({ name: named?.[1] ?? opener, lines: place - start + 1 });
      }
      start = undefined;
    });
    return found;
  });
}

/** The files and functions that are too long, by file, or by file and function. */
const tooLong = (files, functionsOf) =>
  files.flatMap((file) => {
    const text = textOf(file);
    return [
      ...(linesOf(text) > mostLines.file ? [file] : []),
      ...functionsOf(text)
        .filter(({ lines }) => lines > mostLines.function)
        .map(({ name }) => `${file} ${name}`),
    ];
  });

for (const [name, files, functionsOf] of [
  ["web, bin and demo", scripts, scriptFunctions],
  ["src and bindings", cxx, cxxFunctions],
  ["tests and scripts", tests.scripts, scriptFunctions],
  ["tests in C++", tests.cxx, cxxFunctions],
]) {
  test(`files of ${name} have at most 300 lines, functions at most 80`, () => {
    assert.ok(files.length > 100);
    const known = Object.keys(tables);
    assert.deepEqual(
      tooLong(files, functionsOf).filter((one) => !known.includes(one)),
      [],
    );
  });
}

test("every table is there, and is one", () => {
  const long = [...tooLong(cxx, cxxFunctions), ...tooLong(tests.scripts, scriptFunctions)];
  for (const table of Object.keys(tables)) assert.ok(long.includes(table), table);
});

test("the measure sees long functions: nested, of classes, with arguments on several lines", () => {
  const body = (indent) => `${indent}  a();\n`.repeat(90);
  const script = `function f() {\n  const g = () => {\n${body("  ")}  };\n}\nclass A {\n  m() {\n${body("  ")}  }\n}\n`;
  assert.deepEqual(
    scriptFunctions(script).map(({ name, lines }) => [name, lines > 80]),
    [
      ["f", true],
      ["g", true],
      ["m", true],
    ],
  );
  const source = `namespace a {\n\nint f(int x,\n      int y) {\n${body("")}}\n\nclass A {\n public:\n  void m() {\n${body("  ")}  }\n};\n\n}  // namespace a\n`;
  assert.deepEqual(
    cxxFunctions(source).map(({ name, lines }) => [name, lines]),
    [
      ["f", 93],
      ["m", 92],
    ],
  );
});

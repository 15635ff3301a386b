// Below the C++ rooms: bindings/ knows the library, web/ only itself and the module built from
// bindings/, demo/files/ only itself and its parsers, demo/ only itself and the package, bin/ the package and
// demo/files/. The rooms of src/ are in layers.test.mjs.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const builtModule = "web/logstar.js";

function filesBelow(folder, ending) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** The forbidden includes of a binding. */
function includeFaults(path, text) {
  return [...text.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)]
    .map(([, included]) => included)
    .filter((included) => !["logstar", "bindings"].includes(included.split("/")[0]))
    .map((included) => `${path} includes "${included}"`);
}

/** Every module that a file imports: static, re-exported, dynamic by name, or for a type. */
function importsOf(text) {
  const forms = [
    /^\s*(?:import|export)\b[^;"']*?from\s*["']([^"']+)["']/gm,
    /^\s*import\s*["']([^"']+)["']/gm,
    /\bimport\(\s*["']([^"']+)["']\s*\)/g,
  ];
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name));
}

/** Type imports show which file uses another; they load no code. */
const withoutTypes = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*(?:import|export)\s+type\b[^;]*;/gm, "")
    .replace(/\btypeof import\(/g, "(");

/** The only file of web/ that imports a package: the build copies it there (scripts/build.mjs). */
const takesHashes = "web/ledger/sha256.ts";

/** The forbidden imports of a file of web/. Node's own modules are imported at run time only. */
function webFaults(path, text) {
  return importsOf(text)
    .filter((name) => {
      if (name.startsWith("node:")) return false; // layers.test.mjs minds when
      if (name.startsWith("@noble/hashes/")) return path !== takesHashes;
      if (!name.startsWith(".")) return true;
      const target = normalize(join(dirname(path), name));
      return target !== builtModule && !target.startsWith("web/");
    })
    .map((name) => `${path} imports ${name}`);
}

/** Each level may use the levels before it; rooms on one level do not use each other. */
const webLevels = [
  ["version.ts", "logstar.ts", "own-worker.ts", "wasm.ts"],
  ["core"],
  ["data"],
  ["ledger"],
  ["files"],
  ["counts", "learning", "ranks", "sanitizing", "selection", "streams", "top-k"],
  ["tables"],
  ["accuracy.ts", "audit", "plan.ts", "sql", "testing.ts"],
  ["audit.ts", "file.ts", "index.ts", "sql.ts"],
  ["worker"],
  ["worker.ts", "worker-thread.ts"],
];
const webLevelOf = new Map(webLevels.flatMap((rooms, level) => rooms.map((room) => [room, level])));

/** The imports of a file of web/ from rooms that it must not know. */
function roomFaults(path, text) {
  const room = path.split("/")[1];
  if (!webLevelOf.has(room)) return path.endsWith(".d.ts") ? [] : [`${path}: no such room`];
  return importsOf(withoutTypes(text))
    .filter((name) => name.startsWith("."))
    .map((name) =>
      normalize(join(dirname(path), name))
        .split("/")[1]
        .replace(/\.js$/, ".ts"),
    )
    .filter((other) => other !== room && !(webLevelOf.get(other) < webLevelOf.get(room)))
    .map((other) => `${path} imports from ${other}: ${room} may not know it`);
}

/** Parsers of formats. */
const parsers = [
  ...["papaparse", "hyparquet", "hyparquet-compressors", "lossless-json"],
  ...["d3-time-format", "fflate", "read-excel-file/universal"],
  "#dist/data/iso-time.js", // the package's own: a date is one date wherever it stands
];

/** The forbidden imports of a file of demo/files/: it serves the page and programs. */
function filesFaults(path, text) {
  return importsOf(text)
    .filter((name) => !parsers.includes(name) && !/^\.\/[\w-]+\.js$/.test(name))
    .map((name) => `${path} imports ${name}`);
}

/**
 * The command line uses the package, its tables, its dialects of SQL, the text of its ledgers, the readers of files,
 * and engines that people install.
 */
const knownToTheCommandLine =
  /^(node:[\w/]+|commander|logstar(\/(file|sql))?|@duckdb\/node-api|pg|\.\/[\w-]+\.js|#dist\/(tables\/table|data\/iso-time|ledger\/text|sql\/(duckdb|postgres|spark|stand-in))\.js|\.\.\/demo\/files\/[\w-]+\.js)$/;

/** The forbidden imports of a file of bin/. */
function binFaults(path, text) {
  return importsOf(withoutTypes(text))
    .filter((name) => !knownToTheCommandLine.test(name))
    .map((name) => `${path} imports ${name}`);
}

/** The forbidden imports of a file of demo/: it is an ordinary user of the package. */
function demoFaults(path, text) {
  return importsOf(text)
    .filter((name) => /^[.#]/.test(name))
    .map((name) => (name.startsWith("#") ? name.slice(1) : normalize(join(dirname(path), name))))
    .filter(
      (target) =>
        !target.startsWith("demo/") &&
        !/^dist\/((data\/iso-time|index|worker|worker-inline)\.js(\?\w+)?|logstar\.wasm\?url)$/.test(
          target,
        ),
    )
    .map((target) => `${path} imports ${target}`);
}

for (const [folder, ending, faults, what = "knows only what stands above it"] of [
  ["bindings", ".cpp", includeFaults],
  ["bindings", ".hpp", includeFaults],
  ["web", ".ts", webFaults],
  ["web", ".ts", roomFaults, "knows only rooms above its own"],
  ["demo/files", ".ts", filesFaults],
  ["demo", ".ts", demoFaults],
  ["bin", ".ts", binFaults, "knows the package, the readers of files and its parser"],
]) {
  test(`${folder}/*${ending} ${what}`, () => {
    const files = filesBelow(folder, ending).filter((path) => !path.startsWith("demo/dist/"));
    assert.ok(files.length > 0);
    const read = (path) => readFileSync(join(root, path), "utf8");
    assert.deepEqual(
      files.flatMap((path) => faults(path, read(path))),
      [],
    );
  });
}

test("the border check detects a test header in a binding, and accepts the library's", () => {
  assert.equal(includeFaults("bindings/a.cpp", '#include "seeded_bits.hpp"').length, 1);
  assert.equal(includeFaults("bindings/a.cpp", '#include "logstar/support/errors.hpp"').length, 0);
});

test("the border check detects an import from web/ of the demo, a package or an outside type, in any form", () => {
  assert.equal(webFaults("web/a.ts", 'import { x } from "../demo/table.js";').length, 1);
  assert.equal(webFaults("web/a.ts", 'import {\n  x,\n} from "papaparse";').length, 1);
  assert.equal(webFaults("web/a.ts", 'import "../dist/index.js";').length, 1);
  assert.equal(webFaults("web/a.ts", 'export { x } from "../demo/table.js";').length, 1);
  assert.equal(webFaults("web/a.ts", 'const x = await import("papaparse");').length, 1);
  assert.equal(webFaults("web/a.ts", 'import type { A } from "../demo/a.js";').length, 1);
  assert.equal(webFaults("web/a.ts", 'import create from "./logstar.js";').length, 0);
});

test("the room check detects imports down or sideways, and accepts imports of rooms above", () => {
  assert.equal(roomFaults("web/core/a.ts", 'import { x } from "../data/values.js";').length, 1);
  assert.equal(roomFaults("web/ranks/a.ts", 'import { x } from "../top-k/top-k.js";').length, 1);
  assert.equal(roomFaults("web/data/a.ts", 'export { x } from "../index.js";').length, 1);
  assert.equal(roomFaults("web/other/a.ts", "").length, 1);
  assert.equal(roomFaults("web/ranks/a.ts", 'import { x } from "../core/load.js";').length, 0);
  assert.equal(roomFaults("web/ranks/a.ts", 'import { x } from "./draw.js";').length, 0);
  assert.equal(
    roomFaults("web/core/a.ts", 'import type { X } from "../data/values.js";').length,
    0,
  );
});

test("the border check detects an import of Node, the page or the library by the readers of files", () => {
  for (const name of ["node:fs", "../demo/dom.js", "../dist/index.js", "../web/data/values.js"]) {
    assert.equal(filesFaults("demo/files/a.ts", `import { x } from "${name}";`).length, 1, name);
  }
  assert.equal(filesFaults("demo/files/a.ts", 'import Papa from "papaparse";').length, 0);
  assert.equal(filesFaults("demo/files/a.ts", 'import { Lines } from "./lines.js";').length, 0);
});

test("the border check detects an import beyond the package by the command line", () => {
  for (const name of ["#dist/core/load.js", "../web/index.js", "../demo/dom.js", "papaparse"]) {
    assert.equal(binFaults("bin/a.ts", `import { x } from "${name}";`).length, 1, name);
  }
  assert.equal(binFaults("bin/a.ts", 'import { median } from "logstar";').length, 0);
});

test("the border check detects an import beyond the package by the demo", () => {
  assert.equal(demoFaults("demo/a.ts", 'import { call } from "../web/core/load.js";').length, 1);
  assert.equal(demoFaults("demo/a.ts", 'import { call } from "#dist/core/load.js";').length, 1);
  assert.equal(demoFaults("demo/a.ts", 'import { median } from "#dist/index.js";').length, 0);
});

/** Bindings that own the module's randomness: bindings that draw use bindings/release.hpp. */
const mayHoldRandomness = [
  "bindings/entropy.cpp", // makes it
  "bindings/release.hpp", // draws, and returns no answer without its claim
  "bindings/top_k/contributions.cpp", // chooses which of a user's items count; nothing is released
];

/** A binding that could draw without a claim. */
const drawFaults = (path, text) =>
  /bindings\/entropy\.hpp|\brandomness\(\)/.test(text) && !mayHoldRandomness.includes(path)
    ? [`${path} holds the module's randomness: draw by bind_release`]
    : [];

/** A file of web/ that draws in its own order. */
const orderFaults = (path, text) =>
  /\bcall\(\s*[`"'](?:draw|claim)/.test(text) && path !== "web/ledger/release.ts"
    ? [`${path} asks the core for a draw or a claim: web/ledger/release.ts does`]
    : [];

test("every draw has a claim, in the one order: check, charge, read, draw, record", () => {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const bindings = [...filesBelow("bindings", ".cpp"), ...filesBelow("bindings", ".hpp")]
    .filter((path) => path !== "bindings/entropy.hpp")
    .flatMap((path) => drawFaults(path, read(path)));
  const web = filesBelow("web", ".ts").flatMap((path) => orderFaults(path, read(path)));
  assert.deepEqual([...bindings, ...web], []);
});

test("the check of draws detects a binding that draws directly, and a file that does", () => {
  const binding = "val draw() { return val(draw_rank(randomness())); }";
  assert.equal(drawFaults("bindings/ranks/a.cpp", binding).length, 1);
  assert.equal(drawFaults("bindings/a.cpp", '#include "bindings/entropy.hpp"').length, 1);
  assert.equal(drawFaults("bindings/release.hpp", binding).length, 0);
  assert.equal(orderFaults("web/ranks/a.ts", 'call("drawRank", data, request)').length, 1);
  assert.equal(orderFaults("web/ranks/a.ts", "call(`draw${of}`, data)").length, 1);
  assert.equal(orderFaults("web/ranks/a.ts", 'call("interiorPlans", request)').length, 0);
});

// The rooms of the project and their dependencies: includes and imports point up this list only.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Each level may use the levels before it; rooms on one level do not use each other. */
const levels = [
  ["support"],
  ["privacy"],
  ["randomness"],
  ["domain", "release"],
  ["users"],
  ["selection"],
  ["interior_point", "top_k", "sparse_vector"],
  ["counts", "sanitizing"],
  ["learning", "windows"],
];
const levelOf = new Map(levels.flatMap((rooms, level) => rooms.map((room) => [room, level])));

/** The levels inside a room; files of the room itself may include all of them. */
const levelsInside = {
  interior_point: [
    ["rank"],
    ["cut_choice", "quantile_slices", "rec_concave", "tree"],
    ["several_quantiles", "slices"],
  ],
};

/** The level of a file inside its room, and the name of its part. */
function placeInside(room, path) {
  const [part, ...rest] = path.split("/");
  const levels = levelsInside[room] ?? [];
  if (rest.length === 0) return { part: "", level: levels.length };
  return { part, level: levels.findIndex((parts) => parts.includes(part)) };
}

function filesBelow(folder, ...endings) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function includesOf(text) {
  return [...text.matchAll(/^\s*#\s*include\s*(["<])([^">]+)[">]/gm)].map(([, quote, path]) => ({
    own: quote === '"',
    path,
  }));
}

/** The wrong includes of a file of src/, as sentences. */
function faults(path, text) {
  const room = path.split("/")[1];
  const inside = path.split("/").slice(2).join("/");
  const found = [];
  if (!levelOf.has(room)) found.push(`${path}: no such room`);
  if (placeInside(room, inside).level < 0) found.push(`${path}: no such part of ${room}`);
  for (const { own, path: included } of includesOf(text)) {
    if (/emscripten/.test(included)) found.push(`${path} includes ${included}: only bindings/ may`);
    if (/^boost\//.test(included) && path !== "src/randomness/natural.cpp") {
      found.push(`${path} includes ${included}: only src/randomness/natural.cpp may`);
    }
    if (!own) continue;
    const [project, other, ...rest] = included.split("/");
    if (project !== "logstar" || !levelOf.has(other)) {
      found.push(`${path} includes "${included}": not written as logstar/room/file`);
    } else if (other !== room && levelOf.get(other) >= levelOf.get(room)) {
      found.push(`${path} includes ${included}: ${room} may not know ${other}`);
    } else if (other === room) {
      const [here, there] = [inside, rest.join("/")].map((file) => placeInside(room, file));
      if (here.part !== there.part && there.level >= here.level) {
        found.push(`${path} includes ${included}: ${here.part} may not know ${there.part || room}`);
      }
    }
  }
  return found;
}

test("includes in src/ point up the list of rooms only", () => {
  const sources = filesBelow("src", ".hpp", ".cpp");
  assert.ok(sources.length > 20);
  const found = sources.flatMap((path) => faults(path, readFileSync(join(root, path), "utf8")));
  assert.deepEqual(found, []);
});

test("the layer check detects a downward include, a sideways one, an Emscripten header and Boost", () => {
  assert.equal(faults("src/domain/a.hpp", '#include "logstar/top_k/b.hpp"').length, 1);
  assert.equal(faults("src/top_k/a.hpp", '#include "logstar/interior_point/b.hpp"').length, 1);
  assert.equal(faults("src/support/a.hpp", "#include <emscripten/val.h>").length, 1);
  const boost = "#include <boost/multiprecision/cpp_int.hpp>";
  assert.equal(faults("src/randomness/natural.hpp", boost).length, 1);
  assert.equal(faults("src/randomness/natural.cpp", boost).length, 0);
  assert.equal(faults("src/domain/a.hpp", '#include "support/b.hpp"').length, 1);
  assert.equal(faults("src/domain/a.hpp", '#include "logstar/support/b.hpp"').length, 0);
});

test("the layer check detects a part of a room that includes down, sideways or its whole", () => {
  const rank = "src/interior_point/rank/a.hpp";
  assert.equal(faults(rank, '#include "logstar/interior_point/tree/b.hpp"').length, 1);
  assert.equal(faults(rank, '#include "logstar/interior_point/b.hpp"').length, 1);
  assert.equal(faults(rank, '#include "logstar/interior_point/rank/b.hpp"').length, 0);
  const tree = "src/interior_point/tree/a.hpp";
  assert.equal(faults(tree, '#include "logstar/interior_point/rec_concave/b.hpp"').length, 1);
  assert.equal(faults(tree, '#include "logstar/interior_point/rank/b.hpp"').length, 0);
  assert.equal(faults("src/interior_point/other/a.hpp", "").length, 1);
  assert.equal(faults("src/top_k/other/a.hpp", "").length, 1);
});

test("every header of src/ is included only once by its pragma", () => {
  for (const path of filesBelow("src", ".hpp")) {
    assert.match(readFileSync(join(root, path), "utf8"), /^#pragma once$/m, path);
  }
});

test("web/ uses no page, no Node import at load time except in files/, no package except one for hashes and no eval", () => {
  for (const path of filesBelow("web", ".ts")) {
    const text = readFileSync(join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    assert.doesNotMatch(text, /\b(document|window|localStorage)\b/, path);
    if (!path.startsWith("web/files/"))
      assert.doesNotMatch(text, /^\s*import\b[^;]*["']node:/m, path);
    // An entry that runs in browsers too must not load that room.
    if (!/^web\/(files\/|file\.ts)/.test(path))
      assert.doesNotMatch(text, /["'][./]*\/files\//, path);
    assert.doesNotMatch(text, /\beval\s*\(|new Function\b/, path);
    // The build copies the package there.
    const imports = /^\s*(?:import|export|\})[^;"]*\bfrom\s*"(?!node:)[^.]/m;
    assert.equal(imports.test(text), path === "web/ledger/sha256.ts", path);
  }
});

test("web/index.js only re-exports", () => {
  const files = filesBelow("web", ".ts").filter((path) => path === "web/index.ts");
  for (const path of files) {
    const code = readFileSync(join(root, path), "utf8")
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
      .replace(/export\s*(?:type\s*)?\{[^}]*\}\s*from\s*"[^"]+";/g, "");
    assert.equal(code.trim(), "");
  }
});

test("no C++ file is longer than 400 lines", () => {
  for (const path of filesBelow("src", ".hpp", ".cpp")) {
    const lines = readFileSync(join(root, path), "utf8").split("\n").length;
    assert.ok(lines <= 400, `${path} has ${lines} lines`);
  }
});

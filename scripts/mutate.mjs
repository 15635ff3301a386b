// The mutation check: `npm run mutate` perturbs one constant at a time in a copy of the sources under
// build/mutants, builds the tests there and runs those that should notice, or all of them if none of
// these does. It takes an hour or two and can be stopped and started again, also elsewhere: what was
// rejected (tests/mutation-results.json) stays so as long as the mutation and its file are the same.
// `npm run mutate -- word word` tries only those whose name has one of the words, again; without any
// mutation to try, as with `-- none`, it writes the page.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { runToTheEnd } from "./catch2-runs.mjs";
import {
  idOf,
  isRejected,
  keyOf,
  mutated,
  mutationsByRoom,
  mutationsPage,
  pinnedSizes,
  readResults,
  resultsFile,
} from "./mutations.mjs";
import { setUpNative } from "./setup.mjs";
import { main, root, say, which } from "./shell.mjs";

const tree = join(root, "build/mutants");
const claimsFile = join(tree, "claims.tsv");
const baselineFile = join(tree, "baseline.json");
const parts = ["CMakeLists.txt", "CMakePresets.json", "cmake", "src", "tests"];

/** Runs a program in the copy, as the least urgent of all. */
function polite(command, args, options = {}) {
  const env = {
    ...process.env,
    CCACHE_BASEDIR: tree,
    CCACHE_NOHASHDIR: "1",
    LOGSTAR_VERIFICATION: claimsFile,
  };
  return spawnSync("nice", ["-n", "10", command, ...args], {
    cwd: tree,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
}

function must(command, args) {
  const { status, stdout, stderr } = polite(command, args);
  if (status !== 0) throw new Error(`${stdout}${stderr}\n${command} ${args.join(" ")} failed`);
}

function filesBelow(base, part) {
  if (!existsSync(join(base, part))) return [];
  if (statSync(join(base, part)).isFile()) return [part];
  return readdirSync(join(base, part))
    .sort()
    .flatMap((name) => filesBelow(base, join(part, name)));
}

/** Makes the copy's files those of the project, touching only what differs. */
function copySources() {
  for (const part of parts) {
    const wanted = new Set(filesBelow(root, part));
    for (const file of filesBelow(tree, part)) if (!wanted.has(file)) rmSync(join(tree, file));
    for (const file of wanted) writeIfOther(join(tree, file), readFileSync(join(root, file)));
  }
}

function writeIfOther(path, content) {
  if (existsSync(path) && readFileSync(path).equals(content)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function build(suite) {
  return polite("cmake", ["--build", "--preset", "native", "--target", suite, "-j", "1"]);
}

/** Runs the tests of these files of a suite, or all of it. */
function runTests(suite, files, seconds) {
  const tags = files.map((file) => `[#${file}_test]`).join(",");
  rmSync(claimsFile, { force: true });
  const program = join(tree, "build/native", suite);
  const start = (args, timeout) => polite(program, args, timeout ? { timeout } : {});
  return runToTheEnd(start, tags ? [tags] : [], seconds, join(tree, "tests.txt"));
}

/** For each test, which of its claims held in the last run. */
function claims() {
  const held = {};
  if (!existsSync(claimsFile)) return held;
  for (const line of readFileSync(claimsFile, "utf8").split("\n").filter(Boolean)) {
    const cells = line.split("\t");
    if (cells[0] === "erratum") continue;
    held[cells[0]] = [...(held[cells[0]] ?? []), cells.at(-1)];
  }
  return held;
}

/** A test with a claim that held before and does not hold now. */
function brokenClaim(before) {
  for (const [test, held] of Object.entries(claims())) {
    if (held.some((now, i) => now === "0" && before[test]?.[i] === "1")) return test;
  }
}

/** The claims of the tests as they are; throws if a test does not pass. */
function baseline() {
  const hash = createHash("sha256");
  for (const file of parts.flatMap((part) => filesBelow(tree, part))) {
    // Neither is read by the tests.
    if (file.startsWith("tests/mutation")) continue;
    hash.update(`${file}\0`).update(readFileSync(join(tree, file)));
  }
  const key = hash.digest("hex");
  const known = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, "utf8")) : {};
  if (known.key === key) return known.before;
  for (const suite of ["unit_tests", "exact_tests"]) {
    must("cmake", ["--build", "--preset", "native", "--target", suite, "-j", "1"]);
    const failed = runTests(suite, [], 1800);
    if (failed.length > 0) throw new Error(`${failed[0].test}: fails without any mutation`);
  }
  const before = claims();
  writeFileSync(baselineFile, JSON.stringify({ key, before }));
  return before;
}

/** A failed check that is more than a figure written down, with the test it stands in. */
function telling(found) {
  const pins = pinnedSizes();
  for (const { test, checks } of found) {
    const pinned = (check) => pins.some((pin) => pin.test === test && pin.check === check);
    const check = checks.find((text) => !pinned(text));
    if (check !== undefined) return { by: test, check };
  }
}

/** What these tests say of a mutation: the first of what mutationsPage() tells apart. */
function verdictOf(suites, before) {
  let silent = { verdict: "survived" };
  const rank = ["size", "exception", "crash", "hang", "survived"];
  for (const [suite, files] of suites) {
    if (build(suite).status !== 0) return { verdict: "uncompiled" };
    const found = runTests(suite, files, files.length > 0 ? 300 : 1800);
    const claim = suite === "exact_tests" ? brokenClaim(before) : undefined;
    if (claim !== undefined) return { verdict: "claim", by: claim };
    const told = telling(found);
    if (told) return { verdict: suite === "exact_tests" ? "test" : "unit", ...told };
    for (const { test, checks, end } of found) {
      const here = { verdict: checks.length > 0 ? "size" : end, by: test, check: checks[0] };
      if (rank.indexOf(here.verdict) < rank.indexOf(silent.verdict)) silent = here;
    }
  }
  return silent;
}

/** One of each room in turn, so that a run that is stopped early has seen them all. */
function inTurn(rooms) {
  const lists = [...rooms.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.map((list) => list[i])).flat();
}

main(async () => {
  const words = process.argv.slice(2);
  await setUpNative();
  const results = readResults();
  const all = inTurn(mutationsByRoom()).filter(Boolean);
  for (const id of Object.keys(results)) {
    if (!all.some((mutation) => idOf(mutation) === id)) delete results[id];
  }
  const write = () => {
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
    writeFileSync(join(root, "docs/mutations.md"), mutationsPage(results));
  };
  const wanted = all.filter((mutation) => {
    const known = results[idOf(mutation)];
    if (words.length > 0) return words.some((word) => idOf(mutation).includes(word));
    return known?.key !== keyOf(mutation) || !isRejected(known.verdict);
  });
  write();
  if (wanted.length === 0) return;

  say("Copying the sources and building them as they are");
  copySources();
  const cache = which("ccache") ? ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] : [];
  // A mutation changes one file: alone it is compiled sooner than with its room.
  must("cmake", ["--preset", "native", "-DLOGSTAR_BATCHES=OFF", ...cache]);
  const before = baseline();

  const attempt = (mutation, suites) => {
    const id = idOf(mutation);
    const file = join(tree, mutation.file);
    writeFileSync(file, mutated(mutation));
    const found = verdictOf(suites, before);
    writeFileSync(file, readFileSync(join(root, mutation.file)));
    if (found.verdict === "uncompiled") delete results[id];
    else results[id] = { key: keyOf(mutation), ...found };
    write();
    console.log(`${id}: ${found.verdict} ${found.by ?? ""}: ${found.check ?? ""}`);
    return found.verdict;
  };
  say(`${wanted.length} mutations, by the tests that should notice`);
  const uncompiled = [];
  const left = [];
  for (const mutation of wanted) {
    const named = [
      ["exact_tests", mutation.tests],
      ["unit_tests", mutation.unit ?? []],
    ].filter(([, files]) => files.length > 0);
    const verdict = attempt(mutation, named);
    if (verdict === "uncompiled") uncompiled.push(idOf(mutation));
    else if (!isRejected(verdict) || verdict === "size") left.push(mutation);
  }
  say(`${left.length} mutations that these tests let pass, by all tests`);
  for (const mutation of left) {
    attempt(mutation, [
      ["exact_tests", []],
      ["unit_tests", []],
    ]);
  }
  console.log("Wrote docs/mutations.md");
  if (uncompiled.length > 0) throw new Error(`do not compile: ${uncompiled.join("; ")}`);
});

// The mutation check: `npm run mutate` perturbs one constant at a time in a copy of the sources under
// build/mutants, builds the exact tests there and runs them. It takes an hour or two and can be
// stopped and started again, also elsewhere: what was rejected (tests/mutation-results.json) stays so
// as long as the mutation and its file are the same. `npm run mutate -- word` tries only those whose
// name has the word, again.

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
import { idOf, mutationsByRoom, mutationsPage, readResults, resultsFile } from "./mutations.mjs";
import { setUpNative } from "./setup.mjs";
import { main, root, say, which } from "./shell.mjs";

const tree = join(root, "build/mutants");
const claimsFile = join(tree, "claims.tsv");
const program = join(tree, "build/native/exact_tests");

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

/** Makes the copy's files those of the project, touching only what differs. */
function copySources() {
  const parts = ["CMakeLists.txt", "CMakePresets.json", "cmake", "src", "tests"];
  const filesBelow = (base, part) =>
    !existsSync(join(base, part))
      ? []
      : statSync(join(base, part)).isFile()
        ? [part]
        : readdirSync(join(base, part)).flatMap((name) => filesBelow(base, join(part, name)));
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

function build() {
  return polite("cmake", ["--build", "--preset", "native", "--target", "exact_tests", "-j", "1"]);
}

/** Runs the tests of these files, or all; which failed, and whether they came to an end. */
function runTests(files, seconds) {
  const tags = files.map((file) => `[#${file}_test]`).join(",");
  rmSync(claimsFile, { force: true });
  const args = ["-#", "-r", "xml", "--abortx", "200", ...(tags ? [tags] : [])];
  const { status, signal, stdout } = polite(program, args, { timeout: seconds * 1000 });
  const cases = stdout.matchAll(
    /<TestCase name="([^"]*)"(?:(?!<TestCase )[\s\S])*?<OverallResult success="(true|false)"/g,
  );
  const failed = [...cases].filter(([, , success]) => success === "false").map(([, name]) => name);
  return { ended: signal === null, passed: status === 0, failed: failed.map(plain) };
}

function plain(text) {
  const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&apos;": "'" };
  return text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

/** For each test, which of its claims held in the last run. */
function claims() {
  const held = new Map();
  if (!existsSync(claimsFile)) return held;
  for (const line of readFileSync(claimsFile, "utf8").split("\n").filter(Boolean)) {
    const cells = line.split("\t");
    held.set(cells[0], [...(held.get(cells[0]) ?? []), cells.at(-1)]);
  }
  return held;
}

/** A test with a claim that held before and does not hold now. */
function brokenClaim(before) {
  for (const [test, held] of claims()) {
    if (held.some((now, i) => now === "0" && before.get(test)?.[i] === "1")) return test;
  }
}

/** What the tests of these files, or all tests, say of a mutation. */
function verdictOf(files, before) {
  const { ended, passed, failed } = runTests(files, files.length > 0 ? 300 : 1800);
  if (passed) return { verdict: "survived" };
  const claim = brokenClaim(before);
  if (claim !== undefined) return { verdict: "claim", by: claim };
  return { verdict: ended ? "test" : "hang", by: failed[0] };
}

function keyOf(mutation) {
  const text = readFileSync(join(root, mutation.file), "utf8");
  return createHash("sha256").update(`${mutation.was}\0${mutation.now}\0${text}`).digest("hex");
}

/** One of each room in turn, so that a run that is stopped early has seen them all. */
function inTurn(rooms) {
  const lists = [...rooms.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.map((list) => list[i])).flat();
}

main(() => {
  const [word] = process.argv.slice(2);
  setUpNative();
  say("Copying the sources and building them as they are");
  copySources();
  const cache = which("ccache") ? ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] : [];
  must("cmake", ["--preset", "native", ...cache]);
  must("cmake", ["--build", "--preset", "native", "--target", "exact_tests", "-j", "1"]);
  if (!runTests([], 1800).passed) throw new Error("the exact tests fail without any mutation");
  const before = claims();

  const results = readResults();
  const all = inTurn(mutationsByRoom()).filter(Boolean);
  const wanted = all.filter((mutation) => {
    const known = results[idOf(mutation)];
    if (word !== undefined) return idOf(mutation).includes(word);
    return known?.key !== keyOf(mutation) || known.verdict === "survived";
  });
  const attempt = (mutation, files) => {
    const file = join(tree, mutation.file);
    const text = readFileSync(join(root, mutation.file), "utf8");
    if (text.split(mutation.was).length !== 2) {
      throw new Error(`${idOf(mutation)}: its text must occur once in ${mutation.file}`);
    }
    writeFileSync(
      file,
      text.replace(mutation.was, () => mutation.now),
    );
    const built = build();
    if (built.status !== 0) {
      throw new Error(`${built.stdout}\n${idOf(mutation)}: does not compile`);
    }
    const found = verdictOf(files, before);
    writeFileSync(file, text);
    results[idOf(mutation)] = { key: keyOf(mutation), ...found };
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
    writeFileSync(join(root, "docs/mutations.md"), mutationsPage(results));
    console.log(`${idOf(mutation)}: ${found.verdict} ${found.by ?? ""}`);
  };
  say(`${wanted.length} mutations, by the tests that should notice`);
  for (const mutation of wanted) attempt(mutation, mutation.tests);
  const left = wanted.filter((mutation) => results[idOf(mutation)].verdict === "survived");
  say(`${left.length} mutations that survived, by all exact tests`);
  for (const mutation of left) attempt(mutation, []);
  console.log("Wrote docs/mutations.md");
});

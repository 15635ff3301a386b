// Mutations of src/, by the C++ tests: the library is built again natively with each. An hour or two.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runToTheEnd } from "../catch2-runs.mjs";
import { idOf, isRejected, mutated } from "../mutations.mjs";
import { setUpNative } from "../setup.mjs";
import { root, say } from "../shell.mjs";
import { copyParts, filesBelow, must, parts, polite, throughCache, tree } from "./copy.mjs";

const claimsFolder = join(tree, "claims");
const baselineFile = join(tree, "baseline.json");

function build(suite) {
  return polite("cmake", ["--build", "--preset", "native", "--target", suite, "-j", "2"]);
}

/** Runs the tests of these files of a suite, or all of it. */
function runTests(suite, files, seconds) {
  const tags = files.map((file) => `[#${file}_test]`).join(",");
  rmSync(claimsFolder, { recursive: true, force: true });
  const program = join(tree, "build/native", suite);
  const env = { LOGSTAR_VERIFICATION: claimsFolder };
  const start = (args, timeout) => polite(program, args, { env, ...(timeout ? { timeout } : {}) });
  return runToTheEnd(start, tags ? [tags] : [], seconds, join(tree, "tests.txt"));
}

/** For each test, which of its claims held in the last run. */
function claims() {
  const held = {};
  if (!existsSync(claimsFolder)) return held;
  const texts = readdirSync(claimsFolder).map((file) =>
    readFileSync(join(claimsFolder, file), "utf8"),
  );
  for (const line of texts.flatMap((text) => text.split("\n").filter(Boolean))) {
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
    // None of these is read by the tests.
    if (/^(tests\/(mutation|js|laws)|bindings)/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(join(tree, file)));
  }
  const key = hash.digest("hex");
  const known = existsSync(baselineFile) ? JSON.parse(readFileSync(baselineFile, "utf8")) : {};
  if (known.key === key) return known.before;
  for (const suite of ["unit_tests", "exact_tests"]) {
    must("cmake", ["--build", "--preset", "native", "--target", suite, "-j", "2"]);
    const failed = runTests(suite, [], 1800);
    if (failed.length > 0) throw new Error(`${failed[0].test}: fails without any mutation`);
  }
  const before = claims();
  writeFileSync(baselineFile, JSON.stringify({ key, before }));
  return before;
}

/** What these tests say of a mutation: a claim that broke, else a check that failed, else how a test ended. */
function verdictOf(suites, before) {
  let silent = { verdict: "survived" };
  for (const [suite, files] of suites) {
    if (build(suite).status !== 0) return { verdict: "uncompiled" };
    const found = runTests(suite, files, files.length > 0 ? 300 : 1800);
    const claim = suite === "exact_tests" ? brokenClaim(before) : undefined;
    if (claim !== undefined) return { verdict: "claim", by: claim };
    const failed = found.find(({ checks }) => checks.length > 0);
    if (failed) {
      const verdict = suite === "unit_tests" ? "unit" : "test";
      return { verdict, by: failed.test, check: failed.checks[0] };
    }
    if (found.length > 0) silent = { verdict: found[0].end, by: found[0].test };
  }
  return silent;
}

/**
 * Tries mutations one after the other: first the tests they name, then, for those that pass, all tests.
 * @param {import("../mutations.mjs").Mutation[]} wanted
 * @param {(mutation: import("../mutations.mjs").Mutation, found: object) => void} record
 */
export async function tryInCore(wanted, record) {
  await setUpNative();
  say("Copying the sources and building them as they are");
  copyParts(parts);
  // A mutation changes one file: alone it is compiled sooner than with its room.
  must("cmake", ["--preset", "native", "-DLOGSTAR_CORE_BATCHES=OFF", ...throughCache]);
  const before = baseline();

  const attempt = (mutation, suites) => {
    const file = join(tree, mutation.file);
    writeFileSync(file, mutated(mutation));
    const found = verdictOf(suites, before);
    writeFileSync(file, readFileSync(join(root, mutation.file)));
    record(mutation, found);
    return found.verdict;
  };
  say(`${wanted.length} mutations of the core, by the tests that should notice`);
  const left = [];
  for (const mutation of wanted) {
    const isPrice = (name) => existsSync(join(root, "tests/prices", `${name}_test.cpp`));
    const named = [
      ["exact_tests", mutation.tests.filter((name) => !isPrice(name))],
      ["prices_tests", mutation.tests.filter(isPrice)],
      ["unit_tests", mutation.unit ?? []],
    ].filter(([, files]) => files.length > 0);
    const verdict = attempt(mutation, named);
    if (verdict !== "uncompiled" && !isRejected(verdict)) left.push(mutation);
  }
  if (left.length === 0) return;
  say(`${left.length} mutations that these tests let pass, by all tests`);
  for (const mutation of left) {
    console.log(idOf(mutation));
    attempt(mutation, [
      ["exact_tests", []],
      ["unit_tests", []],
    ]);
  }
}

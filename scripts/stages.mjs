// What `npm test` and `npm run test:all` consist of. CONTRIBUTING.md says which is in which, and why.
import { mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { modes, testsByFile } from "./exact-tests.mjs";
import { fuzzTargets } from "./fuzz.mjs";
import { root } from "./shell.mjs";
import { claimsFolder, lawsFolder } from "./verify.mjs";

/** @typedef {Omit<import("./jobs.mjs").Job, "stage" | "name"> & { name?: string, tests?: boolean }} Part */
/** @typedef {{ stage: string, what: string, parts: Part[] }} Stage `what` it does, for the terminal */

/** @param {string[]} args @param {Partial<Part>} [more] @returns {Part} */
const script = (args, more) => ({ command: "node", args, ...more });

/** Compiles targets of a CMake preset. */
const compiling = (preset, targets, ...more) =>
  script(["scripts/compile.mjs", preset, ...targets, ...more], { compiles: true });

/** Test files of a C++ suite, by the names that Catch2 knows them by: two of one name are one to it. */
function testFiles(suite) {
  const files = readdirSync(join(root, "tests", suite), { recursive: true })
    .filter((file) => file.endsWith("_test.cpp"))
    .sort();
  return [...new Set(files.map((file) => basename(file, ".cpp")))];
}

const plainly = ["--use-colour", "no"];
/** A name that no test has is an error. */
const strictly = ["-w", "NoTests", ...plainly];

/** The tests of `files` by a Catch2 program: those that have all the other `tags` too. */
function catch2(program, files, after, { env, tags = "" } = {}) {
  const isModule = program.endsWith(".cjs");
  const tests = files.map((file) => `[#${file}]${tags}`).join(",");
  const args = [...(isModule ? [program] : []), "-#", tests];
  const command = isModule ? "node" : program;
  return {
    name: files[0],
    command,
    // A file may hold nothing but what the tags leave out.
    args: [...args, ...(tags === "" ? strictly : plainly)],
    env,
    after,
    tests: true,
  };
}

/** A suite in so many programs, each with its share of the files. */
function shards(program, files, count, after, tags) {
  const parts = Array.from({ length: count }, (_, i) => files.filter((_, j) => j % count === i));
  return parts
    .filter((some) => some.length > 0)
    .map((some) => catch2(program, some, after, { tags }));
}

/** The tests that node runs in a folder of tests/. */
function node(folder, after = [], more = {}) {
  const files = readdirSync(join(root, "tests", folder))
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => join("tests", folder, file));
  return script(["--test", "--test-reporter=spec", ...files], { after, tests: true, ...more });
}

/** Every exact law, each file in a process of its own, which leaves the claims that it checked. */
export function exactLaws(...after) {
  mkdirSync(claimsFolder, { recursive: true });
  return testFiles("exact").map((file) =>
    catch2("build/native/exact_tests", [file], after, {
      env: { LOGSTAR_VERIFICATION: join(claimsFolder, `${file}.tsv`) },
    }),
  );
}

/** The laws of what people call, which leave the claims that they checked. */
export function publicLaws(...after) {
  return [node("laws", after, { env: { LOGSTAR_LAWS: lawsFolder } })];
}

const fuzzing = (seconds, after) =>
  fuzzTargets.map((name) =>
    script(["scripts/fuzz.mjs", "--fixed", `${seconds}`, name], { name, after: [after] }),
  );
const fuzzPrograms = fuzzTargets.map((name) => `fuzz_${name}`);

/** One test of each mechanism, and the files they stand in. */
export function sampleOfExactLaws() {
  const firsts = new Map();
  for (const { exports, tests } of modes().modes) {
    if (!firsts.has(exports.join())) firsts.set(exports.join(), tests[0]);
  }
  const wanted = new Set(firsts.values());
  const files = testsByFile().filter(([, names]) => names.some((name) => wanted.has(name)));
  return { tests: [...wanted], files: files.map(([file]) => `${file}_test.cpp`) };
}

/** A comma ends a name in Catch2's arguments. */
const named = (test) => test.replace(/[\\,[\]*]/g, "\\$&");

/** @returns {Stage[]} what every change has to pass */
export function firstTier() {
  const sample = sampleOfExactLaws();
  return [
    {
      stage: "module",
      what: "builds the WebAssembly module and the package",
      parts: [script(["scripts/build.mjs"], { compiles: true })],
    },
    {
      stage: "format",
      what: "the code is formatted as the formatters do it",
      parts: [script(["scripts/format.mjs", "--check"])],
    },
    {
      stage: "structure",
      what: "rooms, borders and pages are what CONTRIBUTING says",
      parts: [node("structure")],
    },
    { stage: "js", what: "tests of the JavaScript layer", parts: [node("js", ["module"])] },
    {
      stage: "enumerating module",
      what: "builds the package with a module that walks through all outcomes",
      parts: [script(["scripts/enumerating.mjs"], { compiles: true })],
    },
    {
      stage: "laws",
      what: "exact laws of what people call, with awkward data",
      parts: publicLaws("enumerating module"),
    },
    {
      stage: "sanitized build",
      what: "compiles library, unit tests and fuzz targets with sanitizers",
      parts: [compiling("sanitize", ["unit_tests", ...fuzzPrograms])],
    },
    {
      stage: "package",
      what: "installs the package as users do, in Node and bundlers",
      parts: [node("package", ["module"])],
    },
    {
      stage: "site",
      what: "builds the documentation site and the demo page",
      parts: [script(["scripts/site.mjs"], { after: ["module"] })],
    },
    { stage: "docs", what: "tests of the documentation site", parts: [node("docs", ["site"])] },
    {
      stage: "browser",
      what: "tests of the demo page in browsers",
      parts: [node("browser", ["site"], { waits: true })],
    },
    {
      stage: "native build",
      what: "compiles library and exact laws, optimised",
      parts: [compiling("native", ["exact_tests"])],
    },
    {
      stage: "unit",
      what: "unit tests with sanitizers",
      parts: shards(
        "build/sanitize/unit_tests",
        testFiles("unit"),
        8,
        ["sanitized build"],
        "~[statistics]",
      ),
    },
    { stage: "fuzz", what: "each fuzz target, shortly", parts: fuzzing(3, "sanitized build") },
    {
      stage: "wasm build",
      what: "compiles unit tests and a sample of the exact laws to WebAssembly",
      parts: [
        compiling(
          "wasm",
          ["unit_tests", "exact_sample"],
          `-DLOGSTAR_EXACT_SAMPLE=${sample.files.join(";")}`,
        ),
      ],
    },
    {
      stage: "exact in wasm",
      what: "an exact law of each mechanism in WebAssembly",
      parts: [
        {
          command: "node",
          args: ["build/wasm/exact_sample.cjs", sample.tests.map(named).join(","), ...strictly],
          after: ["wasm build"],
          tests: true,
        },
      ],
    },
    {
      stage: "unit in wasm",
      what: "unit tests in WebAssembly",
      parts: shards("build/wasm/unit_tests.cjs", testFiles("unit"), 8, ["wasm build"]),
    },
    { stage: "exact", what: "every exact law, natively", parts: exactLaws("native build") },
    {
      stage: "C++ package",
      what: "a program against the installed C++ library",
      parts: [script(["scripts/cxx-product.mjs"], { compiles: true, after: ["native build"] })],
    },
    {
      stage: "pages",
      what: "the pages say of the laws what was found",
      parts: [script(["scripts/verify.mjs", "--check"], { after: ["exact", "laws"] })],
    },
  ];
}

/** @returns {Stage[]} what `npm test` leaves out */
export function secondTier() {
  return [
    {
      stage: "sanitized build",
      what: "the exact laws and statistics with sanitizers",
      parts: [compiling("sanitize", ["exact_tests", "unit_tests", ...fuzzPrograms])],
    },
    {
      stage: "native build",
      what: "unit tests and audit, optimised",
      parts: [compiling("native", ["unit_tests", "audit"])],
    },
    {
      stage: "wasm build",
      what: "the exact laws in WebAssembly",
      parts: [compiling("wasm", ["exact_tests"])],
    },
    {
      stage: "unit",
      what: "unit tests, optimised",
      parts: shards("build/native/unit_tests", testFiles("unit"), 2, ["native build"]),
    },
    {
      stage: "statistics",
      what: "long statistics with sanitizers",
      parts: [
        {
          command: "build/sanitize/unit_tests",
          args: ["[statistics]", ...strictly],
          after: ["sanitized build"],
          tests: true,
        },
      ],
    },
    {
      stage: "exact with sanitizers",
      what: "every exact law with sanitizers",
      parts: testFiles("exact").map((file) =>
        catch2("build/sanitize/exact_tests", [file], ["sanitized build"]),
      ),
    },
    {
      stage: "exact in wasm",
      what: "every exact law in WebAssembly",
      parts: shards("build/wasm/exact_tests.cjs", testFiles("exact"), 8, ["wasm build"]),
    },
    {
      stage: "fuzz",
      what: "each fuzz target for half a minute",
      parts: fuzzing(30, "sanitized build"),
    },
    {
      stage: "audit",
      what: "the audit with more runs",
      parts: [script(["scripts/audit.mjs", "--shortly", "10000"], { after: ["native build"] })],
    },
    {
      stage: "C++ headers",
      what: "each installed C++ header by itself",
      parts: [
        script(["scripts/cxx-product.mjs", "--headers"], {
          compiles: true,
          after: ["native build"],
        }),
      ],
    },
  ];
}

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

/** The rooms of a C++ suite with their test files, by the names that Catch2 knows them by. */
function rooms(suite) {
  const folder = join(root, "tests", suite);
  const files = (room) =>
    readdirSync(join(folder, room), { recursive: true })
      .filter((file) => file.endsWith("_test.cpp"))
      .map((file) => basename(file, ".cpp"))
      .sort();
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: room }) => ({ room, files: files(room) }));
}

/** All test files of a suite: two of one name are one to Catch2. */
const testFiles = (suite) => [...new Set(rooms(suite).flatMap(({ files }) => files))].sort();

const plainly = ["--use-colour", "no"];
/** A name that no test has is an error. */
const strictly = ["-w", "NoTests", ...plainly];

/** What a program built with `preset` consists of, and what tests read beside it. */
const builtBy = (preset, program) =>
  (preset === "wasm" ? [`${program}.cjs`, `${program}.wasm`] : [program])
    .map((file) => join("build", preset, file))
    .concat("tests/parity");

/** The tests of `files` by a Catch2 program: those that have all the other `tags` too. */
function catch2(preset, program, files, after, { claims = "", tags = "" } = {}) {
  const dependsOn = builtBy(preset, program);
  const isModule = preset === "wasm";
  const tests = files.map((file) => `[#${file}]${tags}`).join(",");
  return {
    name: files[0],
    command: isModule ? "node" : dependsOn[0],
    // A file may hold nothing but what the tags leave out.
    args: [...(isModule ? [dependsOn[0]] : []), "-#", tests, ...(tags === "" ? strictly : plainly)],
    env: claims === "" ? undefined : { LOGSTAR_VERIFICATION: join(root, claims) },
    after,
    tests: true,
    dependsOn,
    leaves: claims === "" ? [] : [claims],
  };
}

/** A list in so many parts, dealt in turn. */
const dealt = (files, count) =>
  Array.from({ length: count }, (_, i) => files.filter((_, j) => j % count === i)).filter(
    (some) => some.length > 0,
  );

/** A suite in so many processes, each with its share of the files. */
const shards = (preset, program, files, count, after) =>
  dealt(files, count).map((some) => catch2(preset, program, some, after));

/** The unit tests by the programs of their rooms, at most eight files to a process. */
const unitTests = (preset, after, tags) =>
  rooms("unit").flatMap(({ room, files }) =>
    dealt(files, Math.ceil(files.length / 8)).map((some) =>
      catch2(preset, `unit_${room}`, some, after, { tags }),
    ),
  );

/** The tests that node runs in a folder of tests/. */
function node(folder, after = [], more = {}) {
  const files = readdirSync(join(root, "tests", folder))
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => join("tests", folder, file));
  return script(["--test", "--test-reporter=spec", ...files], { after, tests: true, ...more });
}

/** What sanitizers are no test of, by name; why, stands beside it. */
const notSanitized = [
  "nonsense given to a bound function", // web/ checks numbers for the core, and is passed by
  "20,000 errors that carry data", // counts memory, and what was freed is kept to see who reads it
  "a call stack that is full", // stops the sanitizer's own code half-way
];

/** Lists of awkward data, bad input and generated cases where reading past an end ends the process. */
function sanitizedModule(...after) {
  const names = [
    ...["js/bad-input", "js/bad-saved", "js/bad-input-worker", "js/border"],
    ...["js/values", "js/records", "js/arrow-columns", "laws/laws", "laws/properties"],
    ...["js/properties", "js/wide-properties", "js/worker-properties"],
    "sanitized/controls",
  ];
  const files = names.map((name) => `build/sanitized/tests/${name}.test.mjs`);
  // node looks at the name of what holds all tests too: were it to match, so would they.
  const but = `^(?!<root>|${notSanitized.join("|")})`;
  return script(["--test", "--test-reporter=spec", `--test-name-pattern=${but}`, ...files], {
    after,
    tests: true,
    env: { PROPERTY_SECONDS: "20" }, // a case takes ten times as long
  });
}

/** Every exact law, each file in a process of its own, which leaves the claims that it checked. */
export function exactLaws(...after) {
  mkdirSync(join(root, claimsFolder), { recursive: true });
  return rooms("exact").flatMap(({ room, files }) =>
    files.map((file) =>
      catch2("native", `exact_${room}`, [file], after, {
        claims: join(claimsFolder, `${room}-${file}.tsv`),
      }),
    ),
  );
}

/** The laws of what people call, which leave the claims that they checked. */
export function publicLaws(...after) {
  return [node("laws", after, { env: { LOGSTAR_LAWS: lawsFolder } })];
}

const fuzzing = (seconds, after) =>
  fuzzTargets.map((name) =>
    script(["scripts/fuzz.mjs", "--fixed", `${seconds}`, name], {
      name,
      after: [after],
      dependsOn: [`build/sanitize/fuzz_${name}`, `tests/fuzz/corpus/${name}`, "scripts/fuzz.mjs"],
    }),
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
      parts: [compiling("sanitize", ["unit_rooms", ...fuzzPrograms])],
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
      parts: [compiling("native", ["exact_rooms"])],
    },
    {
      stage: "unit",
      what: "unit tests with sanitizers",
      parts: unitTests("sanitize", ["sanitized build"], "~[statistics]"),
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
          dependsOn: builtBy("wasm", "exact_sample"),
        },
      ],
    },
    {
      stage: "unit in wasm",
      what: "unit tests in WebAssembly",
      parts: shards("wasm", "unit_tests", testFiles("unit"), 8, ["wasm build"]),
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
      stage: "module",
      what: "builds the WebAssembly module and the package",
      parts: [script(["scripts/build.mjs"], { compiles: true })],
    },
    {
      stage: "long js",
      what: "ten million records, and the audit of every function",
      parts: [node("js/long", ["module"])],
    },
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
      parts: shards("native", "unit_tests", testFiles("unit"), 2, ["native build"]),
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
          dependsOn: builtBy("sanitize", "unit_tests"),
        },
      ],
    },
    {
      stage: "exact with sanitizers",
      what: "every exact law with sanitizers",
      parts: testFiles("exact").map((file) =>
        catch2("sanitize", "exact_tests", [file], ["sanitized build"]),
      ),
    },
    {
      stage: "exact in wasm",
      what: "every exact law in WebAssembly",
      parts: shards("wasm", "exact_tests", testFiles("exact"), 8, ["wasm build"]),
    },
    {
      stage: "sanitized module",
      what: "builds the WebAssembly module with sanitizers",
      parts: [script(["scripts/sanitized.mjs"], { compiles: true })],
    },
    {
      stage: "sanitized lists",
      what: "laws, bad input and properties in the sanitized module",
      parts: [sanitizedModule("sanitized module")],
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

// The parts that stages are made of: which programs are run, with what and after what.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { modes, testsByFile } from "../exact-tests.mjs";
import { cxxFiles } from "../format.mjs";
import { fuzzTargets } from "../fuzz.mjs";
import { root } from "../shell.mjs";
import { claimsFolder, lawsFolder } from "../verify.mjs";

/** @typedef {Omit<import("../jobs.mjs").Job, "stage" | "name"> & { name?: string, tests?: boolean }} Part */

/** @param {string[]} args @param {Partial<Part>} [more] @returns {Part} */
export const script = (args, more) => ({ command: "node", args, ...more });

/** Compiles targets of a CMake preset: to WebAssembly when there is Emscripten. */
export const compiling = (preset, targets, ...more) =>
  script(["scripts/compile.mjs", preset, ...targets, ...more], {
    compiles: true,
    after: preset.startsWith("wasm") ? ["set-up"] : [],
  });

/** The code is formatted; C++ is looked at again only if it changed, as that takes longer. */
export const formatted = () => [
  ...[...new Set(cxxFiles().map((file) => file.split("/")[0]))].map((folder) =>
    script(["scripts/format.mjs", "--check", "--c++", folder], {
      dependsOn: [".clang-format", "scripts/format.mjs", ...cxxFiles([folder])],
    }),
  ),
  script(["scripts/format.mjs", "--check", "--javascript"], { after: ["set-up"] }),
];

/** The documentation site: it is made of the pages, and of what comments in web/ say. */
export const documentation = (after) =>
  script(["scripts/docs.mjs"], {
    after,
    dependsOn: [
      ...["docs", "proofs", "web", "README.md"],
      ...["tsconfig.json", "package.json", "package-lock.json"],
      ...["scripts/docs.mjs", "scripts/docs"],
    ],
    leaves: ["build/docs-site"],
  });

/** The rooms of a C++ suite with their test files, by the names that Catch2 knows them by. */
function rooms(suite) {
  const folder = join(root, "tests", suite);
  const paths = (room) =>
    readdirSync(join(folder, room), { recursive: true })
      .filter((file) => file.endsWith("_test.cpp"))
      .map((file) => join(folder, room, file));
  const listed = (room, found) => ({
    ...{ room, paths: found },
    files: found.map((path) => basename(path, ".cpp")).sort(),
  });
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => listed(name, paths(name)));
}

/** All test files of a suite: two of one name are one to Catch2. */
export const testFiles = (suite) => [...new Set(rooms(suite).flatMap(({ files }) => files))].sort();

const plainly = ["--use-colour", "no"];
/** A name that no test has is an error. */
export const strictly = ["-w", "NoTests", ...plainly];

/** What a program built with `preset` consists of, and what tests read beside it. */
export const builtBy = (preset, program) =>
  (preset === "wasm" ? [`${program}.cjs`, `${program}.wasm`] : [program])
    .map((file) => join("build", preset, file))
    .concat("tests/parity");

/** The tests of `files` by a Catch2 program: those that have all the other `tags` too. */
export function catch2(preset, program, files, after, { claims = "", tags = "" } = {}) {
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

/** A Catch2 suite in so many processes, each with its share of the files. */
export const shards = (preset, program, files, count, after) =>
  dealt(files, count).map((some) => catch2(preset, program, some, after));

/**
 * What was freed is watched until 16 MB more are, as where memory is short: watching 256 takes a fifth of the time, for
 * pages that are new each time. For the same reason what is watched no more is kept, not given back to the system.
 */
const watched = { ASAN_OPTIONS: "quarantine_size_mb=16:allocator_release_to_os_interval_ms=-1" };

/** The unit tests with sanitizers, by the programs of their rooms, at most eight files to a process. */
export const sanitizedUnitTests = (after, tags) =>
  rooms("unit").flatMap(({ room, files }) =>
    dealt(files, Math.ceil(files.length / 8)).map((some) => ({
      ...catch2("sanitize", `unit_${room}`, some, after, { tags }),
      env: watched,
    })),
  );

/**
 * What is run by itself: most of it `npm test` leaves to `npm run test:all`, where continuous integration runs it too;
 * CONTRIBUTING.md says why.
 */
const moved = {
  browsers: [
    ...["appearance", "browsers", "firefox", "firefox-page", "large-file"],
    ...["files", "ledger", "offline", "people", "plain-page", "refills", "sealed-again"],
    ...["second-tab", "weight", "while-reading", "worker"],
  ].map((name) => `tests/browser/${name}.test.mjs`),
  bundlers: [
    ...["package/newest-node", "package/npx", "bundlers/front-end", "bundlers/jest"],
    ...["bundlers/lint", "bundlers/next", "bundlers/node", "bundlers/pages"],
  ].map((name) => `tests/${name}.test.mjs`),
  reading: ["tests/docs/reading.test.mjs"],
  types: ["tests/package/types.test.mjs"],
  examples: ["docs-snippets", "examples", "top-k-examples"].map(
    (name) => `tests/js/${name}.test.mjs`,
  ),
  ledgerFile: ["tests/cli/ledger-file.test.mjs"],
  engines: [
    "sql/events",
    "sql/same-records",
    "sql/sums",
    "sql/table-sums",
    "js/duckdb-columns",
  ].map((name) => `tests/${name}.test.mjs`),
  laws: ["laws", "sql", "sql-groups"].map((name) => `tests/laws/${name}.test.mjs`),
  worker: ["tests/laws/worker.test.mjs", "tests/laws/worker-controls.test.mjs"],
  callers: ["worker-cancel", "worker-page"].map((name) => `tests/js/${name}.test.mjs`),
  mistakes: ["tests/js/audit-mistakes.test.mjs"],
  repeated: ["accuracy-kept", "audit-level", "sparse-vector-examples", "top-k-forecast"].map(
    (name) => `tests/js/${name}.test.mjs`,
  ),
};

/** What node tests in a folder of tests/, but for what is moved. */
const nodeTests = (folder) =>
  readdirSync(join(root, "tests", folder))
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => join("tests", folder, file))
    .filter((file) => !Object.values(moved).flat().includes(file));

/** Tests of generated cases, which `npm test` runs more shortly. How many there are depends on the time they take. */
const isGenerated = (file) => file.endsWith("properties.test.mjs");
const properties = ["js", "laws"].flatMap((folder) => nodeTests(folder).filter(isGenerated));

/** How a file of node's tests loads the module. Those that load it in one way can share a process. */
function loading(file) {
  if (file.startsWith("tests/package/")) return "as users do"; // in programs of its own
  const text = readFileSync(join(root, file), "utf8");
  const ways = text.match(/loadForTesting\(.*?\)|load\(\{|getRandomValues/g) ?? [];
  if (ways.length === 0) return "as users do";
  return ways.every((way) => way === "loadForTesting({ seed: 1 })") ? "seeded" : "in its own way";
}

/**
 * With random bits that are the same each time (tests/seeded.mjs), in so many processes or two more. Last those that do
 * not draw as often each time, or what shares a process with them would not draw the same.
 */
function nodeRunning(files, after, { env, ...more } = {}, count = 1) {
  const inOrder = [...files.filter((file) => !isGenerated(file)), ...files.filter(isGenerated)];
  const that = (way) => inOrder.filter((file) => loading(file) === way);
  const running = (some, variables) =>
    script(["--import", "./tests/seeded.mjs", "--test", "--test-reporter=spec", ...some], {
      ...{ after, tests: true, ...more },
      env: { ...env, ...variables },
    });
  const together = (some) => running(["tests/together.mjs"], { TOGETHER: some.join(" ") });
  return [
    ...dealt(that("as users do"), count).map(together),
    ...dealt(that("seeded"), 1).map(together),
    ...dealt(that("in its own way"), 1).map((some) => running(some)),
  ];
}

/** The tests that node runs in a folder of tests/. */
export const node = (folder, after, more) => nodeRunning(nodeTests(folder), after, more);

/** The same in so many processes or two more. */
export const nodeShards = (folder, count, after) =>
  nodeRunning(nodeTests(folder), after, {}, count);

/** What is moved by this name. */
export const nodeMoved = (name, after, more = {}) => nodeRunning(moved[name], after, more);

/** What is wrong, all of it in each place. */
export const badInput = (after) =>
  nodeRunning(
    ["bad-input", "bad-saved"].map((name) => `tests/js/${name}.test.mjs`),
    after,
    { env: { BAD_VALUES: "all" } },
  );

const everyEngine = "duckdb,duckdb-wasm,postgres";

/** The same records and sums as in memory, in each engine: DuckDB also as it is compiled for pages. */
export const enginesAndMemory = (after) =>
  nodeMoved("engines", after, { env: { ENGINES: everyEngine } });

/** Columns of every type with awkward values: every question of each, then so many seconds of generated cases. */
export const hostileColumns = (seconds, after) =>
  everyEngine.split(",").flatMap((engine) =>
    nodeRunning(["tests/sql/hostile.test.mjs"], after, {
      env: { ENGINES: engine, PROPERTY_SECONDS: `${seconds}` },
    }),
  );

/** Tables in DuckDB as it is compiled for pages; PostgreSQL beside it, as some tests ask two kinds of engines. */
export const tablesOfPages = (after) =>
  nodeRunning(["tests/sql/table.test.mjs"], after, { env: { ENGINES: "duckdb-wasm,postgres" } });

/** What TypeScript makes of the package is the same while its declarations are. */
export const typesOfPackage = (after) =>
  nodeMoved("types", after, {
    dependsOn: [
      ...["build/types", "package.json", "package-lock.json", ...moved.types],
      ...["tests/package/installed.mjs", "scripts/build.mjs", "scripts/shell.mjs"],
      ...declarationsByHand(),
    ],
  });

/** Those that web/ has beside those that are made of its comments. */
const declarationsByHand = () =>
  readdirSync(join(root, "web"), { recursive: true })
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => join("web", file));

/** So many seconds of generated cases a file. */
export const generatedCases = (seconds, after) =>
  nodeRunning(properties, after, { env: { PROPERTY_SECONDS: `${seconds}` } });

/** The documentation in a browser is read again only if a page of it has changed. */
export const readDocs = (after) =>
  nodeMoved("reading", after, {
    dependsOn: [
      ...["build/docs-site", "docs", ...moved.reading, "tests/browser", "tests/together.mjs"],
      ...["scripts/docs.mjs", "scripts/docs", "package-lock.json"],
    ],
  });

/** What sanitizers are no test of, by name; why, stands beside it. */
const notSanitized = [
  "nonsense given to a bound function", // web/ checks numbers for the core, and is passed by
  "20,000 errors that carry data", // counts memory, and what was freed is kept to see who reads it
  "a call stack that is full", // stops the sanitizer's own code half-way
];

/** Tests of what crosses the border, and those that generate or enumerate data for it. */
const crossing = [
  ...[
    "js/border",
    "js/handles",
    "js/values",
    "js/records",
    "js/arrow-columns",
    "sanitized/controls",
  ],
  ...["js/bad-input", "js/bad-saved", "js/bad-input-worker"],
];
const crossingMuch = [
  ...["laws/laws", "laws/properties", "js/properties", "js/wide-properties"],
  "js/worker-properties",
];

/** Tests where reading past an end of an array, or arithmetic without a meaning, ends the process. */
function inSanitizedModule(names, after, env) {
  const files = names.map((name) => `build/sanitized/tests/${name}.test.mjs`);
  // node looks at the name of what holds all tests too: were it to match, so would they.
  const but = `^(?!<root>|${notSanitized.join("|")})`;
  return script(["--test", "--test-reporter=spec", `--test-name-pattern=${but}`, ...files], {
    after,
    tests: true,
    env,
  });
}

/** Allocations of each call that fail: "some" or "all". */
export const failedAllocations = (which, after) =>
  script(
    [
      ...["--test", "--test-reporter=spec"],
      "build/failing/tests/allocations/every-allocation.test.mjs",
    ],
    { after, tests: true, env: { ALLOCATIONS: which } },
  );

/** What crosses the border, shortly. */
export const sanitizedBorder = (...after) => inSanitizedModule(crossing, after, {});

/** Everything wrong in each place, awkward data and generated cases: one takes ten times as long there. */
export const sanitizedLists = (...after) =>
  inSanitizedModule([...crossing, ...crossingMuch], after, {
    PROPERTY_SECONDS: "20",
    BAD_VALUES: "all",
  });

/** The room of what calibrations say that draws cost, beside arithmetic of 80 digits: no laws. */
const ofPrices = "prices";
const roomsOfLaws = () => rooms("exact").filter(({ room }) => room !== ofPrices);
export const exactPrograms = () => roomsOfLaws().map(({ room }) => `exact_${room}`);
export const pricesProgram = `exact_${ofPrices}`;

/** Every exact law, each file in a process of its own, which leaves the claims that it checked; no long statistics. */
export function exactLaws(...after) {
  mkdirSync(join(root, claimsFolder), { recursive: true });
  return roomsOfLaws().flatMap(({ room, files }) =>
    files.map((file) =>
      catch2("native", `exact_${room}`, [file], after, {
        claims: join(claimsFolder, `${room}-${file}.tsv`),
        tags: "~[statistics]",
      }),
    ),
  );
}

/** The long statistics beside them. */
export const longStatistics = (...after) =>
  roomsOfLaws()
    .filter(({ paths }) =>
      paths.some((path) => readFileSync(path, "utf8").includes('"[statistics]"')),
    )
    .map(({ room, files }) =>
      catch2("native", `exact_${room}`, files, after, { tags: "[statistics]" }),
    );

/** What draws cost, each file in a process of its own. */
export const prices = (...after) =>
  rooms("exact")
    .filter(({ room }) => room === ofPrices)
    .flatMap(({ files }) => files.map((file) => catch2("native", pricesProgram, [file], after)));

/** The proofs are checked again only if one of them, a law of the code or a page has changed. */
export const proofLaws = "proof_laws";
export const checkedProofs = (...after) =>
  node("proofs", after, {
    dependsOn: [
      ...["proofs", "tests/proofs", "docs/guarantees", `build/native/${proofLaws}`],
      ...["scripts/proofs.mjs", "scripts/proofs", "scripts/setup.mjs", "tests/together.mjs"],
    ],
  });

/** The laws of what people call, for all pairs, which leave the claims that they checked. */
export const publicLaws = (...after) =>
  moved.laws.flatMap((file) => nodeRunning([file], after, { env: { LOGSTAR_LAWS: lawsFolder } }));

export const fuzzing = (seconds, after) =>
  fuzzTargets.map((name) =>
    script(["scripts/fuzz.mjs", "--fixed", `${seconds}`, name], {
      name,
      after: [after],
      dependsOn: [`build/fuzz/fuzz_${name}`, `tests/fuzz/corpus/${name}`, "scripts/fuzz.mjs"],
    }),
  );
export const fuzzPrograms = fuzzTargets.map((name) => `fuzz_${name}`);

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
export const named = (test) => test.replace(/[\\,[\]*]/g, "\\$&");

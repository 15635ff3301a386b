// What `npm run test:all` runs beside it. CONTRIBUTING.md says what is here, and why.
import { enumeratingModule, failingModule, setUp, theModule, thePage, theSite } from "./both.mjs";
import {
  badInput,
  builtBy,
  catch2,
  checkedProofs,
  compiling,
  enginesAndMemory,
  exactPrograms,
  failedAllocations,
  fuzzing,
  fuzzPrograms,
  generatedCases,
  hostileColumns,
  longStatistics,
  named,
  node,
  nodeMoved,
  prices,
  pricesProgram,
  proofLaws,
  publicLaws,
  readDocs,
  sampleOfExactLaws,
  sanitizedBorder,
  sanitizedLists,
  script,
  shards,
  strictly,
  tablesOfPages,
  testFiles,
  typesOfPackage,
} from "./parts.mjs";

/** @typedef {import("./both.mjs").Stage} Stage */

/** @returns {Stage[]} what `npm test` leaves out */
export function secondTier() {
  const sample = sampleOfExactLaws();
  return [
    setUp,
    theModule,
    {
      stage: "long js",
      what: "ten million records, the audit of every function, the default beside all that can be named",
      parts: node("js/long", ["module"]),
    },
    enumeratingModule,
    {
      stage: "all laws",
      what: "exact laws of what people call, with awkward data, all pairs",
      parts: publicLaws("enumerating module"),
    },
    {
      stage: "law pages",
      what: "the page says of these laws what was found",
      parts: [script(["scripts/verify.mjs", "--check-laws"], { after: ["all laws"] })],
    },
    {
      stage: "worker laws",
      what: "exact laws of what people call through the worker",
      parts: nodeMoved("worker", ["enumerating module"]),
    },
    {
      stage: "worker's callers",
      what: "what callers of the worker notice: cancelled calls, its time and its end",
      parts: nodeMoved("callers", ["module"]),
    },
    {
      stage: "generated cases",
      what: "eight seconds of generated cases a file, and mistakes that the audit sees",
      parts: [
        ...generatedCases(8, ["module", "enumerating module"]),
        ...nodeMoved("mistakes", ["module"]),
      ],
    },
    {
      stage: "bad input",
      what: "everything that is wrong in each place of every call",
      parts: badInput(["module"]),
    },
    {
      stage: "repeated runs",
      what: "how often accuracy is kept, streams and forecasts, in hundreds of runs",
      parts: nodeMoved("repeated", ["module"]),
    },
    {
      stage: "engines",
      what: "records and sums of tables in each engine as in memory, DuckDB in pages too",
      parts: [
        ...enginesAndMemory(["module"]),
        ...hostileColumns(20, ["module"]),
        ...tablesOfPages(["module"]),
      ],
    },
    {
      stage: "examples",
      what: "the examples, and the code of the documentation",
      parts: nodeMoved("examples", ["module"]),
    },
    {
      stage: "ledger's file",
      what: "the command line's ledger under processes that compete and that are killed",
      parts: nodeMoved("ledgerFile", ["module"]),
    },
    {
      stage: "prices build",
      what: "compiles the arithmetic of 80 digits",
      parts: [compiling("native", [pricesProgram])],
    },
    {
      stage: "prices",
      what: "what draws cost beside what calibrations say",
      parts: prices("prices build"),
    },
    {
      stage: "law programs",
      what: "compiles library and exact laws, optimised",
      parts: [compiling("native", exactPrograms())],
    },
    {
      stage: "promised errors",
      what: "how often algorithms err no more than they say, natively",
      parts: longStatistics("law programs"),
    },
    {
      stage: "proof laws",
      what: "compiles what prints the laws that proofs are compared with",
      parts: [compiling("native", [proofLaws])],
    },
    {
      stage: "proofs",
      what: "Coq checks the proofs and what they assume, and its laws are the code's",
      parts: checkedProofs("proof laws"),
    },
    {
      stage: "wasm sample build",
      what: "compiles a sample of the exact laws to WebAssembly",
      parts: [
        compiling("wasm", ["exact_sample"], `-DLOGSTAR_EXACT_SAMPLE=${sample.files.join(";")}`),
      ],
    },
    {
      stage: "sample in wasm",
      what: "an exact law of each mechanism in WebAssembly",
      parts: [
        {
          command: "node",
          args: ["build/wasm/exact_sample.cjs", sample.tests.map(named).join(","), ...strictly],
          after: ["wasm sample build"],
          tests: true,
          dependsOn: builtBy("wasm", "exact_sample"),
        },
      ],
    },
    {
      stage: "wasm unit build",
      what: "compiles the unit tests to WebAssembly",
      parts: [compiling("wasm", ["unit_tests"])],
    },
    {
      stage: "unit in wasm",
      what: "unit tests in WebAssembly, statistics with them",
      parts: shards("wasm", "unit_tests", testFiles("unit"), 8, ["wasm unit build"]),
    },
    {
      stage: "sanitized module",
      what: "builds the WebAssembly module with sanitizers",
      parts: [script(["scripts/sanitized.mjs"], { compiles: true })],
    },
    {
      stage: "sanitized border",
      what: "what crosses between JavaScript and the core, in the sanitized module",
      parts: [sanitizedBorder("sanitized module")],
    },
    {
      stage: "fuzz build",
      what: "compiles the fuzz targets",
      parts: [compiling("fuzz", fuzzPrograms)],
    },
    {
      stage: "fuzz shortly",
      what: "each fuzz target for three seconds",
      parts: fuzzing(3, "fuzz build"),
    },
    theSite,
    thePage,
    {
      stage: "browsers",
      what: "Firefox, how the demo page looks, a file of 100 MB in it",
      parts: nodeMoved("browsers", ["page"], { waits: true }),
    },
    {
      stage: "docs read",
      what: "every page of the documentation in a browser",
      parts: readDocs(["site"]),
    },
    {
      stage: "types",
      what: "what TypeScript makes of the package, and of mistakes",
      parts: typesOfPackage(["module"]),
    },
    {
      stage: "bundlers",
      what: "the package in each bundler and in the newest Node",
      parts: nodeMoved("bundlers", ["module"]),
    },
    {
      stage: "sanitized build",
      what: "the exact laws and statistics with sanitizers",
      parts: [compiling("sanitize", ["exact_tests", "unit_tests"])],
    },
    {
      stage: "C++ package",
      what: "a program against the installed C++ library",
      parts: [script(["scripts/cxx-product.mjs"], { compiles: true })],
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
    failingModule,
    {
      stage: "all allocations",
      what: "every allocation of each call fails in turn",
      parts: [failedAllocations("all", ["failing module"])],
    },
    {
      stage: "sanitized lists",
      what: "laws, bad input and properties in the sanitized module",
      parts: [sanitizedLists("sanitized module")],
    },
    {
      stage: "fuzz",
      what: "each fuzz target for half a minute",
      parts: fuzzing(30, "fuzz build"),
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

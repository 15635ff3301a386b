// What `npm test` consists of.
import { enumeratingModule, failingModule, setUp, theModule, thePage, theSite } from "./both.mjs";
import {
  compiling,
  exactLaws,
  exactPrograms,
  failedAllocations,
  formatted,
  node,
  nodeShards,
  sanitizedUnitTests,
  script,
} from "./parts.mjs";

/** @typedef {import("./both.mjs").Stage} Stage */

/** @returns {Stage[]} what every change has to pass */
export function firstTier() {
  return [
    setUp,
    // Beside the set-up, which it does not wait for.
    {
      stage: "native build",
      what: "compiles library and exact laws, optimised",
      parts: [compiling("native", exactPrograms())],
    },
    theModule,
    // Early, as the browsers, which take longest, wait for it.
    theSite,
    thePage,
    {
      stage: "format",
      what: "the code is formatted as the formatters do it",
      parts: formatted(),
    },
    {
      stage: "structure",
      what: "rooms, borders and pages are what CONTRIBUTING says",
      parts: node("structure", ["set-up"]),
    },
    // Early too: one file of these is the longest job there is.
    enumeratingModule,
    {
      stage: "laws",
      what: "exact laws of what people call, with awkward data, a few pairs of each",
      parts: nodeShards("laws", 5, ["enumerating module"]),
    },
    failingModule,
    {
      stage: "allocations",
      what: "some allocations of each call fail",
      parts: [failedAllocations("some", ["failing module"])],
    },
    {
      stage: "js",
      what: "tests of the JavaScript layer",
      parts: nodeShards("js", 4, ["module"]),
    },
    {
      stage: "command line",
      what: "tests of the command line and the readers of files",
      parts: node("cli", ["module"]),
    },
    {
      stage: "sql",
      what: "tables that stay in DuckDB and PostgreSQL",
      parts: node("sql", ["module"]),
    },
    {
      stage: "sanitized build",
      what: "compiles library and unit tests with sanitizers",
      parts: [compiling("sanitize", ["unit_rooms"])],
    },
    {
      stage: "package",
      what: "installs the package as users do, in Node and bundlers",
      parts: node("package", ["module"]),
    },
    { stage: "docs", what: "tests of the documentation site", parts: node("docs", ["site"]) },
    {
      stage: "browser",
      what: "tests of the demo page in browsers",
      parts: node("browser", ["page"], { waits: true }),
    },
    {
      stage: "unit",
      what: "unit tests with sanitizers",
      parts: sanitizedUnitTests(["sanitized build"], "~[statistics]"),
    },
    { stage: "exact", what: "every exact law, natively", parts: exactLaws("native build") },
    {
      stage: "pages",
      what: "the pages say of the exact laws what was found",
      parts: [script(["scripts/verify.mjs", "--check"], { after: ["exact"] })],
    },
  ];
}

// The groups of tests: what each is built from, and the command that runs it.
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./shell.mjs";

/** @typedef {{ name: string, needs: string[], command: () => string[], env?: Record<string, string> }} Job */

/** Two jobs run at once, each with half of the cores. */
const each = Math.max(1, Math.floor(availableParallelism() / 2));

const job = (name, needs, ...command) => ({ name, needs, command: () => command });

/** Tests that CTest knows by this label. @returns {Job} */
function ctest(name, preset, label, needs) {
  const how = ["--parallel", `${each}`, "--no-tests=error", "--output-on-failure"];
  const which = ["--test-dir", `build/${preset}`, "--label-regex", `^${label}$`];
  return job(name, needs, "ctest", ...which, ...how);
}

/** The test files of folders, each in a process of its own. @returns {Job} */
function node(name, needs, folders, env) {
  const options = ["--test", `--test-concurrency=${each}`, "--import", "./tests/seeded.mjs"];
  const filesOf = (folder) => readdirSync(join(root, folder)).map((file) => join(folder, file));
  const files = () =>
    folders.flatMap((place) => (place.endsWith(".mjs") ? [place] : filesOf(place)));
  const tests = () => files().filter((file) => file.endsWith(".test.mjs"));
  return { name, needs, env, command: () => ["node", ...options, ...tests()] };
}

/** Those of `npm test`. @type {Job[]} */
export const first = [
  job("format", [], "node", "scripts/format.mjs", "--check"),
  node("structure", ["package"], ["tests/structure"]),
  ctest("exact", "native", "exact", ["native"]),
  node("js", ["package"], ["tests/js", "tests/border"]),
  node("laws", ["enumerating"], ["tests/laws"]),
  ctest("unit", "sanitize", "unit", ["sanitize"]),
  node("sql", ["package"], ["tests/sql"]),
  node("command line", ["package"], ["tests/cli"]),
  node("browser", ["package", "site", "page"], ["tests/browser"]),
  node("package", ["package", "site"], ["tests/package"]),
  node("docs", ["package", "site"], ["tests/docs"]),
  node("steps", ["package"], ["tests/steps"]),
  node("allocations", ["failing"], ["build/failing/tests/allocations"]),
];

const more = { PROPERTY_SECONDS: "8", BAD_VALUES: "all" };
const engines = { ENGINES: "duckdb,duckdb-wasm,postgres", PROPERTY_SECONDS: "20" };
/** Tests of engines that need neither transactions nor tables that change: those that Spark runs too. */
const immutable = [
  ...["cells", "contents", "decimals", "found-powers", "listed-items", "planned-once"],
  ...["probable-groups", "probable-sums", "table-answers", "table-found-bounds", "table-intervals"],
  ...["table-quantiles", "table-spreads", "long/bins-and-items", "long/same-names"],
  ...["long/same-records", "long/sums", "long/table-sums", "long/table-sums-charged"],
].map((name) => `tests/sql/${name}.test.mjs`);
const newest = ["build/newest/tests/border", "build/newest/tests/js/parity.test.mjs"];
const border = ["build/sanitized/tests/border", "build/sanitized/tests/sanitized"];

/** Those of `npm run test:all`. @type {Job[]} */
export const second = [
  node("proofs", ["laws"], ["tests/proofs"]),
  node("long js", ["package"], ["tests/js/long"]),
  node("long laws", ["enumerating"], ["tests/laws/long"], { LOGSTAR_LAWS: "build/claims/laws" }),
  node("more js", ["package"], ["tests/js", "tests/border"], more),
  node("more laws", ["enumerating"], ["tests/laws"], more),
  node("engines", ["package"], ["tests/sql", "tests/sql/long"], engines),
  node("spark", ["package", "spark"], ["tests/spark"]),
  node("engines in spark", ["package", "spark"], immutable, { ENGINES: "spark" }),
  node("long browser", ["package", "site", "page"], ["tests/browser/long"]),
  node("long command line", ["package"], ["tests/cli/long"]),
  node("long package", ["package"], ["tests/package/long"]),
  node("bundlers", ["package", "site", "bundlers"], ["tests/bundlers"]),
  node("long docs", ["package", "site"], ["tests/docs/long"]),
  node("long steps", ["package"], ["tests/steps/long"]),
  ctest("prices", "native", "prices", ["prices"]),
  ctest("statistics", "native", "statistics", ["native"]),
  ctest("unit optimised", "native", "unit", ["native"]),
  ctest("unit in wasm", "wasm", "unit", ["wasm"]),
  node("sanitized border", ["sanitized"], border, { SANITIZED: "1" }),
  node("newest Emscripten", ["newest"], newest),
  ctest("fuzz", "fuzz", "fuzz", ["fuzz"]),
  node("C++ package", ["core"], ["tests/cxx"]),
  job("clang-tidy", [], "node", "scripts/lint.mjs"),
  job("mutations", [], "node", "scripts/mutate.mjs", "--changed", "--minutes", "20"),
];

/** Searches the claims that the exact tests left, after they ran. */
export const found = node("verification", [], ["tests/verification"]);

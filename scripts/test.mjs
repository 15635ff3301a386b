// Sets up, builds and runs the tests that every change must pass (`npm test`), or the longer ones
// (`npm run test:all`). `npm test -- js exact` runs these groups only, with their prerequisites.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installBundlers } from "../tests/bundlers/place.mjs";
import { installSpark } from "../tests/spark/server.mjs";
import { buildPackage, compile } from "./build.mjs";
import { buildDemo } from "./demo.mjs";
import { buildDocs } from "./docs.mjs";
import { setUpDebian, setUpJava, setUpWasm } from "./setup.mjs";
import { main, root, say } from "./shell.mjs";
import { variantBuilds } from "./variants.mjs";

/** @typedef {{ name: string, needs: string[], command: () => string[], env?: Record<string, string> }} Job */

/** Builds by name, in the order in which they are made. */
const builds = {
  package: buildPackage,
  ...variantBuilds,
  site: buildDocs,
  page: buildDemo,
  bundlers: installBundlers,
  spark: installSpark,
  core: () => compile("native", ["logstar_core"]),
  native: () => compile("native", ["unit_tests", "exact_tests"]),
  prices: () => compile("native", ["prices_tests"]),
  laws: () => compile("native", ["proof_laws"]),
  sanitize: () => compile("sanitize", ["unit_tests"]),
  wasm: () => compile("wasm", ["unit_tests"]),
  fuzz: () => compile("fuzz", ["fuzz_tests"]),
};

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

/** @type {Job[]} */
const first = [
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
  node("work", ["package"], ["tests/work"]),
  node("allocations", ["failing"], ["build/failing/tests/allocations"]),
];

const more = { PROPERTY_SECONDS: "8", BAD_VALUES: "all" };
const engines = { ENGINES: "duckdb,duckdb-wasm,postgres", PROPERTY_SECONDS: "20" };
const newest = ["build/newest/tests/border", "build/newest/tests/js/parity.test.mjs"];
const border = ["build/sanitized/tests/border", "build/sanitized/tests/sanitized"];

/** @type {Job[]} */
const second = [
  node("proofs", ["laws"], ["tests/proofs"]),
  node("long js", ["package"], ["tests/js/long"]),
  node("long laws", ["enumerating"], ["tests/laws/long"], { LOGSTAR_LAWS: "build/claims/laws" }),
  node("more js", ["package"], ["tests/js", "tests/border"], more),
  node("more laws", ["enumerating"], ["tests/laws"], more),
  node("engines", ["package"], ["tests/sql", "tests/sql/long"], engines),
  node("spark", ["package", "spark"], ["tests/spark"]),
  node("long browser", ["package", "site", "page"], ["tests/browser/long"]),
  node("long command line", ["package"], ["tests/cli/long"]),
  node("long package", ["package"], ["tests/package/long"]),
  node("bundlers", ["package", "site", "bundlers"], ["tests/bundlers"]),
  node("long docs", ["package", "site"], ["tests/docs/long"]),
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
const found = node("verification", [], ["tests/verification"]);

const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s`;

/** Runs a job to its end. @param {Job} job @returns {Promise<boolean>} whether it passed */
async function run({ name, command, env }) {
  const start = performance.now();
  const [program, ...args] = command();
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 1 << 28 };
  const ended = await promisify(execFile)(program, args, options).catch((error) => error);
  const passed = !(ended instanceof Error);
  if (!passed) process.stdout.write(`${ended.stdout}${ended.stderr}\n${ended.message}\n`);
  console.log(`${name.padEnd(18)} ${passed ? "passed" : "FAILED"} ${secondsSince(start)}`);
  return passed;
}

/** The jobs of these names, or all of them. */
function chosen(jobs, names) {
  const known = jobs.map(({ name }) => name);
  for (const name of names.filter((one) => !known.includes(one)))
    throw new Error(`no such tests: ${name}; there are ${known.join(", ")}`);
  return names.length === 0 ? jobs : jobs.filter(({ name }) => names.includes(name));
}

main(async () => {
  const words = process.argv.slice(2);
  const jobs = words[0] === "--all" ? chosen(second, words.slice(1)) : chosen(first, words);
  const needed = (build) => jobs.some(({ needs }) => needs.includes(build));
  setUpDebian("native", "sanitizers", "linters", "browsers", "engines");
  if (needed("laws")) setUpDebian("proofs");
  if (needed("spark")) setUpJava();
  setUpWasm();

  const start = performance.now();
  for (const [name, build] of Object.entries(builds)) {
    if (needed(name)) await build();
  }
  say(`Built in ${secondsSince(start)}; running`);
  const [failed, left] = [[], [...jobs]];
  const runInTurn = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      if (!(await run(job))) failed.push(job.name);
    }
  };
  await Promise.all([runInTurn(), runInTurn()]);
  if (jobs.some(({ name }) => name === "exact") && !(await run(found))) failed.push(found.name);
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(", ")}`);
  console.log(`\nAll passed, in ${secondsSince(start).trim()}.`);
});

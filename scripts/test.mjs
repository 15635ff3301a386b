// Sets up, builds and runs the tests that every change has to pass (`npm test`), or those that take longer
// (`npm run test:all`). `npm test -- js exact` runs these alone, with what they need.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fuzzTargets } from "./fuzz.mjs";
import { setUpDebian, setUpProofs, setUpWasm } from "./setup.mjs";
import { main, root, say } from "./shell.mjs";

/**
 * @typedef {{ name: string, needs: string[], command: string, args: () => string[], env?: Record<string, string> }} Job
 *   `args` is called when what the job needs was built
 */

const compile = (preset, ...targets) => ["scripts/compile.mjs", preset, ...targets];

/** Builds by name, in the order in which they are made: scripts with their arguments. */
const builds = {
  package: ["scripts/build.mjs"],
  enumerating: ["scripts/enumerating.mjs"],
  failing: ["scripts/failing.mjs"],
  sanitized: ["scripts/sanitized.mjs"],
  site: ["scripts/docs.mjs"],
  page: ["scripts/demo.mjs"],
  native: compile("native", "unit_tests", "exact_tests"),
  prices: compile("native", "prices_tests"),
  laws: compile("native", "proof_laws"),
  sanitize: compile("sanitize", "unit_tests"),
  wasm: compile("wasm", "unit_tests"),
  fuzz: compile("fuzz", ...fuzzTargets.map((name) => `fuzz_${name}`)),
};

/** Two jobs run at once, each with half of the cores. */
const each = Math.max(1, Math.floor(availableParallelism() / 2));

const script = (name, needs, ...args) => ({ name, needs, command: "node", args: () => args });

/** Tests that CTest knows by this label. @returns {Job} */
const ctest = (name, preset, label, needs) => ({
  ...{ name, needs, command: "ctest" },
  args: () => [
    ...["--test-dir", `build/${preset}`, "--label-regex", `^${label}$`, "--parallel", `${each}`],
    ...["--no-tests=error", "--output-on-failure"],
  ],
});

/** The test files of folders, each in a process of its own. @returns {Job} */
function node(name, needs, folders, env) {
  const filesOf = (folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".test.mjs"))
      .map((file) => join(folder, file));
  const options = ["--test", `--test-concurrency=${each}`, "--import", "./tests/seeded.mjs"];
  return {
    name,
    needs,
    env,
    command: "node",
    args: () => [...options, ...folders.flatMap(filesOf)],
  };
}

/** @returns {Job[]} */
const first = () => [
  script("format", [], "scripts/format.mjs", "--check"),
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
  node("allocations", ["failing"], ["build/failing/tests/allocations"]),
];

const more = { PROPERTY_SECONDS: "8", BAD_VALUES: "all" };
const engines = { ENGINES: "duckdb,duckdb-wasm,postgres", PROPERTY_SECONDS: "20" };

/** @returns {Job[]} */
const second = () => [
  node("proofs", ["laws"], ["tests/proofs"]),
  node("long js", ["package"], ["tests/js/long"]),
  node("long laws", ["enumerating"], ["tests/laws/long"], { LOGSTAR_LAWS: "build/claims/laws" }),
  node("more js", ["package"], ["tests/js", "tests/border"], more),
  node("more laws", ["enumerating"], ["tests/laws"], more),
  node("engines", ["package"], ["tests/sql", "tests/sql/long"], engines),
  node("long browser", ["package", "site", "page"], ["tests/browser/long"]),
  node("long command line", ["package"], ["tests/cli/long"]),
  node("long package", ["package"], ["tests/package/long"]),
  node("bundlers", ["package"], ["tests/bundlers"]),
  node("long docs", ["package", "site"], ["tests/docs/long"]),
  ctest("prices", "native", "prices", ["prices"]),
  ctest("statistics", "native", "statistics", ["native"]),
  ctest("unit optimised", "native", "unit", ["native"]),
  ctest("unit in wasm", "wasm", "unit", ["wasm"]),
  node(
    "sanitized border",
    ["sanitized"],
    ["build/sanitized/tests/border", "build/sanitized/tests/sanitized"],
    { SANITIZED: "1" },
  ),
  script("fuzz", ["fuzz"], "scripts/fuzz.mjs", "--fixed", "3"),
  script("C++ package", [], "scripts/cxx-product.mjs"),
];

/** Looks through what the exact laws found, after them. @returns {Job[]} */
const after = (jobs) =>
  jobs.some(({ name }) => name === "exact")
    ? [node("verification", [], ["tests/verification"])]
    : [];

/** Runs a job to its end. @param {Job} job @returns {Promise<boolean>} whether it passed */
function run({ name, command, args, env }) {
  const start = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args(), { cwd: root, env: { ...process.env, ...env } });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => {
      output += error.message;
    });
    child.on("close", (status) => {
      const passed = status === 0;
      if (!passed) process.stdout.write(output);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(`${name.padEnd(18)} ${passed ? "passed" : "FAILED"} ${seconds.padStart(5)} s`);
      resolve(passed);
    });
  });
}

/** The jobs of these names, or all of them. */
function chosen(jobs, names) {
  for (const name of names) {
    if (!jobs.some((job) => job.name === name)) {
      throw new Error(
        `no such tests: ${name}; there are ${jobs.map((job) => job.name).join(", ")}`,
      );
    }
  }
  return names.length === 0 ? jobs : jobs.filter(({ name }) => names.includes(name));
}

main(async () => {
  const words = process.argv.slice(2);
  const isSecond = words[0] === "--all";
  const jobs = chosen(isSecond ? second() : first(), isSecond ? words.slice(1) : words);
  await setUpDebian();
  await setUpWasm();
  if (jobs.some(({ name }) => name === "proofs")) await setUpProofs();

  const start = performance.now();
  say("Building");
  const needed = new Set(jobs.flatMap(({ needs }) => needs));
  for (const [name, args] of Object.entries(builds)) {
    if (!needed.has(name)) continue;
    if (!(await run(script(name, [], ...args)))) throw new Error(`${name} was not built`);
  }

  say("Running");
  const failed = [];
  const left = [...jobs];
  const runInTurn = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) {
      if (!(await run(job))) failed.push(job.name);
    }
  };
  await Promise.all([runInTurn(), runInTurn()]);
  for (const job of after(jobs)) if (!(await run(job))) failed.push(job.name);
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  if (failed.length > 0) throw new Error(`Failed after ${minutes} minutes: ${failed.join(", ")}`);
  console.log(`\nAll passed, in ${minutes} minutes.`);
});

// Sets up, builds and runs the tests that every change must pass (`npm test`), or the longer ones
// (`npm run test:all`). `npm test -- js exact` runs these groups only, with their prerequisites.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { installBundlers } from "../tests/bundlers/place.mjs";
import { installSpark } from "../tests/spark/server.mjs";
import { buildPackage, compile } from "./build.mjs";
import { buildDemo } from "./demo.mjs";
import { buildDocs } from "./docs.mjs";
import { first, found, second } from "./jobs.mjs";
import { setUpDebian, setUpJava, setUpWasm } from "./setup.mjs";
import { main, root, say } from "./shell.mjs";
import { variantBuilds } from "./variants.mjs";

/** @typedef {import("./jobs.mjs").Job} Job */

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

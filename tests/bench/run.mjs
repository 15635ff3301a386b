// Benchmarks, natively and in WebAssembly, as ratios measured in one run on this machine: `npm run bench`. A
// first word selects another comparison: `npm run bench -- peers --quick`.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildPackage, compile } from "../../scripts/build.mjs";
import { setUpDebian, setUpWasm } from "../../scripts/setup.mjs";
import { main, root, run, say } from "../../scripts/shell.mjs";

/** The other comparisons, by keyword. */
const others = {
  engines: "tests/sql/bench.mjs",
  peers: "tests/peers/run.mjs",
  practice: "tests/practice/run.mjs",
};

/** On some virtual machines, allocating memory takes as long as sorting it, so allocations are kept to a minimum. */
const inLargePages = { ...process.env, GLIBC_TUNABLES: "glibc.malloc.hugetlb=1" };

async function bench() {
  setUpDebian("native");
  setUpWasm();
  const folder = join(root, "tests/bench");
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".cpp"))
    .map((file) => `bench_${file.slice(0, -4)}`);
  compile("native", names);
  compile("wasm", names);
  await buildPackage();
  for (const name of names) {
    say(`${name}, native`);
    run(join(root, "build/native", name), [], { env: inLargePages });
    say(`${name}, WebAssembly in Node`);
    // Optimised from the start, as repeated calls are: here every loop runs in one call.
    run("node", ["--no-liftoff", join(root, "build/wasm", `${name}.cjs`)]);
  }
  const isMeasured = (file) => file.endsWith(".mjs") && file !== "run.mjs";
  for (const script of readdirSync(folder).filter(isMeasured)) {
    say(`${script}, the npm package in Node`);
    run("node", ["--expose-gc", join(folder, script)]);
  }
}

main(() => {
  const [word, ...args] = process.argv.slice(2);
  if (word === undefined) return bench();
  if (!Object.hasOwn(others, word)) {
    throw new Error(`npm run bench takes ${Object.keys(others).join(", ")}, got ${word}`);
  }
  run("node", [others[word], ...args]);
});

// Everything that must hold: `npm test`, or `npm test -- native js` for some of the stages.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { auditShortly } from "./audit.mjs";
import { buildPackage, compile } from "./build.mjs";
import { buildDemo } from "./demo.mjs";
import { buildDocs } from "./docs.mjs";
import { format } from "./format.mjs";
import { fuzz } from "./fuzz.mjs";
import { setUpAll } from "./setup.mjs";
import { main, root, runAndRead, say } from "./shell.mjs";
import { checkPages, environment } from "./verify.mjs";

const totals = { passed: 0, failed: 0 };
const broken = [];

/** Counts what a Catch2 program says in its last lines. */
function catch2(command, args, options = {}) {
  const { output, passed } = runAndRead(command, [...args, "--use-colour", "no"], options);
  const all = /All tests passed \(\d+ assertions? in (\d+) test cases?\)/.exec(output);
  const some = /test cases:\s*\d+ \|(?:\s*(\d+) passed \|)?\s*(\d+) failed/.exec(output);
  if (all) totals.passed += Number(all[1]);
  else if (some) {
    totals.passed += Number(some[1] ?? 0);
    totals.failed += Number(some[2]);
  }
  if (!passed || !all) throw new Error(`${args.at(-1) ?? command}: not all tests passed`);
}

/** Counts what node's test runner says. */
function node(folder, ...options) {
  const path = join(root, "tests", folder);
  const files = readdirSync(path)
    .filter((file) => file.endsWith(".test.mjs"))
    .map((file) => join(path, file));
  if (files.length === 0) throw new Error(`tests/${folder} has no tests`);
  const { output, passed } = runAndRead("node", [
    "--test",
    "--test-reporter=spec",
    ...options,
    ...files,
  ]);
  const count = (what) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  totals.passed += count("pass");
  totals.failed += count("fail") + count("cancelled");
  if (!passed || count("pass") === 0) throw new Error(`tests/${folder}: not all tests passed`);
}

const suites = ["unit_tests", "exact_tests"];

const stages = {
  format: () => format({ check: true }),
  structure: () => node("structure"),
  native: () => {
    compile("native", ...suites);
    for (const suite of suites) {
      catch2(join(root, "build/native", suite), [], { env: environment });
    }
    checkPages();
  },
  audit: () => {
    auditShortly();
    totals.passed += 1;
  },
  asan: () => {
    compile("native-asan", ...suites);
    for (const suite of suites) catch2(join(root, "build/native-asan", suite), []);
  },
  fuzz: () => fuzz(10, undefined, ["-seed=1"]),
  wasm: () => {
    compile("wasm", ...suites);
    for (const suite of suites) catch2("node", [join(root, "build/wasm", `${suite}.cjs`)]);
  },
  js: async () => {
    await buildPackage();
    node("js");
  },
  package: async () => {
    if (!existsSync(join(root, "dist/index.js"))) await buildPackage();
    node("package");
  },
  docs: async () => {
    await buildDocs();
    node("docs");
  },
  browser: async () => {
    if (!existsSync(join(root, "dist/index.js"))) await buildPackage();
    await buildDemo();
    node("browser");
  },
};

main(async () => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in stages));
  if (unknown.length > 0) {
    throw new Error(
      `no such stage: ${unknown.join(", ")}; there are ${Object.keys(stages).join(", ")}`,
    );
  }
  setUpAll();
  for (const [name, stage] of Object.entries(stages)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    say(`Tests: ${name}`);
    const start = Date.now();
    try {
      await stage();
      console.log(`${name}: passed in ${((Date.now() - start) / 1000).toFixed(0)} s`);
    } catch (error) {
      broken.push(name);
      console.error(`${name}: FAILED: ${error.message}`);
    }
  }
  console.log(`\n${totals.passed} tests passed, ${totals.failed} failed.`);
  if (broken.length > 0) throw new Error(`Stages that failed: ${broken.join(", ")}.`);
});

// Mutations of what lies between the core and its callers (web/, bindings/, the page's reader of files) and
// of the core as people call it: first the exact laws through JavaScript, then the tests of the JavaScript
// layer. Some minutes: only a mutation of C++ has to be compiled.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mutated, unitFile } from "../mutations.mjs";
import { setUpWasm } from "../setup.mjs";
import { root, say } from "../shell.mjs";
import { copyParts, must, parts, show, throughCache, tree } from "./copy.mjs";
import { Lane } from "./lane.mjs";
import { politely } from "./politely.mjs";

/** @typedef {import("../mutations.mjs").Mutation} Mutation */

const secondsOfAFile = 120;

/** Both modules; their glue is linked quickly, not small. */
const quickly = "-DCMAKE_EXE_LINKER_FLAGS=-O1";
const building = ["--build", "--preset", "wasm", "--target", "logstar", "logstar_enumerating"];

/** What a mutation is tried by: laws by name, then files of tests/js and tests/sql. */
function trialsOf({ tests, unit = [] }, lane) {
  const laws = tests.length > 0 ? lane.lawFiles().map((file) => ({ file, names: tests })) : [];
  const files = unit.map((name) => ({ file: unitFile(name), names: [] }));
  return [...laws.map((law) => ({ ...law, kind: "law" })), ...files];
}

/** What the tests say of the mutation that is in the lane. */
async function verdictOf(mutation, lane) {
  let silent = { verdict: "survived" };
  for (const { file, names, kind } of trialsOf(mutation, lane)) {
    const ran = await lane.run(file, names, secondsOfAFile);
    const claim = ran.find((one) => one.claim);
    if (claim) return { verdict: "claim", by: claim.test };
    const check = ran.find(({ end }) => end === "check");
    if (check) return { verdict: kind === "law" ? "test" : "unit", by: check.test };
    const other = ran.find(({ end }) => end !== "passed");
    if (other && silent.verdict === "survived") silent = { verdict: other.end, by: other.test };
  }
  return silent;
}

/** Throws unless the tests of these mutations pass without any, and every law they name is there. */
async function checkUnmutated(lanes, wanted) {
  const files = new Map();
  for (const { file, names } of wanted.flatMap((mutation) => trialsOf(mutation, lanes[0]))) {
    files.set(file, new Set([...(files.get(file) ?? []), ...names]));
  }
  const seen = [];
  const faults = [];
  await sideBySide(lanes, [...files], async ([file, names], lane) => {
    const run = () => lane.run(file, [...names], 5 * secondsOfAFile);
    let ran = await run();
    // Tests that draw may fail once in a while.
    if (ran.some(({ end }) => end !== "passed")) ran = await run();
    for (const { test, end } of ran) {
      if (end !== "passed") faults.push(`${file}: ${test}: ${end} without any mutation`);
      seen.push(test);
    }
  });
  for (const name of wanted.flatMap(({ tests }) => tests)) {
    if (!seen.some((test) => test.startsWith(`${name},`) || test.startsWith(`${name}:`)))
      faults.push(`no law of tests/laws is called "${name}"`);
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** Hands the work to the lanes, the next one to whichever is free. */
async function sideBySide(lanes, work, run) {
  const left = [...work];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next, lane);
    }),
  );
}

/** Of one mutation after the other: all are compiled in one folder. */
let compiling = Promise.resolve();

/** The module of a mutation of C++; nothing if it does not compile. */
function compiled(mutation, lane) {
  const module = compiling.then(async () => {
    const file = join(tree, mutation.file);
    writeFileSync(file, mutated(mutation));
    const { status } = await politely("cmake", [...building, "-j", "1"], { cwd: tree });
    writeFileSync(file, readFileSync(join(root, mutation.file)));
    return status === 0 ? lane.takeModule() : undefined;
  });
  compiling = module.catch(() => {});
  return module;
}

/** Tries one in a lane, and puts back what was there. */
async function attempt(mutation, lane, module) {
  const text = mutated(mutation);
  if (/\.[ch]pp$/.test(mutation.file)) {
    const other = await compiled(mutation, lane);
    if (other === undefined) return { verdict: "uncompiled" };
    lane.putModule(other);
    const found = await verdictOf(mutation, lane);
    lane.putModule(module);
    return found;
  }
  if (!(await lane.compiles(text))) return { verdict: "uncompiled" };
  lane.put(mutation.file, text);
  const found = await verdictOf(mutation, lane);
  lane.put(mutation.file, readFileSync(join(root, mutation.file), "utf8"));
  return found;
}

/**
 * Tries mutations, two side by side, each by the tests it names.
 * @param {Mutation[]} wanted
 * @param {(mutation: Mutation, found: object) => void} record
 */
export async function tryThroughPackage(wanted, record) {
  await setUpWasm();
  say("Copying the sources and building the module as it is");
  copyParts(parts);
  show(".toolchain");
  must("cmake", ["--preset", "wasm", quickly, ...throughCache]);
  must("cmake", [...building, "-j", "1"]);
  const lanes = [new Lane(0), new Lane(1)];
  for (const lane of lanes) lane.prepare();
  const module = lanes[0].takeModule();

  say(`The tests that ${wanted.length} mutations name, without any mutation`);
  await checkUnmutated(lanes, wanted);
  say(`${wanted.length} mutations of what people call`);
  await sideBySide(lanes, wanted, async (mutation, lane) => {
    record(mutation, await attempt(mutation, lane, module));
  });
}

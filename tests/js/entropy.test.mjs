// Random bits come from the platform only, and no two instances share any.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import * as everything from "../../dist/index.js";
import { connect } from "../../dist/worker.js";

const dist = new URL("../../dist/", import.meta.url);

/** 200 draws of 64-bit numbers; two lists agree in one place with probability below 10^-14. */
const request = {
  algorithm: "exponential",
  epsilon: 1e-9,
  delta: 0,
  neighbors: "add-remove",
  confidence: 0.95,
  outside: "clamp",
  kind: "numbers",
  domain: { type: "reals" },
};
const drawsOf = (call) =>
  Array.from(
    { length: 200 },
    () => call("drawRank", new Float64Array(0), request, request).drawn.number,
  );

async function instance(name) {
  const { load, call } = await import(`${dist}core/load.js?${name}`);
  await load();
  return call;
}

function disjoint(...lists) {
  const all = lists.flat();
  assert.equal(all.length, 200 * lists.length);
  assert.equal(new Set(all).size, all.length);
}

test("two instances in one thread draw different numbers, even in turn", async () => {
  const one = await instance("one");
  const other = await instance("other");
  disjoint(drawsOf(one), drawsOf(other), drawsOf(one), drawsOf(other));
});

test("worker threads draw numbers different from each other's and their parent's", async () => {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.load).then(async ({ load, call }) => {
      await load();
      const { request } = workerData;
      parentPort.postMessage(Array.from({ length: 200 },
        () => call("drawRank", new Float64Array(0), request, request).drawn.number));
    });`;
  const started = Array.from({ length: 3 }, () => {
    const workerData = { load: `${dist}core/load.js`, request };
    const worker = new Worker(code, { eval: true, workerData });
    return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  });
  disjoint(drawsOf(await instance("parent")), ...(await Promise.all(started)));
});

test("processes draw different numbers", async () => {
  const code = `
    import(process.argv[1]).then(async ({ load, call }) => {
      await load();
      const request = JSON.parse(process.argv[2]);
      console.log(JSON.stringify(Array.from({ length: 200 },
        () => call("drawRank", new Float64Array(0), request, request).drawn.number)));
    });`;
  const args = ["-e", code, `${dist}core/load.js`, JSON.stringify(request)];
  const run = async () =>
    JSON.parse((await promisify(execFile)(process.execPath, args)).stdout.trim());
  disjoint(drawsOf(await instance("spawning")), ...(await Promise.all([run(), run()])));
});

test("the package's workers and the page draw different numbers", async () => {
  await everything.load();
  const workers = await Promise.all([connect(), connect()]);
  const numbers = async ({ median }) => {
    const drawn = [];
    while (drawn.length < 200)
      drawn.push((await median([], { epsilon: 1e-9, abstain: false })).value);
    return drawn;
  };
  disjoint(...(await Promise.all([everything, ...workers].map(numbers))));
  for (const worker of workers) worker.dispose();
});

/** The error of a draw if the platform's source behaves like this. */
async function thrownWith(name, getRandomValues) {
  const call = await instance(name);
  const real = globalThis.crypto;
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues }, configurable: true });
  try {
    drawsOf(call);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: real, configurable: true });
  }
}

test("a source that throws, or fills only a part or nothing, stops the first draw", async () => {
  const refuses = () => {
    throw new Error("quota");
  };
  const nothing = (bytes) => bytes;
  const half = (bytes) => bytes.subarray(0, bytes.length / 2).fill(0xa7);
  for (const [name, source] of Object.entries({ refuses, nothing, half })) {
    const error = await thrownWith(name, source);
    assert.equal(error?.name, "EntropyUnavailable", name);
  }
  assert.equal(await thrownWith("control", (bytes) => bytes.fill(0xa7)), undefined);
});

test("a draw without random bits stays charged, returns no answer and leaves no record", async () => {
  await everything.load();
  const ledger = new everything.Ledger({ epsilon: 1000 });
  const real = globalThis.crypto;
  const value = { getRandomValues: () => assert.fail("refused") };
  Object.defineProperty(globalThis, "crypto", { value, configurable: true });
  let answers = 0;
  try {
    // The core first uses up the earlier bits that it still has.
    for (; answers < 90_000; ++answers) everything.laplaceCount(1, { epsilon: 0.01, ledger });
  } catch (error) {
    assert.equal(error.name, "EntropyUnavailable");
  } finally {
    Object.defineProperty(globalThis, "crypto", { value: real, configurable: true });
  }
  const { entries } = ledger;
  assert.equal(entries.length, answers + 1);
  assert.ok(Math.abs(ledger.spent.epsilon - 0.01 * (answers + 1)) < 1e-9);
  const last = entries.at(-1);
  assert.equal(last.record, undefined);
  assert.ok(entries.slice(0, -1).every(({ record }) => record !== undefined));
});

/** The modules that a module imports, directly or indirectly. */
function reach(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(new URL(file, dist), "utf8");
  for (const [, name] of text.matchAll(/from\s*["'](\.\.?\/[\w/.-]+\.js)["']/g)) {
    reach(posix.join(posix.dirname(file), name), seen);
  }
  return seen;
}

const isSeeded = (file) =>
  /SplitMix|9e3779b9|mt19937|Math\.random/i.test(readFileSync(new URL(file, dist), "utf8"));

test("the command line has no seeded source of its own", () => {
  const programs = new URL("../build/programs/bin/", dist);
  const files = readdirSync(programs).filter((file) => file.endsWith(".js"));
  assert.ok(files.length > 15, `${files.length}`);
  for (const file of files) assert.ok(!isSeeded(new URL(file, programs)), file);
});

test("only the package's entry for tests has a seeded source", () => {
  // cli.js also bundles packages of others, of which one has a function that shuffles: above are its own files.
  const scripts = readdirSync(dist, { recursive: true }).filter(
    (file) => file.endsWith(".js") && file !== "cli.js" && !/\.node(-\w+)?\.js$/.test(file),
  );
  assert.ok(scripts.length > 60, `${scripts.length}`);
  assert.deepEqual(
    scripts.filter(isSeeded),
    ["testing.js", "core/seeded-bytes.js"], // the first one's words say which
  );
  // The only users of the seeded source: the entry for tests, and the audit, which splits its runs by it.
  const audit = scripts.filter((file) => file === "audit.js" || file.startsWith("audit/"));
  for (const file of scripts.filter((one) => one !== "testing.js")) {
    assert.ok(!reach(file).has("testing.js"), file);
    if (audit.includes(file) || file === "core/seeded-bytes.js") continue;
    assert.ok(!reach(file).has("core/seeded-bytes.js"), file);
  }
  assert.ok(reach("testing.js").has("core/seeded-bytes.js"));
  for (const file of audit) assert.ok(!reach(file).has("core/load.js"), `${file} draws`);
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", dist), "utf8"));
  const seeded = Object.values(exports).map((entry) => entry.default ?? entry);
  assert.deepEqual(
    seeded.filter((path) => /testing|load\.js/.test(path)),
    ["./dist/testing.js"],
  );
});

test("the main entry reaches and exports no seeded source", () => {
  const reached = reach("index.js");
  assert.ok(reached.has("core/load.js") && reached.size > 40, `${reached.size}`);
  assert.ok(!reached.has("testing.js"));
  assert.ok(reach("testing.js").has("testing.js"));
  for (const file of reached) {
    if (file === "logstar.js") continue; // Emscripten's glue, below
    assert.doesNotMatch(readFileSync(new URL(file, dist), "utf8"), /SplitMix|9e3779b9/i, file);
  }
  assert.deepEqual(
    Object.keys(everything).filter((name) => /seed|test|random/i.test(name)),
    [],
  );
});

test("the module exports no seed, and takes its bits by one function that the loader passes", () => {
  const bytes = readFileSync(fileURLToPath(new URL("logstar.wasm", dist)));
  const names = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => /seed|random|entropy/i.test(name)),
    [],
  );
  // The module's data contain the names of bound functions.
  const text = bytes.toString("latin1");
  assert.doesNotMatch(text, /SplitMix|setSeed|mt19937|\bseeded?\b/i);
  assert.equal(text.match(/setEntropy/g).length, 1);
});

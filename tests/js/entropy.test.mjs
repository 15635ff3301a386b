// Random bits come from the platform or not at all, and no two instances share any.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import * as everything from "../../dist/index.js";

const dist = new URL("../../dist/", import.meta.url);

/** 200 draws of 64-bit numbers; two lists coincide in one place with probability below 10^-14. */
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
  Array.from({ length: 200 }, () => call("drawRank", new Float64Array(0), request).drawn.number);

async function instance(name) {
  const { load, call } = await import(`${dist}load.js?${name}`);
  await load();
  return call;
}

function disjoint(...lists) {
  const all = lists.flat();
  assert.equal(all.length, 200 * lists.length);
  assert.equal(new Set(all).size, all.length);
}

test("two instances in one thread draw different numbers, also in turn", async () => {
  const one = await instance("one");
  const other = await instance("other");
  disjoint(drawsOf(one), drawsOf(other), drawsOf(one), drawsOf(other));
});

test("worker threads draw different numbers, from each other and from their parent", async () => {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    import(workerData.load).then(async ({ load, call }) => {
      await load();
      const { request } = workerData;
      parentPort.postMessage(Array.from({ length: 200 },
        () => call("drawRank", new Float64Array(0), request).drawn.number));
    });`;
  const started = Array.from({ length: 3 }, () => {
    const workerData = { load: `${dist}load.js`, request };
    const worker = new Worker(code, { eval: true, workerData });
    return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  });
  disjoint(drawsOf(await instance("parent")), ...(await Promise.all(started)));
});

/** What a draw throws when the platform's source does this. */
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

test("a source that throws, fills nothing or fills a part only, stops the first draw", async () => {
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

/** The modules that one imports, directly or not. */
function reach(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(new URL(file, dist), "utf8");
  for (const [, name] of text.matchAll(/from\s*["']\.\/([\w-]+\.js)["']/g)) reach(name, seen);
  return seen;
}

test("the main entry reaches no seeded source and exports none", () => {
  const reached = reach("index.js");
  assert.ok(reached.has("load.js") && reached.size > 40, `${reached.size}`);
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

test("the .wasm exports no seed, and takes its bits by one function that the loader gives", () => {
  const bytes = readFileSync(fileURLToPath(new URL("logstar.wasm", dist)));
  const names = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
  assert.deepEqual(
    names.filter((name) => /seed|random|entropy/i.test(name)),
    [],
  );
  // Bound functions are named in the data of the module.
  const text = bytes.toString("latin1");
  assert.doesNotMatch(text, /SplitMix|setSeed|mt19937|\bseeded?\b/i);
  assert.equal(text.match(/setEntropy/g)?.length, 1);
});

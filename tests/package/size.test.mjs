// How much a visitor of a page fetches, and that it is only what the page uses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./installed.mjs";

const dist = join(root, "dist");
const zipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
const wasm = zipped(readFileSync(join(dist, "logstar.wasm")));
const second = zipped(readFileSync(join(dist, "logstar-second.wasm")));

/** A page's script that exports this much of the package: its size, and which files it came from. */
async function bundle(code) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: dist },
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", write: false },
    metafile: true,
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return {
    bytes: outputFiles[0].contents.length,
    size: zipped(outputFiles[0].contents),
    files: used.map(([name]) => relative(dist, resolve(name))),
  };
}

/** What most pages ask for: it is all in the first module. */
const usual = [
  ...["load", "median", "quantile", "quantiles", "interiorPoint", "table", "topK", "topKForecast"],
  ...["count", "sum", "mean", "histogram", "discoverGroups", "laplaceCount", "Ledger"],
];

// A page may be 600 KB in all on its first visit. The library was to be half of that, and less where ranks, counts and
// frequent items are all that is asked: then the second module stays where it is. Both are linked as one and split by
// what reaches what (cmake/split-module.mjs), which is 8 KB more than the one module was; what runs once a call is
// compiled to be small, and similar functions stand side by side, where zip sees it (cmake/order-functions.mjs): without
// that it is 17 KB more. The table of usual calibrations, without which a first call takes up to two tenths of a second,
// is 4, and what waits for the sums of an engine 3. An allocator that a full memory does not corrupt is 2 KB more than
// the smallest one, and what reads each option once and tells no value of a record 1.
// Sentences that state every condition of their proofs are 2, and weights that add up to a user, with sums in
// some groups of each, 2. Usual errors, and the choice by them, are 2.
test("a page of ranks, tables, frequent items, counts and a ledger loads less than 243 KB gzipped, its script included", async (t) => {
  const { size } = await bundle(`export { ${usual.join(", ")} } from "./index.js"`);
  t.diagnostic(`script ${size} bytes gzipped, first .wasm ${wasm}, together ${size + wasm}`);
  assert.ok(size + wasm < 243_000, `${size} + ${wasm}`);
});

test("the first .wasm stays below 205 KB gzipped, the second below 64 KB", () => {
  assert.ok(wasm < 205_000, `${wasm}`);
  assert.ok(second < 64_000, `${second}`);
});

test("the whole main entry and both .wasm stay below 322 KB gzipped together", async (t) => {
  const { size } = await bundle('export * from "./index.js"');
  const together = size + wasm + second;
  t.diagnostic(
    `main entry ${size} bytes gzipped, .wasm ${wasm} and ${second}, together ${together}`,
  );
  assert.ok(together < 322_000, `${size} + ${wasm} + ${second}`);
});

test("the worker's entry on the page's side stays below 17.5 KB gzipped, the worker in one file below 52 KB", async (t) => {
  const { size, files } = await bundle('export * from "./worker.js"');
  const inline = zipped(readFileSync(join(dist, "worker-inline.js")));
  t.diagnostic(`worker entry ${size} bytes gzipped, worker-inline.js ${inline}`);
  assert.ok(size < 17_500, `${size}`);
  assert.ok(inline < 52_000, `${inline}`);
  assert.ok(!files.includes("logstar.js"), "the core's glue stays in the worker");
});

test("a page that imports only median gets no code of top-k, sessions, learning or sanitizing", async (t) => {
  const [all, one] = await Promise.all([
    bundle('export * from "./index.js"'),
    bundle('export { load, median } from "./index.js"'),
  ]);
  t.diagnostic(
    `everything: ${all.bytes} bytes, ${all.size} gzipped, ${all.files.length} files; ` +
      `load and median: ${one.bytes} bytes, ${one.size} gzipped, ${one.files.length} files`,
  );
  const others =
    /^((top-k|learning|sanitizing|selection|streams)\/|ranks\/slice-session|data\/(contributions|histogram)|plan)/;
  assert.ok(all.files.filter((name) => others.test(name)).length > 30);
  assert.deepEqual(
    one.files.filter((name) => others.test(name)),
    [],
  );
  // Half of it until rows of users came to ranks.
  assert.ok(one.size < 0.55 * all.size, `${one.size} of ${all.size}`);
});

test("domains alone are a page's script without the core", async () => {
  const { files } = await bundle('export { integers, dates } from "./index.js"');
  assert.ok(!files.includes("logstar.js") && !files.includes("core/load.js"), files.join());
});

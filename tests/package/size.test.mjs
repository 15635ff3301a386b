// The download size of a page, which contains only the code that the page uses.
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

/** A page's script with this many exports of the package: its size, and its source files. */
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

/** The imports of most pages. */
const usual = [
  ...["load", "median", "quantile", "quantiles", "interiorPoint", "table", "topK", "topKForecast"],
  ...["count", "sum", "mean", "histogram", "discoverGroups", "laplaceCount", "Ledger"],
];

// In KB of the core, 3 are an allocator that survives a full memory, 5 to 7 Embind's values instead of a custom
// table, and 9 the glue. The table of usual calibrations takes 4, without which a first call takes up to two
// tenths of a second. Later mechanisms take 33: guesses, abstaining answers, several quantiles of users, rows,
// Gaussian noise, boxes axis by axis, counts of values, found bounds, variances, distinct items. 3 of these are
// the engine queries of the last three. What the papers have beside them takes 25: ranked lists, promises, lower
// bounds, depth, levels, wrong labels, distributions by slices, slices over rows. Releases that are planned once take
// 12, as each is kept between its claim and its draw; the pass over typed arrays in place 6, and calibrations without
// cliffs 5. Boxes by slices and the plans of learners through sanitizers take 4, the middle of wide keys 3; charges that
// the page writes for a worker 1 in the entry. Plans, monitors and searches that begin near their answers take 4, reading
// and writing a property by one call 1, and rows that the worker reads later 1 in the entry. Ranks of equal records and of
// groups, compiled for speed, take 4, and plans, ledgers and users' rows without cliffs 4. A sort by splits, texts in
// parts and thresholds from an estimate take 1.5. A page may be 600 KB in all on its first visit.
test("the .wasm and the JavaScript that loads it are at most 423 KB gzipped together", async (t) => {
  const { size } = await bundle('export { load } from "./index.js"');
  t.diagnostic(`script ${size} bytes gzipped, .wasm ${wasm}, together ${size + wasm}`);
  assert.ok(size + wasm <= 423_000, `${size} + ${wasm}`);
});

test("a page of ranks, tables, frequent items, counts and a ledger loads less than 469 KB gzipped, its script included", async (t) => {
  const { size } = await bundle(`export { ${usual.join(", ")} } from "./index.js"`);
  t.diagnostic(`script ${size} bytes gzipped, .wasm ${wasm}, together ${size + wasm}`);
  assert.ok(size + wasm < 469_000, `${size} + ${wasm}`);
});

test("the whole main entry and the .wasm stay below 493 KB gzipped together", async (t) => {
  const { size } = await bundle('export * from "./index.js"');
  t.diagnostic(`main entry ${size} bytes gzipped, .wasm ${wasm}, together ${size + wasm}`);
  assert.ok(size + wasm < 493_000, `${size} + ${wasm}`);
});

test("the worker's entry on the page's side stays below 24 KB gzipped, the worker in one file below 81 KB", async (t) => {
  const { size, files } = await bundle('export * from "./worker.js"');
  const inline = zipped(readFileSync(join(dist, "worker-inline.js")));
  t.diagnostic(`worker entry ${size} bytes gzipped, worker-inline.js ${inline}`);
  assert.ok(size < 24_000, `${size}`);
  assert.ok(inline < 81_000, `${inline}`);
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
  assert.ok(one.size < 0.55 * all.size, `${one.size} of ${all.size}`);
});

test("a page with domains alone loads no core", async () => {
  const { files } = await bundle('export { integers, dates } from "./index.js"');
  assert.ok(!files.includes("logstar.js") && !files.includes("core/load.js"), files.join());
});

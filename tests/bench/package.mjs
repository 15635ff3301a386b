// What a JavaScript user waits for, as ratios in one run.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

function row(name, milliseconds, baseline) {
  const ratio = baseline === undefined ? "" : `${(milliseconds / baseline).toFixed(2)}x`;
  console.log(`${name.padEnd(58)} ${milliseconds.toFixed(1).padStart(10)} ms ${ratio.padStart(9)}`);
}

function bestOf(repeats, prepare, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; ++i) {
    const input = prepare();
    const start = performance.now();
    work(input);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const importing = performance.now();
const { load, median, topK } = await import("../../dist/index.js");
const loading = performance.now();
row("import of the JavaScript layer", loading - importing);
await load();
row("load: read and compile the .wasm, instantiate", performance.now() - loading);
for (const name of ["logstar.wasm", "logstar-second.wasm"]) {
  const bytes = readFileSync(new URL(`../../dist/${name}`, import.meta.url));
  console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);
}

const data = Float64Array.from({ length: 1e7 }, () => Math.exp(10 + 3 * (Math.random() - 0.5)));
const sort = bestOf(
  3,
  () => data.slice(),
  (values) => values.sort(),
);
row("Float64Array.prototype.sort of 10^7 doubles", sort, sort);
row(
  "median of 10^7 doubles, copy included",
  bestOf(
    5,
    () => data,
    (values) => median(values, { epsilon: 1 }),
  ),
  sort,
);

const rows = Array.from({ length: 1e6 }, () => `item ${Math.floor(1 / Math.random()) % 100000}`);
const count = (items) => {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 100);
};
const plain = bestOf(3, () => rows, count);
row("counting 10^6 rows and sorting, no privacy", plain, plain);
row(
  "topK of 10^6 rows, k = 100",
  bestOf(
    3,
    () => rows,
    (items) => topK(items, { k: 100, epsilon: 1, delta: 1e-6 }),
  ),
  plain,
);

// The waiting times of a JavaScript user, as ratios in one run.
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
const bytes = readFileSync(new URL("../../dist/logstar.wasm", import.meta.url));
console.log(`logstar.wasm: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} gzipped`);

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

/** The work without privacy: how often each item occurs. */
function count(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** The processor time in milliseconds, garbage collection included. */
function processor(work) {
  globalThis.gc?.();
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

const texts = {
  "100,000 items": () => `item ${Math.floor(100_000 ** Math.random())}`,
  "1,000 items": () => `item ${Math.floor(1000 * Math.random())}`,
  "all different": () => `item ${Math.floor(2 ** 40 * Math.random())}`,
};
for (const [kind, item] of Object.entries(texts)) {
  const rows = Array.from({ length: 1e6 }, item);
  // In turns, so that other load on the machine affects both equally.
  const times = Array.from({ length: 11 }, () => [
    processor(() => count(rows)),
    processor(() => topK(rows, { k: 100, epsilon: 1, delta: 1e-6 })),
  ]).slice(2);
  const [plain, private_] = [0, 1].map((i) => middle(times.map((pair) => pair[i])));
  row(`counting 10^6 texts in a Map, ${kind}`, plain, plain);
  row("topK of the same, k = 100", private_, plain);
}

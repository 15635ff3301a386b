// The top 100 of 10^7 rows of 10^6 users and 10^6 items: what bounding and privacy add to the same counting
// without them, in time and memory.
import { boundContributions, load, topK } from "../../dist/index.js";

const rows = 1e7;
const distinct = 1e6;

function row(name, milliseconds, baseline) {
  const ratio = baseline === undefined ? "" : `${(milliseconds / baseline).toFixed(2)}x`;
  console.log(`${name.padEnd(66)} ${milliseconds.toFixed(0).padStart(8)} ms ${ratio.padStart(8)}`);
}

function memory(name) {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  const highest = process.resourceUsage().maxRSS / 1024;
  const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  console.log(
    `${name}: resident ${mib(rss)}, highest ${highest.toFixed(0)} MiB, JavaScript heap ${mib(heapUsed)}, buffers ${mib(arrayBuffers)}`,
  );
}

function bestOf(repeats, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; ++i) {
    globalThis.gc?.();
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** The 100 highest entries of a Map from item to count. */
function top(counts) {
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 100);
}

/** Counts each row once, in the obvious way. */
function countRows(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return top(counts);
}

/** Counts each pair of user and item once, with a Set of the items of each user. */
function countUsers(users, items) {
  const seen = new Map();
  const counts = new Map();
  for (let i = 0; i < items.length; ++i) {
    let own = seen.get(users[i]);
    if (own === undefined) {
      own = new Set();
      seen.set(users[i], own);
    }
    if (own.has(items[i])) continue;
    own.add(items[i]);
    counts.set(items[i], (counts.get(items[i]) ?? 0) + 1);
  }
  return top(counts);
}

const options = { k: 100, epsilon: 1, delta: 1e-6 };
await load();
const users = Int32Array.from({ length: rows }, () => Math.random() * distinct);
// Zipf: item i about as often as 1/i.
const numbers = Int32Array.from({ length: rows }, () => distinct ** Math.random() - 1);
memory("two columns of numbers");

const numbersTaken = bestOf(3, () =>
  topK(boundContributions({ users, items: numbers }, { perUser: 5 }), options),
);
memory("after boundContributions and topK");
const byRow = bestOf(2, () => countRows(numbers));
const byUser = bestOf(1, () => countUsers(users, numbers));
row("numbers: one count a row in a Map, sorted, no privacy", byRow, byRow);
row("numbers: one count a user and item, no privacy", byUser, byRow);
row("numbers: boundContributions to 5 and topK, k = 100", numbersTaken, byRow);

const names = Array.from({ length: distinct }, (_, i) => `item ${i}`);
const items = Array.from(numbers, (i) => names[i]);
const textByRow = bestOf(2, () => countRows(items));
row("text: one count a row in a Map, sorted, no privacy", textByRow, textByRow);
const textTaken = bestOf(3, () =>
  topK(boundContributions({ users, items }, { perUser: 5 }), options),
);
row("text: boundContributions to 5 and topK, k = 100", textTaken, textByRow);
memory("at the end");

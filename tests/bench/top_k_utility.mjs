// The number of items returned, and how many of them are truly among the top k: the tables of
// docs/top-k-utility.md. Known-domain methods for comparison know all items beforehand.
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { load, topK } from "../../dist/index.js";

const runs = 50;
const delta = 1e-6;

/** Routes of the first 200,000 flights of 2001 (Bureau of Transportation Statistics). */
async function routes() {
  const file = new URL("../../node_modules/vega-datasets/data/flights-3m.parquet", import.meta.url);
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const reader = await connection.runAndReadAll(`
    SELECT origin || '-' || destination AS item, count(*) AS count
    FROM (SELECT * FROM '${fileURLToPath(file)}' ORDER BY date, origin, destination LIMIT 200000)
    GROUP BY item ORDER BY count DESC, item`);
  return new Map(reader.getRowObjects().map(({ item, count }) => [item, Number(count)]));
}

/** 10,000 items, the first ones about 2 % apart and, from number 50 on, closer than 10. */
const zipf = new Map(Array.from({ length: 10000 }, (_, i) => [i, Math.floor(100000 / (i + 50))]));

/** The largest e for which k steps of e^2 / divisor zCDP stay within the total, or the sum's if larger. */
function stepEpsilon(epsilon, k, divisor) {
  const cost = (e) => {
    const rho = (k * e * e) / divisor;
    return rho + 2 * Math.sqrt(rho * Math.log(1 / delta));
  };
  let [low, high] = [0, epsilon];
  for (let i = 0; i < 60; ++i) {
    const middle = (low + high) / 2;
    if (cost(middle) <= epsilon) low = middle;
    else high = middle;
  }
  return Math.max(low, epsilon / k);
}

/** One-shot Gumbel noise: the law of peeling with the exponential mechanism. */
function peel(counts, k, e) {
  return [...counts]
    .map(([item, count]) => [item, count - Math.log(-Math.log(Math.random())) / e])
    .sort((a, b) => b[1] - a[1])
    .slice(0, k)
    .map(([item]) => item);
}

/** Fresh exponential noise a round: the law of permute-and-flip, k times. */
function flip(counts, k, e) {
  const left = [...counts];
  return Array.from({ length: k }, () => {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < left.length; ++i) {
      const noisy = left[i][1] - Math.log(Math.random()) / e;
      if (noisy > highest) [best, highest] = [i, noisy];
    }
    const [[item]] = left.splice(best, 1);
    return item;
  });
}

/** The mean number of returned items, and of returned items in the top k. */
function measured(counts, k, draw) {
  const least = [...counts.values()].sort((a, b) => b - a)[k - 1];
  let returned = 0;
  let right = 0;
  for (let run = 0; run < runs; ++run) {
    const items = draw();
    returned += items.length;
    right += items.filter((item) => counts.get(item) >= least).length;
  }
  const mean = (sum) => (sum / runs).toFixed(1).replace(/\.0$/, "");
  return `${mean(returned)} / ${mean(right)}`;
}

await load();
for (const [name, counts] of [
  ["Routes of 200,000 flights", await routes()],
  ["Zipf with close counts", zipf],
]) {
  console.log(`\n### ${name}: ${counts.size} items\n`);
  console.log(
    "| k | kBar | epsilon | any number of items | draws, 1 item a user | laplace, 1 item a user | known: peeling | known: permute-and-flip |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const k of [5, 10, 50, 100]) {
    for (const epsilon of [0.1, 1]) {
      const known = [
        measured(counts, k, () => peel(counts, k, stepEpsilon(epsilon, k, 8))),
        measured(counts, k, () => flip(counts, k, stepEpsilon(epsilon, k, 2))),
      ];
      for (const kBar of [k, 10 * k, counts.size]) {
        const draw = (variant, perUser) => () =>
          topK(counts, { k, kBar, epsilon, delta, variant, perUser }).items.map(({ item }) => item);
        const cells = [
          measured(counts, k, draw("strict", Number.POSITIVE_INFINITY)),
          measured(counts, k, draw("limited-domain", 1)),
          measured(counts, k, draw("laplace", 1)),
          ...(kBar === k ? known : ["", ""]),
        ];
        const all = kBar === counts.size ? "all" : kBar;
        console.log(`| ${k} | ${all} | ${epsilon} | ${cells.join(" | ")} |`);
      }
    }
  }
}

/** The frequency of each of `items` words among `rows` rows, by Zipf's law. */
function words(rows, items) {
  const all = Array.from({ length: items }, (_, i) => 1 / (i + 1)).reduce((a, b) => a + b);
  const counts = Array.from({ length: items }, (_, i) => Math.floor(rows / ((i + 1) * all)));
  return counts.flatMap((count, i) => Array(count).fill(i));
}

/** Users with `most` distinct words each. */
function usersWith(users, most) {
  const pool = words(users * 5, 5000);
  const columns = { users: [], items: [] };
  for (let user = 0; user < users; ++user) {
    const own = new Set();
    for (const end = 1 + (user % most); own.size < end; ) {
      own.add(pool[Math.floor(Math.random() * pool.length)]);
    }
    for (const item of own) {
      columns.users.push(user);
      columns.items.push(item);
    }
  }
  return columns;
}

/** The number of returned items among the true top 100 of rows, as the mean of ten runs. */
function found(rows, options) {
  const counts = new Map();
  for (const item of rows.items ?? rows) counts.set(item, (counts.get(item) ?? 0) + 1);
  const top = new Set(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 100)
      .map(([item]) => item),
  );
  let right = 0;
  for (let run = 0; run < 10; ++run) {
    const { items } = topK(rows, { k: 100, delta: 1e-8, ...options });
    right += items.filter(({ item }) => top.has(item)).length;
  }
  return (right / 10).toFixed(1);
}

console.log("\n### By default, of rows\n");
console.log("| rows | epsilon | limited-domain | laplace | by default | which is |");
console.log("|---|---|---|---|---|---|");
for (const [name, rows, epsilon, perUser] of [
  ["20,000 users of one word", words(20_000, 5000), 1, undefined],
  ["200,000 users of one word", words(200_000, 5000), 0.1, undefined],
  ["20,000 users of up to 50 words, 10 of them", usersWith(20_000, 50), 1, 10],
  ["20,000 users of up to 10 words, spread", usersWith(20_000, 10), 1, undefined],
]) {
  const isOfUsers = "items" in rows;
  const drawn = ["limited-domain", "laplace"].map((variant) =>
    found(rows, { epsilon, variant, perUser: isOfUsers ? (perUser ?? 10) : undefined }),
  );
  const { variant, noise } = topK(rows, { k: 100, delta: 1e-8, epsilon, perUser }).record
    .parameters;
  const which = [variant, noise].filter(Boolean).join(", ");
  const own = found(rows, { epsilon, perUser });
  console.log(`| ${[name, epsilon, ...drawn, own, which].join(" | ")} |`);
}

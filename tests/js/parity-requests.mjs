// The draws for each line of tests/parity/draws.txt, one after the other from one seed; see tests/unit/parity.
import { readFileSync } from "node:fs";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { draws as drawsOfMechanisms } from "../exact/listed.mjs";
import { draws as otherDraws } from "./parity-draws.mjs";
import { draws as countDraws } from "./parity-draws-counts.mjs";
import { draws as intervalDraws } from "./parity-draws-intervals.mjs";
import { draws as learningDraws } from "./parity-draws-learning.mjs";

const {
  bigIntegers,
  boundContributions,
  integers,
  interiorPoint,
  median,
  quantile,
  reals,
  selectBest,
  text,
  topK,
} = logstar;

/** Those on record, in order: "request = result". */
export const record = new URL("../parity/draws.txt", import.meta.url);
export const lines = readFileSync(record, "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** n spread-out doubles, the same in both languages. */
function column(n) {
  return Float64Array.from(
    { length: n },
    (_, i) => Number((BigInt(i) * 2654435761n) % 4294967296n) / 1000,
  );
}

const counts = Array.from({ length: 200 }, (_, i) => ({
  item: String(i).padStart(3, "0"),
  count: Math.floor(5000 / (i + 1)),
}));

/** n spread-out 64-bit numbers. */
function wideColumn(n) {
  return BigUint64Array.from({ length: n }, (_, i) => BigInt(i) * 0x9e3779b97f4a7c15n);
}

const draws = {
  ...drawsOfMechanisms(logstar),
  ...otherDraws,
  ...countDraws,
  ...intervalDraws,
  ...learningDraws,
  quantile(q, epsilon, n, neighbors = "add-remove") {
    const options = { epsilon, neighbors, algorithm: "exponential", abstain: false };
    return q === 0.5 ? median(column(n), options).value : quantile(column(n), q, options).value;
  },
  "quantile-replace": (q, epsilon, n) => draws.quantile(q, epsilon, n, "replace"),
  integers(lo, hi, epsilon, n) {
    return median(column(n), {
      epsilon,
      domain: integers(lo, hi),
      algorithm: "exponential",
      abstain: false,
    }).value;
  },
  unsigned(epsilon, n) {
    const domain = integers(0n, 2n ** 64n - 1n);
    return median(wideColumn(n), { epsilon, domain, algorithm: "exponential", abstain: false })
      .value;
  },
  signed(epsilon, n) {
    const domain = integers(-(2n ** 63n), 2n ** 63n - 1n);
    const values = new BigInt64Array(wideColumn(n).buffer);
    return median(values, { epsilon, domain, algorithm: "exponential", abstain: false }).value;
  },
  reals: (algorithm, q, epsilon, delta, size, n) =>
    draw(column(n), reals(), algorithm, q, epsilon, delta, size),
  big(bits, algorithm, q, epsilon, delta, size, n) {
    const values = Array.from(wideColumn(n), (x) => (1n << BigInt(bits >> 1)) + x ** 5n);
    return draw(values, bigIntegers(bits), algorithm, q, epsilon, delta, size);
  },
  text(maxBytes, algorithm, q, epsilon, delta, size, n) {
    const values = Array.from(wideColumn(n), (x) => `caf\u00e9 ${x}`);
    const place = draw(values, text(maxBytes), algorithm, q, epsilon, delta, size);
    if (place === null) return null;
    return [...encoder.encode(place.text), place.after ? "after" : "at"].join(",");
  },
  "top-k": (k, epsilon, delta) => ranking(k, epsilon, delta, 1),
  ranking(variant, k, kBar, perUser, epsilon, delta) {
    const options = { variant, k, kBar, perUser, epsilon, delta, counts: true };
    const { items } = topK(counts, options);
    return items.map(({ item, count }) => `${Number(item)}:${count}`).join(",");
  },
  bounded(perUser, n) {
    const users = Int32Array.from({ length: n }, (_, i) => (i * i) % 10);
    const items = Int32Array.from({ length: n }, (_, i) => i % 7);
    return boundContributions({ users, items }, { perUser }).counts.join(",");
  },
  strict: (k, epsilon, delta) => ranking(k, epsilon, delta, Number.POSITIVE_INFINITY),
  "top-k-by"(variant, neighbors, k, kBar, perUser, epsilon, delta) {
    const options = { variant, neighbors, k, kBar, epsilon, delta };
    const users = perUser > 0 ? perUser : Number.POSITIVE_INFINITY;
    const { items } = topK(counts, { ...options, perUser: users });
    return items.map(({ item }) => Number(item)).join(",");
  },
  "ranked-list"(variant, neighbors, k, perUser, epsilon, delta) {
    const options = { neighbors, k, epsilon };
    if (variant === "permute-and-flip") {
      const scores = new Map(counts.map(({ item, count }) => [item, count]));
      return selectBest(scores, { ...options, monotone: true })
        .value.map(Number)
        .join(",");
    }
    const domain = counts.map(({ item }) => item);
    const { items } = topK(counts, { ...options, variant, delta, perUser, domain });
    return items.map(({ item }) => Number(item)).join(",");
  },
  "top-k-of-rows"(variant, k, kBar, perUser, epsilon, delta, n) {
    const users = Int32Array.from({ length: n }, (_, i) => i % 500);
    const items = users.map((user, i) => ((user + Math.floor(i / 500)) ** 2 % 41) % 29);
    const { items: drawn } = topK({ users, items }, { variant, k, kBar, perUser, epsilon, delta });
    return drawn.map(({ item }) => item).join(",");
  },
};

/** Any algorithm: q is 0 for an interior point, the size 0 for none. */
function draw(values, domain, algorithm, q, epsilon, delta, size) {
  const options = {
    domain,
    algorithm,
    epsilon,
    delta,
    abstain: false,
    ...(size > 0 ? { size } : {}),
  };
  return q > 0 ? quantile(values, q, options).value : interiorPoint(values, options).value;
}

const encoder = new TextEncoder();

function ranking(k, epsilon, delta, perUser) {
  const variant = perUser === 1 ? "limited-domain" : "strict";
  const { items } = topK(counts, { k, epsilon, delta, perUser, variant });
  return items.map(({ item }) => Number(item)).join(",");
}

/** Starts from the first draw again. */
export const restart = () => loadForTesting({ seed: 20201123 });

/** Draws what a request says, which is the next draw. @param {string} request */
export function drawn(request) {
  const [kind, ...given] = request.split(" ");
  return draws[kind](...given.map((one) => (Number.isNaN(Number(one)) ? one : Number(one))));
}

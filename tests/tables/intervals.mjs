// How often intervals of a population miss its median, and how long they are: over 13 laws of values, beside the interval
// without privacy and two shifted quantiles. Writes the tables of docs/intervals.md: each from its own fixed seeds, and
// each law of `many` too, so that laws can be asked for apart: `many uniform`. Other names below write one table;
// `--quick` shows a tenth of the runs instead.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accuracy, integers, median, quantile } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { root } from "../../scripts/shell.mjs";

const isQuick = process.argv.includes("--quick");
const samples = (all) => (isQuick ? all / 10 : all);
const page = join(root, "docs/intervals.md");

/** Draws of its own for the samples: the same each time. */
let state = 20201123;
function uniform() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  const high = state >>> 5;
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (high * 2 ** 26 + (state >>> 6) + 0.5) / 2 ** 53;
}
const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());

/** Zipf's law with exponent 1.2 on 1 to 10,000, by its distribution function. */
const zipf = (() => {
  let sum = 0;
  const sums = Array.from({ length: 10_000 }, (_, i) => {
    sum += (i + 1) ** -1.2;
    return sum;
  });
  const rankOf = (u) => {
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] >= u * sum) high = middle;
      else low = middle + 1;
    }
    return low + 1;
  };
  return { draw: () => rankOf(uniform()), median: rankOf(0.5) };
})();

const ages = integers(0, 120);
const age = () => Math.floor(100 * uniform() ** 1.5);
const ageMedian = Math.floor(100 * 0.5 ** 1.5);

/** Each with a draw, and the least and greatest median of the law. */
const laws = {
  uniform: { draw: uniform, medians: [0.5, 0.5] },
  "log-normal": {
    draw: () => Math.exp(10.5 + 0.4 * normal()),
    medians: [Math.exp(10.5), Math.exp(10.5)],
  },
  exponential: { draw: () => -Math.log(uniform()), medians: [Math.LN2, Math.LN2] },
  "salaries in hundreds": {
    draw: () => 100 * Math.round(Math.exp(10.5 + 0.4 * normal()) / 100),
    medians: [36300, 36300],
  },
  Cauchy: { draw: () => Math.tan(Math.PI * (uniform() - 0.5)), medians: [0, 0] },
  "all scales": { draw: () => 10 ** (-6 + 12 * uniform()), medians: [1, 1] },
  "gap at the median": { draw: () => uniform() + (uniform() < 0.5 ? 0 : 1000), medians: [1, 1000] },
  "two atoms": { draw: () => (uniform() < 0.5 ? 1 : 1000), medians: [1, 1000] },
  "zeros, 45%": {
    draw: () => (uniform() < 0.45 ? 0 : 1 + uniform()),
    medians: [1 + 1 / 11, 1 + 1 / 11],
  },
  Zipf: { draw: zipf.draw, medians: [zipf.median, zipf.median] },
  "all equal": { draw: () => 36_290, medians: [36_290, 36_290] },
  "ages as reals": { draw: age, medians: [ageMedian, ageMedian] },
  "ages as whole numbers": { draw: age, medians: [ageMedian, ageMedian], domain: ages },
};

const beta = 0.05;

/** The least d with P[|Bin(n, 1/2) - n/2| >= d] at most `chance`. */
function sampling(n, chance) {
  let logMass = -n * Math.LN2;
  const masses = [Math.exp(logMass)];
  for (let k = 1; k <= n / 2; ++k) {
    logMass += Math.log((n - k + 1) / k);
    masses.push(Math.exp(logMass));
  }
  let tail = 0;
  let k = 0;
  for (; k <= n / 2; ++k) {
    tail += 2 * masses[k];
    if (tail > chance) break;
  }
  return n / 2 - k + 1;
}

/** The order statistics that cover the median without privacy. */
function withoutPrivacy(sorted) {
  const d = sampling(sorted.length, beta);
  const n = sorted.length;
  return {
    lo: sorted[Math.ceil(n / 2 - d)] ?? null,
    hi: sorted[Math.floor(n / 2 + d) - 1] ?? null,
  };
}

/** Two quantiles at half of epsilon each, shifted by what sampling and each draw may miss by. */
function twoEnds(values, epsilon, domain) {
  const n = values.length;
  const options = { epsilon: epsilon / 2, domain, abstain: false };
  const { error } = accuracy.quantile(0.3, { ...options, confidence: 1 - beta / 4 });
  const shift = (sampling(n, beta / 2) + error) / n;
  if (shift >= 0.5) return null;
  return {
    lo: quantile(values, 0.5 - shift, options).value,
    hi: quantile(values, 0.5 + shift, options).value,
  };
}

const isMissed = ({ lo, hi }, [first, last]) =>
  (lo !== null && lo > first) || (hi !== null && hi < last);

/** Half of the records that an interval spans; where an end is missing, to the end of the data. */
const spanned = ({ lo, hi }, sorted) =>
  sorted.filter((value) => (lo === null || value >= lo) && (hi === null || value <= hi)).length / 2;

/** Of so many runs, of which fewer may have a number. */
const middle = (numbers, runs) => {
  if (numbers.length < runs / 2) return undefined;
  return Math.round([...numbers].sort((a, b) => a - b)[numbers.length >> 1]);
};

/** The results of `n` runs of one law, for each of three intervals. */
function tried({ draw, medians, domain }, n, epsilon, runs, ways) {
  const seen = Object.fromEntries(ways.map((way) => [way, { missed: 0, spans: [] }]));
  const intervals = {
    private: (values) => median(values, { epsilon, domain, interval: "population" }).interval,
    plain: (_, sorted) => withoutPrivacy(sorted),
    ends: (values) => twoEnds(values, epsilon, domain),
  };
  for (let i = 0; i < runs; ++i) {
    const values = Float64Array.from({ length: n }, draw);
    const sorted = Array.from(values).sort((a, b) => a - b);
    for (const way of ways) {
      const interval = intervals[way](values, sorted);
      if (interval === null) continue;
      seen[way].missed += isMissed(interval, medians);
      seen[way].spans.push(spanned(interval, sorted));
    }
  }
  return seen;
}

const percent = (missed, runs) => `${Number(((100 * missed) / runs).toFixed(1))}%`;
const span = (spans, runs) => middle(spans, runs)?.toLocaleString("en") ?? "none";
const cell = ({ missed, spans }, runs) => `${percent(missed, runs)}, ${span(spans, runs)}`;

const epsilons = [0.1, 0.5, 1, 2];
const sizes = [200, 1000, 10_000];
const sizesBy = (columns) => [
  `| records | ${columns.join(" | ")} |`,
  `|---|${columns.map(() => "---|").join("")}`,
];
const byEpsilon = epsilons.map((epsilon) => `epsilon ${epsilon}`);

const comparedHead = [
  "| law | interval | without privacy | two shifted ends |",
  "|---|---|---|---|",
];

/** One law beside both other intervals. */
function compared(name, n, runs) {
  const {
    private: ours,
    plain,
    ends,
  } = tried(laws[name], n, 1, runs, ["private", "plain", "ends"]);
  return `| ${name} | ${[ours, plain, ends].map((one) => cell(one, runs)).join(" | ")} |`;
}

/** The first words of each table on the page, and what follows them. */
const tables = {
  laws() {
    const runs = samples(200);
    const words = `Missed, of ${runs} samples, and the median half-width in records, n = 1,000, epsilon 1:`;
    const rows = Object.keys(laws).map((name) => compared(name, 1000, runs));
    return { start: "Missed, of 200", lines: [words, "", ...comparedHead, ...rows] };
  },
  /** Of one law the row alone. */
  many(law) {
    const runs = samples(2000);
    if (law !== undefined) return { lines: [compared(law, 10_000, runs)] };
    const words = `The same of ${runs.toLocaleString("en")} samples each of 10,000 records:`;
    const rows = Object.keys(laws).map((name) => inOwnProcess(["many", name]).trimEnd());
    return { start: "The same of", lines: [words, "", ...comparedHead, ...rows] };
  },
  records() {
    const runs = samples(200);
    const rows = sizes.map((n) => {
      const cells = epsilons.map((epsilon) => {
        const each = Object.values(laws).map(
          (law) => tried(law, n, epsilon, runs, ["private"]).private,
        );
        const missed = Math.max(...each.map((one) => one.missed));
        return cell({ ...each[0], missed }, runs);
      });
      return `| ${n.toLocaleString("en")} | ${cells.join(" | ")} | ${sampling(n, beta)} |`;
    });
    const words = `The most missed of all laws, of ${runs} samples each, and the median half-width in records of uniform values:`;
    const head = sizesBy([...byEpsilon, "without privacy"]);
    return { start: "The most missed", lines: [words, "", ...head, ...rows] };
  },
  ends() {
    const runs = samples(200);
    const rows = sizes.map((n) => {
      const cells = epsilons.map((epsilon) =>
        cell(tried(laws.uniform, n, epsilon, runs, ["ends"]).ends, runs),
      );
      return `| ${n.toLocaleString("en")} | ${cells.join(" | ")} |`;
    });
    const words = "Two shifted ends of the same uniform values, missed and half-width:";
    return { start: "Two shifted ends of", lines: [words, "", ...sizesBy(byEpsilon), ...rows] };
  },
};

/** Puts a table in place of the one that begins with the same words. */
function write({ start, lines }) {
  const text = readFileSync(page, "utf8");
  const from = text.indexOf(`\n${start}`) + 1;
  const head = text.indexOf("\n|", from) + 1;
  const to = text.indexOf("\n\n", head);
  writeFileSync(page, `${text.slice(0, from)}${lines.join("\n")}${text.slice(to)}`);
}

/** Draws of a process begin with its seed. */
function inOwnProcess(words) {
  const [, script] = process.argv;
  const all = [script, ...words, ...(isQuick ? ["--quick"] : [])];
  return execFileSync(process.execPath, all, { encoding: "utf8" });
}

const [named, law] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
if (named === undefined) {
  for (const name of Object.keys(tables)) process.stdout.write(inOwnProcess([name]));
} else {
  await loadForTesting({ seed: 20201123 });
  const table = tables[named](law);
  console.log(table.lines.join("\n"));
  if (!isQuick && law === undefined) write(table);
}

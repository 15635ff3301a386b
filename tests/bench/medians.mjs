// The waiting times of medians and quantiles, as ratios in one run. `node tests/bench/medians.mjs [dist] [row] [turns]`
// measures another build beside this one, in turns; "-" for none. A row is the middle of several, in processor time.
import { pathToFileURL } from "node:url";
import * as own from "../../dist/index.js";

const [other, only, asked] = process.argv.slice(2);
const builds = { here: own };
if (other !== undefined && other !== "-")
  builds.other = await import(pathToFileURL(`${other}/index.js`).href);
for (const build of Object.values(builds)) await build.load();

/** The processor time in milliseconds. */
function processor(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const middle = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** Of each in turn, so that other load on the machine affects all equally. */
function measured(works, turns) {
  const times = works.map(() => []);
  for (let turn = 0; turn < turns + 1; ++turn)
    works.forEach((work, i) => {
      const time = processor(work);
      if (turn > 0) times[i].push(time); // the first one warms up
    });
  return times.map(middle);
}

/** `plain`: the work without privacy. */
function row(name, work, { plain, turns = 7, times = 1 } = {}) {
  if (only !== undefined && !name.includes(only)) return;
  if (asked !== undefined) turns = Number(asked);
  const many = (call) => () => {
    for (let i = 0; i < times; ++i) call();
  };
  const calls = Object.values(builds).map((build) => many(() => work(build)));
  const all = plain === undefined ? calls : [...calls, many(plain)];
  const found = measured(all, turns).map((time) => time / times);
  const here = found[0];
  const ratio = (what, time) => `${what} ${time.toFixed(2)} ms ${(here / time).toFixed(2)}x`;
  const beside = [];
  if (builds.other !== undefined) beside.push(ratio("other", found[1]));
  if (plain !== undefined) beside.push(ratio("plain", found.at(-1)));
  console.log(`${name.padEnd(44)} ${here.toFixed(2).padStart(9)} ms  ${beside.join("  ")}`);
}

/** The middle number by selection. */
function quickselect(given) {
  const numbers = given.slice();
  const k = numbers.length >> 1;
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const pivot = numbers[(low + high) >> 1];
    let [i, j] = [low, high];
    while (i <= j) {
      while (numbers[i] < pivot) ++i;
      while (numbers[j] > pivot) --j;
      if (i <= j) {
        [numbers[i], numbers[j]] = [numbers[j], numbers[i]];
        ++i;
        --j;
      }
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else break;
  }
  return numbers[k];
}

/** Data of a row, made when it is measured. */
function once(make) {
  let data;
  return () => {
    data ??= make();
    return data;
  };
}

const income = () => Math.exp(10 + 3 * (Math.random() - 0.5));
const n = 1e7;
const reals = once(() => new Float64Array(n).map(income));
const whole = once(() => Int32Array.from(reals()));
const ages = once(() => new Float64Array(n).map(() => Math.floor(121 * Math.random() ** 2)));
const equal = once(() => new Float64Array(n).fill(37));
const epsilon = 1;

row("median of 10^7 doubles", ({ median }) => median(reals(), { epsilon }), {
  plain: () => quickselect(reals()),
});
row("the same as an Int32Array", ({ median }) => median(whole(), { epsilon }));
row("10^7 ages as reals", ({ median }) => median(ages(), { epsilon }));
row("10^7 ages as integers(0, 120)", ({ median, integers }) =>
  median(ages(), { epsilon, domain: integers(0, 120) }),
);
row("10^7 equal doubles", ({ median }) => median(equal(), { epsilon }));
row("interiorPoint of 10^7 doubles, delta", ({ interiorPoint }) =>
  interiorPoint(reals(), { epsilon, delta: 1e-9 }),
);

const million = once(() => new Float64Array(1e6).map(income));
const qs = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
row("99 quantiles of 10^6 doubles", ({ quantiles }) => quantiles(million(), qs, { epsilon }), {
  plain: () => million().slice().sort(),
});
const hundred = new Float64Array(100).map(income);
row("median of 100 doubles", ({ median }) => median(hundred, { epsilon }), { times: 200 });
row(
  "9 quantiles of 100 doubles, with delta",
  ({ quantiles }) =>
    quantiles(hundred, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], { epsilon, delta: 1e-9 }),
  { times: 20 },
);

const words = once(() =>
  Array.from({ length: 1e6 }, () => Math.random().toString(36).slice(2, 14)),
);
row(
  "text(32) median of 10^6 texts",
  ({ median, text }) => median(words(), { epsilon, domain: text(32) }),
  { plain: () => quickselect(words()) },
);

const rows = once(() =>
  Array.from({ length: 1e6 }, (_, i) => ({
    person: i,
    group: `group ${i % 50}`,
    value: million()[i],
  })),
);
const columns = once(() => ({
  person: rows().map(({ person }) => person),
  group: rows().map(({ group }) => group),
  value: million(),
}));
const names = Array.from({ length: 50 }, (_, i) => `group ${i}`);
const byGroup = (build, data) =>
  build.table(data, { user: "person" }).groupBy("group", names).median("value", { epsilon });
row("median by 50 groups of 10^6 rows, columns", (build) => byGroup(build, columns()), {
  turns: 5,
});
row("the same of objects", (build) => byGroup(build, rows()), { turns: 5 });

const small = once(() => ({
  users: null,
  values: million(),
  groups: Uint16Array.from({ length: 1e6 }, (_, i) => i % 1000),
}));
const thousand = Array.from({ length: 1000 }, (_, i) => i);
row(
  "9 quantiles by 1,000 groups of 1,000 rows",
  ({ quantiles }) =>
    quantiles(small(), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], {
      epsilon,
      groups: thousand,
    }),
  { turns: 3 },
);

// The tasks of logstar and its peers: the same data sets, the same epsilon, with known or unknown bounds.
import { rowsOfUsers } from "../practice/contests/words.mjs";
import { Random } from "../practice/random.mjs";
import { dataSet } from "../practice/shapes.mjs";

const records = 1000;
const widest = 1e9;
const groupCount = 20;
/** The number of words. */
export const vocabulary = 5000;
const edges = Array.from({ length: 19 }, (_, i) => Math.round(10 ** (i / 2)));
const evenly = (parts) => Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts);

/** Whole numbers of seven shapes in turn, at random places and scales between 0 and 1e9. */
const numbers = (run) => ({ values: dataSet("integers 0 to 1e9", run, records).values });

/** Users in one of 20 groups each, with large groups among them. */
function grouped(run) {
  const random = new Random(`groups ${run}`);
  const groups = Array.from({ length: 10_000 }, () =>
    Math.floor(groupCount * random.between(0, 1) ** 2),
  );
  return { groups };
}

/** Users with 1 to `most` words each, with repeated words. */
const words = (name, kind) => (run) => {
  const { users, items } = rowsOfUsers(new Random(`${name} ${run}`), kind);
  return { users, words: items };
};

/** The bounds of numbers in a task: none, far wider than the data, or their ends. */
const bounds = {
  none: () => ({}),
  wide: () => ({ lower: 0, upper: widest }),
  perfect({ values }) {
    const lower = values.reduce((least, value) => Math.min(least, value));
    const upper = values.reduce((most, value) => Math.max(most, value));
    return { lower, upper: Math.max(upper, lower + 1) };
  },
};

const ofNumbers = { of: "numbers", unit: "records", runs: 70, make: numbers };
const privately = { function: "words", epsilon: 1, delta: 1e-8 };
const scarce = { userCount: 20_000, most: 1, size: vocabulary };
const many = { userCount: 20_000, most: 50, size: vocabulary };

const asked = [
  ...[0.1, 1].map((epsilon) => ({
    ...{ title: "Median of 1,000", function: "quantiles", quantiles: [0.5], epsilon },
    ...{ ...ofNumbers, unit: "ranks" },
  })),
  {
    ...{ title: "Nine deciles of 1,000", function: "quantiles", quantiles: evenly(10), epsilon: 1 },
    ...{ ...ofNumbers, unit: "ranks" },
  },
  { title: "Mean of 1,000", function: "mean", epsilon: 1, ...ofNumbers, unit: "percent" },
  { title: "Sum of 1,000", function: "sum", epsilon: 1, ...ofNumbers, unit: "percent" },
  {
    ...{ title: "Histogram of 1,000, 20 bins", function: "histogram", edges, epsilon: 1 },
    ...{ ...ofNumbers, unit: "count", hasNoBounds: true },
  },
  {
    ...{ title: "Count by 20 listed groups", function: "count by groups", groups: groupCount },
    ...{ epsilon: 1, of: "groups", unit: "count", runs: 40, make: grouped },
  },
  {
    ...{ title: "Top 100 words, one a user", ...privately, perUser: 1, unit: "true of 100" },
    ...{ of: "one word", runs: 20, make: words("one word", scarce) },
  },
  {
    ...{ title: "Top 100 words, up to 50 a user, cut to 10", ...privately, perUser: 10 },
    ...{ unit: "true of 100", of: "many words", runs: 3, make: words("many words", many) },
  },
  {
    ...{ title: "Words of one user each that are named", ...privately, perUser: 1, unit: "named" },
    ...{ of: "one word", runs: 20, make: words("one word", scarce) },
  },
];

/**
 * The tasks and the data sets that they share.
 * @param {{ quick?: boolean }} [options]
 */
export function tasks({ quick = false } = {}) {
  const sets = {};
  const runsOf = ({ of, make, runs, hasNoBounds }, kind) =>
    Array.from({ length: quick ? Math.ceil(runs / 5) : runs }, (_, run) => {
      const set = `${of} ${run}`;
      sets[set] ??= make(run);
      return { set, ...(hasNoBounds || of !== "numbers" ? {} : bounds[kind](sets[set])) };
    });
  const list = asked.flatMap((task) => {
    const { title, make, runs, hasNoBounds, ...rest } = task;
    const kinds = task.of === "numbers" && !hasNoBounds ? Object.keys(bounds) : [""];
    return kinds.map((kind) => ({
      ...rest,
      ...{ title, bounds: kind, id: [title, task.epsilon, kind].filter(Boolean).join(", ") },
      runs: runsOf(task, kind),
    }));
  });
  return { tasks: list, sets };
}

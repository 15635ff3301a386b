// Counts, sums, means and medians of users, by listed groups and within known or unknown bounds.
import { count, histogram, integers, mean, median, reals, sum } from "../../../dist/index.js";
import { Ranks } from "../ranks.mjs";
import { byMagnitude, laplace, medianOfCandidates, noisyCounts } from "./by-hand.mjs";

const edges = Array.from({ length: 19 }, (_, i) => 5 * (i + 1));
const binOf = (value) => Math.min(19, Math.floor(value / 5));
const total = (values) => values.reduce((added, value) => added + value, 0);
const worst = (counts, truth) =>
  counts.reduce((most, one, i) => Math.max(most, Math.abs(one - truth[i])), 0);

/** Whole numbers from 0 to 100, one record each. */
function hundreds(random) {
  const middle = random.between(10, 90);
  const draw = () => Math.min(100, Math.max(0, Math.round(middle + 15 * random.normal())));
  return { values: Array.from({ length: 2000 }, draw), random };
}

const truthOf = (values) => {
  const counts = new Array(20).fill(0);
  for (const value of values) counts[binOf(value)] += 1;
  return counts;
};
const one = { epsilon: 1 };
const bounded = { ...one, domain: integers(0, 100) };
const asRecords = ({ values }) => ({ values, users: null });

/** The miss of a sum, in hundredths of the greatest value: noise of rate epsilon has a scale of a hundred. */
const ofSum = (answer, { values }) => Math.abs(answer - total(values));
/** The miss of a mean, times the number of records. */
const ofMean = (answer, { values }) => Math.abs(answer * values.length - total(values));

/** Half of epsilon for the sum of the values minus the middle, which moves by 50, and half for the number. */
function meanByHand({ values, random }) {
  const above = total(values.map((value) => value - 50)) + 50 * laplace(random, 0.5);
  return 50 + above / Math.max(1, values.length + laplace(random, 0.5));
}

const listed = Array.from({ length: 20 }, (_, i) => i);

/** Users in four of twenty groups each. */
function inFour(random) {
  const rows = { users: [], groups: [] };
  for (let user = 0; user < 2000; ++user) {
    const first = random.below(20);
    for (const step of [0, 3, 7, 12]) {
      rows.users.push(user);
      rows.groups.push((first + step) % 20);
    }
  }
  const truth = listed.map((group) => rows.groups.filter((one) => one === group).length);
  return { rows, truth, random };
}

const countedBy =
  (options) =>
  ({ rows, truth }) =>
    worst(
      count(rows, { ...one, delta: 1e-8, groups: listed, perUser: 4, ...options }).groups.map(
        ({ value }) => value,
      ),
      truth,
    );
const noises = (ask) => [
  { name: "by default", ask: ask({}) },
  ...["laplace", "gaussian"].map((noise) => ({ name: `by "${noise}"`, ask: ask({ noise }) })),
];

/** Incomes of unknown place and scale, below a billion. */
function incomes(random) {
  const scale = 10 ** random.between(3, 6);
  return {
    values: Array.from({ length: 10_000 }, () => Math.round(scale * Math.exp(random.normal()))),
    random,
  };
}

const perMille = (answer, truth) => 1000 * Math.abs(answer / truth - 1);
const meanOf = ({ values }) => total(values) / values.length;

/** A fifth of epsilon for noisy counts of powers of two, the greatest above 20 as the bound, the rest for the mean. */
function meanByFoundBound({ values, random }) {
  const powers = noisyCounts(
    random,
    values.map((value) => Math.ceil(Math.log2(value + 1))),
    31,
    0.2,
  );
  const bound = 2 ** powers.findLastIndex((many) => many > 100);
  const within = values.map((value) => Math.min(bound, value) - bound / 2);
  const above = total(within) + (bound / 2) * laplace(random, 0.4);
  return bound / 2 + above / Math.max(1, values.length + laplace(random, 0.4));
}

/** Twenty groups of 100 to 10,000 records, each at any scale. */
function grouped(random) {
  const rows = { values: [], groups: [], users: null };
  for (const group of listed) {
    const scale = 10 ** random.between(1, 6);
    for (let i = 100 * 1.274 ** group; i > 0; --i) {
      rows.values.push(Math.round(1 + scale * Math.exp(random.normal())));
      rows.groups.push(group);
    }
  }
  const of = listed.map((group) => rows.values.filter((_, i) => rows.groups[i] === group));
  return { rows, of, ranks: of.map((values) => new Ranks(values)), random };
}

/** The median of the misses of groups below 300, in ranks. */
function missOf(answers, { of, ranks }) {
  const misses = listed
    .filter((group) => of[group].length < 300)
    .map((group) =>
      answers[group] === null
        ? ranks[group].missOfNone(0.5)
        : ranks[group].judge(answers[group], 0.5).miss,
    );
  return misses.sort((a, b) => a - b)[misses.length >> 1];
}

const mediansBy = (options) => (data) =>
  missOf(
    median(data.rows, { epsilon: 0.1, groups: listed, ...options }).groups.map(
      ({ value }) => value,
    ),
    data,
  );

/** Users of 1 to 50 rows; users with many rows have greater values. */
function heavy(random) {
  const rows = { values: [], users: [] };
  const scale = 10 ** random.between(1, 4);
  for (let user = 0; user < 2000; ++user) {
    const many = 1 + random.below(50);
    for (let row = 0; row < many; ++row) {
      rows.values.push(Math.round(scale * (1 + many / 50) * Math.exp(0.5 * random.normal())));
      rows.users.push(user);
    }
  }
  return { rows, ranks: new Ranks(rows.values), random };
}

/** @type {import("../contest.mjs").Contest[]} */
export const counts = [
  {
    title: "histogram of 2,000, 20 bins, epsilon 1, the worst bin",
    ...{ unit: "records off", runs: 100, make: hundreds },
    ways: [
      ...noises(
        (options) => (data) =>
          worst(
            histogram(asRecords(data), { ...one, delta: 1e-8, edges, ...options }).value.map(
              (bin) => bin.count,
            ),
            truthOf(data.values),
          ),
      ),
      {
        name: "by hand",
        ask: ({ values, random }) =>
          worst(noisyCounts(random, values.map(binOf), 20, 1), truthOf(values)),
      },
    ],
  },
  {
    title: "count by 20 listed groups, four a user, epsilon 1, delta 1e-8, the worst group",
    ...{ unit: "users off", runs: 100, make: inFour },
    ways: [
      ...noises(countedBy),
      {
        name: "by hand",
        ask: ({ rows, truth, random }) => worst(noisyCounts(random, rows.groups, 20, 1 / 4), truth),
      },
    ],
  },
  {
    title: "sum of 2,000 within 0 to 100, epsilon 1",
    ...{ unit: "off", runs: 200, make: hundreds },
    ways: [
      { name: "by default", ask: (data) => ofSum(sum(asRecords(data), bounded).value, data) },
      {
        name: "by hand",
        ask: (data) => ofSum(total(data.values) + 100 * laplace(data.random, 1), data),
      },
    ],
  },
  {
    title: "mean of 2,000 within 0 to 100, epsilon 1",
    ...{ unit: "off, times the records", runs: 200, make: hundreds },
    ways: [
      { name: "by default", ask: (data) => ofMean(mean(asRecords(data), bounded).value, data) },
      { name: "by hand", ask: (data) => ofMean(meanByHand(data), data) },
    ],
  },
  {
    title: "mean of 10,000 incomes, bounds not known, epsilon 1",
    ...{ unit: "per mille off", runs: 100, make: incomes },
    ways: [
      {
        name: "by default",
        ask: (data) => perMille(mean(asRecords(data), one).value, meanOf(data)),
      },
      {
        name: "within 0 to 1e9",
        ask: (data) =>
          perMille(mean(asRecords(data), { ...one, domain: integers(0, 1e9) }).value, meanOf(data)),
      },
      { name: "by hand", ask: (data) => perMille(meanByFoundBound(data), meanOf(data)) },
    ],
  },
  {
    title: "median by 20 groups of any scale, epsilon 0.1, groups below 300",
    ...{ unit: "ranks", runs: 40, make: grouped, isShownOnly: true },
    ways: [
      { name: "by default", ask: mediansBy({}) },
      { name: "by `abstain: false`", ask: mediansBy({ abstain: false }) },
      { name: "within integers 0 to 1e9", ask: mediansBy({ domain: integers(0, 1e9) }) },
      {
        name: "within reals of 3 digits, 1 to 1e9",
        ask: mediansBy({ domain: reals({ digits: 3, min: 1, max: 1e9 }) }),
      },
      {
        name: "within the same, by `abstain: false`",
        ask: mediansBy({ domain: reals({ digits: 3, min: 1, max: 1e9 }), abstain: false }),
      },
      {
        name: "by hand, 1,000 candidates",
        ask: (data) => {
          const candidates = byMagnitude(1, 1e9, 1000);
          return missOf(
            data.of.map((values) => medianOfCandidates(data.random, values, candidates, 0.1)),
            data,
          );
        },
      },
    ],
  },
  {
    title: "median of rows, users of 1 to 50 rows, epsilon 1",
    ...{ unit: "rows", runs: 60, make: heavy },
    ways: [
      {
        name: "by default",
        ask: ({ rows, ranks }) =>
          ranks.judge(median(rows, { ...one, perUser: 50 }).value, 0.5).miss,
      },
      {
        name: "by hand, 1,000 candidates",
        ask: ({ rows, ranks, random }) =>
          ranks.judge(
            medianOfCandidates(random, rows.values, byMagnitude(1, 1e9, 1000), 1 / 50),
            0.5,
          ).miss,
      },
    ],
  },
];

// Intervals of medians and quantiles, on awkward data and on samples of populations that are hard to cover.
import * as logstar from "../../../dist/index.js";
import { chanceOf, choosing, claimed, range } from "./reading.mjs";

const { integers, median, quantile, quantiles } = logstar;

const random = choosing(11);
const domain = integers(-(2 ** 40), 2 ** 40);

/** Whether an interval leaves a true quantile out: any number from `first` to `last` is one. */
const misses = (interval, [first, last]) =>
  interval !== null &&
  ((interval.lo !== null && interval.lo > first) || (interval.hi !== null && interval.hi < last));

/** The least and the greatest q-quantile of some numbers. */
function quantilesOf(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = q * sorted.length;
  return [
    sorted[Math.max(0, Math.ceil(rank) - 1)],
    sorted[Math.min(sorted.length - 1, Math.floor(rank))],
  ];
}

const claimsOf = ({ record, interval, intervals }, targets, reworded) => {
  const statement = reworded(record.interval.statement);
  const all = intervals ?? [interval];
  return [
    claimed(
      "intervals",
      chanceOf(statement),
      all?.some((one, i) => misses(one, targets[i])) ?? false,
    ),
  ];
};

/** How each function is asked, and of which quantiles. */
const calls = {
  median: { qs: [0.5], ask: (values, options) => median(values, options) },
  quantile: { qs: [0.9], ask: (values, options) => quantile(values, 0.9, options) },
  quantiles: {
    qs: [0.1, 0.5, 0.75],
    ask: (values, options) => quantiles(values, [0.1, 0.5, 0.75], options),
  },
};

const data = {
  "one record": [5],
  "few records": [3, 1, 4, 1, 5, 9],
  "heavy ties": [...range(180, () => 7), ...range(120, (i) => i * 1000)],
  "all equal": range(250, () => -(2 ** 20)),
  "a gap at the median": [...range(150, (i) => i), ...range(150, (i) => 2 ** 30 + i)],
  "on all scales": range(301, (i) => (i % 2 ? 1 : -1) * Math.floor(2 ** (i / 8))),
};
const users = (values) => ({
  values: values.flatMap((one) => [one, one]),
  users: range(2 * values.length, (i) => i >> 1),
});

/** By a uniform number below 1; the quantiles of the law. */
const laws = {
  "uniform numbers": { value: (u) => Math.floor(u * 1e9), quantile: (q) => [q * 1e9 - 1, q * 1e9] },
  "two atoms": {
    value: (u) => (u < 0.5 ? 7 : 10 ** 6),
    quantile: (q) => (q === 0.5 ? [7, 10 ** 6] : q < 0.5 ? [7, 7] : [10 ** 6, 10 ** 6]),
  },
};

export const intervalCases = Object.entries(calls).flatMap(([of, { qs, ask }]) => [
  ...Object.entries(data).flatMap(([shape, values]) =>
    [values, users(values)].map((given) => ({
      of,
      title: `an interval of the data, ${shape}${given.users ? " of users" : ""}`,
      draw: (reworded = (one) => one) => {
        const answer = ask(given, { epsilon: 2, domain, abstain: false, interval: "data" });
        const targets = qs.map((q) => quantilesOf(values, q));
        return claimsOf(answer, targets, reworded);
      },
    })),
  ),
  ...Object.entries(laws).map(([shape, { value, quantile }]) => ({
    of,
    title: `an interval of the population, ${shape}`,
    draw: (reworded = (one) => one) => {
      const sample = range(500, () => value(random()));
      const answer = ask(sample, { epsilon: 4, domain, abstain: false, interval: "population" });
      return claimsOf(answer, qs.map(quantile), reworded);
    },
  })),
]);

/** A population's statement about an interval of the data: with 4,000 records it misses two times in three. */
export const dataForPopulation = {
  draw: () => {
    const { value, quantile } = laws["uniform numbers"];
    const sample = range(4000, () => value(random()));
    const options = { epsilon: 20, domain, abstain: false, interval: "data" };
    return claimsOf(median(sample, options), [quantile(0.5)], (one) => one);
  },
};

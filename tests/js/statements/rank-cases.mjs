// Medians, quantiles and interior points of records and of users, on awkward data.
import * as logstar from "../../../dist/index.js";
import { rankClaims, releaseClaims } from "./ranks.mjs";
import { choosing, numberOf, range } from "./reading.mjs";
import { tables } from "./tables.mjs";
import { columns, grouped, merged, oneEach, splitEvenly } from "./weights.mjs";

const { integers, interiorPoint, median, quantile, quantiles } = logstar;

const random = choosing(7);
const wide = integers(-(2 ** 40), 2 ** 40);

/** Records, by their awkward property. */
const records = {
  "one record": () => [5],
  "two records at both ends": () => [-(2 ** 40), 2 ** 40],
  "few records": () => [3, 1, 4, 1, 5, 9],
  "heavy ties": () => [...range(180, () => 7), ...range(20, (i) => i * 1000)],
  "all equal": () => range(150, () => -(2 ** 40)),
  "on all scales": () => range(201, (i) => (i % 2 ? 1 : -1) * Math.floor(2 ** (i / 5.1))),
};
const twoValues = { "a domain of two values": () => range(41, (i) => (i < 17 ? 0 : 1)) };

/**
 * The number of records that the statement may miss, at each of two keys that are unlikely by magnitude: nearly
 * all other keys are outside.
 */
const tight = (statement) => {
  const [, error] = /at most ([\d,]+) records lie/.exec(statement);
  return range(2 * numberOf(error) + 2, (i) => 2 ** 40 - 1000 + (i % 2));
};

const calls = {
  median: (values, options) => {
    const { value, record } = median(values, options);
    return { record, values: value === null ? null : [value] };
  },
  quantile: (values, options) => {
    const { value, record } = quantile(values, 0.9, options);
    return { record, values: value === null ? null : [value] };
  },
  quantiles: (values, options) => {
    const { value, record } = quantiles(values, qs, options);
    return { record, values: value, qs };
  },
  interiorPoint: (values, options) => {
    const { value, record } = interiorPoint(values, options);
    return { record, values: value === null ? null : [value] };
  },
};
const qs = [0.1, 0.5, 0.75];

const delta = 1e-6;
const ways = {
  median: [
    { epsilon: 1, abstain: false },
    { epsilon: 1 },
    { epsilon: 1, algorithm: "exponential", confidence: 0.7 },
    { epsilon: 1, algorithm: "least-promise" },
    { epsilon: 1, algorithm: "least-promise", delta },
    { epsilon: 1, algorithm: "least-promise", delta, size: 201 },
    { epsilon: 2, neighbors: "replace" },
    { epsilon: 1, abstain: true },
  ],
  quantile: [
    { epsilon: 1, abstain: false },
    { epsilon: 1 },
    { epsilon: 1, algorithm: "least-promise" },
    { epsilon: 1, algorithm: "least-promise", delta },
    { epsilon: 1, algorithm: "exponential", confidence: 0.7 },
    { epsilon: 1, abstain: true },
  ],
  quantiles: [
    { epsilon: 1, abstain: false },
    { epsilon: 1 },
    { epsilon: 1, algorithm: "least-promise" },
    { epsilon: 1, algorithm: "least-promise", delta },
    { epsilon: 1, algorithm: "recursion", confidence: 0.7 },
    { epsilon: 4, delta, algorithm: "slices" },
    { epsilon: 1, abstain: true },
  ],
  interiorPoint: [{ epsilon: 1 }, { epsilon: 1, delta }, { epsilon: 1, delta, abstain: true }],
};

function recordCase(name, options, shape, values) {
  const rows = merged(values.map((value) => ({ value, weight: 1 })));
  return {
    of: name,
    title: `${JSON.stringify(options, (_, one) => one?.name ?? one)}, ${shape}`,
    draw: (reworded = (one) => one) => {
      const { record, ...answer } = calls[name](values, options);
      return rankClaims(reworded(record.accuracy.statement), rows, answer);
    },
  };
}

/** A median of these data, by a reworded statement. */
export const tightMedian = (reworded) => {
  const options = { epsilon: 1, algorithm: "exponential", domain: wide, abstain: false };
  const statement = reworded(logstar.accuracy.median(options).statement);
  return recordCase("median", options, "two neighbouring keys", tight(statement));
};

/** An interior point of a few records. */
export const fewRecords = recordCase(
  "interiorPoint",
  { epsilon: 1, domain: wide, algorithm: "cut" },
  "few",
  records["few records"](),
);

function casesOf(name) {
  const statementOf = (options) =>
    name === "quantile"
      ? logstar.accuracy.quantile(0.9, options).statement
      : name === "quantiles"
        ? logstar.accuracy.quantiles(qs, options).statement
        : logstar.accuracy[name](options).statement;
  return ways[name].flatMap((way) => {
    const options = { ...way, domain: wide };
    const small = { ...way, domain: integers(0, 1) };
    const statement = statementOf(options);
    const least = /(?:provided there are at least|with at least|fewer than) ([\d,]+)/.exec(
      statement,
    );
    const atLeast =
      least === null
        ? []
        : [["n as stated", range(numberOf(least[1]), (i) => (i % 2) * 2 ** 39 + i)]];
    const hard = name === "median" ? [["two neighbouring keys", tight(statement)]] : [];
    return [
      ...Object.entries(records).map(([shape, made]) => recordCase(name, options, shape, made())),
      ...[...atLeast, ...hard].map(([shape, made]) => recordCase(name, options, shape, made)),
      ...Object.entries(twoValues).map(([shape, made]) => recordCase(name, small, shape, made())),
    ];
  });
}

const userWays = {
  median: [
    [{ epsilon: 1 }],
    [{ epsilon: 1, abstain: true }],
    [{ epsilon: 1, perUser: "median" }],
    [{ epsilon: 1, groups: ["a", "b"] }, true],
    [{ epsilon: 1, groups: ["a", "b"], perUser: "max" }, true],
    [{ epsilon: 2, delta: 1e-3, groups: "private", abstain: true }, true],
    // No user has more rows, so the counted ones are known.
    [{ epsilon: 200, perUser: 100 }],
    [{ epsilon: 200, perUser: 100, groups: ["a", "b"], abstain: true }, true],
  ],
  quantile: [[{ epsilon: 1 }], [{ epsilon: 1, groups: ["a", "b"] }, true]],
  quantiles: [
    [{ epsilon: 1 }],
    [{ epsilon: 1, algorithm: "separate" }],
    [{ epsilon: 20, algorithm: "recursion", abstain: true }],
    [{ epsilon: 3, groups: ["a", "b"], abstain: true }, true],
    [{ epsilon: 3, algorithm: "recursion", groups: ["a", "b"] }, true],
    [{ epsilon: 400, perUser: 100 }],
  ],
  interiorPoint: [
    [{ epsilon: 1 }],
    [{ epsilon: 1, delta }],
    [{ epsilon: 1, delta: 1e-3, groups: "private" }, true],
    [{ epsilon: 200, perUser: 100, groups: ["a", "b"] }, true],
  ],
};

/** Rows of users, in groups or not: the sentence itself defines the weight of each group. */
function userCase(name, options, rows, shape, isGrouped) {
  const { perUser, groups } = options;
  const isListed = Array.isArray(groups);
  const counting = isListed ? rows.filter(({ group }) => groups.includes(group)) : rows;
  const kept = (some) => {
    const own = isGrouped ? some : some.map((row) => ({ ...row, group: "" }));
    if (typeof perUser === "number") return own.map((row) => ({ ...row, weight: 1 }));
    return splitEvenly(perUser === undefined ? own : oneEach(own, perUser));
  };
  const whole = kept(counting);
  const all = merged(whole);
  const data = columns(rows, isGrouped);
  return {
    of: name,
    title: `users, ${JSON.stringify({ ...options, domain: undefined })}, ${shape}`,
    draw: () => {
      const args = name === "quantile" ? [0.9] : name === "quantiles" ? [qs] : [];
      const result = logstar[name](data, ...args, options);
      const { statement } = result.record.accuracy;
      const asked = name === "quantiles" ? { qs } : {};
      const valuesOf = (value) => (value === null ? null : [value].flat());
      if (!isGrouped)
        return rankClaims(statement, all, { values: valuesOf(result.value), ...asked });
      const released = new Map(result.groups.map((one) => [one.group, one]));
      const weights = [...grouped(whole, ({ group }) => group)].map(([group, own]) => [
        group,
        own.reduce((total, { weight }) => total + weight, 0),
      ]);
      const isFound = /in released groups|their released groups/.test(statement);
      const truth = isFound ? kept(rows.filter(({ group }) => released.has(group))) : whole;
      return [
        ...releaseClaims(statement, weights, released),
        ...[...grouped(truth, ({ group }) => group)].flatMap(([group, own]) => {
          const one = released.get(group);
          if (one === undefined && groups === "private" && !/an answer is returned/.test(statement))
            return [];
          const values = valuesOf(one?.value ?? null);
          return rankClaims(statement.replace("For each group separately: w", "W"), merged(own), {
            values,
            ...asked,
            of: ` in ${group}`,
          });
        }),
      ];
    },
  };
}

const userCases = (name) =>
  userWays[name].flatMap(([way, isGrouped = false]) =>
    Object.entries(tables).map(([shape, made]) =>
      userCase(name, { ...way, domain: integers(0, 1000) }, made(random), shape, isGrouped),
    ),
  );

export const rankCases = Object.keys(calls).flatMap((name) => [
  ...casesOf(name),
  ...userCases(name),
]);

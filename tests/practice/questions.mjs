// The questions and their data: each sheet is a function on a kind of data, with its possible options.
import {
  dates,
  decimals,
  integers,
  interiorPoint,
  median,
  quantile,
  quantiles,
  reals,
  SliceSession,
  table,
  text,
} from "../../dist/index.js";
import { InteriorFields, QuantileFields } from "../../dist/ranks/options.js";
import { quantilesDeclaration } from "../../dist/ranks/quantiles.js";
import { Ranks } from "./ranks.mjs";

/** The values of `algorithm`, except the rules that choose one. */
const namesIn = ({ algorithm }) =>
  JSON.parse(`[${algorithm.kind}]`).filter((name) => !["auto", "least-promise"].includes(name));

const ofPoints = namesIn(new InteriorFields());
const ofOne = namesIn(new QuantileFields());
const ofSeveral = namesIn(new quantilesDeclaration.Fields());

const domains = {
  numbers: undefined,
  "decimals 0 to 1e6": decimals(0, 1e6, 2),
  "integers 0 to 1e9": integers(0, 1e9),
  ages: integers(0, 120),
  dates: dates("1900-01-01", "2100-01-01"),
  "numbers, a guess": reals({ expect: [1, 1e6] }),
};
export const domainOf = (kind) => (kind in domains ? domains[kind] : text(32));

const asColumn = (values) => (typeof values[0] === "number" ? Float64Array.from(values) : values);

/** A column of records. */
function records({ values }) {
  return { data: asColumn(values), ranks: new Ranks(values), options: {} };
}

const ranges = {
  "integers 0 to 1e9": { lowest: 0, highest: 1e9 },
  "decimals 0 to 1e6": { lowest: 0, highest: 1e6 },
  ages: { lowest: 0, highest: 120 },
};
const rangeOf = (kind) => ranges[kind] ?? {};

/** A value near the user's typical one; texts and dates are the user's own in each row. */
function near(value, kind, random) {
  if (typeof value !== "number") return value;
  const { lowest = -Infinity, highest = Infinity } = rangeOf(kind);
  const moved = value * Math.exp(0.1 * random.normal());
  return kind.startsWith("numbers")
    ? moved
    : Math.min(highest, Math.max(lowest, Math.round(moved)));
}

/** One to five rows per user, around the user's own value: `count` is the number of rows of the row's user. */
function rowsOf({ values, random }, kind) {
  const rows = { values: [], users: [], counts: [] };
  for (const [user, value] of values.entries()) {
    const count = 1 + random.below(5);
    for (let row = 0; row < count; ++row) {
      rows.values.push(near(value, kind, random));
      rows.users.push(user);
      rows.counts.push(count);
    }
  }
  return rows;
}

const groupNames = ["north", "east", "south", "west", "middle"];
/** Each user is in one of five groups: the first has 1 in 25 users, the last 9. */
const groupOf = (user) => groupNames[Math.floor(Math.sqrt(user % 25))];

/** The weights in ranks: each user counts once, or with at most two rows. */
const mostRows = 2;
const voices = {
  users: { weight: (count) => 1 / count, options: {} },
  rows: { weight: (count) => Math.min(mostRows, count) / count, options: { perUser: mostRows } },
};

/** Rows of users, all in one group. @param {keyof typeof voices} voice */
const ofRows = (voice) => (drawn, kind) => {
  const { counts, ...data } = rowsOf(drawn, kind);
  const { weight, options } = voices[voice];
  return { data, ranks: new Ranks(data.values, counts.map(weight)), options };
};

/** The questions by group. @param {keyof typeof voices} voice @param {string[] | "private"} groups */
const byGroup = (voice, groups) => (drawn, kind) => {
  const { counts, ...rows } = rowsOf(drawn, kind);
  const { weight, options } = voices[voice];
  const data = { ...rows, groups: rows.users.map(groupOf) };
  const ranksOf = (name) => {
    const places = data.groups.flatMap((group, i) => (group === name ? [i] : []));
    return new Ranks(
      places.map((i) => data.values[i]),
      places.map((i) => weight(counts[i])),
    );
  };
  const ranks = new Map(groupNames.map((name) => [name, ranksOf(name)]));
  return { data, ranks, options: { ...options, groups } };
};

/** Several quantiles get an answer together or not at all. */
const severalAnswers = (value, ranks, qs) =>
  qs.map((q, i) => ({ value: value === null ? null : value[i], q, ranks }));

/** The answers of each group: a withheld group has no answer. */
const groupAnswers = (groups, ranks, qs) => {
  const answered = new Map(groups.map(({ group, value }) => [group, value]));
  return [...ranks].flatMap(([name, ofGroup]) => {
    const value = answered.get(name) ?? null;
    return severalAnswers(qs.length === 1 && value !== null ? [value] : value, ofGroup, qs);
  });
};

/** The released answers about one quantile or several, for all rows or by group. */
const answered = ({ value, groups, record }, { ranks }, qs) => ({
  record,
  answers: groups
    ? groupAnswers(groups, ranks, qs)
    : severalAnswers(qs.length === 1 && value !== null ? [value] : value, ranks, qs),
});

const evenly = (parts) => Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts);

/** The median of the lower half, which is cut off first. */
function medianOfSlice(made, { epsilon, delta, domain, algorithm }) {
  const { data } = made;
  const length = Math.floor(data.length / 2);
  const compute = delta === undefined ? { epsilon } : { epsilon, delta };
  const session = new SliceSession(data, { slices: 1, compute, delta: 1e-6, domain });
  const { value, record } = session.median(session.slice({ length, from: "low" }), { algorithm });
  session.dispose();
  return answered({ value, record }, made, [length / 2 / data.length]);
}

const asked = {
  median: {
    name: "median",
    algorithms: ofOne,
    tells: ["delta", "size"],
    ask: (made, options) => answered(median(made.data, options), made, [0.5]),
  },
  high: {
    name: "0.95-quantile",
    algorithms: ofOne,
    tells: ["delta", "size"],
    ask: (made, options) => answered(quantile(made.data, 0.95, options), made, [0.95]),
  },
  point: {
    name: "interiorPoint",
    algorithms: ofPoints,
    tells: ["delta"],
    isPoint: true,
    ask: (made, options) => answered(interiorPoint(made.data, options), made, [0.5]),
  },
  slice: { name: "SliceSession median", algorithms: ofOne, tells: ["delta"], ask: medianOfSlice },
  table: {
    name: "table median",
    algorithms: ofOne,
    tells: ["delta"],
    ask: (made, options) =>
      answered(table(made.data, { user: "users" }).median("values", options), made, [0.5]),
  },
};

const several = (parts, name) => ({
  name,
  algorithms: ofSeveral,
  tells: ["delta"],
  ask: (made, options) =>
    answered(quantiles(made.data, evenly(parts), options), made, evenly(parts)),
});

/**
 * @typedef {{ name: string, algorithms: string[], tells: string[], isPoint?: boolean, ask: (made: any, options: any)
 *   => { record: any, answers: { value: any, q: number, ranks: Ranks }[] } }} Question
 */
/**
 * @typedef {{ question: Question, kind: string, of: string, make: Function, domain: any, n: number[],
 *   dataSets: number }} Sheet
 */

/** The units of privacy: each makes data from a drawn data set. */
export const makers = {
  records,
  users: ofRows("users"),
  "rows of users": ofRows("rows"),
  "users by group": byGroup("users", groupNames),
  "rows by group": byGroup("rows", groupNames),
  "users by private group": byGroup("users", "private"),
};

export const questions = {
  ...asked,
  two: several(3, "two quantiles"),
  quartiles: several(4, "quartiles"),
  deciles: several(10, "deciles"),
  percentiles: several(100, "percentiles"),
};

/** @param {keyof typeof makers} of @returns {Sheet} */
export const sheet = (question, kind, of, n, dataSets = 200) => ({
  ...{ question, kind, of, make: makers[of], n, dataSets },
  domain: domainOf(kind),
});

const ranged = ["numbers", "decimals 0 to 1e6"];
const usual = [100, 1000, 10_000, 100_000];
const { quartiles, deciles, percentiles } = questions;

/** @type {Sheet[]} */
export const sheets = [
  ...[...ranged, "ages", "dates"].map((kind) => sheet(asked.median, kind, "records", usual)),
  ...ranged.map((kind) => sheet(asked.high, kind, "records", usual)),
  ...ranged.map((kind) => sheet(quartiles, kind, "records", usual)),
  ...ranged.map((kind) => sheet(deciles, kind, "records", usual)),
  // A hundred separate draws take seconds.
  sheet(percentiles, "numbers", "records", [1000, 10_000], 20),
  ...ranged.map((kind) => sheet(asked.point, kind, "records", [30, 100, 1000])),
  sheet(asked.median, "texts", "records", [100, 1000, 10_000]),
  sheet(asked.point, "texts", "records", [30, 100, 1000]),
  sheet(asked.slice, "numbers", "records", [1000, 10_000]),
  ...["numbers", "integers 0 to 1e9"].flatMap((kind) => [
    sheet(asked.median, kind, "users", [100, 1000, 10_000]),
    sheet(quartiles, kind, "users", [100, 1000, 10_000]),
    sheet(deciles, kind, "users", [1000, 10_000]),
  ]),
  sheet(asked.table, "numbers", "users", [1000]),
  sheet(asked.median, "integers 0 to 1e9", "users by group", [1000, 10_000]),
  sheet(quartiles, "integers 0 to 1e9", "users by group", [1000, 10_000]),
];

/** The options of a sheet besides epsilon: none, a delta, the number of records. */
export const toldIn = ({ question: { tells }, of }) =>
  [
    { name: "", options: () => ({}) },
    { name: "delta 1e-8", options: () => ({ delta: 1e-8 }) },
    { name: "size", options: (n) => ({ size: n }) },
    { name: "delta 1e-8, size", options: (n) => ({ delta: 1e-8, size: n }) },
  ]
    .filter(({ name }) => !name.includes("size") || (of === "records" && tells.includes("size")))
    .filter(({ name }) => of !== "users by private group" || name.includes("delta"));

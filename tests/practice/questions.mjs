// What is asked of which data: each sheet is a function on a kind of data, with what it may be told.
import {
  dates,
  decimals,
  integers,
  interiorPoint,
  median,
  quantile,
  quantiles,
  SliceSession,
  table,
  text,
} from "../../dist/index.js";
import { InteriorFields, QuantileFields } from "../../dist/ranks/options.js";
import { foundQuantiles } from "../../dist/ranks/quantiles.js";
import { Ranks } from "./ranks.mjs";

/** What can be named as `algorithm`, but for the rules by which one is chosen. */
const namesIn = ({ algorithm }) =>
  JSON.parse(`[${algorithm.kind}]`).filter((name) => !["auto", "least-promise"].includes(name));

const ofPoints = namesIn(new InteriorFields());
const ofOne = namesIn(new QuantileFields());
const ofSeveral = namesIn(new foundQuantiles.Fields());

const domains = {
  numbers: undefined,
  "decimals 0 to 1e6": decimals(0, 1e6, 2),
  "integers 0 to 1e9": integers(0, 1e9),
  ages: integers(0, 120),
  dates: dates("1900-01-01", "2100-01-01"),
};
const domainOf = (kind) => (kind in domains ? domains[kind] : text(32));

const asColumn = (values) => (typeof values[0] === "number" ? Float64Array.from(values) : values);

/** A column of records. */
function records({ values }) {
  return { data: asColumn(values), ranks: new Ranks(values) };
}

/** One to five rows a user, around the user's own value, with one voice a user. */
function rowsOf({ values, random }, kind) {
  const rows = { values: [], users: [], weights: [] };
  const { lowest = -Infinity, highest = Infinity } = rangeOf(kind);
  for (const [user, value] of values.entries()) {
    const count = 1 + random.below(5);
    for (let row = 0; row < count; ++row) {
      const near = value * Math.exp(0.1 * random.normal());
      rows.values.push(
        Math.min(highest, Math.max(lowest, kind === "numbers" ? near : Math.round(near))),
      );
      rows.users.push(user);
      rows.weights.push(1 / count);
    }
  }
  return rows;
}

const rangeOf = (kind) => (kind === "integers 0 to 1e9" ? { lowest: 0, highest: 1e9 } : {});

/** Rows of users, who have one voice each. */
function users(drawn, kind) {
  const { weights, ...rows } = rowsOf(drawn, kind);
  return { data: rows, ranks: new Ranks(rows.values, weights) };
}

const groupNames = ["north", "east", "south", "west", "middle"];

/** The same, each user in one of five groups: the first has 1 in 25, the last 9. */
function usersByGroup(drawn, kind) {
  const { weights, ...rows } = rowsOf(drawn, kind);
  const groups = rows.users.map((user) => groupNames[Math.floor(Math.sqrt(user % 25))]);
  const ranks = new Map(
    groupNames.map((name) => {
      const places = groups.flatMap((group, i) => (group === name ? [i] : []));
      return [
        name,
        new Ranks(
          places.map((i) => rows.values[i]),
          places.map((i) => weights[i]),
        ),
      ];
    }),
  );
  return { data: { ...rows, groups }, ranks };
}

const oneAnswer = ({ value, record }, ranks, q) => ({ record, answers: [{ value, q, ranks }] });

/** Of several quantiles, all or none. */
const severalAnswers = ({ value, record }, ranks, qs) => ({
  record,
  answers: qs.map((q, i) => ({ value: value === null ? null : value[i], q, ranks })),
});

const groupAnswers = ({ groups, record }, ranks, qs) => ({
  record,
  answers: groups.flatMap(
    ({ group, value }) =>
      severalAnswers(
        { value: qs.length === 1 && value !== null ? [value] : value },
        ranks.get(group),
        qs,
      ).answers,
  ),
});

const evenly = (parts) => Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts);

/** The median of the lower half, which is cut off first. */
function medianOfSlice({ data, ranks }, { epsilon, delta, domain, algorithm }) {
  const length = Math.floor(data.length / 2);
  const compute = delta === undefined ? { epsilon } : { epsilon, delta };
  const session = new SliceSession(data, { slices: 1, compute, delta: 1e-6, domain });
  const { value, record } = session.median(session.slice({ length, from: "low" }), { algorithm });
  session.dispose();
  return oneAnswer({ value, record }, ranks, length / 2 / data.length);
}

const asked = {
  median: {
    name: "median",
    algorithms: ofOne,
    tells: ["delta", "size"],
    ask: ({ data, ranks }, options) => oneAnswer(median(data, options), ranks, 0.5),
  },
  high: {
    name: "0.95-quantile",
    algorithms: ofOne,
    tells: ["delta", "size"],
    ask: ({ data, ranks }, options) => oneAnswer(quantile(data, 0.95, options), ranks, 0.95),
  },
  point: {
    name: "interiorPoint",
    algorithms: ofPoints,
    tells: ["delta"],
    isPoint: true,
    ask: ({ data, ranks }, options) => oneAnswer(interiorPoint(data, options), ranks, 0.5),
  },
  slice: { name: "SliceSession median", algorithms: ofOne, tells: ["delta"], ask: medianOfSlice },
  table: {
    name: "table median",
    algorithms: ofOne,
    tells: ["delta"],
    ask: ({ data, ranks }, options) =>
      oneAnswer(table(data, { user: "users" }).median("values", options), ranks, 0.5),
  },
  medianByGroup: {
    name: "median by group",
    algorithms: ofOne,
    tells: ["delta"],
    ask: ({ data, ranks }, options) =>
      groupAnswers(median(data, { ...options, groups: groupNames }), ranks, [0.5]),
  },
};

const several = (parts, name) => ({
  name,
  algorithms: ofSeveral,
  tells: ["delta"],
  ask: ({ data, ranks }, options) =>
    severalAnswers(quantiles(data, evenly(parts), options), ranks, evenly(parts)),
});
const quartilesByGroup = {
  name: "quartiles by group",
  algorithms: ofSeveral,
  tells: ["delta"],
  ask: ({ data, ranks }, options) =>
    groupAnswers(quantiles(data, evenly(4), { ...options, groups: groupNames }), ranks, evenly(4)),
};

/**
 * @typedef {{ name: string, algorithms: string[], tells: string[], isPoint?: boolean, ask: (made: any, options: any)
 *   => { record: any, answers: { value: any, q: number, ranks: Ranks }[] } }} Question
 */
/**
 * @typedef {{ question: Question, kind: string, of: "records" | "users" | "users by group", make: Function,
 *   domain: any, n: number[], dataSets: number }} Sheet
 */

const ofRecords = { of: "records", make: records };
const ofUsers = { of: "users", make: users };
const ofGroups = { of: "users by group", make: usersByGroup };

/** @returns {Sheet} */
const sheet = (question, kind, who, n, dataSets = 200) => ({
  ...{ question, kind, ...who, n, dataSets },
  domain: domainOf(kind),
});

const ranged = ["numbers", "decimals 0 to 1e6"];
const usual = [100, 1000, 10_000, 100_000];
const quartiles = several(4, "quartiles");
const deciles = several(10, "deciles");

/** @type {Sheet[]} */
export const sheets = [
  ...[...ranged, "ages", "dates"].map((kind) => sheet(asked.median, kind, ofRecords, usual)),
  ...ranged.map((kind) => sheet(asked.high, kind, ofRecords, usual)),
  ...ranged.map((kind) => sheet(quartiles, kind, ofRecords, usual)),
  ...ranged.map((kind) => sheet(deciles, kind, ofRecords, usual)),
  // A hundred draws one by one take seconds.
  sheet(several(100, "percentiles"), "numbers", ofRecords, [1000, 10_000], 20),
  ...ranged.map((kind) => sheet(asked.point, kind, ofRecords, [30, 100, 1000])),
  sheet(asked.median, "texts", ofRecords, [100, 1000, 10_000]),
  sheet(asked.point, "texts", ofRecords, [30, 100, 1000]),
  sheet(asked.slice, "numbers", ofRecords, [1000, 10_000]),
  ...["numbers", "integers 0 to 1e9"].flatMap((kind) => [
    sheet(asked.median, kind, ofUsers, [100, 1000, 10_000]),
    sheet(quartiles, kind, ofUsers, [100, 1000, 10_000]),
    sheet(deciles, kind, ofUsers, [1000, 10_000]),
  ]),
  sheet(asked.table, "numbers", ofUsers, [1000]),
  sheet(asked.medianByGroup, "integers 0 to 1e9", ofGroups, [1000, 10_000]),
  sheet(quartilesByGroup, "integers 0 to 1e9", ofGroups, [1000, 10_000]),
];

/** What a sheet is told beside epsilon: nothing, a delta, the number of records. */
export const toldIn = ({ question: { tells }, of }) =>
  [
    { name: "", options: () => ({}) },
    { name: "delta 1e-8", options: () => ({ delta: 1e-8 }) },
    { name: "size", options: (n) => ({ size: n }) },
    { name: "delta 1e-8, size", options: (n) => ({ delta: 1e-8, size: n }) },
  ].filter(({ name }) => !name.includes("size") || (of === "records" && tells.includes("size")));

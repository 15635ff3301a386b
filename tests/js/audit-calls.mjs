// A call of every exported function and class that draws, with its claim, on a small pair of neighbours where
// one record matters much. `shows`: a lower bound that the audit must find, about half of its usual result, so
// that silence means something. The audit compares whole answers, with their records.
import * as logstar from "../../dist/index.js";
import { range } from "./valid-data.mjs";

const of = (n, value) => Array(n).fill(value);
const small = logstar.integers(0, 3);
const column = [0, 0, 0, 3, 3, 3];
const more = (records, one) => [records, [...records, one]];
const labelled = (records) => ({ x: records.map(([x]) => x), y: records.map(([, y]) => y) });
const cuts = [...of(8, [0, 1]), ...of(8, [2, 0])];
const pages = [...of(12, "a"), ...of(12, "b"), "c"];

/** Queries an object, then disposes of it. */
function using(object, ask) {
  try {
    return { answers: ask(object), record: object.record ?? null };
  } finally {
    object.dispose();
  }
}

/** Qualities of five candidates; one record raises the second. */
const scores = (second) => [5, second, 3, 2, 1].map((score, i) => ({ item: `item ${i}`, score }));
const rules = [0, 1, 2, 3].map((cut) => ({ predict: (x) => (x < cut ? 1 : 0) }));
const numbered = ({ value, record }) => ({ value: rules.indexOf(value), record });
const depth = (values) => (point) =>
  Math.min(values.filter((x) => x <= point).length, values.filter((x) => x >= point).length);

/** Rows of users; one input has one more user, with all rows. */
const ofEach = column.map((value, i) => [`user ${i}`, "a", value]);
const ofUsers = (rows) => ({
  values: rows.map(([, , value]) => value),
  users: rows.map(([user]) => user),
});
const inGroups = (rows) => ({ ...ofUsers(rows), groups: rows.map(([, group]) => group) });
const groupsOnly = (rows) => ({
  users: rows.map(([user]) => user),
  groups: rows.map(([, group]) => group),
});
const belongings = range(9, (i) => [`user ${i}`, "a", i % 4]);

const pure = { epsilon: 2 };
const loose = { epsilon: 2, delta: 0.05 };
const many = { epsilon: 10, delta: 0.05 };

export const audited = {
  median: {
    claim: pure,
    run: (values) => logstar.median(values, { ...pure, domain: small }),
    inputs: more(column, 3),
    shows: 0.4,
  },
  "median, an interval": {
    claim: { epsilon: 4 },
    run: (values) =>
      logstar.median(values, { ...{ epsilon: 4, domain: small, size: 7 }, interval: "data" }),
    inputs: more(column, 3),
    shows: 0.3,
  },
  "median, rows of users": {
    claim: pure,
    run: (rows) => logstar.median(ofUsers(rows), { ...pure, domain: small, abstain: true }),
    inputs: [ofEach, [...ofEach, ...column.map((value) => ["another", "a", value])]],
    runs: 20_000,
    shows: 0.2,
  },
  "quantiles, users in groups": {
    claim: { epsilon: 8 },
    run: (rows) =>
      logstar.quantiles(inGroups(rows), [0.25, 0.5], {
        ...{ epsilon: 8, domain: small },
        groups: ["a", "b"],
        abstain: false,
      }),
    inputs: [
      [...ofEach, ["one", "b", 3]],
      [...ofEach, ["one", "b", 3], ["another", "a", 3], ["another", "b", 3]],
    ],
    runs: 6000,
    shows: 0.2,
  },
  "median, private groups": {
    claim: many,
    run: (rows) => logstar.median(inGroups(rows), { ...many, domain: small, groups: "private" }),
    inputs: more([...ofEach, ["one", "b", 3]], ["another", "b", 3]), // two are nearly always released
    shows: 1.4,
  },
  "table, some rows by group": {
    claim: many,
    run: (rows) =>
      logstar
        .table(
          rows.map(([user, town, value]) => ({ user, town, value })),
          { user: "user" },
        )
        .where(({ value }) => value !== 1)
        .groupBy(["town", "value"], "private")
        .interiorPoint("value", { ...many, domain: small, abstain: false }),
    inputs: more([...ofEach, ["one", "b", 3]], ["another", "b", 3]),
    shows: 2,
  },
  "median, one changed": {
    claim: pure,
    run: (values) => logstar.median(values, { ...pure, domain: small, neighbors: "replace" }),
    inputs: [column, column.with(0, 3)],
    shows: 0.4,
  },
  "median, prefix": {
    claim: { epsilon: 4, delta: 0.05 },
    run: (values) =>
      logstar.median(values, {
        ...{ epsilon: 4, delta: 0.05, confidence: 0.3, domain: logstar.text(1) },
        algorithm: "cut",
      }),
    inputs: more(of(2, "m"), "m"),
    runs: 3000,
    shows: 0.5,
  },
  quantile: {
    claim: pure,
    run: (values) => logstar.quantile(values, 0.25, { ...pure, domain: small, abstain: false }),
    inputs: more(column, 0),
    shows: 0.2,
  },
  quantiles: {
    claim: { epsilon: 4 },
    run: (values) =>
      logstar.quantiles(values, [0.25, 0.75], { epsilon: 4, domain: small, abstain: false }),
    inputs: more(column, 3),
    shows: 0.1,
  },
  interiorPoint: {
    claim: pure,
    run: (values) => logstar.interiorPoint(values, { ...pure, domain: small }),
    inputs: more([2], 2),
    shows: 1,
  },
  "interiorPoint, rec-concave": {
    runs: 1000,
    claim: { epsilon: 8, delta: 0.05 },
    run: (values) =>
      logstar.interiorPoint(values, {
        ...{ epsilon: 8, delta: 0.05, confidence: 0.3, domain: small, algorithm: "rec-concave" },
      }),
    inputs: more(of(3, 2), 2),
  },
  quasiConcaveMax: {
    claim: { epsilon: 4 },
    run: (values) => logstar.quasiConcaveMax(depth(values), { epsilon: 4, grid: [0, 1, 2, 3] }),
    inputs: more([2], 2),
    shows: 0.5,
  },
  laplaceCount: {
    claim: pure,
    run: (values) => logstar.laplaceCount(values.length, pure),
    inputs: more(column, 3),
    shows: 1.5,
  },
  count: {
    claim: pure,
    run: (rows) => logstar.count(groupsOnly(rows), { ...pure, groups: ["a", "b"], perUser: 1 }),
    inputs: more(belongings, ["me", "a", 3]),
    shows: 1,
  },
  "count, private groups": {
    claim: loose,
    run: (rows) => logstar.count(groupsOnly(rows), { ...loose, groups: "private", perUser: 1 }),
    inputs: more(belongings, ["me", "a", 3]),
    shows: 0.5,
  },
  discoverGroups: {
    claim: loose,
    run: (rows) => logstar.discoverGroups(groupsOnly(rows), loose),
    inputs: more(belongings, ["me", "a", 3]),
    shows: 0.5,
  },
  sum: {
    claim: pure,
    run: (rows) => logstar.sum(ofUsers(rows), { ...pure, domain: small }),
    inputs: more(belongings, ["me", "a", 3]),
    shows: 1,
  },
  mean: {
    claim: pure,
    run: (rows) => logstar.mean(ofUsers(rows), { ...pure, domain: small }),
    inputs: more(belongings, ["me", "a", 3]),
    shows: 0.5,
  },
  variance: {
    claim: pure,
    run: (rows) => logstar.variance(ofUsers(rows), { ...pure, domain: small }),
    inputs: more([...belongings, ...of(40, ["other", "b", 1])], ["me", "a", 3]),
  },
  standardDeviation: {
    claim: pure,
    run: (rows) => logstar.standardDeviation(ofUsers(rows), { ...pure, domain: small }),
    inputs: more([...belongings, ...of(40, ["other", "b", 1])], ["me", "a", 3]),
  },
  countDistinct: {
    claim: pure,
    run: (rows) =>
      logstar.countDistinct(
        { values: rows.map(([, group]) => group), users: rows.map(([user]) => user) },
        { ...pure, perUser: 1 },
      ),
    inputs: more(belongings, ["me", "of my own", 3]),
    shows: 1,
  },
  findBounds: {
    claim: pure,
    run: (values) => logstar.findBounds(values, pure),
    inputs: more(of(6, 1), 1), // at epsilon 2 a bin of 6.5 users passes with probability 1/2
    shows: 1,
  },
  histogram: {
    claim: pure,
    run: (rows) => logstar.histogram(ofUsers(rows), { ...pure, items: [0, 3], perUser: 1 }),
    inputs: more(belongings, ["me", "a", 3]),
    shows: 1,
  },
  selectBest: {
    claim: pure,
    run: (list) => logstar.selectBest(list, pure),
    inputs: [scores(4), scores(5)],
    shows: 0.3,
  },
  topK: {
    runs: 1500,
    claim: loose,
    run: (rows) => logstar.topK(rows, { ...loose, k: 1, kBar: 2, variant: "strict" }),
    inputs: more(pages, "a"),
    shows: 0.2,
  },
  "topK, an item enters": {
    runs: 1500,
    claim: loose,
    run: (rows) => logstar.topK(rows, { ...loose, k: 1, kBar: 2, counts: true }),
    inputs: more([], "me"),
  },
  TopKSession: {
    runs: 2000,
    claim: { epsilon: 2, delta: 0.1 },
    run: (rows) =>
      using(
        new logstar.TopKSession({ outcomes: 2, calls: 2, epsilon: 2, delta: 0.1, kBar: 2 }),
        (session) => [1, 2].map((kBar) => session.topK(rows, { k: 1, kBar })),
      ),
    inputs: more(pages, "a"),
    shows: 0.1,
  },
  boundContributions: {
    runs: 1500,
    claim: loose,
    run: (events) =>
      logstar.topK(logstar.boundContributions(events, { perUser: 1 }), {
        ...{ ...loose, k: 1, kBar: 2, variant: "strict" },
      }),
    inputs: [0, 1].map((user) => [
      ...pages.map((page, i) => [i, page]),
      ...of(user * 5, ["me", "a"]),
    ]),
    shows: 0.2,
  },
  sanitizePoints: {
    claim: loose,
    run: (rows) => logstar.sanitizePoints(rows, { ...loose, method: "stable" }),
    inputs: more(of(4, "a"), "a"),
    shows: 1,
  },
  sanitizeThresholds: {
    claim: pure,
    run: (values) => logstar.sanitizeThresholds(values, { ...pure, domain: small, points: 1 }),
    inputs: more([3], 3),
    shows: 0.2,
  },
  learnThreshold: {
    claim: pure,
    run: (data) => logstar.learnThreshold({ ...data, ...pure, domain: small }),
    inputs: more(
      [
        [0, 1],
        [2, 0],
      ],
      [0, 0],
    ).map(labelled),
    shows: 0.8,
  },
  learnPoint: {
    claim: loose,
    run: (data) => logstar.learnPoint({ ...data, ...loose, confidence: 0.5 }),
    inputs: more(of(2, ["a", 1]), ["a", 1]).map(labelled),
    shows: 0.4,
  },
  learnRectangle: {
    claim: { epsilon: 4 },
    run: ({ x, y }) =>
      logstar.learnRectangle({
        ...{ x: [x], y, epsilon: 4, algorithm: "sanitizers", points: 1, domain: small },
        confidence: 0.1,
      }),
    inputs: more(of(3, [1, 1]), [1, 1]).map(labelled),
    shows: 0.2,
  },
  learnSemiPrivate: {
    claim: pure,
    run: (data) => numbered(logstar.learnSemiPrivate({ ...data, rules, ...pure })),
    inputs: more(cuts.slice(6, 10), [0, 0]).map(labelled),
    shows: 0.2,
  },
  learnLabelPrivate: {
    claim: pure,
    run: (y) =>
      numbered(logstar.learnLabelPrivate({ x: [0, 1, 2], y, rules: () => rules, ...pure })),
    inputs: [
      [1, 1, 0],
      [1, 0, 0],
    ],
    shows: 0.3,
  },
  AboveThreshold: {
    claim: pure,
    run: (rows) =>
      using(
        new logstar.AboveThreshold({ ...pure, threshold: 2, centred: false, rows }),
        (mechanism) => [mechanism.ask((row) => row === 0)],
      ),
    inputs: more([0, 0, 1], 0),
    shows: 0.2,
  },
  ThresholdMonitor: {
    claim: { epsilon: 2 },
    run: (rows) =>
      using(
        new logstar.ThresholdMonitor({
          ...{ threshold: 2, perRecord: 1, epsilon: 2, method: "sampled", rows },
        }),
        (monitor) => [monitor.ask((row) => row === 0)],
      ),
    inputs: more([0, 0, 1], 0),
    shows: 0.8,
  },
  HeavyHitterMonitor: {
    claim: { epsilon: 2, delta: 0.05 },
    run: (held) =>
      using(
        new logstar.HeavyHitterMonitor({
          ...{ perUser: 1, steps: 1, epsilon: 2, delta: 0.05, method: "sampled" },
        }),
        (monitor) => monitor.step(held),
      ),
    inputs: [2, 3].map((n) => Array.from({ length: n }, (_, user) => [user, "a"])),
    shows: 1,
  },
  SliceSession: {
    claim: { epsilon: 4, delta: 0.05 },
    run: (values) => {
      const terms = {
        domain: small,
        slices: 2,
        compute: { epsilon: 4 },
        sliceEpsilon: 0,
        delta: 0.05,
      };
      return using(new logstar.SliceSession(values, terms), (session) =>
        ["low", "high"].map((from) => session.median(session.slice({ length: 3, from })).value),
      );
    },
    inputs: more([0, 3, 3, 3, 3, 3], 0),
    shows: 2,
  },
};

// Valid calls of every function of the package, for tests that break them. Declared functions come from their
// declarations; others and further forms are listed here. Classes and namespaces are in valid-member-calls.mjs
// and valid-namespace-calls.mjs. A call is a list of arguments; `of` does it. `ledger` is the index of the
// argument whose options may contain a ledger. The text after a comma in a name only distinguishes several
// calls of one function.
import * as logstar from "../../dist/index.js";
import { declaredCalls } from "./declared-calls.mjs";
import { approximate, column, labels, pure, range, rules, words } from "./valid-data.mjs";

/** A query of a table: `on` may be another library, such as the worker's. */
function tabled(ask) {
  const on =
    (library) =>
    (rows, options, ...asked) =>
      ask(library.table(rows, options), ...asked);
  return { on, of: on(logstar) };
}

export const calls = {
  ...Object.fromEntries(Object.entries(declaredCalls).filter(([name]) => !/^\w+\./.test(name))),
  "count, all together": {
    of: logstar.count,
    args: () => [{ users: words() }, pure()],
    ledger: 1,
  },
  "count, public groups": {
    of: logstar.count,
    args: () => [
      { users: column(), groups: words() },
      { ...pure(), groups: ["word 1", "word 2"], perUser: 2 },
    ],
    ledger: 1,
  },
  "histogram, items": {
    of: logstar.histogram,
    args: () => [
      { values: words(), users: null },
      { ...pure(), items: ["word 1", "word 2"], perUser: 2 },
    ],
    ledger: 1,
  },
  "mean, all together": {
    of: logstar.mean,
    args: () => [
      { values: column(), users: words() },
      { ...pure(), domain: logstar.decimals(0, 99, 2) },
    ],
    ledger: 1,
  },
  "sum, public groups": {
    of: logstar.sum,
    args: () => [
      { values: column(), users: words(), groups: words() },
      { ...pure(), domain: logstar.integers(-5, 99), groups: ["word 1"] },
    ],
    ledger: 1,
  },
  "boundContributions, pairs": {
    of: logstar.boundContributions,
    args: () => [range(60, (i) => [i % 9, `item ${i % 4}`]), { perUser: Infinity }],
  },
  "median, dates by TreeLog": {
    of: logstar.median,
    args: () => [
      range(60, (i) => new Date(2025, 0, i)),
      {
        ...{ ...approximate(), domain: logstar.dates("2020-01-01", "2026-12-31") },
        ...{ outside: "clamp", algorithm: "tree-log" },
      },
    ],
    ledger: 1,
  },
  "median, wide whole numbers": {
    of: logstar.median,
    args: () => [
      range(60, (i) => 2n ** BigInt(i)),
      { ...approximate(), domain: logstar.bigIntegers(90), algorithm: "rec-concave" },
    ],
    ledger: 1,
  },
  "median, grouped": {
    of: logstar.median,
    args: () => [{ values: column(), counts: column() }, pure()],
    ledger: 1,
  },
  "median, rows of users": {
    of: logstar.median,
    args: () => [
      { values: column(), users: words() },
      { ...pure(), perUser: "mean", abstain: true },
    ],
    ledger: 1,
  },
  "median, the last of each user": {
    of: logstar.median,
    args: () => [
      { values: column(), users: words(), orderBy: column() },
      { ...pure(), perUser: "last" },
    ],
    ledger: 1,
  },
  "table, median": {
    ...tabled((table, column, asked) => table.median(column, asked)),
    args: () => [{ users: words(), values: column() }, { user: "users" }, "values", pure()],
    ledger: 3,
  },
  "table, some rows in groups": {
    ...tabled((table, groups, column, asked) =>
      table
        .where(() => true)
        .groupBy(["town"], groups)
        .mean(column, asked),
    ),
    args: () => [
      range(9, (i) => ({ id: i, town: `word ${i}`, value: i })),
      { user: null },
      [["word 1"], ["word 2"]],
      "value",
      { ...pure(), domain: logstar.integers(0, 9) },
    ],
    ledger: 4,
  },
  "table, plan": {
    ...tabled((table, column, q, asked) => table.plan.quantile(column, q, asked)),
    args: () => [{ users: words(), values: column() }, { user: "users" }, "values", 0.3, pure()],
  },
  "quantile, users in groups": {
    of: logstar.quantile,
    args: () => [
      { values: column(), users: null, groups: words() },
      0.3,
      { ...pure(), groups: ["word 1", "word 2"], perUser: "spread" },
    ],
    ledger: 2,
  },
  "quantiles, private groups": {
    of: logstar.quantiles,
    args: () => [
      { values: column(), users: words(), groups: words() },
      [0.25, 0.5],
      { ...approximate(), groups: "private", discoveryShare: 0.4 },
    ],
    ledger: 2,
  },
  "interiorPoint, private groups": {
    of: logstar.interiorPoint,
    args: () => [
      { values: column(), users: words(), groups: words() },
      { ...approximate(), groups: "private", algorithm: "cut" },
    ],
    ledger: 1,
  },
  "quantile, text": {
    of: logstar.quantile,
    args: () => [words(), 0.3, { ...approximate(), domain: logstar.text(8), outside: "clamp" }],
    ledger: 2,
  },
  "learnLabelPrivate, listed rules": {
    of: logstar.learnLabelPrivate,
    args: () => [{ x: column(), y: labels(), rules, epsilon: 1, confidence: 0.9 }],
  },
  "learnThreshold, rows of users": {
    of: logstar.learnThreshold,
    args: () => [
      {
        x: column(),
        y: labels(),
        users: words(),
        ...approximate(),
        domain: logstar.integers(0, 99),
      },
    ],
    ledger: 0,
  },
  "learnPoint, not proper": {
    of: logstar.learnPoint,
    args: () => [{ x: words(), y: labels(), ...approximate(), algorithm: "gap" }],
    ledger: 0,
  },
  "learnSemiPrivate, listed rules": {
    of: logstar.learnSemiPrivate,
    args: () => [{ x: column(), y: labels(), rules: rules(), ...pure() }],
    ledger: 0,
  },
  "learnSemiPrivate, boxes": {
    of: logstar.learnSemiPrivate,
    args: () => [
      {
        ...{ x: [column()], y: labels(), rules: "boxes", unlabelled: [column()], ...pure() },
        ...{ domain: logstar.integers(0, 99), ones: "below" },
      },
    ],
    ledger: 0,
  },
  "quasiConcaveMax, a function": {
    of: logstar.quasiConcaveMax,
    args: () => [
      (point) => -Math.abs(Number(point) - 30),
      {
        ...{ grid: range(60), ...approximate(), algorithm: "rec-concave", monotone: false },
        size: undefined,
      },
    ],
    ledger: 1,
  },
  "sanitizePoints, as printed": {
    of: logstar.sanitizePoints,
    args: () => [words(), { ...approximate(), method: "paper", accuracy: 0.5 }],
    ledger: 1,
  },
  "selectBest, a list": {
    of: logstar.selectBest,
    args: () => [
      range(9, (i) => ({ item: `item ${i}`, score: i })),
      { ...pure(), method: "exponential", monotone: false },
    ],
    ledger: 1,
  },
  "topK, rows with users": {
    of: logstar.topK,
    args: () => [
      { users: column(), items: words() },
      { k: 2, kBar: 5, ...approximate(), perUser: 2, variant: "laplace", counts: true },
    ],
    ledger: 1,
  },
  "topK, values of users": {
    of: logstar.topK,
    args: () => [
      { values: words(), users: column() },
      { k: 2, kBar: 5, ...approximate(), perUser: 2, variant: "laplace", counts: true },
    ],
    ledger: 1,
  },
  "boundContributions, values of users": {
    of: logstar.boundContributions,
    args: () => [{ values: words(), users: column() }, { perUser: 2 }],
  },
  "topK, a Map": {
    of: logstar.topK,
    args: () => [
      new Map(range(9, (i) => [`item ${i}`, 10 * i])),
      {
        ...{ k: 2, kBar: 5, ...approximate(), perUser: Infinity, variant: "strict" },
        ...{ counts: true, countShare: 0.4 },
      },
    ],
    ledger: 1,
  },
  reals: { of: logstar.reals, args: () => [{ min: 0, max: 9, digits: 3 }] },
  integers: { of: logstar.integers, args: () => [-5, 5] },
  decimals: { of: logstar.decimals, args: () => [0, 9.99, 2] },
  dates: { of: logstar.dates, args: () => ["2020-01-01", "2026-01-01", "day"] },
  bigIntegers: { of: logstar.bigIntegers, args: () => [200] },
  text: { of: logstar.text, args: () => [16] },
};

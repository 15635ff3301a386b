// Valid calls of every function of the package, for tests that break them; those of classes and
// namespaces are in valid-member-calls.mjs and valid-namespace-calls.mjs. A call is a list of
// arguments; `of` does it. `ledger` says in which argument's options a ledger may be given. What
// stands after a comma in a name is only to tell several calls of one function from each other.
import * as logstar from "../../dist/index.js";
import { approximate, column, labels, pure, range, rules, words } from "./valid-data.mjs";

export const calls = {
  boundContributions: {
    of: logstar.boundContributions,
    args: () => [{ users: column(), items: words() }, { perUser: 2 }],
  },
  "boundContributions, pairs": {
    of: logstar.boundContributions,
    args: () => [range(60, (i) => [i % 9, `item ${i % 4}`]), { perUser: Infinity }],
  },
  interiorPoint: {
    of: logstar.interiorPoint,
    args: () => [
      column(),
      {
        ...{ ...approximate(), domain: logstar.reals(), outside: "clamp", algorithm: "tree-log" },
        size: 1000,
      },
    ],
    ledger: 1,
  },
  median: {
    of: logstar.median,
    args: () => [column(), { ...approximate(), domain: logstar.reals(), outside: "drop" }],
    ledger: 1,
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
  quantile: {
    of: logstar.quantile,
    args: () => [
      words(),
      0.3,
      { ...approximate(), domain: logstar.text(8), outside: "clamp", algorithm: "auto" },
    ],
    ledger: 2,
  },
  quantiles: {
    of: logstar.quantiles,
    args: () => [
      column(),
      [0.25, 0.5],
      { ...pure(), domain: logstar.decimals(0, 99, 1), outside: "clamp" },
    ],
    ledger: 2,
  },
  laplaceCount: {
    of: logstar.laplaceCount,
    args: () => [60, { ...pure(), perUser: 1 }],
    ledger: 1,
  },
  learnLabelPrivate: {
    of: logstar.learnLabelPrivate,
    args: () => [{ x: column(), y: labels(), rules, epsilon: 1, confidence: 0.9 }],
  },
  "learnLabelPrivate, thresholds": {
    of: logstar.learnLabelPrivate,
    args: () => [
      {
        ...{ x: column(), y: labels(), rules: "thresholds", building: 20, epsilon: 1 },
        ...{ domain: logstar.integers(0, 99), ones: "above", confidence: 0.9 },
      },
    ],
  },
  learnPoint: {
    of: logstar.learnPoint,
    args: () => [{ x: words(), y: labels(), ...approximate(), algorithm: "gap" }],
    ledger: 0,
  },
  "learnPoint, proper": {
    of: logstar.learnPoint,
    args: () => [
      {
        ...{ x: column(), y: labels(), ...approximate(), algorithm: "stable" },
        ...{ proper: true, domain: logstar.integers(0, 9999), accuracy: 0.1 },
      },
    ],
    ledger: 0,
  },
  learnRectangle: {
    of: logstar.learnRectangle,
    args: () => [
      {
        ...{ x: [column(), column()], y: labels(), ...approximate() },
        ...{ domain: logstar.integers(0, 99), algorithm: "slices" },
      },
    ],
    ledger: 0,
  },
  "learnRectangle, sanitizers": {
    of: logstar.learnRectangle,
    args: () => [
      {
        ...{ x: [column(), column()], y: labels(), ...approximate(), algorithm: "sanitizers" },
        ...{ domain: [logstar.integers(0, 99), logstar.integers(0, 60)], points: 5 },
      },
    ],
    ledger: 0,
  },
  learnSemiPrivate: {
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
  "learnThreshold, sanitizer": {
    of: logstar.learnThreshold,
    args: () => [
      {
        ...{ x: column(), y: labels(), ...pure(), domain: logstar.integers(0, 99) },
        ...{ algorithm: "sanitizer", points: 5, ones: "below", outside: "clamp" },
      },
    ],
    ledger: 0,
  },
  learnThreshold: {
    of: logstar.learnThreshold,
    args: () => [
      {
        ...{ x: column(), y: labels(), ...approximate(), domain: logstar.integers(0, 99) },
        ...{ algorithm: "cut", tolerance: 1, ones: "below", outside: "clamp" },
      },
    ],
    ledger: 0,
  },
  quasiConcaveMax: {
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
  "quasiConcaveMax, runs": {
    of: logstar.quasiConcaveMax,
    args: () => [
      range(9, (i) => ({ width: 10, quality: 4 - Math.abs(4 - i) })),
      { ...approximate(), algorithm: "tree-log", monotone: true, size: 90 },
    ],
    ledger: 1,
  },
  sanitizePoints: {
    of: logstar.sanitizePoints,
    args: () => [words(), { ...approximate(), method: "rounds", accuracy: 0.5, items: 2 }],
    ledger: 1,
  },
  sanitizeThresholds: {
    of: logstar.sanitizeThresholds,
    args: () => [
      column(),
      { ...pure(), domain: logstar.integers(0, 99), points: 3, outside: "clamp" },
    ],
    ledger: 1,
  },
  "sanitizePoints, as printed": {
    of: logstar.sanitizePoints,
    args: () => [words(), { ...approximate(), method: "paper", accuracy: 0.5 }],
    ledger: 1,
  },
  "sanitizeThresholds, as printed": {
    of: logstar.sanitizeThresholds,
    args: () => [
      { values: column(), counts: column() },
      {
        ...{ ...approximate(), method: "paper", size: 10_000, accuracy: 0.5 },
        ...{ domain: logstar.integers(0, 99), outside: "drop" },
      },
    ],
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
  selectBest: {
    of: logstar.selectBest,
    args: () => [
      new Map(range(9, (i) => [`item ${i}`, i])),
      { ...approximate(), method: "stable", monotone: true, growth: 1 },
    ],
    ledger: 1,
  },
  topK: {
    of: logstar.topK,
    args: () => [
      words(),
      {
        ...{ k: 2, kBar: 5, ...approximate(), perUser: 1, variant: "auto", counts: true },
      },
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
  topKForecast: {
    of: logstar.topKForecast,
    args: () => [words(), { k: 2, kBar: 5, ...approximate(), perUser: 1 }],
  },
  reals: { of: logstar.reals, args: () => [{ min: 0, max: 9, digits: 3 }] },
  integers: { of: logstar.integers, args: () => [-5, 5] },
  decimals: { of: logstar.decimals, args: () => [0, 9.99, 2] },
  dates: { of: logstar.dates, args: () => ["2020-01-01", "2026-01-01", "day"] },
  bigIntegers: { of: logstar.bigIntegers, args: () => [200] },
  text: { of: logstar.text, args: () => [16] },
};

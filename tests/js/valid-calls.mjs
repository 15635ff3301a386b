// One valid call of every export, for tests that break them. A call is a list of arguments; `of` does
// it. `ledger` says in which argument's options a ledger may be given. Where an object is made and
// paid for first, `of` makes it and `use` takes it and the arguments.
import * as logstar from "../../dist/index.js";

const range = (n, of = (i) => i) => Array.from({ length: n }, (_, i) => of(i));
const column = () => Float64Array.from({ length: 60 }, (_, i) => i);
const words = () => range(60, (i) => `word ${i % 7}`);
const labels = () => range(60, (i) => (i < 30 ? 1 : 0));
const rules = () => range(5, (c) => ({ predict: (x) => (x < 12 * c ? 1 : 0) }));
const pure = () => ({ epsilon: 1, neighbors: "add-remove", confidence: 0.9 });
const approximate = () => ({ ...pure(), delta: 1e-3 });
export const calls = {
  AboveThreshold: {
    of: (options) => new logstar.AboveThreshold(options),
    use: (mechanism, _, count) => mechanism.ask(count),
    args: () => [
      {
        ...{ threshold: 5, ...approximate(), maxAnswers: 5, monotone: true, weighted: false },
        ...{ numericShare: 0.2, expectedQuestions: 10, rows: undefined, columns: undefined },
      },
      7,
    ],
    ledger: 0,
  },
  ThresholdMonitor: {
    of: (options) => new logstar.ThresholdMonitor(options),
    use: (monitor, _, question) => monitor.ask(question),
    args: () => [
      {
        ...{ threshold: 5, perRecord: 2, ...approximate(), method: "auto", weighted: false },
        ...{ expectedQuestions: 10, records: 60 },
      },
      labels(),
    ],
    ledger: 0,
  },
  HeavyHitterMonitor: {
    of: (options) => new logstar.HeavyHitterMonitor(options),
    use: (monitor, _, holdings) => monitor.step(holdings),
    args: () => [
      {
        ...{ perUser: 2, steps: 3, ...approximate(), method: "auto", threshold: "auto" },
        ...{ expectedSteps: 3, expectedUsers: 50 },
      },
      range(60, (user) => [user, user % 3]),
    ],
    ledger: 0,
  },
  TopKSession: {
    of: (options) => new logstar.TopKSession(options),
    use: (session, _, rows, question) => session.topK(rows, question),
    args: () => [
      { outcomes: 9, calls: 2, ...approximate(), kBar: 20, variant: "limited-domain" },
      words(),
      { k: 2, kBar: 5, perUser: 1 },
    ],
    ledger: 0,
  },
  SliceSession: {
    of: (values, options) => new logstar.SliceSession(values, options),
    use: (session, _values, _options, cut, computing) =>
      session.median(session.slice(cut), computing),
    args: () => [
      column(),
      {
        ...{ domain: logstar.integers(0, 99), outside: "clamp", slices: 2, computes: 1 },
        ...{ compute: { epsilon: 0.1, delta: 1e-5 }, sliceEpsilon: 0, delta: 1e-3 },
      },
      { length: 20, from: "low" },
      { algorithm: "exponential", confidence: 0.9, epsilon: 0.1 },
    ],
    ledger: 1,
  },
  boundContributions: {
    of: logstar.boundContributions,
    args: () => [{ users: column(), items: words() }, { perUser: 2 }],
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
  learnPoint: {
    of: logstar.learnPoint,
    args: () => [{ x: words(), y: labels(), ...approximate(), algorithm: "gap" }],
    ledger: 0,
  },
  learnRectangle: {
    of: logstar.learnRectangle,
    args: () => [
      { x: [column(), column()], y: labels(), ...approximate(), domain: logstar.integers(0, 99) },
    ],
    ledger: 0,
  },
  learnSemiPrivate: {
    of: logstar.learnSemiPrivate,
    args: () => [{ x: column(), y: labels(), rules: rules(), ...pure() }],
    ledger: 0,
  },
  learnThreshold: {
    of: logstar.learnThreshold,
    args: () => [
      {
        ...{ x: column(), y: labels(), ...approximate(), domain: logstar.integers(0, 99) },
        ...{ algorithm: "prefix", tolerance: 1, ones: "below", outside: "clamp" },
      },
    ],
    ledger: 0,
  },
  quasiConcaveMax: {
    of: logstar.quasiConcaveMax,
    args: () => [
      (point) => -Math.abs(point - 30),
      {
        ...{ grid: range(60), ...approximate(), algorithm: "rec-concave", monotone: false },
        size: undefined,
      },
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
  topKForecast: {
    of: logstar.topKForecast,
    args: () => [words(), { k: 2, kBar: 5, ...approximate(), perUser: 1 }],
  },
  Ledger: {
    of(options, saved) {
      logstar.Ledger.fromJSON(saved);
      return new logstar.Ledger(options);
    },
    args: () => [
      { epsilon: 1, delta: 1e-3, neighbors: "add-remove", composition: "basic" },
      new logstar.Ledger({ epsilon: 1 }).toJSON(),
    ],
  },
  LedgerPart: {
    of: (parts, declaration) => new logstar.Ledger({ epsilon: 1 }).parallel(parts, declaration),
    args: () => [3, "one a country"],
  },
  LedgerSteps: {
    of: (options) => new logstar.Ledger({ epsilon: 1, delta: 1e-3 }).steps(options),
    args: () => [{ steps: 3, epsilon: 0.5, delta: 1e-4 }],
  },
  composition: {
    of(steps, total) {
      logstar.composition.perStep(steps);
      return logstar.composition.total(total);
    },
    args: () => [
      { steps: 5, kind: "pure", adaptive: true, epsilon: 1, delta: 1e-6 },
      { steps: 5, kind: "pure", adaptive: true, epsilon: 1, totalDelta: 1e-6 },
    ],
  },
  accuracy: {
    of(q, rank, count) {
      logstar.accuracy.quantile(q, rank);
      return logstar.accuracy.laplaceCount(count);
    },
    args: () => [0.3, { ...approximate(), domain: logstar.reals() }, { ...pure(), perUser: 1 }],
  },
  plan: {
    of(points, threshold, questions) {
      logstar.plan.interiorPoint(points);
      logstar.plan.learnThreshold(threshold);
      return logstar.plan.thresholdQuestions(questions);
    },
    args: () => [
      { bits: 64, ...approximate() },
      { ...approximate(), domain: logstar.integers(0, 99), accuracy: 0.1, tolerance: 0 },
      { threshold: 10, answers: 3, questions: 10, perRecord: 1, ...approximate(), weighted: false },
    ],
  },
  reals: { of: logstar.reals, args: () => [{ min: 0, max: 9, digits: 3 }] },
  integers: { of: logstar.integers, args: () => [-5, 5] },
  decimals: { of: logstar.decimals, args: () => [0, 9.99, 2] },
  dates: { of: logstar.dates, args: () => ["2020-01-01", "2026-01-01", "day"] },
  bigIntegers: { of: logstar.bigIntegers, args: () => [200] },
  text: { of: logstar.text, args: () => [16] },
  PointHypothesis: {
    of: (saved, x) => logstar.PointHypothesis.fromJSON(saved).predict(x),
    args: () => [new logstar.PointHypothesis(true, "a").toJSON(), "a"],
  },
  RectangleHypothesis: {
    of: (saved, x) => logstar.RectangleHypothesis.fromJSON(saved).predict(x),
    args: () => [new logstar.RectangleHypothesis([0, 1], [3, 4]).toJSON(), [1, 2]],
  },
  ThresholdHypothesis: {
    of: (saved, x) => logstar.ThresholdHypothesis.fromJSON(saved).predict(x),
    args: () => [
      new logstar.ThresholdHypothesis({ threshold: 3, ones: "below", constant: 0 }).toJSON(),
      2,
    ],
  },
  SanitizedPoints: {
    of: (saved, item) => logstar.SanitizedPoints.fromJSON(saved).count(item),
    args: () => [new logstar.SanitizedPoints(new Map([["a", 3]])).toJSON(), "a"],
  },
  SanitizedThresholds: {
    of: (saved, x) => logstar.SanitizedThresholds.fromJSON(saved).cdf(x),
    args: () => [new logstar.SanitizedThresholds([1, 2, 3]).toJSON(), 2],
  },
};

/** What takes no argument of a user's, or is only thrown. */
export const others = ["BudgetExceeded", "EntropyUnavailable", "load", "version"];

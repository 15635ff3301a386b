// Valid calls of every class and its members, as in valid-calls.mjs. If an object is made and charged first,
// `of` makes it and `use` takes it and the arguments.
import * as logstar from "../../dist/index.js";
import { optionsOf } from "./declared-calls.mjs";
import { column, labels, range, words } from "./valid-data.mjs";

/** Options of objects. */
const options = {
  AboveThreshold: () => optionsOf("AboveThreshold"),
  ThresholdMonitor: () => optionsOf("ThresholdMonitor"),
  HeavyHitterMonitor: () => optionsOf("HeavyHitterMonitor"),
  TopKSession: () => optionsOf("TopKSession"),
  SliceSession: () => optionsOf("SliceSession"),
  RowSliceSession: () => ({ ...optionsOf("RowSliceSession"), user: null }),
  Ledger: () => optionsOf("Ledger"),
};

const made = {
  AboveThreshold: () => new logstar.AboveThreshold(options.AboveThreshold()),
  ThresholdMonitor: () => new logstar.ThresholdMonitor(options.ThresholdMonitor()),
  HeavyHitterMonitor: () => new logstar.HeavyHitterMonitor(options.HeavyHitterMonitor()),
  TopKSession: () => new logstar.TopKSession(options.TopKSession()),
  SliceSession: () => new logstar.SliceSession(column(), options.SliceSession()),
  RowSliceSession: () => new logstar.RowSliceSession(ages(), options.RowSliceSession()),
  // Without a unit, so that it accepts records and users.
  Ledger: () => new logstar.Ledger({ ...options.Ledger(), unit: undefined }),
  LedgerPart: () => made.LedgerParts().part("north"),
  LedgerSteps: () => made.Ledger().steps("weekly", { steps: 3, epsilon: 0.5, delta: 1e-4 }),
  LedgerParts: () => made.Ledger().parallel("country", "two countries"),
  PointHypothesis: () => new logstar.PointHypothesis(true, 5n),
  RectangleHypothesis: () =>
    new logstar.RectangleHypothesis([0, new Date(1)], [Infinity, new Date(9)]),
  ThresholdHypothesis: () =>
    new logstar.ThresholdHypothesis({ threshold: { text: "c", after: true }, ones: "below" }),
  SanitizedPoints: () => new logstar.SanitizedPoints(new Map([["a", 3]])),
  SanitizedThresholds: () => new logstar.SanitizedThresholds([1, 2, 3], [2, 1, 5]),
};

/** Objects that can be saved as plain data and resumed, with a use of the resumed object. */
export const savable = {
  AboveThreshold: (again) => again.ask(7),
  ThresholdMonitor: (again) => again.ask(labels()),
  HeavyHitterMonitor: (again) => again.step([[1, 2]]),
  TopKSession: (again) => again.topK(words(), { k: 2, kBar: 5, perUser: 1 }),
  RowSliceSession: (again) => {
    const { ledger } = again.slice({ by: "age", from: "low", length: 2 });
    return logstar.laplaceCount(5, { epsilon: 0.05, ledger });
  },
  Ledger: (again) => logstar.laplaceCount(5, { epsilon: 0.1, ledger: again }),
  PointHypothesis: (again) => again.predict(5n),
  RectangleHypothesis: (again) => again.predict([1, new Date(5)]),
  ThresholdHypothesis: (again) => again.predict("b"),
  SanitizedPoints: (again) => again.count("a"),
  SanitizedThresholds: (again) => again.cdf(2) + again.quantile(0.5),
};

/** What the saved data of a class is resumed with. */
export const resumedWith = { RowSliceSession: () => [ages()] };

/** An object that was used. */
export function used(name) {
  const object = made[name]();
  if (name === "Ledger") {
    const part = object.parallel("country", "two countries").part("north");
    logstar.laplaceCount(5, { epsilon: 0.1, ledger: object });
    logstar.laplaceCount(5, { epsilon: 0.1, ledger: part });
    object.steps("weekly", { steps: 3, epsilon: 0.1, delta: 1e-4 });
    const terms = { outcomes: 5, calls: 2, epsilon: 0.1, delta: 1e-6, ledger: object };
    new logstar.TopKSession(terms).dispose();
  }
  savable[name](object);
  return object;
}

const saved = (name) => JSON.parse(JSON.stringify(made[name]()));

const charge = () => ({
  ...{ mechanism: "my own", epsilon: 0.1, delta: 1e-6, neighbors: "add-remove" },
  boundedRange: false,
});
const session = () => ({
  ...{ mechanism: "my own", outcomes: 3, calls: 2, epsilon: 0.1, delta: 1e-6 },
});
const ages = () => ({ id: column(), age: column() });
const slicing = () => ({ length: 20, from: "low" });
const ofSlice =
  (compute) =>
  (cut, ...rest) => {
    const slices = made.SliceSession();
    return slices[compute](slices.slice(cut), ...rest);
  };

export const memberCalls = {
  AboveThreshold: {
    of: (given) => new logstar.AboveThreshold(given),
    use: (mechanism, _, count) => mechanism.ask(count),
    args: () => [options.AboveThreshold(), 7],
    ledger: 0,
  },
  "AboveThreshold.ask": {
    of: (count) => made.AboveThreshold().ask(count),
    args: () => [7],
  },
  "AboveThreshold.askNumber": {
    of: (count) => made.AboveThreshold().askNumber(count),
    args: () => [7],
  },
  "AboveThreshold.fromJSON": {
    of: (saved, data) => logstar.AboveThreshold.fromJSON(saved, data),
    args: () => [saved("AboveThreshold"), { rows: [1, 2] }],
  },
  ThresholdMonitor: {
    of: (given) => new logstar.ThresholdMonitor(given),
    use: (monitor, _, question) => monitor.ask(question),
    args: () => [options.ThresholdMonitor(), labels()],
    ledger: 0,
  },
  "ThresholdMonitor.ask": {
    of: (question) => made.ThresholdMonitor().ask(question),
    args: () => [labels()],
  },
  "ThresholdMonitor.fromJSON": {
    of: (saved, data) => logstar.ThresholdMonitor.fromJSON(saved, data),
    args: () => [saved("ThresholdMonitor"), { rows: column() }],
  },
  HeavyHitterMonitor: {
    of: (given) => new logstar.HeavyHitterMonitor(given),
    use: (monitor, _, holdings) => monitor.step(holdings),
    args: () => [options.HeavyHitterMonitor(), range(60, (user) => [user, user % 3])],
    ledger: 0,
  },
  "HeavyHitterMonitor.step": {
    of: (holdings) => made.HeavyHitterMonitor().step(holdings),
    args: () => [range(60, (user) => [user, user % 3])],
  },
  "HeavyHitterMonitor.fromJSON": {
    of: (saved) => logstar.HeavyHitterMonitor.fromJSON(saved),
    args: () => [saved("HeavyHitterMonitor")],
  },
  TopKSession: {
    of: (given) => new logstar.TopKSession(given),
    use: (asked, _, rows, question) => asked.topK(rows, question),
    args: () => [options.TopKSession(), words(), { k: 2, kBar: 5, perUser: 1 }],
    ledger: 0,
  },
  "TopKSession.topK": {
    of: (...given) => made.TopKSession().topK(...given),
    args: () => [words(), { k: 2, kBar: 5, perUser: 1 }],
  },
  "TopKSession.fromJSON": {
    of: (saved) => logstar.TopKSession.fromJSON(saved),
    args: () => [saved("TopKSession")],
  },
  SliceSession: {
    of: (values, given) => new logstar.SliceSession(values, given),
    args: () => [column(), options.SliceSession()],
    use() {},
    ledger: 1,
  },
  "SliceSession.slice": { of: (cut) => made.SliceSession().slice(cut), args: () => [slicing()] },
  "SliceSession.interiorPoint": {
    of: ofSlice("interiorPoint"),
    args: () => [slicing(), { algorithm: "cut", confidence: 0.9, delta: 1e-6 }],
  },
  "SliceSession.median": {
    of: ofSlice("median"),
    args: () => [slicing(), { algorithm: "exponential", confidence: 0.9, epsilon: 0.1 }],
  },
  "SliceSession.quantile": {
    of: ofSlice("quantile"),
    args: () => [slicing(), 0.4, { algorithm: "exponential", confidence: 0.9 }],
  },
  RowSliceSession: {
    of: (rows, given) => new logstar.RowSliceSession(rows, given),
    args: () => [ages(), options.RowSliceSession()],
    use() {},
    ledger: 1,
  },
  "RowSliceSession.slice": {
    of: (cut) => made.RowSliceSession().slice(cut),
    args: () => [{ by: "age", from: "low", length: 20, perUser: undefined }],
  },
  "RowSliceSession.fromJSON": {
    of: (saved, rows) => logstar.RowSliceSession.fromJSON(saved, rows),
    args: () => [saved("RowSliceSession"), ages()],
  },
  Ledger: {
    of: (given) => new logstar.Ledger(given),
    args: () => [options.Ledger()],
  },
  "Ledger.fromJSON": {
    of: (saved, options) => logstar.Ledger.fromJSON(saved, options),
    args: () => {
      const ledger = saved("Ledger");
      return [ledger, { head: ledger.head }];
    },
  },
  "Ledger.parallel": {
    of: (...given) => made.Ledger().parallel(...given),
    args: () => ["country", "one a country"],
  },
  "Ledger.steps": {
    of: (...given) => made.Ledger().steps(...given),
    args: () => ["weekly", { steps: 3, epsilon: 0.5, delta: 1e-4, kind: "pure", adaptive: true }],
  },
  "Ledger.charge": { of: (given) => made.Ledger().charge(given), args: () => [charge()] },
  "Ledger.openSession": {
    of: (given) => made.Ledger().openSession(given),
    args: () => [session()],
  },
  LedgerParts: { of: () => made.LedgerParts(), args: () => [] },
  "LedgerParts.part": { of: (name) => made.LedgerParts().part(name), args: () => ["north"] },
  LedgerPart: { of: () => made.LedgerPart(), args: () => [] },
  "LedgerPart.charge": { of: (given) => made.LedgerPart().charge(given), args: () => [charge()] },
  "LedgerPart.openSession": {
    of: (given) => made.LedgerPart().openSession(given),
    args: () => [session()],
  },
  LedgerSteps: { of: () => made.LedgerSteps(), args: () => [] },
  "LedgerSteps.charge": {
    of: (given) => made.LedgerSteps().charge(given),
    args: () => [{ ...charge(), delta: 0 }],
  },
  PointHypothesis: {
    of: (...given) => new logstar.PointHypothesis(...given),
    args: () => [true, "a"],
  },
  "PointHypothesis.predict": { of: (x) => made.PointHypothesis().predict(x), args: () => [5n] },
  RectangleHypothesis: {
    of: (...given) => new logstar.RectangleHypothesis(...given),
    args: () => [
      [0, 1],
      [3, 4],
    ],
  },
  "RectangleHypothesis.predict": {
    of: (x) => made.RectangleHypothesis().predict(x),
    args: () => [[1, new Date(5)]],
  },
  ThresholdHypothesis: {
    of: (given) => new logstar.ThresholdHypothesis(given),
    args: () => [{ threshold: 3, ones: "below", constant: 0 }],
  },
  "ThresholdHypothesis.predict": {
    of: (x) => made.ThresholdHypothesis().predict(x),
    args: () => ["b"],
  },
  SanitizedPoints: {
    of: (rows) => new logstar.SanitizedPoints(rows),
    args: () => [new Map([["a", 3]])],
  },
  "SanitizedPoints.count": { of: (item) => made.SanitizedPoints().count(item), args: () => ["a"] },
  "SanitizedPoints.sample": {
    of: (size, given) => made.SanitizedPoints().sample(size, given),
    args: () => [10, { records: 20, others: ["b", "c"] }],
  },
  "SanitizedPoints.countOf": {
    of: (items) => made.SanitizedPoints().countOf(items),
    args: () => [["a", "b"]],
  },
  SanitizedThresholds: {
    of: (...given) => new logstar.SanitizedThresholds(...given),
    args: () => [
      [1, 2, 3],
      [2, 1, 5],
    ],
  },
  "SanitizedThresholds.cdf": { of: (x) => made.SanitizedThresholds().cdf(x), args: () => [2] },
  "SanitizedThresholds.quantile": {
    of: (p) => made.SanitizedThresholds().quantile(p),
    args: () => [0.5],
  },
  "SanitizedThresholds.sample": {
    of: (n) => made.SanitizedThresholds().sample(n),
    args: () => [10],
  },
};
// Hypotheses and sanitized data are read from plain data only.
for (const name of Object.keys(savable)) {
  memberCalls[`${name}.fromJSON`] ??= {
    of: (saved) => logstar[name].fromJSON(saved),
    args: () => [saved(name)],
  };
}

// The kinds of draws of tests/parity/draws.txt that are not about one rank; tests/unit/parity has the
// same in C++.
import * as logstar from "../../dist/index.js";

const domain = logstar.integers(0, 999_999);
const flag = (word) => word === "yes";

/** n whole numbers from 0 to 999,999, spread out. */
const wholeColumn = (n) =>
  Array.from({ length: n }, (_, i) =>
    Number(((BigInt(i) * 2654435761n) % 4294967296n) % 1_000_000n),
  );

const range = (n, of = (i) => i) => Array.from({ length: n }, (_, i) => of(i));
const decreasing = (n) => range(n, (item) => ({ item, count: Math.floor(60 / (item + 1)) }));
const labelled = (x) => range(x.length, (i) => (x[i] <= 400_000 ? 1 : 0));
const cuts = range(10, (c) => ({ predict: (x) => (x <= 100_000 * c ? 1 : 0), c }));

export const draws = {
  count: (count, epsilon, perUser) => logstar.laplaceCount(count, { epsilon, perUser }).value,

  choice(method, epsilon, delta, monotone, growth, neighbors, n) {
    const options = { method, epsilon, monotone: flag(monotone), growth, neighbors };
    const candidates = decreasing(n).map(({ item, count }) => ({ item, score: count }));
    const stable = method === "stable" ? { delta } : {};
    return logstar.selectBest(candidates, { ...options, ...stable }).value;
  },

  quantiles(epsilon, neighbors, m, n) {
    const qs = range(m, (i) => (i + 1) / (m + 1));
    return logstar.quantiles(wholeColumn(n), qs, { epsilon, neighbors, domain }).value.join(",");
  },

  "quasi-concave"(algorithm, epsilon, delta, monotone, neighbors, n) {
    const runs = range(2 * n + 1, (i) => ({
      width: ((i % 7) + 1) * 2 ** 20,
      quality: 3 * Math.min(i, 2 * n - i),
    }));
    const size = runs.reduce((sum, { width }) => sum + width, 0);
    const options = { algorithm, epsilon, delta, monotone: flag(monotone), neighbors, size };
    return logstar.quasiConcaveMax(runs, options).value;
  },

  "learn-point"(algorithm, epsilon, delta, neighbors, n) {
    const x = decreasing(n).flatMap(({ item, count }) => Array(count).fill(item));
    const y = x.map(() => 1);
    const { value } = logstar.learnPoint({ x, y, algorithm, epsilon, delta, neighbors });
    return value.found ? value.item : null;
  },

  "learn-threshold"(algorithm, epsilon, delta, neighbors, tolerance, n) {
    const x = wholeColumn(n);
    const y = labelled(x).map((label, i) => (i < tolerance ? 1 - label : label));
    const options = { x, y, domain, algorithm, epsilon, delta, neighbors, tolerance };
    const { value } = logstar.learnThreshold(options);
    if (value === null) return null;
    return value.threshold ?? (value.predict(0) === 1 ? 999_999 : "none");
  },

  "learn-rectangle"(epsilon, delta, neighbors, dimensions, n) {
    const x = range(dimensions, (axis) => range(n, (i) => (i * (7919 + 2 * axis)) % 1000));
    const y = range(n, (i) => x.every((column) => column[i] >= 200 && column[i] <= 799));
    const options = { x, y, domain: logstar.integers(0, 999), epsilon, delta, neighbors };
    const { value } = logstar.learnRectangle(options);
    return value && range(dimensions, (a) => [value.lowest[a], value.highest[a]]).join(",");
  },

  "label-private"(epsilon, n) {
    const x = wholeColumn(n);
    return logstar.learnLabelPrivate({ x, y: labelled(x), rules: () => cuts, epsilon }).value.c;
  },

  "semi-private"(neighbors, epsilon, n) {
    const x = wholeColumn(n);
    const options = { x, y: labelled(x), rules: cuts, epsilon, neighbors };
    return logstar.learnSemiPrivate(options).value.c;
  },

  "sanitize-points"(method, epsilon, delta, neighbors, accuracy, n) {
    const options = { method, epsilon, delta, neighbors, accuracy };
    const { value } = logstar.sanitizePoints(decreasing(n), options);
    return range(n)
      .filter((item) => value.count(item) > 0)
      .map((item) => `${item}:${value.count(item)}`)
      .join(",");
  },

  "sanitize-thresholds"(epsilon, neighbors, points, n) {
    const options = { epsilon, neighbors, points, domain };
    return logstar.sanitizeThresholds(wholeColumn(n), options).value.points.join(",");
  },

  above(maxAnswers, monotone, weighted, numericShare, epsilon, delta, neighbors) {
    const mechanism = new logstar.AboveThreshold({
      threshold: 60,
      maxAnswers,
      monotone: flag(monotone),
      weighted: flag(weighted),
      ...{ numericShare, epsilon, delta, neighbors },
    });
    let answers = "";
    for (let i = 0; i < 80 && !mechanism.exhausted; ++i) {
      const count = (37 * i) % 100;
      if (numericShare === 0) {
        answers += mechanism.ask(count) ? "Y" : "n";
      } else {
        const number = mechanism.askNumber(count);
        answers += number === null ? "n" : `Y${number * 2 ** 20};`;
      }
    }
    return answers;
  },

  monitor(method, weighted, perRecord, epsilon, delta, neighbors, threshold, records) {
    const options = { threshold, perRecord, epsilon, delta, neighbors, records };
    const sums = flag(weighted);
    const monitor = new logstar.ThresholdMonitor({ ...options, method, weighted: sums });
    const question = (q) =>
      range(records, (i) => (sums ? ((i + q) % 9) / 8 : i % ((q % 5) + 2) === 0));
    return range(40, (q) => (monitor.ask(question(q)) ? "Y" : "n")).join("");
  },

  heavy(method, perUser, steps, epsilon, delta, neighbors, users) {
    const declared = steps > 0 ? { steps } : {};
    const options = { perUser, epsilon, delta, neighbors, ...declared };
    const monitor = new logstar.HeavyHitterMonitor({ ...options, method });
    const holdings = (s) => range(users, (u) => [u, (u + s) ** 2 % 11]);
    return range(8, (s) => `${monitor.step(holdings(s)).join(",")};`).join("");
  },

  "top-k-session"(variant, outcomes, calls, epsilon, delta, neighbors, k, kBar, perUser) {
    const session = new logstar.TopKSession({
      variant,
      outcomes,
      calls,
      epsilon,
      delta,
      neighbors,
    });
    const rows = range(200, (item) => ({ item, count: Math.floor(5000 / (item + 1)) }));
    let answers = "";
    while (session.remaining.calls > 0 && session.remaining.outcomes >= k) {
      const users = perUser > 0 ? perUser : Number.POSITIVE_INFINITY;
      const { items } = session.topK(rows, { k, kBar, perUser: users });
      answers += `${items.map(({ item }) => item).join(",")};`;
    }
    return answers;
  },

  "slice-session"(algorithm, slices, computes, epsilon, delta, sliceEpsilon, n) {
    const compute = { epsilon, delta };
    const options = { domain, slices, computes, compute, sliceEpsilon, delta: 0.01 };
    const session = new logstar.SliceSession(wholeColumn(n), options);
    let medians = "";
    for (let i = 0; i < slices; ++i) {
      const slice = session.slice({ length: 300, from: i % 2 === 1 ? "high" : "low" });
      for (let j = 0; j < computes; ++j)
        medians += `${session.median(slice, { algorithm }).value};`;
    }
    return medians;
  },
};

/** Which kinds of draws compare each export; "" says that it draws nothing. */
export const kindsOf = {
  AboveThreshold: "above",
  accuracy: "",
  bigIntegers: "",
  boundContributions: "bounded",
  BudgetExceeded: "",
  composition: "",
  dates: "",
  decimals: "",
  EntropyUnavailable: "",
  HeavyHitterMonitor: "heavy",
  integers: "",
  interiorPoint: "reals big text",
  laplaceCount: "count",
  learnLabelPrivate: "label-private",
  learnPoint: "learn-point",
  learnRectangle: "learn-rectangle",
  learnSemiPrivate: "semi-private",
  learnThreshold: "learn-threshold",
  Ledger: "",
  LedgerPart: "",
  LedgerSteps: "",
  load: "",
  median: "quantile integers unsigned signed",
  plan: "",
  PointHypothesis: "",
  quantile: "quantile quantile-replace",
  quantiles: "quantiles",
  quasiConcaveMax: "quasi-concave",
  reals: "",
  RectangleHypothesis: "",
  SanitizedPoints: "",
  SanitizedThresholds: "",
  sanitizePoints: "sanitize-points",
  sanitizeThresholds: "sanitize-thresholds",
  selectBest: "choice",
  SliceSession: "slice-session",
  text: "",
  ThresholdHypothesis: "",
  ThresholdMonitor: "monitor",
  topK: "top-k strict ranking",
  topKForecast: "",
  TopKSession: "top-k-session",
  version: "",
};

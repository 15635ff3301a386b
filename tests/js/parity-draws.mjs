// The kinds of draws of tests/parity/draws.txt that are about choices, counts and questions;
// tests/unit/parity has the same in C++.
import * as logstar from "../../dist/index.js";
import { decreasing, domain, flag, range, wholeColumn } from "./parity-data.mjs";

export const draws = {
  choice(method, epsilon, delta, monotone, growth, neighbors, n) {
    const options = { method, epsilon, monotone: flag(monotone), growth, neighbors };
    const candidates = decreasing(n).map(({ item, count }) => ({ item, score: count }));
    const withDelta = ["stable", "gap", "choosing"].includes(method) ? { delta } : {};
    return logstar.selectBest(candidates, { ...options, ...withDelta }).value;
  },

  quantiles(algorithm, epsilon, delta, neighbors, m, n) {
    const qs = range(m, (i) => (i + 1) / (m + 1));
    const options = { algorithm, epsilon, delta, neighbors, domain, abstain: false };
    return logstar.quantiles(wholeColumn(n), qs, options).value.join(",");
  },

  depth(depth, algorithm, epsilon, delta, neighbors, n) {
    const options = { depth, algorithm, epsilon, delta, neighbors, domain, abstain: false };
    return logstar.interiorPoint(wholeColumn(n), options).value;
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

  above: (...given) => answers(aboveThreshold(...given)),

  "above-centred": (...given) => answers(aboveAt(true, ...given)),

  "above-by"(...given) {
    const mechanism = aboveThreshold(...given);
    return `${mechanism.record.parameters.form}: ${answers(mechanism)}`;
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

  "row-slices"(slices, sliceEpsilon, n) {
    const terms = { user: null, slices, sliceEpsilon, compute: { epsilon: 1 }, delta: 0.01 };
    const session = new logstar.RowSliceSession({ x: wholeColumn(n) }, terms);
    return range(slices, (i) => {
      const from = i % 2 === 1 ? "high" : "low";
      const { rows } = session.slice({ by: "x", from, length: 300 });
      return `${rows.length} ${rows[0].x};`;
    }).join("");
  },
};

function aboveThreshold(maxAnswers, monotone, weighted, numericShare, epsilon, delta, neighbors) {
  return aboveAt(false, maxAnswers, monotone, weighted, numericShare, epsilon, delta, neighbors);
}

function aboveAt(centred, maxAnswers, monotone, weighted, ...rest) {
  const [numericShare, epsilon, delta, neighbors] = rest;
  return new logstar.AboveThreshold({
    threshold: 60,
    centred,
    maxAnswers,
    monotone: flag(monotone),
    weighted: flag(weighted),
    ...{ numericShare, epsilon, delta, neighbors },
  });
}

function answers(mechanism) {
  const { numericShare } = mechanism.record.parameters;
  let text = "";
  for (let i = 0; i < 80 && !mechanism.exhausted; ++i) {
    const count = (37 * i) % 100;
    if (numericShare === 0) {
      text += mechanism.ask(count) ? "Y" : "n";
    } else {
      const number = mechanism.askNumber(count);
      text += number === null ? "n" : `Y${number * 2 ** 20};`;
    }
  }
  return text;
}

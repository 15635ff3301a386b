import { column, more, of, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  guarantees: ["exponential", "cut-choice", "quantiles-from-interior-points"],
  modes: [
    {
      exports: ["quantile"],
      mode: "exponential",
      neighbors: ["add-remove", "replace"],
      tests: ["quantiles are epsilon-DP under add-remove and under replace"],
      parity: ["quantile 0.9", "quantile-replace 0.25", "big 1000 exponential 0.9"],
      controls: ["control: a quantile drawn as if its score moved one way only is rejected"],
    },
    {
      exports: ["quantile", "median"],
      mode: "cut",
      neighbors: ["add-remove", "replace"],
      tests: [
        "a quantile by cut choice keeps the loss of its task, in every form",
        "a trimmed quantile is private under both kinds of neighbours, for any declared size",
        "a quantile in a window is private under both neighbour relations",
        "a quantile at two rates is (epsilon, delta)-DP under add-remove and always answers",
        "a pure quantile at two rates is epsilon-DP under add-remove and always answers",
        "controls: a quantile at full rate, trimmed by the real size or in a window, is rejected",
        "controls: two rates at full rate both ways, and claiming the rise only, are rejected",
        "controls: pure two rates that claim the rise only, or for replace, are rejected",
        "control: pure two rates with the rates of both sides swapped are rejected",
        "control: pure two rates whose candidates without records weigh too little are rejected",
        "control: pure two rates whose candidates keep the uniform score are rejected",
      ],
      parity: ["big 1000 cut 0.9", "text 24 cut 0.25", "reals cut 0.5", "reals cut 0.9"],
    },
    {
      exports: ["quantile", "median"],
      mode: "rec-concave",
      neighbors: ["add-remove", "replace"],
      only: "rec-concave",
      tests: [
        "an algorithm on a window of ranks keeps the loss of its task, on all tiny data",
        "an algorithm on a window of ranks keeps the loss of its task, in all its branches",
        "a quantile by RecConcave on a window is private under add-remove and under replace",
      ],
      parity: ["big 1000 rec-concave 0.9", "reals rec-concave 0.5"],
      controls: [
        "RecConcave is private if the best interval changes, and the printed A_dist is not",
        "control: TreeLog on a window at its loss for one added record is rejected",
      ],
    },
    {
      exports: ["quantile", "median"],
      mode: "tree-log",
      neighbors: ["add-remove", "replace"],
      only: "tree-log",
      tests: [
        "an algorithm on a window of ranks keeps the loss of its task, on all tiny data",
        "an algorithm on a window of ranks keeps the loss of its task, in all its branches",
      ],
      parity: ["big 1000 tree-log 0.9", "reals tree-log 0.5"],
      controls: ["control: TreeLog on a window at its loss for one added record is rejected"],
    },
    {
      exports: ["quantile", "median"],
      mode: "heavy-paths",
      neighbors: ["add-remove", "replace"],
      only: "heavy-paths",
      tests: [
        "an algorithm on a window of ranks keeps the loss of its task, on all tiny data",
        "an algorithm on a window of ranks keeps the loss of its task, in all its branches",
      ],
      parity: ["big 1000 heavy-paths 0.9", "reals heavy-paths 0.5"],
      controls: ["control: TreeLog on a window at its loss for one added record is rejected"],
    },
    {
      exports: ["quantile", "median"],
      mode: "tree-log-slices",
      neighbors: ["add-remove", "replace"],
      only: "tree-log-slices",
      tests: [
        "an algorithm on a window of ranks keeps the loss of its task, on all tiny data",
        "an algorithm on a window of ranks keeps the loss of its task, in all its branches",
      ],
      parity: ["big 1000 tree-log-slices 0.9", "reals tree-log-slices 0.5"],
      controls: ["control: TreeLog on a window at its loss for one added record is rejected"],
    },
  ],
  mistakes: [
    {
      mistake: "a quantile whose ties are broken by rank or position",
      tests: ["controls: ties broken by rank, by position or to both sides are rejected"],
    },
    {
      mistake: "a quantile whose ties are broken by the data's smallest gap",
      tests: ["control: a median that splits ties by the data's smallest gap is rejected"],
    },
  ],
  prices: {
    "interior_point/rank/exponential.hpp": {
      checked: "rates of median and quantiles",
      tight: "yes",
    },
  },
  audited: {
    median: {
      claim: pure,
      run: (logstar, values) => logstar.median(values, { ...pure, domain: logstar.integers(0, 3) }),
      inputs: more(column, 3),
      shows: 0.4,
    },
    "median, one changed": {
      claim: pure,
      run: (logstar, values) =>
        logstar.median(values, { ...pure, domain: logstar.integers(0, 3), neighbors: "replace" }),
      inputs: [column, column.with(0, 3)],
      shows: 0.4,
    },
    "median, prefix": {
      claim: { epsilon: 4, delta: 0.05 },
      run: (logstar, values) =>
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
      run: (logstar, values) =>
        logstar.quantile(values, 0.25, { ...pure, domain: logstar.integers(0, 3), abstain: false }),
      inputs: more(column, 0),
      shows: 0.2,
    },
  },
};

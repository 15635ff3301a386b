import { more, of, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  guarantees: [
    "exponential",
    "cut-choice",
    "rec-concave",
    "tree-log",
    "heavy-paths",
    "tree-log-slices",
    "depth",
    "base-measures",
  ],
  modes: [
    {
      exports: ["interiorPoint", "median"],
      mode: "exponential",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the median is epsilon-DP under add-remove, and uses at least 4/5 of its epsilon",
        "the median is epsilon-DP under replace at half the draw's epsilon, not at the whole",
      ],
      parity: [
        "reals exponential 0",
        "big 1000 exponential 0",
        "text 24 exponential 0",
        "quantile 0.5",
        "quantile-replace 0.5",
        "integers",
        "unsigned",
        "signed",
      ],
      controls: [
        "control: a quantile drawn as if its score moved one way only is rejected",
        "control: a median that splits ties by the data's smallest gap is rejected",
      ],
    },
    {
      exports: ["interiorPoint"],
      mode: "cut",
      neighbors: ["add-remove", "replace"],
      tests: [
        "an interior point by cut choice keeps the loss of its task, in every form",
        "KLMNS20 Lemma 3.8: one record more leaves the middle as it was or with one record more",
        "an interior point of a depth keeps the loss of its algorithm",
        "an interior point of a depth abstains within its loss",
        "cut choice is (epsilon, delta)-DP under add-remove, with all of delta",
        "cut choice is (epsilon, delta)-DP under replace",
        "cut choice of a public number of records is (epsilon, delta)-DP and always answers",
        "pure cut choice is epsilon-DP for every outcome, under add-remove and under replace",
        "controls: cut choice with bottom at 0.9, and for one new candidate less, is rejected",
        "control: an interior point of a public size that ignores dropped records is rejected",
        "control: an interior point that leaves out a share of the real records is rejected",
      ],
      parity: [
        "reals cut 0",
        "text 1024 cut 0",
        "depth 3 cut 1 1e-6 add-remove 1500",
        "depth 14 exponential 1 0 replace 1500",
      ],
    },
    {
      exports: ["interiorPoint"],
      mode: "rec-concave",
      neighbors: ["add-remove", "replace"],
      only: "rec-concave",
      tests: [
        "RecConcave of depths is (epsilon, delta)-DP under add-remove and under replace",
        "an interior point under replace keeps the loss of its task, in all its branches",
      ],
      parity: ["reals rec-concave 0"],
      controls: [
        "RecConcave is private if the best interval changes, and the printed A_dist is not",
      ],
    },
    {
      exports: ["interiorPoint"],
      mode: "tree-log",
      neighbors: ["add-remove", "replace"],
      only: "tree-log",
      tests: [
        "TreeLog on 8 keys keeps its stated loss on all databases of up to 5 records",
        "TreeLog keeps its stated loss on clusters that bring it to every branch, 16 keys",
        "TreeLog keeps its stated loss two levels deep",
        "TreeLog of a depth keeps its loss under replace if records leave the domain",
        "the size test rejects larger data privately, and an outright rejection is not private",
        "control: TreeLog with a public size in its padding is rejected by a wide margin",
        "an interior point under replace keeps the loss of its task, in all its branches",
      ],
      parity: ["reals tree-log 0"],
    },
    {
      exports: ["interiorPoint"],
      mode: "heavy-paths",
      neighbors: ["add-remove", "replace"],
      only: "heavy-paths",
      tests: [
        "HeavyPaths keeps its stated loss if it stops first, second, third or not at all",
        "HeavyPaths keeps its stated loss on all databases of up to 4 records over 4 keys",
        "controls: the paper's halt at |S| <= 10 t, and a test with only one kind of noise",
        "an interior point under replace keeps the loss of its task, in all its branches",
      ],
      parity: ["reals heavy-paths 0"],
    },
    {
      exports: ["interiorPoint"],
      mode: "tree-log-slices",
      neighbors: ["add-remove", "replace"],
      only: "tree-log-slices",
      tests: [
        "TreeLog by slices keeps its stated loss, one level and two levels deep",
        "TreeLog by slices keeps its stated loss on all databases of up to 5 records, 4 keys",
        "control: a deep slice below twice the balance, without the test for it, is rejected",
        "control: a test for balance without noise is rejected",
        "an interior point under replace keeps the loss of its task, in all its branches",
      ],
      parity: ["reals tree-log-slices 0"],
    },
    {
      exports: ["one_heavy_round (C++)"],
      mode: "part of tree-log-slices",
      neighbors: ["add-remove"],
      tests: ["OneHeavyRound keeps (e, delta) whenever its promise holds, and attains delta"],
      parity: ["reals tree-log-slices 0"],
      controls: [
        "control: OneHeavyRound without its promise is rejected, at ten times its epsilon",
      ],
    },
  ],
  mistakes: [
    {
      mistake: "A_dist as printed in BNS13",
      tests: [
        "control: A_dist as printed in BNS13 has delta 0.39 and 0.0136 where it claims 0.01",
        "controls: the printed form with whole-number noise, the continuous threshold with it",
        "RecConcave is private if the best interval changes, and the printed A_dist is not",
      ],
    },
    {
      mistake: "trimming that depends on the data's order",
      tests: [
        "control: TreeLog with a border that depends on the data's order is rejected",
        "control: ties broken by arrival are rejected",
      ],
    },
    {
      mistake: "cut choice with an error count at full epsilon",
      tests: ["control: an error count drawn at full epsilon is rejected"],
    },
  ],
  prices: {
    "interior_point/cut_choice/calibration.hpp": {
      checked: "rate and bottom; without one, what all candidates weigh",
      tight: "yes",
    },
    "interior_point/cut_choice/two_rates_calibration.hpp": {
      checked:
        "both rates, what a record moves, what all candidates weigh; pure, what is everywhere",
      tight: "but for 1 %",
    },
    "interior_point/cut_choice/weighted.hpp": {
      checked: "rate of a user and bottom",
      tight: "yes",
    },
    "interior_point/rec_concave/rec_concave.hpp": { checked: "all levels together", tight: "yes" },
    "interior_point/tree/declared_size.hpp": {
      checked: "the size test's delta and threshold",
      tight: "yes",
    },
    "interior_point/tree/heavy_path_steps.hpp": { checked: "one heavy round", tight: "yes" },
    "interior_point/tree/tree_log.hpp": {
      checked: "a random path, the whole, the calibration",
      tight: "but for 1 %",
    },
    "interior_point/tree/heavy_paths.hpp": {
      checked: "the whole, the calibration",
      tight: "but for 1 %",
    },
    "interior_point/slices/tree_log_slices.hpp": {
      checked: "the whole, the calibration",
      tight: "yes",
    },
  },
  audited: {
    interiorPoint: {
      runs: 12_000,
      claim: pure,
      run: (logstar, values) =>
        logstar.interiorPoint(values, { ...pure, domain: logstar.integers(0, 3) }),
      inputs: more([2], 2),
      shows: 1,
    },
    "interiorPoint, rec-concave": {
      runs: 1000,
      claim: { epsilon: 8, delta: 0.05 },
      run: (logstar, values) =>
        logstar.interiorPoint(values, {
          ...{
            epsilon: 8,
            delta: 0.05,
            confidence: 0.3,
            domain: logstar.integers(0, 3),
            algorithm: "rec-concave",
          },
        }),
      inputs: more(of(3, 2), 2),
    },
  },
};

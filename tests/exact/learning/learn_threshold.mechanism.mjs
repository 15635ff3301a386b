import { labelled, more, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["learnThreshold"],
  guarantees: ["thresholds", "sanitizers-learn"],
  modes: [
    {
      mode: "exponential",
      neighbors: ["add-remove", "replace"],
      tests: ["the exponential learner is epsilon-DP under add-remove at full epsilon, and tight"],
      parity: ["learn-threshold exponential"],
      controls: [
        "the exponential learner is epsilon-DP under add-remove at full epsilon, and tight",
      ],
    },
    {
      mode: "cut",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the learner by cut choice is (epsilon, delta)-DP under add-remove and under replace",
        "control: a learner by cut choice is rejected with K one less, and accepted with K",
      ],
      parity: ["learn-threshold cut"],
    },
    {
      mode: "rec-concave",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the RecConcave learner is (epsilon, delta)-DP, for any margin",
        "the RecConcave learner on 64 keys, where it recurses, is (epsilon, delta)-DP",
        "the RecConcave learner is private where the best threshold changes, the printed test is not",
      ],
      parity: ["learn-threshold rec-concave"],
      controls: [
        "the RecConcave learner is private where the best threshold changes, the printed test is not",
      ],
    },
    {
      mode: "interior-point",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the learner by cut choice on the reduced problem is (epsilon, delta)-DP",
        "the learners by RecConcave and TreeLog are (epsilon, delta)-DP",
        "KLMNS20 and CLNSS22: thresholds learned by every algorithm for interior points keep their loss",
      ],
      parity: [
        "learn-threshold interior-point",
        "learn-threshold-by tree-log-slices 1 2 1e-6 add-remove 4000",
        "learn-threshold-by tree-log 2 4 1e-6 replace 4000",
      ],
      controls: [
        "control: cut choice calibrated for added points, not replaced, is rejected",
        "control: a learner at the rate of one replaced point is rejected under replace",
        "control: a tolerance counted in the data moves more than one point",
      ],
    },
    {
      mode: "sanitizer",
      neighbors: ["add-remove", "replace"],
      tests: [
        "a learner through a sanitizer is (count + epsilon, delta)-DP, twice that for replace",
        "the learner through a sanitizer keeps its loss, calibrated for either neighbour relation",
        "the learner through SanThresholds is (epsilon, delta)-DP",
        "BNS13 section 5.1: a threshold learner's sanitizer by slices keeps its share under replace for every number of records",
      ],
      parity: ["learn-threshold-by-sanitizer"],
      controls: [
        "control: replaced records at the price of added ones are rejected",
        "control: a sanitizer that receives the part itself, not padded, is rejected",
        "control: a draw from a slice calibrated for add-remove is rejected",
      ],
    },
  ],
  prices: {
    "learning/threshold_exponential.hpp": { checked: "rate", tight: "yes" },
    "learning/threshold_cut_calibration.hpp": {
      checked: "both rates, what falls and what rises, and the delta between them",
      tight: "but for 1 %",
    },
    "learning/threshold_rec_concave.hpp": { checked: "all levels together", tight: "epsilon" },
    "learning/threshold_reduction.hpp": {
      checked: "every search, one or two points replaced",
      tight: "epsilon; trees to a tenth",
    },
    "learning/threshold_by_sanitizer.hpp": {
      checked: "sanitizer and counts together",
      tight: "yes",
    },
  },
  audited: {
    learnThreshold: {
      claim: pure,
      run: (logstar, data) =>
        logstar.learnThreshold({ ...data, ...pure, domain: logstar.integers(0, 3) }),
      inputs: more(
        [
          [0, 1],
          [2, 0],
        ],
        [0, 0],
      ).map(labelled),
      shows: 0.8,
    },
  },
};

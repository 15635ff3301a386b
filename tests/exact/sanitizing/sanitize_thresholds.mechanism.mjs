import { more, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["sanitizeThresholds"],
  guarantees: ["sanitizers", "san-thresholds", "quantiles"],
  modes: [
    {
      mode: "quantiles",
      neighbors: ["add-remove", "replace"],
      tests: ["a sanitized distribution is epsilon-DP under add-remove and under replace"],
      parity: ["sanitize-thresholds"],
      controls: ["controls: ties broken by rank, by position or to both sides are rejected"],
    },
    {
      mode: "slices",
      neighbors: ["add-remove", "replace"],
      tests: ["BNS13 Theorem 4.13: a distribution by noisy slices keeps its loss, delta included"],
      parity: ["sanitize-thresholds-by-slices 1 1e-6 add-remove 7 6000"],
      controls: ["control: a draw from a slice calibrated for add-remove is rejected"],
    },
    {
      mode: "counts",
      neighbors: ["add-remove", "replace"],
      tests: ["counts of all values are epsilon-DP under add-remove and under replace"],
      parity: ["count-values"],
      controls: [
        "control: counts of all values at the rate of a record added are rejected under replace",
      ],
    },
    {
      mode: "paper",
      neighbors: ["add-remove", "replace"],
      tests: [
        "one call of SanThresholds on four keys is (epsilon, delta)-DP",
        "SanThresholds with the maximum number of calls on two keys is (epsilon, delta)-DP",
        "SanThresholds is private on eight keys where either call may choose a new key",
      ],
      parity: ["san-thresholds"],
      controls: [
        "control: thresholds computed from the number of records in the data are rejected",
      ],
    },
  ],
  prices: {
    "sanitizing/san_thresholds.hpp": { checked: "the steps", tight: "no" },
    "sanitizing/value_counts.hpp": { checked: "rate", tight: "yes" },
  },
  audited: {
    sanitizeThresholds: {
      claim: pure,
      run: (logstar, values) =>
        logstar.sanitizeThresholds(values, { ...pure, domain: logstar.integers(0, 3), points: 1 }),
      inputs: more([3], 3),
      shows: 0.2,
    },
  },
};

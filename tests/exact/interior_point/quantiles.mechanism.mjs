import { column, more } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["quantiles"],
  guarantees: ["quantiles", "noisy-slices"],
  modes: [
    {
      mode: "slices",
      neighbors: ["add-remove", "replace"],
      tests: [
        "quantiles by slices keep their loss, also near the size where slices begin",
        "quantiles by slices keep their loss under replace, on both sides of that size",
        "controls: slices at twice their rate, or without noise, are rejected",
      ],
      parity: ["quantiles slices"],
    },
    {
      mode: "separate",
      neighbors: ["add-remove", "replace"],
      tests: [
        "separate quantiles keep their loss, by every kind of draw",
        "separate quantiles without a delta keep epsilon alone, at two rates and in windows",
        "controls: pure separate quantiles with all of epsilon each, or two rates under replace, are rejected",
      ],
      parity: ["quantiles separate"],
    },
    {
      mode: "recursion",
      neighbors: ["add-remove", "replace"],
      tests: [
        "three quantiles are epsilon-DP under add-remove, with random ties of 0 and 1 bits",
        "uneven quantiles are epsilon-DP, at both ends and with targets other than halves",
        "three quantiles are epsilon-DP under replace at half the epsilon",
        "controls: ties broken by rank, by position or to both sides are rejected",
      ],
      parity: ["quantiles recursion"],
    },
  ],
  prices: {
    "interior_point/rank/quantiles.hpp": { checked: "the draws on every way down", tight: "yes" },
    "interior_point/quantile_slices/noisy_slices.hpp": {
      checked: "noise, slice, the factor between them, the other mechanism; the noise's edge",
      tight: "yes",
    },
    "interior_point/several_quantiles/separate_quantiles.hpp": {
      checked: "the draws together",
      tight: "yes",
    },
    "interior_point/several_quantiles/plain_quantiles.hpp": {
      checked: "either of both, as the fallback of slices",
      tight: "yes",
    },
    "interior_point/several_quantiles/sliced_quantiles.hpp": {
      checked:
        "slices; their fallback; both halves of delta under replace; what a record that drops costs",
      tight: "epsilon",
    },
  },
  audited: {
    quantiles: {
      claim: { epsilon: 4 },
      run: (logstar, values) =>
        logstar.quantiles(values, [0.25, 0.75], {
          epsilon: 4,
          domain: logstar.integers(0, 3),
          abstain: false,
        }),
      inputs: more(column, 3),
      shows: 0.1,
    },
  },
};

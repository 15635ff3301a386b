import { column, more, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["laplaceCount"],
  guarantees: ["selection"],
  modes: [
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "a noisy count is epsilon-DP under add-remove and replace, and uses all of epsilon",
        "control: users with two records and noise for one are rejected",
      ],
      parity: ["count"],
    },
  ],
  mistakes: [
    {
      mistake: "Laplace noise with scale and location swapped",
      tests: ["control: scale and location swapped is rejected"],
    },
    {
      mistake: "Laplace noise with scale and rate mixed up",
      tests: [
        "control: rate and scale mixed up is rejected",
        "control: Laplace noise with scale and rate mixed up is rejected",
      ],
    },
  ],
  prices: { "selection/laplace_count.hpp": { checked: "rate", tight: "yes" } },
  audited: {
    laplaceCount: {
      claim: pure,
      run: (logstar, values) => logstar.laplaceCount(values.length, pure),
      inputs: more(column, 3),
      shows: 1.5,
    },
  },
};

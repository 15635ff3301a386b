/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["choosing_mechanism (C++)"],
  guarantees: ["san-thresholds"],
  modes: [
    {
      mode: "least threshold",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the choosing mechanism with its least threshold is (epsilon, delta)-DP, add-remove",
        "the choosing mechanism with its least threshold is (epsilon, delta)-DP, replace",
        "controls: the least threshold lowered by one, and for an eighth of the growth",
      ],
      parity: ["san-thresholds"],
    },
    {
      mode: "the paper's constants",
      neighbors: ["add-remove", "replace"],
      tests: ["the paper's constants are private too, and use less than 1/100 of their delta"],
      parity: ["sanitize-points paper"],
      controls: [
        "control: the printed threshold alpha m / 2 on databases below the paper's size bound",
      ],
    },
  ],
  mistakes: [
    {
      mistake: "a choosing mechanism used below its size bound",
      tests: [
        "control: the printed threshold alpha m / 2 on databases below the paper's size bound",
        "control: the choosing mechanism's threshold as printed, alpha m / 128, is rejected",
      ],
    },
  ],
  prices: {
    "selection/choosing_mechanism.hpp": { checked: "rates and threshold", tight: "add-remove" },
  },
};

import { pure, scores } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["selectBest"],
  guarantees: ["selection"],
  modes: [
    {
      mode: "permute-and-flip",
      neighbors: ["add-remove", "replace"],
      tests: ["permute-and-flip is epsilon-DP in each of its calibrations"],
      parity: ["choice permute-and-flip"],
      controls: [
        "control: scores that move both ways at full epsilon are rejected",
        "control: a noisy maximum that also releases its value is rejected",
      ],
    },
    {
      mode: "exponential",
      neighbors: ["add-remove", "replace"],
      tests: ["an exponential choice is epsilon-DP in each of its four calibrations"],
      parity: ["choice exponential"],
      controls: ["control: scores that move both ways drawn at full epsilon are rejected"],
    },
    {
      mode: "stable",
      neighbors: ["add-remove", "replace"],
      tests: [
        "stable choice of counts is (epsilon, delta)-DP for every delta, at delta / (1 + delta)",
        "stable choice allows a record to raise two scores if the caller declares it",
        "stable choice is (epsilon, delta)-DP under replace, for every delta",
      ],
      parity: ["choice stable"],
      controls: [
        "controls: bottom one lower, two scores raised undeclared, full epsilon under replace",
      ],
    },
  ],
  mistakes: [
    {
      mistake: "a noisy maximum that also releases its value",
      tests: [
        "control: a noisy maximum that also releases its value is rejected",
        "control: releasing the winner's exact count is rejected",
      ],
    },
  ],
  prices: {
    "selection/stable_choice.hpp": { checked: "weight of bottom, both neighbours", tight: "yes" },
    "selection/exponential.hpp": { checked: "rate", tight: "yes" },
  },
  audited: {
    selectBest: {
      claim: pure,
      run: (logstar, list) => logstar.selectBest(list, pure),
      inputs: [scores(4), scores(5)],
      shows: 0.3,
    },
  },
};

import { pure, scores } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["selectBest"],
  guarantees: ["selection", "ranked-lists"],
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
    {
      mode: "gap",
      neighbors: ["add-remove", "replace"],
      tests: [
        "selectBest by the gap test is (epsilon, delta)-DP, of a public list or one that occurs",
        "the gap test of a public list is (epsilon, delta)-DP for scores that move both ways",
        "scores of quarters keep the loss of a choice at their own sensitivity",
      ],
      parity: ["choice gap 1 0.001 1 1 add-remove 20"],
      controls: [
        "control: the gap test for counts is rejected for scores that move both ways",
        "controls: the printed form with whole-number noise, the continuous threshold with it",
      ],
    },
    {
      mode: "choosing",
      neighbors: ["add-remove", "replace"],
      tests: ["selectBest by the choosing mechanism is (epsilon, delta)-DP"],
      parity: ["choice choosing 1 0.001 0 1 replace 20"],
      controls: [
        "controls: the least threshold lowered by one, and for an eighth of the growth",
        "control: scores that move by 3/4, divided by a quarter, are rejected",
      ],
    },
    {
      mode: "exponential, k",
      neighbors: ["add-remove", "replace"],
      tests: [
        "k draws of a public list are epsilon-DP: 3 items, counts to 3, any number a user",
        "k draws of scores that move both ways are epsilon-DP",
        "k draws with a delta keep it: the bound for bounded-range draws, at every k",
      ],
      parity: ["ranked-list peel add-remove 5 3 1 1e-06"],
      controls: ["control: k draws at the full rate under replace are rejected"],
    },
    {
      mode: "permute-and-flip, k",
      neighbors: ["add-remove", "replace"],
      tests: [
        "k draws of a public list are epsilon-DP: 3 items, counts to 3, any number a user",
        "k draws of scores that move both ways are epsilon-DP",
      ],
      parity: ["ranked-list permute-and-flip replace 5 3 1 0"],
      controls: ["control: k draws at the full rate under replace are rejected"],
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

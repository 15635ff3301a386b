import { numbered, pure, rules } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["learnLabelPrivate"],
  guarantees: ["label-private"],
  modes: [
    {
      mode: "",
      neighbors: ["one label flipped"],
      tests: ["label-private learning is epsilon-DP for a flipped label, and uses most of epsilon"],
      parity: ["label-private", "label-private-class thresholds", "label-private-class boxes"],
      controls: ["control: a flipped label at full epsilon is rejected"],
    },
  ],
  prices: { "learning/rule_choice.hpp": { checked: "rate", tight: "yes" } },
  audited: {
    learnLabelPrivate: {
      claim: pure,
      run: (logstar, y) =>
        numbered(logstar.learnLabelPrivate({ x: [0, 1, 2], y, rules: () => rules, ...pure })),
      inputs: [
        [1, 1, 0],
        [1, 0, 0],
      ],
      shows: 0.3,
    },
  },
};

import { numbered, pure, rules } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["learnLabelPrivate"],
  guarantees: ["label-private"],
  modes: [
    {
      mode: "",
      neighbors: ["one label flipped"],
      tests: ["label-private learning is epsilon-DP for one label flipped, and uses most of it"],
      parity: ["label-private", "label-private-class thresholds", "label-private-class boxes"],
      controls: ["control: at full epsilon a flipped label is told"],
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

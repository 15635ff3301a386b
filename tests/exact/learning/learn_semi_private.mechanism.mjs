import { cuts, labelled, more, numbered, pure, rules } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["learnSemiPrivate"],
  guarantees: ["label-private"],
  modes: [
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: ["semi-private learning is epsilon-DP for whole records, and uses most of epsilon"],
      parity: ["semi-private", "semi-private-class thresholds", "semi-private-class boxes"],
      controls: [
        "control: label-private learning at full epsilon is rejected for one record replaced",
      ],
    },
  ],
  audited: {
    learnSemiPrivate: {
      claim: pure,
      run: (logstar, data) => numbered(logstar.learnSemiPrivate({ ...data, rules, ...pure })),
      inputs: more(cuts.slice(6, 10), [0, 0]).map(labelled),
      shows: 0.2,
    },
  },
};

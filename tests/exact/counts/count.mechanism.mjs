import { belongings, groupsOnly, loose, more, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  guarantees: ["counts", "discrete-gaussian"],
  modes: [
    {
      exports: ["count"],
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "counts of users, in total and by group, are epsilon-DP and use all of epsilon",
        "controls: histograms at 1.1 epsilon, or calibrated for one user added and not changed",
      ],
      parity: ["users-histogram 2 1 public"],
    },
    {
      exports: ["count", "histogram"],
      mode: "Gaussian noise",
      neighbors: ["add-remove", "replace"],
      tests: [
        "counts with Gaussian noise are (epsilon, delta)-DP, and use the computed delta",
        "controls: Gaussian counts with half the variance, for one group, or for one user added",
      ],
      parity: ["users-histogram-by"],
    },
  ],
  prices: { "counts/user_share.hpp": { checked: "what a user moves, rate", tight: "yes" } },
  audited: {
    count: {
      claim: pure,
      run: (logstar, rows) =>
        logstar.count(groupsOnly(rows), { ...pure, groups: ["a", "b"], perUser: 1 }),
      inputs: more(belongings, ["me", "a", 3]),
      shows: 1,
    },
    "count, private groups": {
      claim: loose,
      run: (logstar, rows) =>
        logstar.count(groupsOnly(rows), { ...loose, groups: "private", perUser: 1 }),
      inputs: more(belongings, ["me", "a", 3]),
      shows: 0.5,
    },
  },
};

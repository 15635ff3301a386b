import { belongings, more, ofUsers, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["mean"],
  guarantees: ["counts"],
  modes: [
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "means of users are epsilon-DP for users with any rows, and use all of epsilon",
        "means are epsilon-DP for users who change all their rows, and use all of epsilon",
        "controls: means at 1.1 epsilon, and at full epsilon under replace",
      ],
      parity: ["users-mean public"],
    },
    {
      mode: "found bounds",
      neighbors: ["add-remove", "replace"],
      tests: ["means and sums within found bounds are epsilon-DP together with the bounds"],
      parity: ["users-found-mean"],
      controls: ["controls: found bounds at 1.1 epsilon, and at full epsilon under replace"],
    },
    {
      mode: "private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "means that release groups are (epsilon, delta)-DP with the groups, and use all of delta",
        "means that release groups are (epsilon, delta)-DP next to users at the threshold",
        "means that release groups keep epsilon next to other users, and fail at 1.1 epsilon",
        "controls: a threshold without a user's weight or one lower, or noise drawn once",
      ],
      parity: ["users-mean private"],
    },
  ],
  audited: {
    mean: {
      claim: pure,
      run: (logstar, rows) =>
        logstar.mean(ofUsers(rows), { ...pure, domain: logstar.integers(0, 3) }),
      inputs: more(belongings, ["me", "a", 3]),
      shows: 0.5,
    },
  },
};

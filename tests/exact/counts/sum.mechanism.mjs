import { belongings, more, ofUsers, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["sum"],
  guarantees: ["counts"],
  modes: [
    {
      mode: "private groups, Gaussian noise",
      neighbors: ["add-remove", "replace"],
      tests: [
        "Gaussian sums of private groups are (epsilon, delta)-DP together with the groups",
        "controls: Gaussian sums with all of epsilon and delta in addition to discovery's",
      ],
      parity: ["users-sum-private-by"],
    },
    {
      mode: "Gaussian noise",
      neighbors: ["add-remove", "replace"],
      tests: ["sums with Gaussian noise of users in at most g groups are (epsilon, delta)-DP"],
      parity: ["users-sum-by"],
      controls: [
        "controls: Gaussian counts with half the variance, for one group, or for one user added",
      ],
    },
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "sums of users are epsilon-DP for users with any rows, and use all of epsilon",
        "sums are epsilon-DP for users who change all their rows, and use all of epsilon",
        "controls: noise for the width of the domain, and totals not scaled over groups",
      ],
      parity: ["users-sum public"],
    },
    {
      mode: "in at most g groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "sums in at most g groups a user are epsilon-DP, and use all of epsilon",
        "control: sums in at most g groups with the noise of one group are rejected",
      ],
      parity: ["users-sum-in"],
    },
    {
      mode: "found bounds",
      neighbors: ["add-remove", "replace"],
      tests: ["means and sums within found bounds are epsilon-DP together with the bounds"],
      parity: ["users-found-sum"],
      controls: ["controls: found bounds at 1.1 epsilon, and at full epsilon under replace"],
    },
    {
      mode: "private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "sums of private groups are (epsilon, delta)-DP together with the released groups",
        "sums of heavy groups use all of epsilon, and exceed it if answers alone get all of it",
      ],
      parity: ["users-sum private"],
      controls: [
        "controls: Gaussian sums with all of epsilon and delta in addition to discovery's",
      ],
    },
  ],
  audited: {
    sum: {
      claim: pure,
      run: (logstar, rows) =>
        logstar.sum(ofUsers(rows), { ...pure, domain: logstar.integers(0, 3) }),
      inputs: more(belongings, ["me", "a", 3]),
      shows: 1,
    },
  },
};

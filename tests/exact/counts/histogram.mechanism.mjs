import { belongings, more, ofUsers, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  guarantees: ["counts"],
  modes: [
    {
      exports: ["histogram"],
      mode: "private groups, Gaussian noise",
      neighbors: ["add-remove", "replace"],
      tests: [
        "bins that name their group by Gaussian noise keep the delta of their theorem",
        "histograms that name groups by Gaussian noise are (epsilon, delta)-DP as a release",
        "control: a Gaussian threshold for one bin is rejected where groups have three",
      ],
      parity: ["users-histogram-private-by"],
    },
    {
      exports: ["histogram", "count"],
      mode: "spread",
      neighbors: ["add-remove", "replace"],
      tests: [
        "histograms of users are epsilon-DP for users with any rows, and use all of epsilon",
        "histograms of users are epsilon-DP for users who change all their rows, and use it all",
        "controls: a histogram by weights of rows, and one that forgets the groups of a user",
      ],
      parity: ["users-histogram 0 1 public", "users-histogram 3 3 public"],
    },
    {
      exports: ["histogram"],
      mode: "private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "histograms that name groups are (epsilon, delta)-DP with them, and use all of delta",
        "histograms that name groups keep epsilon beside other users, and 1.1 of it is seen",
        "controls: histograms that name groups by a threshold one lower, or by noise once",
      ],
      parity: ["users-histogram 0 3 private"],
    },
  ],
  audited: {
    histogram: {
      claim: pure,
      run: (logstar, rows) =>
        logstar.histogram(ofUsers(rows), { ...pure, items: [0, 3], perUser: 1 }),
      inputs: more(belongings, ["me", "a", 3]),
      shows: 1,
    },
  },
};

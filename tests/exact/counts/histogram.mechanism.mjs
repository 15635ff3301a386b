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
        "bins that release their group by Gaussian noise keep the delta of their theorem",
        "histograms that release groups by Gaussian noise are (epsilon, delta)-DP as a release",
        "control: a Gaussian threshold for one bin is rejected if groups have three",
      ],
      parity: ["users-histogram-private-by"],
    },
    {
      exports: ["histogram", "count"],
      mode: "spread",
      neighbors: ["add-remove", "replace"],
      tests: [
        "histograms of users are epsilon-DP for users with any rows, and use all of epsilon",
        "histograms are epsilon-DP for users who change all their rows, and use all of epsilon",
        "controls: a histogram by weights of rows, and a histogram that ignores a user's groups",
      ],
      parity: ["users-histogram 0 1 public", "users-histogram 3 3 public"],
    },
    {
      exports: ["histogram"],
      mode: "private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "histograms that release groups are (epsilon, delta)-DP with them, and use all of delta",
        "histograms that release groups keep epsilon next to other users, and fail at 1.1 epsilon",
        "controls: histograms with a threshold one lower, or with noise drawn once",
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

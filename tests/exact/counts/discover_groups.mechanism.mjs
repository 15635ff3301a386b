import { belongings, groupsOnly, loose, more } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["count", "discoverGroups"],
  guarantees: ["counts"],
  modes: [
    {
      mode: "private groups, Gaussian noise",
      neighbors: ["add-remove", "replace"],
      tests: [
        "users of any rows who count in at most g groups keep the loss of Gaussian discovery",
        "spread Gaussian discovery on three items keeps the delta of its theorem",
        "users of any rows who are spread keep the loss of Gaussian discovery",
      ],
      parity: ["users-groups-by"],
      controls: [
        "controls: Laplace noise for one group, groups forgotten, the counts' delta, half a variance",
        "controls: a user's weight forgotten, names forgotten, half a variance, noise drawn once",
      ],
    },
    {
      mode: "private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "groups that nobody declared are (epsilon, delta)-DP for users with any rows, delta once",
        "groups that nobody declared are (epsilon, delta)-DP for users who change all their rows",
        "controls: a threshold one lower, noise drawn once, noise cut at the threshold",
        "in heavy groups discovery keeps epsilon, 1.1 of it, or all of it under replace, is seen",
      ],
      parity: ["users-groups"],
    },
  ],
  prices: {
    "counts/group_discovery.hpp": { checked: "rate, threshold", tight: "yes" },
    "counts/gaussian_discovery.hpp": { checked: "delta of what is named", tight: "yes" },
    "counts/gaussian_spread.hpp": {
      checked: "delta of what is named, its calibration",
      tight: "but for the conversion",
    },
  },
  audited: {
    discoverGroups: {
      claim: loose,
      run: (logstar, rows) => logstar.discoverGroups(groupsOnly(rows), loose),
      inputs: more(belongings, ["me", "a", 3]),
      shows: 0.5,
    },
  },
};

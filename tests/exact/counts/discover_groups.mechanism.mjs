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
        "Gaussian discovery keeps its loss for users of any rows in at most g groups",
        "spread Gaussian discovery on three items keeps the delta of its theorem",
        "Gaussian discovery keeps its loss for users of any rows, spread over their groups",
      ],
      parity: ["users-groups-by"],
      controls: [
        "controls: Laplace noise for one group, groups ignored, the counts' delta, half a variance",
        "controls: a user's weight ignored, names ignored, half a variance, noise drawn once",
      ],
    },
    {
      mode: "private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "private groups are (epsilon, delta)-DP for users with any rows, delta charged once",
        "private groups are (epsilon, delta)-DP for users who change all their rows",
        "controls: a threshold one lower, noise drawn once, noise cut at the threshold",
        "discovery of heavy groups keeps epsilon, and fails at 1.1 of it or at add-remove's rate",
      ],
      parity: ["users-groups"],
    },
  ],
  prices: {
    "counts/group_discovery.hpp": { checked: "rate, threshold", tight: "yes" },
    "counts/gaussian_discovery_loss.hpp": { checked: "delta of what is named", tight: "yes" },
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

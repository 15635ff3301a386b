import { belongings, more, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["countDistinct"],
  guarantees: ["counts"],
  modes: [
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "distinct items are epsilon-DP for users with any items, and use all of epsilon",
        "distinct items are epsilon-DP with the same noise for users who change all items",
        "controls: distinct items with noise for one item less, or of users who keep all",
      ],
      parity: ["users-distinct"],
    },
  ],
  audited: {
    countDistinct: {
      claim: pure,
      run: (logstar, rows) =>
        logstar.countDistinct(
          { values: rows.map(([, group]) => group), users: rows.map(([user]) => user) },
          { ...pure, perUser: 1 },
        ),
      inputs: more(belongings, ["me", "of my own", 3]),
      shows: 1,
    },
  },
};

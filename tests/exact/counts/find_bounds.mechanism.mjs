import { more, of, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["findBounds"],
  guarantees: ["found-bounds"],
  modes: [
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "found bounds are epsilon-DP for users with any rows, and use all of epsilon",
        "found bounds are epsilon-DP for users who change all rows, and tight next to a heavy bin",
        "controls: found bounds at 1.1 epsilon, and at full epsilon under replace",
        "controls: bounds without noise on empty bins, or with a user's rows as a user each",
      ],
      parity: ["users-bounds"],
    },
  ],
  audited: {
    findBounds: {
      claim: pure,
      run: (logstar, values) => logstar.findBounds(values, pure),
      inputs: more(of(6, 1), 1), // at epsilon 2 a bin of 6.5 users passes half of the time
      shows: 1,
    },
  },
};

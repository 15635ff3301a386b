import { belongings, more, of, ofUsers, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["variance", "standardDeviation"],
  guarantees: ["variance"],
  modes: [
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "variances of users are epsilon-DP for users with any rows, and use all of epsilon",
        "variances are epsilon-DP for users who change all their rows, and use all of epsilon",
        "variances of two groups together have the privacy loss of one variance",
        "controls: variances at 1.1 epsilon, and at full epsilon under replace",
        "control: squares released with both ends of a mean, at their noise, are rejected",
      ],
      parity: ["users-variance public", "users-deviation public"],
    },
    {
      mode: "private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "variances of private groups are (epsilon, delta)-DP together with the released groups",
      ],
      parity: ["users-variance private"],
      controls: [
        "controls: Gaussian sums with all of epsilon and delta in addition to discovery's",
      ],
    },
  ],
  audited: {
    variance: {
      claim: pure,
      run: (logstar, rows) =>
        logstar.variance(ofUsers(rows), { ...pure, domain: logstar.integers(0, 3) }),
      inputs: more([...belongings, ...of(40, ["other", "b", 1])], ["me", "a", 3]),
    },
    standardDeviation: {
      claim: pure,
      run: (logstar, rows) =>
        logstar.standardDeviation(ofUsers(rows), { ...pure, domain: logstar.integers(0, 3) }),
      inputs: more([...belongings, ...of(40, ["other", "b", 1])], ["me", "a", 3]),
    },
  },
};

import { column, inGroups, many, more, ofEach, ofUsers, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  guarantees: ["users", "windows", "none"],
  modes: [
    {
      exports: ["median", "quantile", "interiorPoint"],
      mode: "rows of users",
      neighbors: ["add-remove", "replace"],
      tests: [
        "ranks of users are epsilon-DP in each mode: every small table, every key",
        "ranks of users on heavy tables are epsilon-DP, and fail at 1.1 epsilon",
        "controls: a user's weight ignored, or rounded up, or whole in each group is rejected",
        "control: under replace a quantile over groups at the rate of one group is rejected",
      ],
      parity: [
        "users-ranks exponential 0 none",
        "users-ranks exponential 0.5 none",
        "users-ranks exponential 0.9 public",
      ],
    },
    {
      exports: ["quantiles"],
      mode: "rows of users",
      neighbors: ["add-remove", "replace"],
      tests: [
        "several quantiles of listed groups are epsilon-DP for users together",
        "several quantiles of heavy tables are epsilon-DP together, and fail at 1.1 epsilon",
        "control: quantiles that each spend all of epsilon are rejected",
      ],
      parity: ["users-ranks exponential 0.25,0.5,0.75 public"],
    },
    {
      exports: ["quantiles"],
      mode: "rows of users, recursion",
      neighbors: ["add-remove", "replace"],
      tests: [
        "quantiles of users by recursion are epsilon-DP for users of three rows in two groups",
        "quartiles of users by recursion are epsilon-DP: both sides of the middle one",
        "quantiles of users by recursion use all of epsilon, in one group and over two",
        "control: quantiles of users by recursion with all of epsilon a level are rejected",
        "control: quantiles of users by recursion that use rows on both sides are rejected",
        "with abstain, quantiles by recursion lie outside any data with probability at most beta",
      ],
      parity: ["users-ranks recursion"],
    },
    {
      exports: ["median", "quantile", "quantiles", "interiorPoint"],
      mode: "rows of users, at most g each",
      neighbors: ["add-remove", "replace"],
      tests: [
        "ranks with a bound on rows per user are epsilon-DP for users with any rows",
        "medians with a bound on rows per user use all of epsilon on heavy tables",
        "control: a user who keeps all rows at the rate of two rows is rejected",
        "control: a bound on rows per user in each group instead of over all groups is rejected",
        "every subset of a user's rows of the bounded size is equally likely, over all groups",
      ],
      parity: ["users-rows-ranks"],
    },
    {
      exports: ["interiorPoint"],
      mode: "rows of users, cut",
      neighbors: ["add-remove", "replace"],
      tests: [
        "interior points of users are (epsilon, delta)-DP, with delta once for all groups",
        "interior points of users are private at the real weight, with the offset of their plan",
        "interior points of users on heavy tables fail at 1.1 epsilon",
        "controls: bottom at 0.9 of its weight, or for one family less, is rejected in each mode",
        "controls: interior points with a user's weight ignored, rounded up or whole in each group",
        "control: groups published in order of occurrence reveal who came first",
      ],
      parity: ["users-ranks cut 0 none", "users-ranks cut 0 public", "users-ranks cut 0 private"],
    },
    {
      exports: ["median", "quantile", "quantiles", "interiorPoint"],
      mode: "rows of users, private groups",
      neighbors: ["add-remove", "replace"],
      tests: [
        "medians and quantiles of discovered groups use epsilon in both steps, and fail at 1.1",
        "medians and quantiles of discovered groups are (epsilon, delta)-DP for users together",
        "control: groups that are released whenever they occur are rejected",
      ],
      parity: ["users-ranks exponential 0.5 private", "users-ranks exponential 0.25,0.5 private"],
    },
    {
      exports: ["median", "quantile", "quantiles", "interiorPoint"],
      mode: "abstain, records",
      neighbors: ["add-remove", "replace"],
      tests: [
        "ranks of users are epsilon-DP in each mode: every small table, every key",
        "ranks of users on heavy tables are epsilon-DP, and fail at 1.1 epsilon",
        "with abstain at most beta of all answers lie outside any data, for any number of users",
        "interior points of users on heavy tables fail at 1.1 epsilon",
        "with abstain an interior point lies outside any data with probability at most beta",
        "several quantiles of heavy tables are epsilon-DP together, and fail at 1.1 epsilon",
      ],
      parity: ["users-ranks exponential 0.5 none", "users-ranks cut 0 none"],
      controls: [
        "controls: a user's weight ignored, or rounded up, or whole in each group is rejected",
        "controls: bottom at 0.9 of its weight, or for one family less, is rejected in each mode",
      ],
    },
  ],
  prices: {
    "interior_point/rank/user_exponential.hpp": {
      checked: 'rates of ranks of users, in one group and in several; what "none" outweighs',
      tight: "yes",
    },
    "interior_point/rank/user_quantiles.hpp": {
      checked: "rates of several quantiles of users in all levels",
      tight: "yes",
    },
  },
  audited: {
    "median, rows of users": {
      claim: pure,
      run: (logstar, rows) =>
        logstar.median(ofUsers(rows), { ...pure, domain: logstar.integers(0, 3), abstain: true }),
      inputs: [ofEach, [...ofEach, ...column.map((value) => ["another", "a", value])]],
      runs: 20_000,
      shows: 0.2,
    },
    "quantiles, users in groups": {
      claim: { epsilon: 8 },
      run: (logstar, rows) =>
        logstar.quantiles(inGroups(rows), [0.25, 0.5], {
          ...{ epsilon: 8, domain: logstar.integers(0, 3) },
          groups: ["a", "b"],
          abstain: false,
        }),
      inputs: [
        [...ofEach, ["one", "b", 3]],
        [...ofEach, ["one", "b", 3], ["another", "a", 3], ["another", "b", 3]],
      ],
      runs: 6000,
      shows: 0.2,
    },
    "median, private groups": {
      claim: many,
      run: (logstar, rows) =>
        logstar.median(inGroups(rows), {
          ...many,
          domain: logstar.integers(0, 3),
          groups: "private",
        }),
      inputs: more([...ofEach, ["one", "b", 3]], ["another", "b", 3]), // two are nearly always named
      shows: 1.4,
    },
    "table, some rows by group": {
      claim: many,
      run: (logstar, rows) =>
        logstar
          .table(
            rows.map(([user, town, value]) => ({ user, town, value })),
            { user: "user" },
          )
          .where(({ value }) => value !== 1)
          .groupBy(["town", "value"], "private")
          .interiorPoint("value", { ...many, domain: logstar.integers(0, 3), abstain: false }),
      inputs: more([...ofEach, ["one", "b", 3]], ["another", "b", 3]),
      shows: 2,
    },
  },
};

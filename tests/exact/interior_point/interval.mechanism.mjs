import { column, more } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  guarantees: ["intervals"],
  modes: [
    {
      exports: ["median", "quantile"],
      mode: "interval",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the law of an interval's width is that of its definition, for every point and data set",
        "widths of intervals are epsilon-DP under add-remove and under replace",
        "the width of an interval uses nearly all of its epsilon beside two heavy atoms",
        "a released interval has the law of its point, its count and its width, one after another",
        "an interval with its point and count is epsilon-DP under add-remove and replace",
        "control: a width at the rate of the median, for the quantile 9/10, is rejected",
        "control: a width at the rate of add-remove is rejected under replace",
        "control: a target that is computed from the number of records is rejected",
        "control: steps as long as the data's smallest gap are rejected",
        "an interval misses quantiles of the data with at most beta, for every small data set and point",
        "an interval misses with at most and nearly beta beside one heavy atom",
        "control: an interval whose target is short by ln(1.3) misses with more than beta",
        "control: an interval whose target leaves out kappa misses with more than beta",
        "control: the interval inside of the drawn one misses with more than beta",
        "an interval misses quantiles of a small population with at most beta",
        "control: an interval of the data misses quantiles of a small population too often",
      ],
      parity: ["interval data 0.5", "interval population"],
    },
    {
      exports: ["quantiles"],
      mode: "interval",
      neighbors: ["add-remove", "replace"],
      tests: [
        "several quantiles with their intervals are epsilon-DP together",
        "control: a point, a count and a width at twice their epsilon are rejected",
      ],
      parity: ["intervals data", "intervals population"],
    },
    {
      exports: ["median", "quantile", "quantiles"],
      mode: "rows of users, interval",
      neighbors: ["add-remove", "replace"],
      tests: [
        "widths of intervals in two groups are epsilon-DP for users of two rows, all together",
        "an interval of users' rows is epsilon-DP with its point and its count",
        "a user that changes group uses at most and nearly all of the epsilon of both widths",
        "control: widths in two groups at the rate of one are rejected under replace",
        "an interval from an engine has the law of all rows",
        "intervals of listed groups from an engine have the law of all rows",
        "intervals of private groups from an engine have the law of all rows",
        "intervals round several quantiles from an engine have the law of all rows",
        "control: an interval from weights round another point has another law",
      ],
      parity: [
        "users-intervals data none",
        "users-intervals population public",
        "users-intervals data private",
      ],
    },
  ],
  prices: {
    "interior_point/rank/interval_width.hpp": {
      checked: "rate of a width, its head start; the target of an interval of the data",
      tight: "yes",
    },
  },
  audited: {
    "median, an interval": {
      claim: { epsilon: 4 },
      run: (logstar, values) =>
        logstar.median(values, {
          ...{ epsilon: 4, domain: logstar.integers(0, 3), size: 7, interval: "data" },
        }),
      inputs: more(column, 3),
      shows: 0.3,
    },
  },
};

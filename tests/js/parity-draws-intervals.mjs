// The kinds of draws of tests/parity/draws.txt that have intervals; tests/unit/parity has the same in C++.
import * as logstar from "../../dist/index.js";
import { domain, range, wholeColumn } from "./parity-data.mjs";

const qsOf = (text) => `${text}`.split(",").map(Number);

const answersOf = ({ value, interval, intervals }) => {
  const values = value === null ? [] : [value].flat();
  const ends = intervals ?? [interval];
  return values.map((one, i) =>
    ends[i] === null ? `${one}` : `${one} in ${ends[i].lo}..${ends[i].hi}`,
  );
};

const countOf = ({ interval, intervals }) => {
  const count = (intervals ?? [interval]).find((one) => one !== null)?.count;
  return count === undefined ? [] : [`n ${Math.round(1000 * count)}`];
};

const textOf = (answers) =>
  answers.flatMap((one) => [...countOf(one), ...answersOf(one)]).join(",");

export const draws = {
  interval(interval, q, epsilon, delta, neighbors, n) {
    const options = { interval, epsilon, delta, neighbors, domain, abstain: false };
    return textOf([logstar.quantile(wholeColumn(n), q, options)]);
  },
  intervals(interval, qs, epsilon, delta, neighbors, n) {
    const options = { interval, epsilon, delta, neighbors, domain, abstain: false };
    return textOf([logstar.quantiles(wholeColumn(n), qsOf(qs), options)]);
  },
  "users-intervals"(interval, list, qs, epsilon, delta, neighbors, n) {
    const names = ["a", "b", "c"];
    const groups = { public: names, private: "private" }[list];
    const rows = {
      values: wholeColumn(n),
      users: range(n, (i) => i % 997),
      ...(groups && { groups: range(n, (i) => names[i % 3]) }),
    };
    const options = { interval, epsilon, delta, neighbors, domain, groups, abstain: false };
    const asked = qsOf(qs);
    const answer =
      asked.length > 1
        ? logstar.quantiles(rows, asked, options)
        : logstar.quantile(rows, asked[0], options);
    return textOf(answer.groups ?? [answer]);
  },
};

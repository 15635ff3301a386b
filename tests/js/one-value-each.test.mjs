// One value of each user: which one, for dates and items, and with groups.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { histogram, integers, load, mean, sum } from "../../dist/index.js";
import { near } from "./counted-users.mjs";

before(() => load());

/** Ann has 1, 20 and 3, in this order of days; Bob has 50. */
const fourRows = {
  users: ["ann", "ann", "ann", "bob"],
  values: [3, 1, 20, 50],
  days: [3, 1, 2, 1],
};
for (const [perUser, ofAnn, words] of [
  ["median", 3, "the median of their values"],
  ["mean", 8, "the mean of their values"],
  ["sum", 24, "their total"],
  ["min", 1, "the smallest of their values"],
  ["max", 20, "the largest of their values"],
  ["first", 1, "the first of their values"],
  ["last", 3, "the last of their values"],
]) {
  test(`sums, means and bins of users use ${words} on request`, () => {
    const { days, ...rows } = fourRows;
    const isOrdered = perUser === "first" || perUser === "last";
    const data = isOrdered ? { ...rows, orderBy: days } : rows;
    const options = { epsilon: 10_000, perUser };
    const domain = integers(0, 100);
    const summed = sum(data, { ...options, domain });
    const averaged = mean(data, { ...options, domain });
    near(summed.value, ofAnn + 50, 0.1);
    near(averaged.value, (ofAnn + 50) / 2, 0.1);
    const binned = histogram(data, { ...options, edges: [ofAnn, ofAnn + 1] });
    [0, 1, 1].forEach((truth, bin) => near(binned.value[bin].count, truth, 0.1));
    for (const { record } of [summed, averaged, binned]) {
      assert.equal(record.parameters.perUser, perUser);
      const said = perUser === "sum" && record === summed.record ? "the users' totals" : words;
      assert.ok(record.accuracy.statement.includes(said), record.accuracy.statement);
    }
  });
}

test("one value of each user works for Dates and for items", () => {
  const users = [1, 1, 2];
  const options = { epsilon: 10_000 };
  const day = (date) => new Date(date);
  const dates = histogram(
    { users, values: [day(-3), day(0), day(9)] },
    { ...options, edges: [day(-2), day(5)], perUser: "mean" },
  );
  [0, 1, 1].forEach((truth, bin) => near(dates.value[bin].count, truth, 0.1));
  const items = histogram(
    { users, values: ["a", "b", "a"], orderBy: [1, 2, 1] },
    { ...options, items: ["a", "b"], perUser: "last" },
  );
  [1, 1].forEach((truth, bin) => near(items.value[bin].count, truth, 0.1));
});

test("with groups it is one value in each, and a user is divided among them", () => {
  const rows = { users: [1, 1, 1, 2], groups: ["a", "a", "b", "b"], values: [1, 2, 5, 7] };
  const options = { epsilon: 10_000, groups: ["a", "b"], perUser: "max" };
  const binned = histogram(rows, { ...options, edges: [6] });
  const counts = binned.groups.flatMap(({ value }) => value.map(({ count }) => count));
  [0.5, 0, 0.5, 1].forEach((truth, place) => near(counts[place], truth, 0.1));
  const summed = sum(rows, { ...options, domain: integers(0, 100) });
  [2, 12].forEach((truth, place) => near(summed.groups[place].value, truth, 0.1));
});

const _domain = integers(0, 9);

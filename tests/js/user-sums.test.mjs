// Sums by group, where each user counts in full in several groups.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { integers, load, sum, table } from "../../dist/index.js";

before(load);

const names = ["A", "B", "C"];
const rows = Array.from({ length: 3000 }, (_, i) => ({
  user: i % 1000,
  group: names[Math.floor(i / 1000)],
  value: 300,
}));
const columns = {
  users: rows.map(({ user }) => user),
  groups: rows.map(({ group }) => group),
  values: rows.map(({ value }) => value),
};
const options = { epsilon: 100, domain: integers(0, 300), groups: names };
const near = (value, truth) => assert.ok(Math.abs(value - truth) < 300, `${value}, not ${truth}`);

// Scaled down together, 300 in each of three groups are 100.
test("sum by group counts totals whole in perUser groups, and scaled down without", () => {
  for (const { value } of sum(columns, options).groups) near(value, 100_000);
  const { groups, record } = sum(columns, { ...options, perUser: 3 });
  for (const { value } of groups) near(value, 300_000);
  assert.equal(record.parameters.perUser, 3);
  assert.equal(record.parameters.scale, 9);
});

test("sum by group counts a user in no more than perUser groups", () => {
  const { groups } = sum(columns, { ...options, perUser: 2 });
  near(
    groups.reduce((all, { value }) => all + value, 0),
    600_000,
  );
  for (const { value } of groups) assert.ok(Math.abs(value - 200_000) < 25_000, `${value}`);
});

test("the sum of a table by group accepts perUser", () => {
  const { groups: _, ...asked } = options;
  const found = table(rows, { user: "user" })
    .groupBy("group", names)
    .sum("value", { ...asked, perUser: 3 });
  for (const { value } of found.groups) near(value, 300_000);
});

test("sum rejects an invalid contribution bound, or one with too large a sensitivity, by name", () => {
  assert.throws(() => sum(columns, { ...options, perUser: 0 }), {
    message: "perUser must be a whole number from 1 to 1000000000, got 0",
  });
  const wide = { ...options, domain: integers(0, 2 ** 52), perUser: 3, epsilon: 10_000 };
  assert.throws(() => sum(columns, wide), {
    message: "perUser must be at most 2^52 over the greatest of the domain, got 3",
  });
});

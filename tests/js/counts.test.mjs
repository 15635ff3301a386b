// Counts, sums, means and histograms of users, and private groups, as people call them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  count,
  decimals,
  discoverGroups,
  histogram,
  integers,
  Ledger,
  load,
  mean,
  sum,
} from "../../dist/index.js";
import { groups, near, users, values } from "./counted-users.mjs";

before(() => load());

const namesOf = ({ groups }) => groups.map(({ group }) => group);

test("count counts users instead of rows", () => {
  near(count({ users }, { epsilon: 1 }).value, 3001, 30);
});

test("every public group is answered, in the order of the list, also an empty one", () => {
  const names = ["west", "nowhere", "north"];
  const found = count({ users, groups }, { epsilon: 1, groups: names, perUser: 3 });
  assert.deepEqual(namesOf(found), names);
  near(found.groups[1].value, 0, 60);
  near(found.groups[0].value, 2250, 60);
  assert.equal(found.record.protects, "users");
  assert.match(
    found.record.accuracy.statement,
    /every count is within [\d,]+ of the true one, where each user counts in at most 3 groups, chosen at random\.$/,
  );
});

test("private groups are the ones of many users, in order of name, never a single user's group", () => {
  const options = { epsilon: 1, delta: 1e-6 };
  for (const found of [
    count({ users, groups }, { ...options, groups: "private", perUser: 1 }),
    count({ users, groups }, { ...options, groups: "private", perUser: "spread" }),
    discoverGroups({ users, groups }, options),
    sum({ users, groups, values }, { ...options, groups: "private", domain: integers(0, 500) }),
    mean({ users, groups, values }, { ...options, groups: "private", domain: integers(0, 99) }),
    histogram({ users, groups, values }, { ...options, groups: "private", edges: [50] }),
  ]) {
    assert.deepEqual(namesOf(found), ["north", "south", "west"]);
    assert.equal(found.record.epsilon, 1);
    assert.equal(found.record.delta, 1e-6);
    assert.equal(found.record.parameters.groups, "private");
  }
});

test("one charge covers the discovery of groups and their answers", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const { record } = sum(
    { users, groups, values },
    { epsilon: 1, delta: 1e-6, groups: "private", domain: integers(0, 500), ledger },
  );
  assert.equal(ledger.entries.length, 1);
  const { discoveryEpsilon, answersEpsilon } = record.parameters;
  assert.ok(discoveryEpsilon + answersEpsilon <= 1);
  near(discoveryEpsilon, 0.2, 1e-9);
});

test("counts charge a ledger of users, and a ledger of records rejects them", () => {
  const ask = (unit) => {
    const ledger = new Ledger({ epsilon: 1, unit });
    count({ users }, { epsilon: 0.5, ledger });
    return ledger.spent.epsilon;
  };
  assert.equal(ask("user"), 0.5);
  assert.throws(() => ask("record"), /unit/);
});

test("a sum adds up users' totals, each clamped to the domain", () => {
  const two = { users: [1, 1, 2], values: [30, 40, -5] };
  const options = { epsilon: 1000, domain: integers(0, 50) };
  near(sum(two, options).value, 50, 2);
  near(sum(two, { ...options, domain: integers(-10, 100) }).value, 65, 3);
  const cents = { users: null, values: [0.1, 0.2, 0.004] };
  near(sum(cents, { epsilon: 1000, domain: decimals(0, 1, 2) }).value, 0.3, 0.05);
});

test("a single row may lie outside of the domain of totals", () => {
  const back = { users: [1, 1], values: [80n, -50n] };
  near(sum(back, { epsilon: 1000, domain: integers(0n, 50n) }).value, 30, 2);
});

test("a mean weighs users equally, and derives its error from the release", () => {
  const many = { users: [1, ...Array(999).fill(2)], values: [100, ...Array(999).fill(0)] };
  const found = mean(many, { epsilon: 100, domain: integers(0, 100) });
  near(found.value, 50, found.error);
  near(found.users, 2, 0.5);
  assert.ok(found.error > 0 && found.error < 10);
});

test("a mean is null if its users do not exceed the noise, and gives the reason", () => {
  const options = { epsilon: 1, domain: integers(0, 100) };
  const { value, reason } = mean({ users: [], values: [] }, { ...options, epsilon: 1e-3 });
  if (value === null) assert.equal(reason, "too-few");
  const found = mean(
    { users, groups, values },
    { ...options, epsilon: 2, confidence: 1 - 1e-9, groups: ["north", "nowhere"] },
  );
  near(found.groups[0].value, 49.5, 5);
  assert.deepEqual(found.groups[1], { group: "nowhere", value: null, reason: "too-few" });
});

test("bins include their lower edge and exclude the upper one, for dates too", () => {
  const day = (date) => new Date(`2026-01-${date}`);
  for (const [values, edges] of [
    [
      [1, 2, 3, 4, 5],
      [2, 4],
    ],
    [
      [1n, 2n, 3n, 4n, 5n],
      [2n, 4n],
    ],
    [
      [day("01"), day("02"), day("03"), day("04"), day("05")],
      [day("02"), day("04")],
    ],
  ]) {
    const { value } = histogram({ values, users: null }, { epsilon: 1000, edges });
    assert.deepEqual(
      value.map(({ from, to }) => [from, to]),
      [
        [undefined, edges[0]],
        [edges[0], edges[1]],
        [edges[1], undefined],
      ],
    );
    [1, 2, 2].forEach((truth, bin) => near(value[bin].count, truth, 0.1));
  }
});

test("unlisted items do not count, and use up no user's contribution", () => {
  const rows = { values: ["a", "x", "b", "a"], users: [1, 1, 2, 3] };
  const { value } = histogram(rows, { epsilon: 1000, items: ["b", "a"] });
  assert.deepEqual(
    value.map(({ item }) => item),
    ["b", "a"],
  );
  near(value[0].count, 1, 0.1);
  near(value[1].count, 2, 0.1);
});

test("a row counts only if its value, user and group are present", () => {
  const rows = {
    users: [1, null, 3, 4],
    groups: ["a", "a", undefined, "a"],
    values: [1, 1, 1, Number.NaN],
  };
  const options = { epsilon: 1000, groups: ["a"] };
  near(sum(rows, { ...options, domain: integers(0, 1) }).groups[0].value, 1, 0.5);
  const { users, groups } = rows;
  near(count({ users, groups }, { ...options, perUser: 1 }).groups[0].value, 2, 0.5);
});

test("every row is a different person if users are null, and the record says so", () => {
  const { value, record } = mean(
    { users: null, values: [0, 10] },
    { epsilon: 1000, domain: integers(0, 10) },
  );
  near(value, 5, 0.1);
  assert.equal(record.parameters.users, "every row is a different person");
});

// Counts, sums, means and histograms of users, and private groups, as people call them.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

const { count, decimals, discoverGroups, histogram, integers, Ledger, mean, sum } = logstar;

before(() => logstar.load());

/** 3,000 users with one to four rows each in three groups, and one single user in a fourth. */
const users = [];
const groups = [];
const values = [];
for (let user = 0; user < 3000; ++user) {
  for (let row = 0; row <= user % 4; ++row) {
    users.push(`user ${user}`);
    groups.push(["north", "south", "west"][(user + row) % 3]);
    values.push(user % 100);
  }
}
users.push("alone");
groups.push("secret");
values.push(50);

const near = (value, truth, off) =>
  assert.ok(Math.abs(value - truth) <= off, `${value} is not near ${truth}`);
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

test("every row is a different person if users are null, and the record says so", () => {
  const { value, record } = mean(
    { users: null, values: [0, 10] },
    { epsilon: 1000, domain: integers(0, 10) },
  );
  near(value, 5, 0.1);
  assert.equal(record.parameters.users, "every row is a different person");
});

const domain = integers(0, 9);
for (const [what, call, message] of [
  [
    "groups without a list",
    () => count({ users, groups }, { epsilon: 1 }),
    'groups must be given for data with groups: a list of their names, or "private", got undefined',
  ],
  [
    "a list without groups",
    () => count({ users }, { epsilon: 1, groups: ["a"], perUser: 1 }),
    "groups must be a column, got undefined",
  ],
  [
    "rows without users to be counted",
    () => count({ users: null }, { epsilon: 1 }),
    "users must be a column of ids to be counted without groups, got null",
  ],
  [
    "groups of which a user may be in any number",
    () => count({ users, groups }, { epsilon: 1, groups: ["a"] }),
    'perUser must be given by group (the maximum number of groups per user, or "spread"), got undefined',
  ],
  [
    "an order where no row is the first, so that rows without it would not count,",
    () => count({ users, orderBy: values }, { epsilon: 1 }),
    "unknown column orderBy: rows of users take values, users, groups",
  ],
  [
    "an order of groups that are found",
    () => discoverGroups({ users, groups, orderBy: values }, { epsilon: 1, delta: 1e-6 }),
    "unknown column orderBy: rows of users take values, users, groups",
  ],
  ...[
    ["sum", { domain }],
    ["mean", { domain }],
    ["histogram", { edges: [3] }],
  ].flatMap(([name, options]) => [
    [
      `an order in a ${name} of all rows`,
      () => logstar[name]({ users, values, orderBy: values }, { epsilon: 1, ...options }),
      'orderBy must be left out unless perUser is "first" or "last", got a column',
    ],
    [
      `the first row of each user without an order in a ${name}`,
      () => logstar[name]({ users, values }, { epsilon: 1, perUser: "first", ...options }),
      'orderBy must be a column of the rows for perUser "first", got undefined',
    ],
  ]),
  [
    "one value a user where users are counted",
    () => count({ users, groups }, { epsilon: 1, groups: ["a"], perUser: "median" }),
    'perUser must be a whole number or "spread" where users are counted, got "median"',
  ],
  [
    "a bound on the rows of a mean",
    () => mean({ users, values }, { epsilon: 1, domain, perUser: 3 }),
    'perUser must be "spread" or one value a user (median, mean, sum, min, max, first, last) for means, which need no bound on a user\'s rows, got 3',
  ],
  [
    "a share of a user in a sum",
    () => sum({ users, values }, { epsilon: 1, domain, perUser: "spread" }),
    'perUser must be a whole number or one value a user (median, mean, sum, min, max, first, last), got "spread"',
  ],
  [
    "a word that a histogram does not know",
    () => histogram({ users, values }, { epsilon: 1, edges: [3], perUser: "all" }),
    'perUser must be a whole number, "spread" or one value a user (median, mean, sum, min, max, first, last), got "all"',
  ],
  [
    "items that cannot be added up",
    () => histogram({ users, values: groups }, { epsilon: 1, items: ["a"], perUser: "sum" }),
    'perUser must not be "sum" for items, which have no sum',
  ],
  [
    "Dates that cannot be added up",
    () => histogram({ users, values }, { epsilon: 1, edges: [new Date(0)], perUser: "sum" }),
    'perUser must not be "sum" for dates, which have no sum',
  ],
  [
    "private groups without a delta",
    () => mean({ users, values, groups }, { epsilon: 1, domain, groups: "private" }),
    "delta must be a number, got undefined",
  ],
  [
    "a delta out of range that nothing needs",
    () => sum({ users, values }, { epsilon: 1, domain, delta: 1 }),
    "delta must be a number 0 or more and below 1, got 1",
  ],
  [
    "a share that there is nothing to divide for",
    () => sum({ users, values }, { epsilon: 1, domain, discoveryShare: 0.5 }),
    'discoveryShare belongs to groups: "private", got 0.5 without',
  ],
  [
    "a domain that cannot be added up",
    () => sum({ users, values }, { epsilon: 1, domain: logstar.reals() }),
    'domain must be of integers() or decimals() for values to add, got "doubles"',
  ],
  [
    "a domain in which sums are out of range",
    () => mean({ users, values }, { epsilon: 1, domain: logstar.integers(0n, 2n ** 64n - 1n) }),
    "domain must be two whole numbers within +-2^62, the lower first, got 0 and 9223372036854775807",
  ],
  [
    "neither edges nor items",
    () => histogram({ users, values }, { epsilon: 1 }),
    "exactly one of edges and items must be given, got neither",
  ],
  [
    "edges that do not increase",
    () => histogram({ users, values }, { epsilon: 1, edges: [2, 2] }),
    "edges must be increasing, got a value out of order",
  ],
]) {
  test(`${what} are rejected before the charge`, () => {
    assert.throws(call, { message });
  });
}

// Regression: it was rejected, so that a caller with several questions had to know which of them need a delta.
test("counts, sums, means and histograms accept an unneeded delta and do not charge it", () => {
  const rows = { users, values };
  const asked = [
    (more) => logstar.count(rows, { epsilon: 1, ...more }),
    (more) => sum(rows, { epsilon: 1, domain, ...more }),
    (more) => mean(rows, { epsilon: 1, domain, ...more }),
    (more) => histogram(rows, { epsilon: 1, edges: [1], ...more }),
    (more) => sum({ ...rows, groups }, { epsilon: 1, domain, groups: ["a", "b"], ...more }),
  ];
  for (const ask of asked) {
    const ledger = new logstar.Ledger({ epsilon: 10, delta: 1e-3 });
    const { record } = ask({ delta: 1e-6 });
    assert.equal(record.delta, 0);
    assert.deepEqual(record, ask({}).record);
    ask({ delta: 1e-6, ledger });
    assert.equal(ledger.spent.delta, 0);
  }
});

test("accuracy equals the accuracy in the record", () => {
  for (const [name, data, options] of [
    ["count", { users, groups }, { groups: ["a", "b"], perUser: 2 }],
    ["count", { users, groups }, { groups: "private", delta: 1e-6, perUser: 2 }],
    ["sum", { users, groups, values }, { groups: "private", delta: 1e-6, domain }],
    ["mean", { users, values }, { domain }],
    ["histogram", { users, values }, { edges: [3] }],
    ["discoverGroups", { users, groups }, { delta: 1e-6 }],
  ]) {
    const asked = { epsilon: 0.5, ...options };
    assert.deepEqual(logstar[name](data, asked).record.accuracy, logstar.accuracy[name](asked));
  }
});

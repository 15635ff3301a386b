// Variances, standard deviations and distinct items of users, in the form of usual calls.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

const { countDistinct, decimals, findBounds, integers, Ledger, mean, standardDeviation, table } =
  logstar;
const { accuracy, variance } = logstar;

before(() => logstar.load());

/** 3,000 users of one to four rows, each user at one value; the values 0 to 99 equally often. */
const users = [];
const groups = [];
const values = [];
for (let user = 0; user < 3000; ++user) {
  for (let row = 0; row <= user % 4; ++row) {
    users.push(user);
    groups.push(["north", "south", "west"][(user + row) % 3]);
    values.push(user % 100);
  }
}
const domain = integers(0, 100);
const truth = 833.25;

/**
 * The variance of the values of a group. Each user counts with the share of their rows in listed groups that lies
 * in this group.
 */
function truthOf(name, listed) {
  const own = new Map();
  for (const [place, user] of users.entries()) {
    if (listed.includes(groups[place])) own.set(user, (own.get(user) ?? 0) + 1);
  }
  const rows = [...users.keys()].filter((place) => groups[place] === name);
  const weights = rows.map((place) => 1 / own.get(users[place]));
  const mean = (numbers) =>
    numbers.reduce((sum, number, i) => sum + number * weights[i], 0) /
    weights.reduce((sum, weight) => sum + weight, 0);
  const found = rows.map((place) => values[place]);
  return mean(found.map((value) => value ** 2)) - mean(found) ** 2;
}

const within = ({ value, error }, true_) =>
  assert.ok(Math.abs(value - true_) <= error, `${value} is not within ${error} of ${true_}`);

test("a variance is computed over users' values, each user counting once", () => {
  const found = variance({ values, users }, { epsilon: 100, domain, confidence: 0.9999999 });
  within(found, truth);
  assert.ok(found.error < 30, `${found.error}`);
  assert.ok(Math.abs(found.users - 3000) < 1);
  assert.equal(found.record.protects, "users");
  assert.equal(found.record.proof, "docs/guarantees/variance.md");
  assert.match(
    found.record.accuracy.statement,
    /^With 99\.99999% confidence, the variance is within `error` of the variance of the users' values, clamped to the domain, where each user counts as one, split evenly over their rows\. `error` is at most 10,000 times \(x \+ 1\.5 x\^2\) \+ 0\.007, where x is 0\.1[0-9]+ \/ `users`, and `users` is noisy\.$/,
  );
});

test("a user's rows share the user's weight, or are reduced to one value", () => {
  // Each user has one row at 0 and one at 100: as one value, 50 each.
  const both = {
    values: values.flatMap(() => [0, 100]),
    users: values.flatMap((_, place) => [place, place]),
  };
  within(variance(both, { epsilon: 1000, domain }), 2500);
  const ofMeans = variance(both, { epsilon: 1000, domain, perUser: "mean" });
  within(ofMeans, 0);
  assert.match(
    ofMeans.record.accuracy.statement,
    /one value per user \(the mean of their values\), clamped/,
  );
});

test("a standard deviation is the root of a variance, with the error that follows", () => {
  const options = { epsilon: 1000, domain };
  const found = standardDeviation({ values, users }, options);
  within(found, Math.sqrt(truth));
  assert.ok(found.error < 1, `${found.error}`);
  assert.match(
    found.record.accuracy.statement,
    /the standard deviation is within `error` of the standard deviation of the users' values/,
  );
  const cents = decimals(0, 1, 2);
  const small = { values: values.map((value) => value / 100), users };
  within(standardDeviation(small, { epsilon: 1000, domain: cents }), Math.sqrt(truth) / 100);
});

test("public groups have a variance each, and no answer with too few users", () => {
  const found = variance(
    { values, users, groups },
    { epsilon: 1000, domain, groups: ["west", "nowhere"], confidence: 0.99999 },
  );
  assert.deepEqual(
    found.groups.map(({ group }) => group),
    ["west", "nowhere"],
  );
  within(found.groups[0], truthOf("west", ["west"]));
  assert.deepEqual(found.groups[1], { group: "nowhere", value: null, reason: "too-few" });
  assert.match(
    found.record.accuracy.statement,
    /every variance is within `error` .* share of their rows there, in 720,720ths, provided that share is at least 1%/,
  );
});

test("private groups are discovered with a share of epsilon, and answered with the rest", () => {
  const options = { epsilon: 20, delta: 1e-6, domain, groups: "private" };
  const ledger = new Ledger({ epsilon: 20, delta: 1e-6 });
  const found = variance({ values, users, groups }, { ...options, ledger });
  assert.deepEqual(
    found.groups.map(({ group }) => group),
    ["north", "south", "west"],
  );
  assert.equal(ledger.entries.length, 1);
  assert.ok(Math.abs(found.record.parameters.discoveryEpsilon - 4) < 1e-9);
  assert.match(
    found.record.accuracy.statement,
    /its variance is within .*, over the released groups/,
  );
  const half = variance({ values, users, groups }, { ...options, discoveryShare: 0.5 });
  assert.ok(Math.abs(half.record.parameters.discoveryEpsilon - 10) < 1e-9);
});

test("few users get no variance, and are charged all of epsilon", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const found = variance({ values: [1, 99], users: null }, { epsilon: 0.5, domain, ledger });
  assert.equal(found.value, null);
  assert.equal(found.reason, "too-few");
  assert.equal(ledger.spent.epsilon, 0.5);
});

test("a variance without a domain is rejected by name, with the function that finds one", () => {
  for (const ask of [variance, standardDeviation]) {
    assert.throws(() => ask({ values, users }, { epsilon: 1 }), {
      name: "TypeError",
      message:
        "domain must be of integers() or decimals(), as a variance has no found bounds (findBounds finds some), got undefined",
    });
    assert.throws(
      () => ask({ values, users }, { epsilon: 1, domain, perUser: 3 }),
      /perUser must be "spread" or one value a user .* for variances/,
    );
  }
  assert.equal(findBounds(values, { epsilon: 1 }).value.length, 2);
});

test("a variance releases three weights, with a greater error than a mean's two", () => {
  const options = { epsilon: 1, domain };
  assert.ok(accuracy.variance(options).error > accuracy.mean(options).error);
  assert.equal(accuracy.standardDeviation(options).error, accuracy.variance(options).error);
  assert.equal(
    mean({ values, users }, options).record.epsilon,
    variance({ values, users }, options).record.epsilon,
  );
});

/** 900 users of three items each, out of 30 items. */
const visits = {
  users: Array.from({ length: 2700 }, (_, i) => i % 900),
  values: Array.from({ length: 2700 }, (_, i) => `page ${(i * 7) % 30}`),
};

test("distinct items are counted with noise for a user's contribution", () => {
  const sure = { epsilon: 50, confidence: 0.9999999 };
  const found = countDistinct(visits, { ...sure, perUser: 3 });
  assert.ok(Math.abs(found.value - 30) <= found.record.accuracy.error);
  assert.equal(found.record.parameters.perUser, 3);
  assert.equal(found.record.protects, "users");
  assert.equal(
    countDistinct(visits, { epsilon: 1, perUser: 3 }).record.accuracy.statement,
    "With 95% confidence, the count is within 9 of the number of distinct items among those that count, at most 3 of each user's, chosen at random.",
  );
  const one = countDistinct(
    { users: visits.values.map(() => "one user"), values: visits.values },
    { ...sure, perUser: 2 },
  );
  assert.ok(Math.abs(one.value - 2) <= 1, `${one.value}`);
});

test("distinct items of records count each, and protect records", () => {
  const found = countDistinct(["a", "b", "a", null], { epsilon: 40 });
  assert.equal(found.value, 2);
  assert.match(found.record.guarantee, /^Adding or removing one record /);
  assert.equal(
    found.record.accuracy.statement,
    "With 95% confidence, the count is within 0 of the number of distinct items.",
  );
  const alone = countDistinct({ values: ["a", "b"], users: null }, { epsilon: 40 });
  assert.equal(alone.value, 2);
  assert.equal(alone.record.protects, "users");
  assert.equal(alone.record.parameters.users, "every row is a different person");
});

test("distinct items have the same noise under replace", () => {
  const options = { epsilon: 1, perUser: 5 };
  assert.equal(
    accuracy.countDistinct({ ...options, neighbors: "replace" }).error,
    accuracy.countDistinct(options).error,
  );
});

test("perUser of distinct items is required with user ids, and 1 without", () => {
  const refused = (data, options, message) =>
    assert.throws(() => countDistinct(data, { epsilon: 1, ...options }), { message });
  refused(
    visits,
    {},
    "perUser must be given for rows with user ids (the maximum number of items per user), got undefined",
  );
  refused(visits, { perUser: 0 }, "perUser must be a whole number from 1 to 1000000000, got 0");
  refused(
    ["a"],
    { perUser: 2 },
    "perUser must be 1 or left out where every row is a different person, got 2",
  );
  refused(
    { ...visits, groups: visits.values },
    { perUser: 1 },
    "unknown column groups: rows of users take values, users",
  );
  assert.throws(() => accuracy.countDistinct({ epsilon: 1 }), /perUser must be given/);
});

test("a table answers variances and distinct items by the names of columns", () => {
  const rows = table({ users, values, groups }, { user: "users" });
  within(rows.variance("values", { epsilon: 1000, domain }), truth);
  within(rows.standardDeviation("values", { epsilon: 1000, domain }), Math.sqrt(truth));
  const grouped = rows.groupBy("groups", ["west", "north"]);
  within(
    grouped.standardDeviation("values", { epsilon: 1000, domain }).groups[0],
    Math.sqrt(truthOf("west", ["west", "north"])),
  );
  assert.equal(rows.countDistinct("groups", { epsilon: 100, perUser: 3 }).value, 3);
  assert.equal(rows.plan.countDistinct("groups", { epsilon: 1, perUser: 3 }).accuracy.error, 9);
  assert.throws(
    () => grouped.countDistinct("values", { epsilon: 1, perUser: 1 }),
    /countDistinct must be asked of a table without groups, got one after groupBy/,
  );
  const records = table({ item: ["a", "b", "b"] }, { user: null });
  assert.equal(records.countDistinct("item", { epsilon: 40 }).value, 2);
  assert.equal(records.plan.countDistinct("item", { epsilon: 1 }).accuracy.error, 3);
});

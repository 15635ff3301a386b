// Counts, sums, groups and rankings of users in several groups: their noise and its loss.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";

const { accuracy, count, discoverGroups, histogram, integers, Ledger, load, plan, sum, topK } =
  logstar;

before(() => load());

const names = Array.from({ length: 30 }, (_, i) => `group ${i}`);
/** 400 users, each in ten of thirty groups, with a value of 1 to 5 in each. */
const rows = Array.from({ length: 4000 }, (_, i) => ({
  user: Math.floor(i / 10),
  group: names[(Math.floor(i / 10) + 3 * (i % 10)) % 30],
  value: 1 + (i % 5),
}));
const users = rows.map(({ user }) => user);
const groups = rows.map(({ group }) => group);
const values = rows.map(({ value }) => value);
const delta = 1e-6;
const domain = integers(0, 5);
const ten = { epsilon: 1, groups: names, perUser: 10 };

const calls = {
  count: (more) => count({ users, groups }, { ...ten, ...more }),
  sum: (more) => sum({ users, groups, values }, { ...ten, domain, ...more }),
  histogram: (more) =>
    histogram({ users, values: groups }, { epsilon: 1, perUser: 10, items: names, ...more }),
};

for (const [name, call] of Object.entries(calls)) {
  test(`${name} draws Gaussian noise if its error is smaller and a delta is given`, () => {
    const laplace = call({ delta, noise: "laplace" }).record;
    const gaussian = call({ delta, noise: "gaussian" }).record;
    assert.ok(gaussian.accuracy.error < laplace.accuracy.error);
    assert.deepEqual(call({ delta }).record, gaussian);
    assert.equal(gaussian.delta, delta);
    assert.equal(gaussian.parameters.noise, "gaussian");
    assert.match(gaussian.mechanism, /by discrete Gaussian noise$/);
    assert.ok(gaussian.parameters.deviation > 0);
  });

  test(`${name} charges no delta if its noise is Laplace`, () => {
    const { record } = call({ delta, perUser: 1 });
    assert.equal(record.delta, 0);
    assert.deepEqual(call({ delta, noise: "laplace" }).record.delta, 0);
    assert.deepEqual(call({ perUser: 1 }).record, record);
  });

  test(`${name} rejects Gaussian noise without a delta`, () => {
    assert.throws(() => call({ noise: "gaussian" }), /noise must be laplace without a delta/);
    assert.throws(() => call({ noise: "normal" }), RangeError);
    for (const wrong of [-1, 1, 2]) assert.throws(() => call({ delta: wrong }), /delta/);
  });
}

test("Gaussian noise rejects spread users, except in counts of private groups", () => {
  const options = { epsilon: 1, delta, noise: "gaussian", perUser: "spread" };
  assert.throws(() => count({ users, groups }, { ...options, groups: names }), /noise must be/);
  const counted = count({ users, groups }, { ...options, groups: "private" });
  assert.equal(counted.record.parameters.noise, "gaussian");
  assert.deepEqual(counted.record.parameters.units, 720720);
  const found = { ...options, perUser: undefined, groups: "private", domain };
  assert.throws(() => sum({ users, groups, values }, found), /noise must be laplace/);
  const binned = { ...options, groups: "private", edges: [3] };
  assert.throws(() => histogram({ users, groups, values }, binned), /noise must be laplace/);
});

const privately = { epsilon: 4, delta, groups: "private", perUser: 10 };
const ofPrivate = {
  sum: (more) => sum({ users, groups, values }, { ...privately, domain, ...more }),
  histogram: (more) =>
    histogram({ users, groups, values }, { ...privately, edges: [3], perUser: 20, ...more }),
};

for (const [name, call] of Object.entries(ofPrivate)) {
  test(`${name} of private groups uses Gaussian noise if its error is smaller`, () => {
    const laplace = call({ noise: "laplace" }).record;
    const gaussian = call({ noise: "gaussian" }).record;
    assert.ok(gaussian.accuracy.error < laplace.accuracy.error);
    assert.deepEqual(call({}).record, gaussian);
    assert.equal(gaussian.parameters.noise, "gaussian");
    for (const record of [laplace, gaussian]) {
      assert.deepEqual([record.epsilon, record.delta], [4, delta]);
    }
  });
}

test("a concentrated ledger is charged the concentrated cost of Gaussian noise", () => {
  const few = new Ledger({ epsilon: 1, delta: 1e-5 });
  const many = new Ledger({ epsilon: 1, delta: 1e-5, composition: "concentrated" });
  const ask = (ledger) => {
    let answers = 0;
    try {
      for (; answers < 100; ++answers) {
        count({ users, groups }, { ...ten, epsilon: 0.25, delta: 1e-7, ledger });
      }
    } catch (error) {
      assert.equal(error.name, "BudgetExceeded");
    }
    return answers;
  };
  const [sums, concentrated] = [ask(few), ask(many)];
  assert.equal(sums, 4);
  assert.ok(concentrated >= 8, `${concentrated} answers`);
});

test("Gaussian noise releases private groups of fewer users if users are in ten groups", () => {
  const options = { epsilon: 1, delta, perUser: 10 };
  const found = discoverGroups({ users, groups }, options);
  const laplace = discoverGroups({ users, groups }, { ...options, noise: "laplace" });
  assert.equal(found.record.parameters.noise, "gaussian");
  assert.ok(found.record.parameters.threshold < laplace.record.parameters.threshold);
  assert.equal(found.groups.length, 30); // of about 133 users each
  for (const { group, value } of found.groups) {
    const truth = groups.filter((one) => one === group).length;
    assert.ok(Math.abs(value - truth) < 20 * found.record.accuracy.error);
  }
  const counted = count({ users, groups }, { ...options, groups: "private" });
  assert.equal(counted.record.accuracy.error, found.record.accuracy.error);
  assert.deepEqual(accuracy.discoverGroups(options), found.record.accuracy);
});

const searches = new Map([..."abcdefghij"].map((letter, rank) => [letter, 2000 - 100 * rank]));
for (let i = 0; i < 500; ++i) searches.set(`rare ${i}`, 1 + (i % 7));
const ranking = { k: 5, epsilon: 1, delta, perUser: 10, variant: "threshold" };

test("threshold returns the most frequent items in the order of their noisy counts", () => {
  const { items, complete, record } = topK(searches, { ...ranking, counts: true });
  assert.deepEqual(items.map(({ item }) => item).sort(), [..."abcde"]);
  assert.equal(complete, true);
  for (const [place, { item, count: noisy }] of items.entries()) {
    assert.ok(Math.abs(noisy - searches.get(item)) < 20 * record.accuracy.error);
    assert.ok(place === 0 || noisy <= items[place - 1].count);
  }
  assert.equal(record.parameters.variant, "threshold");
  assert.equal(record.parameters.noise, "gaussian");
  assert.equal(record.proof, "docs/guarantees/counts.md");
  assert.deepEqual(Object.keys(topK(searches, ranking).items[0]), ["item"]);
  const all = topK(searches, { ...ranking, k: 50 });
  assert.deepEqual(all.items.map(({ item }) => item).sort(), [..."abcdefghij"]);
  assert.equal(all.complete, false);
});

test("threshold reads rows of users, histograms and rows of different users in the same way", () => {
  const items = groups;
  const kinds = [
    topK({ users, items }, { ...ranking, k: 30 }),
    topK(logstar.boundContributions({ users, items }, { perUser: 10 }), {
      ...{ ...ranking, k: 30 },
      perUser: undefined,
    }),
  ];
  for (const { items: found } of kinds) assert.equal(found.length, 30);
  const own = topK(items, { ...ranking, perUser: undefined, k: 30 });
  assert.equal(own.record.protects, undefined); // records
  assert.equal(own.record.parameters.noise, undefined); // one item each: Laplace
  assert.equal(own.items.length, 30);
  assert.deepEqual(topK(new Map(), ranking).items, []);
  assert.deepEqual(topK(new Map(), ranking).record, topK(searches, ranking).record);
});

test("threshold names its noise, and rejects options that do not apply", () => {
  const refuse = (more, message) =>
    assert.throws(() => topK(searches, { ...ranking, ...more }), message);
  refuse({ perUser: Number.POSITIVE_INFINITY }, /perUser must be a whole number or "spread"/);
  refuse({ kBar: 20 }, /kBar belongs to other variants/);
  refuse({ k: 0 }, /k must be/);
  refuse({ variant: "strict", noise: "gaussian" }, /noise belongs to variant: "threshold"/);
  const laplace = topK(searches, { ...ranking, noise: "laplace" }).record;
  assert.ok(laplace.parameters.threshold > topK(searches, ranking).record.parameters.threshold);
  assert.deepEqual(accuracy.topK(ranking), topK(searches, ranking).record.accuracy);
});

test("a ledger is charged for threshold before rows are read", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-3 });
  topK(searches, { ...ranking, ledger });
  assert.equal(ledger.spent.epsilon, 1);
  assert.throws(() => topK(searches, { ...ranking, ledger }), { name: "BudgetExceeded" });
});

test("plan.topK compares algorithms by the released count, and chooses the least", () => {
  for (const [k, perUser, variant, noise] of [
    [100, 1, "threshold", "laplace"],
    [100, 10, "threshold", "gaussian"],
    [1, 500, "limited-domain", undefined],
    [10, Number.POSITIVE_INFINITY, "strict", undefined],
  ]) {
    const options = { k, perUser, epsilon: 1, delta };
    const ways = plan.topK(options);
    const chosen = ways.filter((way) => way.chosen);
    assert.equal(chosen.length, 1);
    assert.equal(chosen[0].variant, variant);
    assert.equal(chosen[0].noise, noise);
    const least = Math.min(...ways.map(({ namedFrom }) => namedFrom));
    assert.equal(chosen[0].namedFrom, least);
    for (const way of ways) {
      const named = Object.fromEntries(
        Object.entries({ variant: way.variant, noise: way.noise }).filter(([, one]) => one),
      );
      const { record } = topK(new Map(), { ...options, ...named });
      const { sureGap } = record.parameters;
      const stated = new RegExp(`An item of ${way.namedFrom.toLocaleString("en")} users passes`);
      if (sureGap === undefined) assert.match(record.accuracy.statement, stated);
      else assert.ok(way.namedFrom <= Math.ceil(sureGap)); // of one item, not of all k together
      if (k === 1 && sureGap !== undefined) assert.equal(way.namedFrom, Math.ceil(sureGap));
    }
  }
});

test("an item of the count that plan.topK states is released with 95% (400 runs, alpha 1e-6)", () => {
  const [laplace, gaussian] = plan.topK({ k: 3, perUser: 10, epsilon: 1, delta });
  for (const { variant, noise, namedFrom } of [laplace, gaussian]) {
    const counts = new Map([["one", namedFrom]]);
    let named = 0;
    for (let run = 0; run < 400; ++run) {
      named += topK(counts, { k: 3, perUser: 10, epsilon: 1, delta, variant, noise }).items.length;
    }
    assert.ok(named > 355, `${noise}: ${named} of 400`); // P[Binomial(400, 0.95) <= 355] < 1e-6
  }
});

// Medians, quantiles and interior points of rows of users: answers, errors and statements.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  accuracy,
  integers,
  interiorPoint,
  Ledger,
  load,
  median,
  quantile,
  quantiles,
  sum,
  text,
} from "../../dist/index.js";
import { domain, of, options, rows } from "./ranked-users.mjs";

before(() => load());

test("every user counts once, for any number of rows", () => {
  const many = { values: [...of(9000, () => 90), ...of(1000, () => 10)] };
  const users = [...of(9000, () => "one"), ...of(1000, (i) => i)];
  assert.equal(median({ ...many, users }, options).value, 10);
  assert.equal(median({ ...many, users: null }, options).value, 90);
});

test("median, quantile, quantiles and interiorPoint accept rows of users", () => {
  const table = rows((i) => i % 4);
  for (const { record } of [
    median(table, options),
    quantile(table, 0.9, options),
    quantiles(table, [0.25, 0.5], options),
    interiorPoint(table, options),
    interiorPoint(table, { ...options, delta: 1e-6 }),
  ]) {
    assert.equal(record.protects, "users");
    assert.match(record.guarantee, /^Adding or removing all rows of one user changes/);
    assert.match(record.accuracy.statement, /users/);
    assert.equal(record.parameters.perUser, "spread");
    assert.equal(record.proof, "docs/guarantees/users.md");
  }
  assert.deepEqual(quantiles(table, [0.1, 0.4, 0.6, 0.9], options).value, [0, 1, 2, 3]);
});

test("listed groups have an answer each, in their order, and rows in other groups do not count", () => {
  const table = { ...rows((i) => i % 3), groups: of(12000, (i) => ["a", "b", "elsewhere"][i % 3]) };
  const { groups, record } = median(table, { ...options, groups: ["b", "a"] });
  assert.deepEqual(groups, [
    { group: "b", value: 1 },
    { group: "a", value: 0 },
  ]);
  assert.deepEqual(record.parameters.groups, ["b", "a"]);
});

test("private groups are the ones with enough users, in order of their names", () => {
  const groups = of(12000, (i) => (i < 5 ? "rare" : ["b", "a"][i % 2]));
  const table = { ...rows((i) => i % 2), groups };
  const paid = { ...options, delta: 1e-6, groups: "private" };
  const found = [
    { group: "a", value: 1 },
    { group: "b", value: 0 },
  ];
  const { groups: answers, record } = median(table, paid);
  assert.deepEqual(answers, found);
  assert.equal(record.parameters.discoveryEpsilon, 0.5);
  assert.equal(record.parameters.discoveryDelta, 1e-6);
  assert.match(
    record.accuracy.statement,
    /A group whose rows weigh 26 users is released at least half of the time/,
  );
  assert.deepEqual(interiorPoint(table, paid).groups, found);
  assert.deepEqual(
    quantiles(table, [0.3, 0.6], paid).groups.map(({ value }) => value),
    [
      [1, 1],
      [0, 0],
    ],
  );
  assert.throws(() => median(table, { ...paid, delta: 0 }), /^RangeError: delta must be/);
  assert.deepEqual(median({ values: [], users: [], groups: [] }, paid).groups, []);
});

test("the caller sets the share of epsilon for discovery, unless one draw discovers and answers", () => {
  const table = { ...rows((i) => i % 2), groups: of(12000, (i) => i % 2) };
  const asked = { ...options, delta: 1e-6, groups: "private", discoveryShare: 0.5 };
  const { parameters } = median(table, asked).record;
  assert.equal(parameters.groups, "private");
  assert.equal(parameters.discoveryEpsilon, 0.5);
  assert.equal(
    sum(table, { ...asked, domain: integers(0, 9) }).record.parameters.groups,
    "private",
  );
  const { record } = interiorPoint(table, { ...asked, discoveryShare: undefined });
  assert.equal(record.parameters.groups, "private");
  assert.equal(record.parameters.abstain, true);
  // Cut choice finds groups and answers in one draw.
  assert.throws(
    () => interiorPoint(table, asked),
    /^RangeError: discoveryShare must be left out unless groups are found/,
  );
  assert.throws(
    () => median(table, { ...asked, groups: [0, 1] }),
    /^TypeError: discoveryShare belongs to groups: "private", got 0.5 without/,
  );
  assert.throws(
    () => accuracy.median({ epsilon: 1, domain, discoveryShare: 0.5 }),
    /^TypeError: discoveryShare belongs to groups: "private", got 0.5 without/,
  );
  assert.throws(
    () => median(table, { ...asked, discoveryShare: 1 }),
    /^RangeError: discoveryShare must be a number above 0 and below 1, got 1/,
  );
});

test("a release with private groups is one charge of the total", () => {
  const table = { ...rows((i) => i % 2), groups: of(12000, (i) => i % 2) };
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  const { record } = quantiles(table, [0.2, 0.5, 0.7], {
    ...{ ...options, delta: 1e-6, groups: "private", ledger },
  });
  assert.equal(ledger.entries.length, 1);
  assert.equal(ledger.entries[0].asked.epsilon, 1);
  assert.equal(ledger.entries[0].asked.delta, 1e-6);
  assert.deepEqual(ledger.entries[0].record, record);
});

test("few records get no answer instead of one outside, by default, rows of users or not", () => {
  const few = { value: null, reason: "too-few" };
  for (const data of [[5], { values: [5], users: ["ann"] }, { values: [5], counts: [2] }]) {
    let none = 0;
    for (let i = 0; i < 100; ++i) {
      const { record, message, ...answer } = median(data, { ...options, epsilon: 0.1 });
      assert.match(
        record.accuracy.statement,
        /any answer lies within the range of the (group's )?data/,
      );
      if (answer.value === null) {
        assert.deepEqual(answer, few);
        assert.match(
          message,
          /^Too few (records|users): with 95% confidence there is an answer from \d+ \1 on; at epsilon 0.2 from \d+ on\.$/,
        );
      }
      none += answer.value === null;
    }
    assert.ok(none > 80, "95 in expectation");
  }
  assert.equal(median([5, 5], options).record.protects, undefined);
  const several = quantiles([5], [0.2, 0.5], { ...options, epsilon: 0.01 });
  assert.deepEqual({ value: several.value, reason: several.reason }, few);
});

// Regression: it stated no number of rows, no number for the recursion of users with more epsilon, and omitted
// ties.
test("an absent answer states the sufficient size, for each kind of data and each algorithm", () => {
  const rows = { values: [], users: [] };
  const three = [0.25, 0.5, 0.75];
  const all = { epsilon: 1, domain: integers(0, 100), confidence: 0.999999 };
  const grouped = quantiles({ ...rows, groups: [] }, three, { ...all, groups: ["a"] });
  const heavy = "no value's rows weigh more than 1,000,000 users";
  for (const [answer, enough, more] of [
    [
      median(rows, { ...all, perUser: 3 }),
      "from N rows on, of which each user has at most 3",
      "from N on",
    ],
    [quantiles(rows, three, all), `from N users on, if ${heavy}`, "from N on"],
    [
      quantiles(rows, three, { ...all, perUser: 2 }),
      "from N rows on, of which each user has at most 2, if no value occurs more than 2,000,000 times",
      "from N on",
    ],
    [
      quantiles([], three, all),
      "from N records on, if no value occurs more than 1,000,000 times",
      "from N on",
    ],
    [grouped.groups[0], `if the rows of a group weigh at least N users and ${heavy}`, "N"],
  ]) {
    assert.equal(answer.value, null);
    const counted = /N (\w+)/.exec(enough)[1];
    const said = `Too few ${counted}: with 99.9999% confidence there is an answer ${enough}; at epsilon 2 ${more}.`;
    const numbers = /(?<=from |least |epsilon 2 )\d[\d,]*(?! from)/g;
    assert.equal(answer.message.replace(numbers, "N"), said);
  }
});

test("the record states that every row counts as a different person", () => {
  const { record } = median({ values: [1], users: null }, options);
  assert.equal(record.parameters.users, "every row is a different person");
  assert.equal(record.protects, "users");
});

test("a dropped value takes its user and group with it", () => {
  // For each user, the values outside would be two thirds of the rows.
  const users = of(12000, (i) => i % 4000);
  const groups = of(12000, (i) => (i < 4000 ? "in" : "out"));
  const values = of(12000, (i) => (i < 4000 ? 7 : 1000));
  const confidence = 1 - 1e-9; // that a group without rows has no answer
  const asked = { ...options, outside: "drop", groups: ["in", "out"], abstain: true, confidence };
  const { groups: found } = median({ values, users, groups }, asked);
  assert.equal(found[0].value, 7);
  assert.equal(found[1].value, null);
  const words = values.map((value) => (value === 7 ? "seven" : "a\0b"));
  const ofText = { ...asked, domain: text(8) };
  const { groups: texts } = median({ values: words, users, groups }, ofText);
  assert.deepEqual(texts[0].value, { text: "seven", after: false });
  assert.equal(texts[1].value, null);
});

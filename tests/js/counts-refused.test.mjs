// Errors of counts, sums, means and histograms, their deltas, and their stated accuracy.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as logstar from "../../dist/index.js";
import {
  count,
  discoverGroups,
  histogram,
  integers,
  Ledger,
  load,
  mean,
  reals,
  sum,
} from "../../dist/index.js";
import { groups, users, values } from "./counted-users.mjs";

before(() => load());

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
    () => sum({ users, values }, { epsilon: 1, domain: reals() }),
    'domain must be of integers() or decimals() for values to add, got "doubles"',
  ],
  [
    "a domain in which sums are out of range",
    () => mean({ users, values }, { epsilon: 1, domain: integers(0n, 2n ** 64n - 1n) }),
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
    (more) => count(rows, { epsilon: 1, ...more }),
    (more) => sum(rows, { epsilon: 1, domain, ...more }),
    (more) => mean(rows, { epsilon: 1, domain, ...more }),
    (more) => histogram(rows, { epsilon: 1, edges: [1], ...more }),
    (more) => sum({ ...rows, groups }, { epsilon: 1, domain, groups: ["a", "b"], ...more }),
  ];
  for (const ask of asked) {
    const ledger = new Ledger({ epsilon: 10, delta: 1e-3 });
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

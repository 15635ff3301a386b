// Unlisted items: the most frequent ones, and private groups.
import {
  count,
  discoverGroups,
  integers,
  mean,
  median,
  plan,
  TopKSession,
  topK,
} from "../../../dist/index.js";
import { missedOf, rowsOfUsers, usersOf } from "./words.mjs";

const k = 100;
const itemsOf = ({ items }) => items.map(({ item }) => item);
const byCount = ({ groups }) =>
  groups.toSorted((a, b) => b.value - a.value).map(({ group }) => group);

/** @param {any} options of both, and `more` of topK alone */
const ranked =
  (options, more = {}) =>
  (data) => {
    const { items } = topK({ users: data.users, items: data.items }, { ...options, ...more, k });
    return missedOf(data.counts, k, itemsOf({ items }));
  };

const countedPrivately =
  (options) =>
  ({ users, items, counts }) =>
    missedOf(
      counts,
      k,
      byCount(count({ users, groups: items }, { ...options, groups: "private" })),
    );

/** A contest for the first 100 of a list of words. */
function ofWords(title, { users, options, variants, ...more }) {
  return {
    ...{ title, unit: "of 100 missed", ...more },
    make(random) {
      const rows = rowsOfUsers(random, users);
      return { ...rows, counts: usersOf(rows, users.size) };
    },
    ways: [
      { name: "by default", ask: ranked(options) },
      ...variants.map((variant) => ({
        name: `by "${variant}"`,
        ask: ranked(options, { variant }),
      })),
      { name: "by `count` of private groups", ask: countedPrivately(options) },
      ...(options.perUser > 1
        ? [
            {
              name: 'by `count` of private groups, "spread"',
              ask: countedPrivately({ ...options, perUser: "spread" }),
            },
          ]
        : []),
    ],
  };
}

const size = 5000;
const variants = ["limited-domain", "strict", "optimised-threshold", "laplace", "threshold"];

/** Sixty items in six regions of 6,000 users each, ten to a region, and additional rare ones. */
function regions(random) {
  return Array.from({ length: 6 }, () => {
    const items = [];
    for (let item = 0; item < 10; ++item) {
      for (let user = 0; user < 40 + 20 * item; ++user) items.push(item);
    }
    for (let rare = 0; rare < 2000; ++rare) items.push(100 + random.below(1000));
    return Int32Array.from(items);
  });
}

const found = (named) => new Set(named.filter((item) => item < 10)).size;
const ofSession = { epsilon: 1, delta: 1e-8 };

function bySession(all) {
  const session = new TopKSession({ ...ofSession, outcomes: 60, calls: 6, perUser: 1 });
  let named = 0;
  for (const region of all) named += found(itemsOf(session.topK(region, { k: 10 })));
  session.dispose();
  return 60 - named;
}

const bySixths = (ask) => (all) =>
  all.reduce(
    (missed, region) => missed - found(ask(region, { epsilon: 1 / 6, delta: 1e-8 / 6 })),
    60,
  );

/**
 * Sixty groups, the first with `least` users and each next with `step` more; each user is also in others, in at
 * most `most` in all.
 */
const inGroups =
  ({ most, least, step }) =>
  (random) => {
    const rows = { users: [], groups: [], values: [] };
    let user = 0;
    for (let group = 0; group < 60; ++group) {
      for (let member = 0; member < least + step * group; ++member) {
        user += 1;
        for (let place = 0; place < most; ++place) {
          rows.users.push(user);
          rows.groups.push((group + 7 * place) % 60);
          rows.values.push(Math.min(100, Math.max(0, Math.round(group + 10 * random.normal()))));
        }
      }
    }
    return rows;
  };

/** 20 to 315 users a group, each in one. */
const alone = { most: 1, least: 20, step: 5 };
const ofGroups = { epsilon: 1, delta: 1e-6 };
const unnamed = ({ groups }) => 60 - groups.length;
const discovered =
  (options) =>
  ({ users, groups }) =>
    unnamed(discoverGroups({ users, groups }, { ...ofGroups, ...options }));
const counted =
  (options) =>
  ({ users, groups }) =>
    unnamed(count({ users, groups }, { ...ofGroups, groups: "private", ...options }));

/** The choice of `plan.discoverGroups` for users of this number of groups. */
const plannedFor = (groupsPerUser) => {
  const { perUser } = plan
    .discoverGroups({ ...ofGroups, groupsPerUser })
    .find(({ chosen }) => chosen);
  return { perUser };
};
const tenGroups = {
  ...{ unit: "of 60 unnamed", runs: 200, make: inGroups({ most: 10, least: 2, step: 0.5 }) },
};
const boundedTo = [1, 3, 10].map((perUser) => ({
  ...{ name: `by \`perUser: ${perUser}\``, ask: discovered({ perUser }) },
}));

/** Correct: released, and the mean within 5. */
const meant = (options) => (rows) => {
  const { groups } = mean(rows, {
    ...{ ...ofGroups, groups: "private", domain: integers(0, 100) },
    ...options,
  });
  return (
    60 - groups.filter(({ group, value }) => Math.abs(value - group) <= 5 && value !== null).length
  );
};

/** Correct: released, and the median within 5. */
const middle = (options) => (rows) => {
  const { groups } = median(rows, {
    ...{ ...ofGroups, groups: "private", domain: integers(0, 100) },
    ...options,
  });
  return (
    60 - groups.filter(({ group, value }) => value !== null && Math.abs(value - group) <= 5).length
  );
};

const shares = (ask) => [
  { name: "by default", ask: ask({}) },
  ...[0.1, 0.2, 0.5, 0.7].map((discoveryShare) => ({
    ...{ name: `by \`discoveryShare: ${discoveryShare}\``, ask: ask({ discoveryShare }) },
  })),
];

/** @type {import("../contest.mjs").Contest[]} */
export const items = [
  ofWords("top 100, one word a user, 20,000 users, epsilon 1, delta 1e-8", {
    ...{ users: { userCount: 20_000, most: 1, size }, runs: 100, variants },
    options: { epsilon: 1, delta: 1e-8, perUser: 1 },
  }),
  ofWords("top 100, one word a user, 200,000 users, epsilon 0.1, delta 1e-8", {
    ...{ users: { userCount: 200_000, most: 1, size: 20_000 }, runs: 32, variants: ["threshold"] },
    options: { epsilon: 0.1, delta: 1e-8, perUser: 1 },
  }),
  ofWords("top 100, up to 20 words a user, cut to 10, 10,000 users, epsilon 1, delta 1e-8", {
    ...{ users: { userCount: 10_000, most: 20, size: 1000 }, runs: 32, variants },
    options: { epsilon: 1, delta: 1e-8, perUser: 10 },
  }),
  {
    title: "TopKSession, six regions with ten items, epsilon 1, delta 1e-8",
    ...{ unit: "of 60 missed", runs: 100, make: regions },
    ways: [
      { name: "by default", ask: bySession },
      {
        name: "by six `count`s of private groups",
        ask: bySixths((region, loss) =>
          byCount(
            count({ users: null, groups: region }, { ...loss, perUser: 1, groups: "private" }),
          ).slice(0, 10),
        ),
      },
      {
        name: "by six `topK`s",
        ask: bySixths((region, loss) => itemsOf(topK(region, { ...loss, k: 10 }))),
      },
    ],
  },
  {
    // The best `perUser` is the number of groups a user has, which no default may read off the data.
    title:
      "discoverGroups, 60 groups, ten a user, which only the others know, epsilon 1, delta 1e-6",
    isShownOnly: true,
    ...tenGroups,
    ways: [{ name: "by default", ask: discovered({}) }, ...boundedTo],
  },
  {
    title: "discoverGroups, 60 groups, planned for ten a user, epsilon 1, delta 1e-6",
    ...tenGroups,
    ways: [
      { name: "by the plan's choice", ask: discovered(plannedFor(10)) },
      { name: "by default", ask: discovered({}) },
      ...boundedTo,
    ],
  },
  {
    title: "count by private groups, 60 groups, five a user, epsilon 1, delta 1e-6",
    ...{ unit: "of 60 unnamed", runs: 200, make: inGroups({ most: 5, least: 2, step: 0.5 }) },
    ways: [
      { name: "by default", ask: counted({ perUser: 5 }) },
      ...["laplace", "gaussian"].map((noise) => ({
        ...{ name: `by "${noise}"`, ask: counted({ perUser: 5, noise }) },
      })),
    ],
  },
  {
    title: "mean by private groups, 60 groups, epsilon 1, delta 1e-6",
    ...{ unit: "of 60 wrong or unnamed", runs: 200, make: inGroups(alone), ways: shares(meant) },
  },
  {
    title: "median by private groups, 60 groups, epsilon 1, delta 1e-6",
    ...{ unit: "of 60 wrong or unnamed", runs: 200, make: inGroups(alone), ways: shares(middle) },
  },
];

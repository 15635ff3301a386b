// Counts, histograms, sums and means of users, and private groups: the checks of their statements, on awkward
// tables.
import * as logstar from "../../../dist/index.js";
import { releaseClaims } from "./ranks.mjs";
import { chanceOf, claimed, numberOf, range, slack, sum } from "./reading.mjs";
import { countTables } from "./tables.mjs";
import { clamped, columns, grouped, oneEach, splitEvenly, users } from "./weights.mjs";

const { integers } = logstar;
const [low, high] = [0, 300];
const edges = [0, 100, 200, 1001];
const binOf = (value) => edges.findLastIndex((edge) => edge <= value);

/** The contribution of each row, as the sentence states it. */
function counting(sentence, rows) {
  if (/split evenly over their rows|divided among the user's rows/.test(sentence)) {
    return splitEvenly(rows);
  }
  if (!/by the largest of their values/.test(sentence)) return undefined;
  if (/split evenly over their (?:listed |released )?groups/.test(sentence)) {
    return splitEvenly(oneEach(rows, "max"));
  }
  if (!/each user count(?:s|ed) once, by/.test(sentence)) throw new Error(`not read: ${sentence}`);
  return splitEvenly(oneEach(ungrouped(rows), "max"));
}

const ungrouped = (rows) => rows.map((row) => ({ ...row, group: "" }));

/** If each user counts in a bounded number of places, only tables without omissions have a defined truth. */
function inEveryPlace(sentence, rows, placeOf) {
  const [, most] = /counts in at most (one|[\d,]+) (?:group|bin)/.exec(sentence);
  const limit = most === "one" ? 1 : numberOf(most);
  const places = [...grouped(rows, ({ user }) => user).values()].map((own) => [
    ...grouped(own, placeOf).values(),
  ]);
  if (places.some((own) => own.length > limit)) return undefined;
  return places.flat().map(([first]) => ({ ...first, weight: 1 }));
}

const within = (statement) => numberOf(/within ([\d.,]+) of/.exec(statement)[1]);

/** The true count of each group, or of each bin in a group. */
function trueCounts(statement, rows, { bins }) {
  const placeOf = ({ group, value }) => (bins ? `${group} ${binOf(value)}` : group);
  if (/true number of users/.test(statement)) return new Map([["", users(rows)]]);
  const counted = counting(statement, rows) ?? inEveryPlace(statement, rows, placeOf);
  if (counted === undefined) return undefined;
  return new Map(
    [...grouped(counted, placeOf)].map(([place, own]) => [
      place,
      sum(own.map(({ weight }) => weight)),
    ]),
  );
}

/** The total of each user in each group, as the sentence defines it. */
function trueSums(statement, rows) {
  const isMax = /the largest of their values/.test(statement);
  const each = isMax ? oneEach(rows, "max") : rows;
  const totals = [...grouped(each, ({ user }) => user).values()].map((own) =>
    [...grouped(own, ({ group }) => group)].map(([group, some]) => ({
      group,
      total: clamped(sum(some.map(({ value }) => value)), low, high),
    })),
  );
  const sums = new Map();
  for (const own of totals) {
    const all = sum(own.map(({ total }) => Math.abs(total)));
    const most = Math.max(Math.abs(low), Math.abs(high));
    const isScaled = /scaled down to whole units/.test(statement) && all > most;
    for (const { group, total } of own) {
      const counted = isScaled ? Math.trunc((total * most) / all) : total;
      sums.set(group, (sums.get(group) ?? 0) + counted);
    }
  }
  return sums;
}

/** The mean of the users' means; in a group a user counts with the weight of their rows there. */
function trueMean(rows) {
  const total = sum(rows.map(({ weight }) => weight));
  return sum(rows.map(({ weight, value }) => weight * clamped(value, low, high))) / total;
}

/** The variance of users' values; in a group a user counts with the weight of their rows there. */
function trueVariance(rows) {
  const mean = trueMean(rows);
  const total = sum(rows.map(({ weight }) => weight));
  return (
    sum(rows.map(({ weight, value }) => weight * (clamped(value, low, high) - mean) ** 2)) / total
  );
}

/** Answers of groups with their own error, next to the truth about the rows of a group. */
const ofWeights = (truthOf) => (statement, rows, released) => {
  const truth = new Map(
    [...grouped(splitEvenly(rows), ({ group }) => group)].map(([group, own]) => [
      group,
      truthOf(own),
    ]),
  );
  const isRare = /provided that share is at least 1%/.test(statement);
  const rare = new Set(
    splitByGroup(rows)
      .filter(({ share }) => isRare && share < 0.01)
      .map(({ group }) => group),
  );
  const missedOf = (group) => {
    if (rare.has(group)) return false;
    const { value = null, error } = released.get(group) ?? {};
    return (
      value !== null && truth.has(group) && Math.abs(value - truth.get(group)) > error * (1 + 1e-12)
    );
  };
  return claimsOf(statement, truth, released, missedOf);
};

const known = {
  count: (statement, rows, released) => {
    const truth = trueCounts(statement, rows, { bins: false });
    if (truth === undefined) return [];
    const limit = within(statement) + slack;
    const missedOf = (group) =>
      Math.abs((released.get(group)?.value ?? 0) - (truth.get(group) ?? 0)) > limit;
    return claimsOf(statement, truth, released, missedOf);
  },
  histogram: (statement, rows, released) => {
    const truth = trueCounts(statement, rows, { bins: true });
    if (truth === undefined) return [];
    const limit = within(statement) + slack;
    const missedOf = (group) =>
      released.get(group)?.value.some(({ from, count }) => {
        const bin = from === undefined ? -1 : edges.indexOf(from);
        return Math.abs(count - (truth.get(`${group} ${bin}`) ?? 0)) > limit;
      }) ?? false;
    return claimsOf(
      statement,
      grouped(rows, ({ group }) => group),
      released,
      missedOf,
    );
  },
  sum: (statement, rows, released) => {
    const truth = trueSums(statement, rows);
    const limit = within(statement) + slack;
    const missedOf = (group) =>
      released.has(group) && Math.abs(released.get(group).value - (truth.get(group) ?? 0)) > limit;
    return claimsOf(statement, truth, released, missedOf);
  },
  mean: ofWeights(trueMean),
  variance: ofWeights(trueVariance),
  standardDeviation: ofWeights((rows) => Math.sqrt(trueVariance(rows))),
  countDistinct: (statement, rows, released) => {
    const limit = within(statement) + slack;
    const [, most] = /at most (one|[\d,]+) of each user's/.exec(statement);
    const own = [...grouped(rows, ({ user }) => user).values()];
    const counts = own.map((some) => new Set(some.map(({ value }) => value)).size);
    // If no user has more, all existing items count.
    if (counts.some((count) => count > (most === "one" ? 1 : numberOf(most)))) return [];
    const truth = new Set(rows.map(({ value }) => value)).size;
    return [claimed("all", chanceOf(statement), Math.abs(released.get("").value - truth) > limit)];
  },
};

/** The share of a user's rows in each group. */
const splitByGroup = (rows) =>
  [...grouped(rows, ({ user }) => user).values()].flatMap((own) =>
    [...grouped(own, ({ group }) => group)].map(([group, some]) => ({
      group,
      share: some.length / own.length,
    })),
  );

/** One claim for all listed groups together, or one for each group fixed beforehand. */
function claimsOf(statement, truth, released, missedOf) {
  const chance = chanceOf(
    statement.replace(/^A group (?:that counts|of) .*?half of the time\. /, ""),
  );
  if (!/[Ff]or any one group/.test(statement)) {
    return [claimed("all", chance, [...released.keys()].some(missedOf))];
  }
  return [...truth.keys()].map((group) => claimed(`group ${group}`, chance, missedOf(group)));
}

/** The weights of groups, for the claims that they are released. */
function weightsOf(statement, rows) {
  if (/users in one bin/.test(statement)) return heaviestBins(statement, rows);
  const counted =
    counting(statement, rows) ??
    (/counts in at most/.test(statement) && inEveryPlace(statement, rows, ({ group }) => group));
  return [...grouped(counted || splitEvenly(rows), ({ group }) => group)].map(([group, own]) => [
    group,
    sum(own.map(({ weight }) => weight)),
  ]);
}

/** The weight of the heaviest bin of each group. */
function heaviestBins(statement, rows) {
  const placeOf = ({ group, value }) => `${group} ${binOf(value)}`;
  const counted = counting(statement, rows) ?? inEveryPlace(statement, rows, placeOf) ?? [];
  return [...grouped(counted, ({ group }) => group)].map(([group, own]) => [
    group,
    Math.max(
      ...[...grouped(own, placeOf).values()].map((some) => sum(some.map(({ weight }) => weight))),
    ),
  ]);
}

const domain = integers(low, high);
const delta = 1e-3;
const names = ["a", "b", "c"];
const ways = [
  ["count", { epsilon: 1 }],
  ["count", { epsilon: 1, groups: names, perUser: 3 }],
  ["count", { epsilon: 20, groups: names, perUser: "spread" }],
  ["count", { epsilon: 1, delta, groups: names, perUser: 3, noise: "gaussian" }],
  ["count", { epsilon: 1, delta, groups: "private", perUser: 3, noise: "gaussian" }],
  ["count", { epsilon: 1, delta, groups: "private", perUser: "spread" }],
  ["count", { epsilon: 1, delta, groups: "private", perUser: 3 }],
  ["histogram", { epsilon: 1, edges, perUser: 3 }],
  ["histogram", { epsilon: 20, edges }],
  ["histogram", { epsilon: 1, edges, perUser: "max" }],
  ["histogram", { epsilon: 20, edges, groups: names, perUser: "max" }],
  ["histogram", { epsilon: 4, delta, edges, groups: "private" }],
  ["histogram", { epsilon: 4, delta, edges, groups: "private", perUser: 3 }],
  ["sum", { epsilon: 100, domain }],
  ["sum", { epsilon: 100, domain, perUser: "max" }],
  ["sum", { epsilon: 100, domain, groups: names }],
  ["sum", { epsilon: 4, delta, domain, groups: "private" }],
  ["mean", { epsilon: 1, domain }],
  ["mean", { epsilon: 1000, domain }],
  ["mean", { epsilon: 1000, domain, groups: names }],
  ["mean", { epsilon: 4, delta, domain, groups: "private" }],
  ["variance", { epsilon: 1, domain }],
  ["variance", { epsilon: 1000, domain }],
  ["variance", { epsilon: 1000, domain, groups: names }],
  ["variance", { epsilon: 20, delta, domain, groups: "private" }],
  ["standardDeviation", { epsilon: 1, domain }],
  ["standardDeviation", { epsilon: 1000, domain, groups: names }],
  ["countDistinct", { epsilon: 1, perUser: 1 }],
  ["countDistinct", { epsilon: 1, perUser: 3 }],
  ["countDistinct", { epsilon: 1, perUser: 1000 }],
  ["discoverGroups", { epsilon: 1, delta }],
  ["discoverGroups", { epsilon: 1, delta, perUser: 3 }],
];

function countCase(name, options, rows, shape) {
  const isByGroup = options.groups !== undefined || name === "discoverGroups";
  const isListed = Array.isArray(options.groups);
  const own = isByGroup ? rows : rows.map((row) => ({ ...row, group: "" }));
  const data = columns(rows, isByGroup);
  const { values: _, ...withoutValues } = data;
  const isOfValues = !["count", "discoverGroups"].includes(name);
  const check = known[name === "discoverGroups" ? "count" : name];
  return {
    of: name,
    title: `${JSON.stringify({ ...options, domain: undefined })}, ${shape}`,
    draw: (reworded = (one) => one) => {
      const result = logstar[name](isOfValues ? data : withoutValues, options);
      const statement = reworded(result.record.accuracy.statement);
      const released = new Map(
        isByGroup ? result.groups.map((one) => [one.group, one]) : [["", result]],
      );
      const isAfterwards = /over the released groups/.test(statement);
      const counted = own.filter(({ group }) =>
        isListed ? names.includes(group) : !isAfterwards || released.has(group),
      );
      const claims = check(statement, counted, released);
      return isListed || !isByGroup
        ? claims
        : [...claims, ...releaseClaims(statement, weightsOf(statement, own), released)];
    },
  };
}

export const countCases = ways.flatMap(([name, options]) =>
  Object.entries(countTables).map(([shape, made]) => countCase(name, options, made(), shape)),
);

/** Tables of many rows: cutting weights to whole parts would lose a share of a user's weight in each row. */
export const largeCases = [
  countCase(
    "count",
    { epsilon: 100, groups: ["a"], perUser: "spread" },
    range(3, (user) => range(360_361, () => ({ user, value: 1, group: "a" }))).flat(),
    "three users with 360,361 rows each",
  ),
];

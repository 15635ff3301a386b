// The kinds of draws about users in tests/parity/draws.txt; tests/unit/parity has the same in C++.
import * as logstar from "../../dist/index.js";
import { flag, range } from "./parity-data.mjs";

const weight = 720720;
const unitOf = (perUser) => (perUser === 0 ? weight : 1);
const inUnits = (perUser) => (number) => Math.round(number * unitOf(perUser));

/** Row i belongs to user i^2 mod 37 and group i mod 7, with value i^2 mod 100 - 20. */
const table = (n) => ({
  users: Int32Array.from(range(n), (i) => i ** 2 % 37),
  groups: Int32Array.from(range(n), (i) => i % 7),
  values: range(n, (i) => (i ** 2 % 100) - 20),
});
const withoutValues = ({ values: _, ...rows }) => rows;

/** The options in a line "list epsilon delta neighbours". */
const optionsOf = (list, epsilon, delta, neighbors) =>
  list === "private"
    ? { groups: "private", epsilon, delta, neighbors }
    : { groups: range(7), epsilon, neighbors };

const shown = ({ groups }, list, numbersOf) => {
  const named = list === "private" ? groups.map(({ group }) => `${group} `).join("") : "";
  return named + groups.flatMap(numbersOf).join(",");
};

const rangeOf = (range) => range?.join("..") ?? "none";

/** The found range and the answers; if no range is found, there are no answers. */
const withRange = ({ record, ...found }, list) => {
  const range = record.parameters.foundRange;
  const answers = shown(found, list, ({ value }) => (range === null ? [] : (value ?? "none")));
  return `${rangeOf(range)} ${answers}`;
};

/** The answers of each group, or of all rows as group 0; a group without answers has null for each quantile. */
const ranksOf = ({ groups, value }, count) =>
  (groups ?? [{ group: 0, value }])
    .map(
      ({ group, value: found }) =>
        `${group}:${(found === null ? Array(count).fill("none") : [found].flat()).join(",")}`,
    )
    .join(" ");

const asksOf = (quantiles) => {
  const qs = `${quantiles}`.split(",").map(Number);
  if (qs.length > 1)
    return (rows, { algorithm, ...options }) =>
      logstar.quantiles(rows, qs, {
        ...options,
        algorithm: algorithm === "recursion" ? "recursion" : "separate",
      });
  if (qs[0] === 0) return logstar.interiorPoint;
  return qs[0] === 0.5 ? logstar.median : (rows, options) => logstar.quantile(rows, qs[0], options);
};

const ranksBy =
  (perUser) => (algorithm, quantiles, list, abstain, epsilon, delta, neighbors, n) => {
    const { groups, ...rows } = table(n);
    const options = { algorithm, abstain: flag(abstain), epsilon, delta, neighbors, perUser };
    const domain = logstar.integers(-20, 79);
    const ask = asksOf(quantiles);
    const answers =
      list === "none"
        ? ask(rows, { ...options, domain })
        : ask(
            { ...rows, groups },
            {
              ...options,
              domain,
              groups: list === "public" ? range(7) : list,
              ...(list === "private" && algorithm !== "cut" && { discoveryShare: 0.2 }),
            },
          );
    return ranksOf(answers, `${quantiles}`.split(",").length);
  };

const spreadBy =
  (name) =>
  (list, ...rest) => {
    const options = { ...optionsOf(list, ...rest), domain: logstar.integers(0, 64) };
    return shown(logstar[name](table(rest.at(-1)), options), list, ({ value }) => value ?? "none");
  };

export const draws = {
  "users-ranks": ranksBy(undefined),

  "users-rows-ranks"(perUser, ...rest) {
    return ranksBy(perUser)(...rest);
  },

  "users-groups"(perUser, epsilon, delta, neighbors, n) {
    const options = { perUser: perUser === 0 ? "spread" : perUser, epsilon, delta, neighbors };
    const found = logstar.discoverGroups(withoutValues(table(n)), options);
    return shown(found, "private", ({ value }) => inUnits(perUser)(value));
  },

  "users-groups-by"(noise, perUser, epsilon, delta, neighbors, n) {
    const options = { noise, perUser, epsilon, delta, neighbors };
    const found = logstar.discoverGroups(withoutValues(table(n)), options);
    return shown(found, "private", ({ value }) => value);
  },

  "users-histogram-by"(noise, perUser, epsilon, delta, neighbors, n) {
    const options = { noise, perUser, epsilon, delta, neighbors, groups: range(7) };
    const found = logstar.count(withoutValues(table(n)), options);
    return shown(found, "public", ({ value }) => value);
  },

  "users-sum-by"(noise, perUser, epsilon, delta, neighbors, n) {
    const domain = logstar.integers(-10, 500);
    const options = { noise, perUser, epsilon, delta, neighbors, groups: range(7), domain };
    return shown(logstar.sum(table(n), options), "public", ({ value }) => value);
  },

  "users-histogram-private-by"(noise, perUser, epsilon, delta, neighbors, n) {
    const options = { noise, perUser, epsilon, delta, neighbors, groups: "private" };
    const found = logstar.histogram(table(n), { ...options, edges: [0, 30] });
    return shown(found, "private", ({ value }) => value.map(({ count }) => count));
  },

  "users-sum-private-by"(noise, perUser, epsilon, delta, neighbors, n) {
    const domain = logstar.integers(-10, 500);
    const options = { noise, perUser, epsilon, delta, neighbors, groups: "private", domain };
    return shown(logstar.sum(table(n), options), "private", ({ value }) => value);
  },

  "users-histogram"(perUser, bins, list, ...rest) {
    const options = {
      ...optionsOf(list, ...rest),
      perUser: perUser === 0 ? "spread" : perUser,
    };
    const rows = table(rest.at(-1));
    if (bins === 1) {
      const found = logstar.count(withoutValues(rows), options);
      return shown(found, list, ({ value }) => inUnits(perUser)(value));
    }
    const found = logstar.histogram(rows, { ...options, edges: [0, 30] });
    return shown(found, list, ({ value }) => value.map(({ count }) => inUnits(perUser)(count)));
  },

  "users-mean"(list, ...rest) {
    const options = { ...optionsOf(list, ...rest), domain: logstar.integers(0, 64) };
    const found = logstar.mean(table(rest.at(-1)), options);
    return shown(found, list, ({ value, users }) => {
      const parts = Math.round(users * weight);
      return value === null ? "none" : `${Math.round((value / 64) * parts)}/${parts}`;
    });
  },

  "users-variance": spreadBy("variance"),

  "users-deviation": spreadBy("standardDeviation"),

  "users-distinct"(perUser, epsilon, neighbors, n) {
    const { users, values } = table(n);
    return logstar.countDistinct({ users, values }, { epsilon, perUser, neighbors }).value;
  },

  "users-sum"(list, ...rest) {
    const options = { ...optionsOf(list, ...rest), domain: logstar.integers(-10, 500) };
    return shown(logstar.sum(table(rest.at(-1)), options), list, ({ value }) => value);
  },

  "users-bounds"(epsilon, _, neighbors, n) {
    const { users, values } = table(n);
    return rangeOf(logstar.findBounds({ users, values }, { epsilon, neighbors }).value);
  },

  "users-found-mean"(list, ...rest) {
    const found = logstar.mean(table(rest.at(-1)), optionsOf(list, ...rest));
    return withRange(found, list);
  },

  "users-found-sum"(list, ...rest) {
    const found = logstar.sum(table(rest.at(-1)), optionsOf(list, ...rest));
    return withRange(found, list);
  },

  "users-sum-in"(perUser, list, ...rest) {
    const domain = logstar.integers(-10, 500);
    const options = { ...optionsOf(list, ...rest), domain, perUser };
    return shown(logstar.sum(table(rest.at(-1)), options), list, ({ value }) => value);
  },
};

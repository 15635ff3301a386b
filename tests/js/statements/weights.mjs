// Rows of users and their weights: derived from the sentences in plain arithmetic.
import { slack, sum } from "./reading.mjs";

/** A list by key. */
export function grouped(list, keyOf) {
  const groups = new Map();
  for (const one of list) {
    const key = keyOf(one);
    if (groups.has(key)) groups.get(key).push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Each user as one, split evenly over their rows. */
export function splitEvenly(rows) {
  const counts = new Map();
  for (const { user } of rows) counts.set(user, (counts.get(user) ?? 0) + 1);
  return rows.map((row) => ({ ...row, weight: 1 / counts.get(row.user) }));
}

const reducers = {
  median: (sorted) => sorted[(sorted.length - 1) >> 1],
  min: (sorted) => sorted[0],
  max: (sorted) => sorted.at(-1),
};

/** One value per user, in each group. */
export function oneEach(rows, how) {
  return [...grouped(rows, ({ user, group }) => `${user} ${group}`).values()].map((own) => ({
    ...own[0],
    value: reducers[how](own.map(({ value }) => value).sort((a, b) => a - b)),
  }));
}

export const users = (rows) => new Set(rows.map(({ user }) => user)).size;
export const clamped = (value, low, high) => Math.min(Math.max(value, low), high);

/** The columns of a call. */
export const columns = (rows, withGroups = false) => ({
  values: rows.map(({ value }) => value),
  users: rows.map(({ user }) => user),
  ...(withGroups && { groups: rows.map(({ group }) => group) }),
});

/**
 * The largest weight strictly between z and a true quantile, over every M with weight below it of at most qn
 * and weight up to it of at least qn.
 */
export function between(rows, q, z) {
  const total = sum(rows.map(({ weight }) => weight));
  const weights = [...grouped(rows, ({ value }) => value)].map(([value, equal]) => [
    value,
    sum(equal.map(({ weight }) => weight)),
  ]);
  let [low, high, below] = [undefined, undefined, 0];
  for (const [value, weight] of weights.sort(([a], [b]) => a - b)) {
    if (low === undefined && below + weight >= q * total - slack) low = value;
    if (below <= q * total + slack) high = value;
    below += weight;
  }
  const strictly = (a, b) =>
    sum(
      weights.map(([value, weight]) =>
        value > Math.min(a, b) && value < Math.max(a, b) ? weight : 0,
      ),
    );
  return Math.max(strictly(z, low), strictly(z, high));
}

/** Merges rows of equal value into one with their total weight. */
export const merged = (rows) =>
  [...grouped(rows, ({ value }) => value)].map(([value, equal]) => ({
    value,
    weight: sum(equal.map(({ weight }) => weight)),
  }));

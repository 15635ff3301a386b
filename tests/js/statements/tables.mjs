// Awkward tables of users: rows that do not divide the weight, users in several groups, ties, ends, a single
// user.
import { range } from "./reading.mjs";

const row = (user, value, group = "a") => ({ user, value, group });

export const tables = {
  "one user": () => [row(1, 300), row(1, 700, "b")],
  "a few users, one row each": () => range(9, (i) => row(i, i * 100, i % 2 ? "a" : "b")),
  "half with one row, half with 97": () =>
    range(60, (user) => range(user % 2 ? 97 : 1, () => row(user, user % 2 ? 1000 : 0))).flat(),
  "seventeen rows each, in three groups": () =>
    range(120, (user) =>
      range(17, (i) => row(user, (user * 31 + i * 7) % 1001, "abc"[i % 3])),
    ).flat(),
  "busy elsewhere": () =>
    range(200, (user) =>
      user < 60 ? [row(user, 10)] : [row(user, 90), ...range(9, () => row(user, 500, "b"))],
    ).flat(),
  "all values at an end": () =>
    range(130, (user) => [row(user, 1000), row(user, 1000, "b")]).flat(),
};

/** More tables, for counts. */
export const countTables = {
  ...tables,
  "half with one row of 0, half with 997 of 300": () =>
    range(24, (user) => range(user % 2 ? 997 : 1, () => row(user, user % 2 ? 300 : 0))).flat(),
  "all of a domain in each of three groups": () =>
    range(40, (user) => ["a", "b", "c"].map((group) => row(user, 300, group))).flat(),
  "totals that scale to no whole number": () =>
    range(40, (user) => ["a", "b", "c"].map((group, i) => row(user, 200 + i, group))).flat(),
  "a value beyond the domain in 17 rows": () =>
    range(50, (user) => range(17, (i) => row(user, i === 0 ? 1000 : 17))).flat(),
  "many users of one row": () => range(300, (user) => row(user, user % 301, "ab"[user % 2])),
  "all at 29 of 300, seven rows each": () =>
    range(200, (user) => range(7, () => row(user, 29))).flat(),
};

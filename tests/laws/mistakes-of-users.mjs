// Mistakes about users: rows in their place, groups that nobody listed, and weights.
import * as logstar from "../../build/enumerating/index.js";
import { head, isNone } from "./mistakes-of-records.mjs";

const pure3 = { epsilon: 2, domain: logstar.integers(0, 2) };
const inGroups = { ...pure3, epsilon: 4, delta: 0.05, confidence: 0.3, groups: "private" };

const two = logstar.integers(0, 2);
/** Rows without users: each is a person. */
const asRows = ({ users: _, ...rows }) => ({ ...rows, users: null });

/** The mistake's name, the case whose inputs must show it, and the mistake. */
export const mistakesOfUsers = [
  [
    "rows are counted for users",
    "count, in one group",
    (rows) => logstar.count(asRows(rows), { epsilon: 8, groups: ["b", "a"], perUser: 1 }),
  ],
  [
    "each row of a sum is taken for a user",
    "sum, together",
    (rows) => logstar.sum(asRows(rows), { epsilon: 8, domain: two }),
  ],
  [
    "a user weighs in a mean what the user's rows do",
    "mean, together",
    (rows) => logstar.mean(asRows(rows), { epsilon: 8, domain: two }),
  ],
  [
    "groups that occur are answered as if they were public",
    "count, in one group",
    (rows) => {
      const groups = [...new Set(rows.groups)].filter((group) => !isNone(group));
      return logstar.count(rows, { epsilon: 8, groups: [...groups, "other"], perUser: 1 });
    },
  ],
  [
    "a user counts in each group for what is paid for one",
    "count, in one group",
    (rows) => {
      const of = (group) =>
        logstar.count(rows, { epsilon: 8, groups: [group], perUser: 1 }).groups[0];
      const { record } = logstar.count(rows, { epsilon: 8, groups: ["a"], perUser: 1 });
      return { groups: ["b", "a"].map(of), record };
    },
  ],
  [
    "users are not cut down to what they may count at",
    "topK, users in pairs, 1 a user",
    (rows) => {
      const known = rows.filter((row) => !row.some(isNone));
      return logstar.topK(
        known.map(([, item]) => item),
        head,
      );
    },
  ],
  [
    "each row of a user counts in full",
    "median, rows of users",
    ({ values, users }) => {
      const whole = values.filter((value, i) => !isNone(value) && !isNone(users[i]));
      return logstar.median({ values: whole, users: null }, pure3);
    },
  ],
  [
    "groups come in the order in which they occur",
    "interiorPoint, private groups",
    (rows) => {
      const { groups, record } = logstar.interiorPoint(rows, inGroups);
      const place = ({ group }) => rows.groups.indexOf(group);
      return { groups: groups.toSorted((a, b) => place(a) - place(b)), record };
    },
  ],
  [
    "every group that occurs is named",
    "interiorPoint, private groups",
    (rows) => {
      const names = [...new Set(rows.groups.filter((name) => !isNone(name)))].toSorted();
      if (names.length === 0) names.push("none");
      return logstar.interiorPoint(rows, { ...inGroups, groups: names });
    },
  ],
  [
    "what a user has in each group counts in full",
    "median, users in groups",
    ({ values, users, groups }) => {
      const found = ["n", "m"].map((name) => {
        const of = (column) => column.filter((_, i) => groups[i] === name);
        return logstar.median({ values: of(values), users: of(users) }, pure3);
      });
      return { values: found.map(({ value }) => value), record: found[0].record };
    },
  ],
  [
    "a user's value is corrected by what others have",
    "median, sum of each user",
    ({ values, users }) => {
      const mean = values.reduce((sum, value) => sum + (value || 0), 0) / (values.length || 1);
      const seen = values.map((value) => value && Math.round(mean));
      return logstar.median({ values: seen, users }, { ...pure3, perUser: "sum" });
    },
  ],
  [
    "each of several quantiles spends all of epsilon",
    "quantiles, rows of one user changed",
    (rows) => {
      const drawn = [0.25, 0.5].map((q) =>
        logstar.quantile(rows, q, { ...pure3, epsilon: 4, neighbors: "replace" }),
      );
      return { value: drawn.map(({ value }) => value), record: drawn[0].record };
    },
  ],
];

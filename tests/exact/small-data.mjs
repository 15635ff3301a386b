// Small neighbouring inputs for the calls that manifests have audited: of records, of rows of users, of labels. One
// record or user matters much in each.
import { range } from "../js/valid-data.mjs";

export const of = (n, value) => Array(n).fill(value);
export const column = [0, 0, 0, 3, 3, 3];
export const more = (records, one) => [records, [...records, one]];
export const labelled = (records) => ({ x: records.map(([x]) => x), y: records.map(([, y]) => y) });
export const cuts = [...of(8, [0, 1]), ...of(8, [2, 0])];
export const pages = [...of(12, "a"), ...of(12, "b"), "c"];

/** Asks an object that stays, and disposes of it. */
export function using(object, ask) {
  try {
    return { answers: ask(object), record: object.record ?? null };
  } finally {
    object.dispose();
  }
}

/** Qualities of five candidates; one record raises the second. */
export const scores = (second) =>
  [5, second, 3, 2, 1].map((score, i) => ({ item: `item ${i}`, score }));
export const rules = [0, 1, 2, 3].map((cut) => ({ predict: (x) => (x < cut ? 1 : 0) }));
export const numbered = ({ value, record }) => ({ value: rules.indexOf(value), record });
export const depth = (values) => (point) =>
  Math.min(values.filter((x) => x <= point).length, values.filter((x) => x >= point).length);

/** Rows of users; an input has one user more, with all rows. */
export const ofEach = column.map((value, i) => [`user ${i}`, "a", value]);
export const ofUsers = (rows) => ({
  values: rows.map(([, , value]) => value),
  users: rows.map(([user]) => user),
});
export const inGroups = (rows) => ({ ...ofUsers(rows), groups: rows.map(([, group]) => group) });
export const groupsOnly = (rows) => ({
  users: rows.map(([user]) => user),
  groups: rows.map(([, group]) => group),
});
export const belongings = range(9, (i) => [`user ${i}`, "a", i % 4]);

export const pure = { epsilon: 2 };
export const loose = { epsilon: 2, delta: 0.05 };
export const many = { epsilon: 10, delta: 0.05 };

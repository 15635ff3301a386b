// Generators of tables of users, by fast-check: awkward rows, neighbouring tables, and the forms of their
// columns. A row is [user, group, value, when].
import * as arrow from "apache-arrow";
import fc from "fast-check";
import { formsOf, records } from "./arbitrary.mjs";
import { missing } from "./awkward.mjs";

const absent = fc.constantFrom(...missing);
const mostly = (usual, ...odd) => fc.oneof({ arbitrary: usual, weight: 6 }, ...odd);

/** Names of users and groups, by kind: a column of the last kind mixes all others. */
const names = {
  text: ["ann", "bob", "", "__proto__", "\u00e9", "e\u0301"],
  number: [0, 1, -0, 2.5, -7, 1e300],
  bigint: [0n, 1n, -7n, 2n ** 62n],
  mixed: ["1", 1, 1n, true, "true", false, -1.5],
};
const kinds = Object.keys(names);

/** Names of answered groups: the last group is empty. */
export const answeredOf = (kind) => [...names[kind].slice(0, 2), "nobody"];

const nameOf = (kind) => mostly(fc.constantFrom(...names[kind]), absent);

/** A row without a user. */
const belonging = (groups) => fc.tuple(nameOf(groups), records.number, fc.integer({ max: 5 }));

/** Rows of several users, with the kinds of their columns. */
const tables = (mostRows) =>
  fc.record({ users: fc.constantFrom(...kinds), groups: fc.constantFrom(...kinds) }).chain((of) =>
    fc
      .array(
        fc
          .tuple(nameOf(of.users), belonging(of.groups))
          .map(([user, [group, value, when]]) => [user, group, value, when]),
        { maxLength: mostRows },
      )
      .map((rows) => ({ ...of, rows })),
  );

/** The forms of a column of names, by kind. */
const nameForms = {
  text: {
    ...formsOf.text,
    "Arrow dictionary": (list) =>
      arrow.vectorFromArray(
        list.map((one) => (typeof one === "string" ? one : null)),
        new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
      ),
  },
  number: formsOf.number,
  bigint: formsOf.bigint,
  mixed: formsOf.text,
};
/** Neither grouped nor in a form with other numbers; for mixed kinds plain values only. */
const holds = (kind) => (form) =>
  !["grouped", "Float32Array"].includes(form) && (kind !== "mixed" || !form.startsWith("Arrow"));
const formsOfNames = (kind) => Object.keys(nameForms[kind]).filter(holds(kind));
const formsOfValues = formsOfNames("number");

/**
 * A table, and forms of its columns.
 * @typedef {{ users: string, groups: string, rows: any[][], forms: Record<string, string> }} Table
 */
const inForms = (table) =>
  fc
    .record({
      users: fc.constantFrom(...formsOfNames(table.users)),
      groups: fc.constantFrom(...formsOfNames(table.groups)),
      values: fc.constantFrom(...formsOfValues),
    })
    .map((forms) => ({ ...table, forms }));

/** @type {(mostRows?: number) => fc.Arbitrary<Table>} */
export const userTables = (mostRows = 12) => tables(mostRows).chain(inForms);

/** The easiest form to read. */
export const plainForms = { users: "array", groups: "array", values: "array" };

const column = (rows, place) => rows.map((row) => row[place]);

/** The columns of a table, made again each time, as some can be read only once: { users, groups, values, orderBy }. */
export function columnsOf({ users, groups, rows, forms }) {
  return {
    users: nameForms[users][forms.users](column(rows, 0)),
    groups: nameForms[groups][forms.groups](column(rows, 1)),
    values: formsOf.number[forms.values](column(rows, 2)),
    orderBy: column(rows, 3),
  };
}

/** Whether the value is present. */
export const isThere = (value) =>
  !(
    value === null ||
    value === undefined ||
    Number.isNaN(value) ||
    (value instanceof Date && Number.isNaN(value.getTime()))
  );

/** Two tables that differ by one user with all rows, added or changed, at any places among the others. */
export const neighbouringTables = (neighbors, mostRows = 8) =>
  userTables(mostRows).chain((table) => {
    const own = fc.array(belonging(table.groups), { maxLength: 4 });
    const places = fc.array(fc.nat(mostRows), { minLength: 8, maxLength: 8 });
    const newcomer = { text: "new", number: 99, bigint: 99n, mixed: "new" }[table.users];
    return fc.tuple(own, own, places, inForms(table)).map(([first, second, at, { forms }]) => {
      const withRows = (rows) => {
        const all = [...table.rows];
        rows.forEach((row, i) => {
          all.splice(Math.min(at[i], all.length), 0, [newcomer, ...row]);
        });
        return { ...table, rows: all, forms };
      };
      return [neighbors === "replace" ? withRows(second) : { ...table, forms }, withRows(first)];
    });
  });

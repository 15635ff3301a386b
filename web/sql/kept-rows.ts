import type { Identity } from "./columns.js";
import type { Keys, Step } from "./keys.js";
import { inProbable, type Probable, probableGroups } from "./probable.js";
import { Query } from "./query.js";
import { type Reduced, reducedRows } from "./reduced.js";
import { bigint, type Dialect } from "./writing.js";

/** Which rows a release is about. */
export interface Rows {
  dialect: Dialect;
  from: string;
  /** null: every row is another user's */
  user: Identity | null;
  group?: Identity;
  /** the listed groups, with their names; absent: all that occur */
  groups?: { number: number; sql: string }[];
  /** if they are private and the first query is to answer about them: no other group counts */
  probable?: Probable | undefined;
  /** rows have a value only with keys or items */
  keys?: Pick<Keys, "steps"> & Partial<Keys>;
  /** which value is in which bin, in place of keys */
  items?: { identity: Identity; bins: { number: number; sql: string }[] };
  /** if at most `most` rows of a user count, each as one: a secret salt chooses them */
  chosen?: { most: number; salt: string };
  /** if a user's values in a group are one first: keys are of x then */
  reduced?: Reduced | undefined;
  /** what becomes of the keys */
  placed?: Placed;
  /** the number of bins, if keys are bins: then each bin of a group is a group, numbered on */
  bins?: number;
  /** whether a bin joins the rows of all groups */
  isAcross?: boolean;
}

/** Rows that each have a group or an item. */
export type GroupedRows = Rows & { group: Identity };

/** The further steps on the keys of rows, which are doubles then. */
export interface Placed {
  /** whether to add up a user's rows in a group first */
  isOfTotals: boolean;
  /** from k to the last of them */
  steps: Step[];
  /** whether keys are worth to be computed once for them */
  isOnce?: boolean;
}

/** The rows that count: u, the user; g, the group, by its number or identity; k, the key. */
export function keptRows(rows: Rows) {
  if (rows.bins === undefined) return placedRows(rows, "kept");
  const bin = rows.isAcross ? "k" : `g * ${bigint(rows.bins)} + k`;
  return placedRows(rows, "binned").with("kept", `SELECT u, ${bin} AS g, 0 AS k FROM binned`);
}

/**
 * The rows, with a bin as a key like others.
 * @param as the name of the table
 */
export function placedRows(rows: Rows, as: string) {
  const { placed, user } = rows;
  if (placed === undefined) return groupedRows(rows, as);
  const { isOfTotals, steps } = placed;
  const query = groupedRows(rows, "keyed");
  const isAdded = isOfTotals && user !== null; // else each row is a user's only one
  // Doubles add up to something else in another order, which could depend on others' rows.
  if (isAdded) {
    const sum = rows.dialect.sumInOrder("k");
    query.with("amounts", `SELECT u, g, ${sum} AS k FROM keyed GROUP BY u, g`);
  }
  steps.forEach(({ name, sql, isCostly }, place) => {
    const before = place === 0 ? (isAdded ? "amounts" : "keyed") : `placed${place - 1}`;
    const select = `SELECT *, ${sql} AS ${name} FROM ${before}`;
    query.with(`placed${place}`, select, isCostly ? rows.dialect.once : "");
  });
  const last = steps.length - 1;
  return query.with(as, `SELECT u, g, ${steps[last]!.name} AS k FROM placed${last}`);
}

/**
 * The rows in the groups that count, with the keys of their values.
 * @param as the name of the table
 */
function groupedRows(rows: Rows, as: string) {
  const { probable } = rows;
  if (probable === undefined) return keyedRows(rows, as);
  const query = probableGroups(keyedRows(rows, "occurring"), { ...rows, probable });
  return query.with(as, inProbable("occurring", ["u", "k"]));
}

/**
 * The rows, with the keys of their values.
 * @param as the name of the table
 */
function keyedRows(rows: Rows, as: string) {
  const { dialect, from, user, group, groups, keys, items, reduced, placed } = rows;
  const isThere = [user, group, items?.identity].flatMap((one) => (one ? [one.isThere] : []));
  const g = groups ? "l.g" : (group?.sql ?? "0");
  const named = groups ? ` JOIN ${listed("l(g, name)", groups)} ON ${group?.sql} = l.name` : "";
  const binned = items
    ? ` JOIN ${listed("b(k, name)", items.bins)} ON ${items.identity.sql} = b.name`
    : "";
  const where = isThere.length > 0 ? ` WHERE ${isThere.join(" AND ")}` : "";
  const source = `${from} AS t${named}${binned}${where}`;
  const columns = [`${user?.sql ?? "0"} AS u`, `${g} AS g`].join(", ");
  const query = new Query();
  const isReduced = reduced !== undefined && user !== null; // else each row is a user's only one
  if (isReduced) reducedRows(query, reduced, columns, source);
  if (keys === undefined) {
    return query.with(as, `SELECT ${columns}, ${items ? "b.k" : "0"} AS k FROM ${source}`);
  }
  // Each step has a table of its own: written into each other they would grow beyond all measure.
  keys.steps.forEach(({ name, sql, isCostly }, place) => {
    const first = isReduced
      ? { before: "reduced", taken: "*" }
      : { before: source, taken: columns };
    const { before, taken } = place === 0 ? first : { before: `read${place - 1}`, taken: "*" };
    query.with(
      `read${place}`,
      `SELECT ${taken}, ${sql} AS ${name} FROM ${before}`,
      isCostly ? dialect.once : "",
    );
  });
  const last = `read${keys.steps.length - 1}`;
  const how = placed?.isOnce ? dialect.once : "";
  return query.with(as, `SELECT u, g, k FROM ${last} WHERE k IS NOT NULL`, how);
}

/** A table of numbers and names. */
const listed = (as: string, list: { number: number; sql: string }[]) =>
  `(VALUES ${list.map(({ number, sql }) => `(${number}, ${sql})`).join(", ")}) AS ${as}`;

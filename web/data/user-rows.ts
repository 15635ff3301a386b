import { fieldsOf, kindOf } from "../core/options.js";
import type { Domain } from "./domains.js";
import { namesIn } from "./group-names.js";
import { groupsNamed, groupsThatOccur } from "./groups.js";
import { checkHolder } from "./holders.js";
import { insideRows } from "./inside.js";
import { missingOption, presentRows } from "./missing.js";
import { checkUser, numbered } from "./numbering.js";
import type { PresentColumns } from "./rows.js";
import { columnOfRows, flat, flatNames, type Values } from "./values.js";

/**
 * Rows of users, in columns of one length. A user may have any number of rows, in any number of groups. Whether
 * a row counts is decided by the row alone: if its value, user and group are there.
 */
export interface UserRows {
  /** the value of each row */
  values: Values;
  /**
   * the user of each row: text, numbers, BigInts or booleans; null: "every row is a different person", as the
   * record then states
   */
  users: ArrayLike<unknown> | Iterable<unknown> | { toArray(): unknown } | null;
  /** the group of each row: text, numbers, BigInts, booleans, or lists of these */
  groups?: ArrayLike<unknown> | Iterable<unknown> | { toArray(): unknown };
  /** the column by which `perUser` "first" and "last" order a user's rows */
  orderBy?: ArrayLike<unknown> | Iterable<unknown> | { toArray(): unknown };
}

/** The columns of rows of users as they came: `userColumns` checked that they are there and hold values. */
export type UserColumns = {
  values?: unknown;
  users?: unknown;
  groups?: unknown;
  orderBy?: unknown;
};

/** The names of groups, by the numbers that the core has for them. */
export type NameOf = (group: number) => unknown;

const names = ["values", "users", "groups", "orderBy"];

/** Whether data are rows of users, not a column of records. The names decide; the check reads no value. */
export function isUserRows(data: unknown): data is UserRows {
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return false;
  if (Symbol.iterator in data) return false;
  return ["users", "groups", "orderBy"].some((name) => name in data);
}

/**
 * The columns of rows of users. Their presence and their kind are public, and this check precedes the ledger's
 * charge. The check reads no value.
 * @param needed the names of required columns; others are optional
 * @param known the names of allowed columns
 */
export function userColumns(
  data: unknown,
  needed: string[] = ["values"],
  known: string[] = names,
): UserColumns {
  const given = fieldsOf(data);
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    throw new TypeError(`unknown column ${name}: rows of users take ${known.join(", ")}`);
  }
  const columns: Record<string, unknown> = Object.fromEntries(
    names.map((name) => [name, given[name]]),
  );
  if (columns.users === undefined) {
    throw new TypeError(
      "users must be a column of ids, or null if every row is a different person, got undefined",
    );
  }
  for (const name of names) {
    if (name === "users" && columns.users === null) continue;
    if (columns[name] === undefined && !needed.includes(name)) continue;
    if (columns[name] === undefined || columns[name] === null) {
      throw new TypeError(`${name} must be a column, got ${kindOf(columns[name])}`);
    }
    checkHolder(columns[name], name);
  }
  return columns;
}

/** Whether data are rows of users whose values are items, not counts of items. */
export function isItemsOfUsers(data: unknown): data is { values: unknown; users: unknown } {
  if (!isUserRows(data)) return false;
  const { values, counts } = fieldsOf(data);
  return values !== undefined && counts === undefined;
}

/** The columns of items and users, checked as other columns are. */
export const itemColumns = (data: unknown) => userColumns(data, ["values"], ["values", "users"]);

/**
 * For the record: states if the rows have no user ids.
 * @param users as they came
 */
export const aboutUsers = (users: unknown) =>
  users === null ? { users: "every row is a different person" } : {};

/** Columns of names, without arithmetic. */
const tellApart = ["users", "groups", "items"];

/**
 * The rows without missing values, as arrays of one length.
 * @param columns by name; some may be absent
 * @param domain of the values
 * @returns the columns that exist
 */
export function presentColumns(
  columns: Record<string, unknown>,
  missing: "drop" | "throw",
  domain?: Domain<unknown>,
): PresentColumns {
  const there = Object.keys(columns).filter(
    (name) => columns[name] !== undefined && columns[name] !== null,
  );
  const all = there.map((name) =>
    tellApart.includes(name)
      ? flatNames(columns[name], name)
      : flat(columns[name], name, name === "values" ? domain : undefined),
  );
  all.forEach(({ length }, place) => {
    if (length === all[0]!.length) return;
    throw new RangeError(
      `${there[place]} must be as many as ${there[0]}, ${all[0]!.length}, got ${length}`,
    );
  });
  const place = there.indexOf("groups");
  if (place >= 0) all[place] = namesIn(all[place]!);
  const present = presentRows(all, missing, there.join(" and "));
  return Object.fromEntries(there.map((name, place) => [name, present[place]]));
}

/**
 * The numbers of users and groups, as the core takes them.
 * @param rows without missing values
 * @param declared the listed groups; without them all groups that occur
 */
function numberedRows({ users, groups }: PresentColumns, declared?: unknown[]) {
  const found =
    groups === undefined
      ? undefined
      : declared === undefined
        ? groupsThatOccur(groups)
        : groupsNamed(groups, declared);
  return {
    columns: { users: users && numbered(users, checkUser).ids, groups: found?.ids },
    groupCount: found?.count ?? 1,
    nameOf: (found?.valueFor ?? (() => undefined)) as NameOf,
  };
}

/**
 * Rows for counts of users. For values only their presence matters: rows without users and groups have no other
 * column.
 * @param columns as `userColumns` has them
 * @param options `groups`: the listed groups; without them all groups that occur, numbered in an order of their
 * names
 */
export function readUsers(
  columns: UserColumns,
  { missing, groups }: { missing?: "drop" | "throw"; groups?: unknown[] },
): { data: object; groupCount: number; nameOf: NameOf } {
  const rows = presentColumns(columns, missingOption(missing));
  const { columns: data, ...named } = numberedRows(rows, groups);
  if (data.users === undefined) data.groups ??= new Uint32Array(rows.values!.length);
  return { data, ...named };
}

/**
 * Rows as the core takes them. The other columns lose the rows whose value the core drops.
 * @param columns as `userColumns` has them
 * @returns `reading`: how the core reads the values
 */
export function readUserRows(
  columns: UserColumns,
  {
    domain,
    comesFor = domain,
    outside,
    missing,
    groups,
    choose,
  }: {
    /** of the values */
    domain: Domain<unknown>;
    /**
     * the domain for reading columns before `choose` computes values of `domain`; default: `domain`; null: as
     * they are
     */
    comesFor?: Domain<unknown> | null;
    outside: "clamp" | "drop" | "throw";
    missing?: "drop" | "throw";
    /** the listed groups; without them all groups that occur, numbered in an order of their names */
    groups?: unknown[];
    /** selects or computes, from rows without missing values, the rows that count */
    choose?: (rows: PresentColumns) => PresentColumns;
  },
): { data: object; reading: Record<string, unknown>; groupCount: number; nameOf: NameOf } {
  const left = missingOption(missing, outside);
  const present = presentColumns(columns, left, comesFor ?? undefined);
  const rows = choose === undefined ? present : choose(present);
  const there = Object.keys(rows);
  const inside = insideRows(Object.values(rows) as ArrayLike<unknown>[], domain, outside);
  const { values, ...rest } = Object.fromEntries(there.map((name, place) => [name, inside[place]]));
  const { data: column, core, ...layout } = columnOfRows(values!, domain);
  const { columns: numbers, ...named } = numberedRows(rest, groups);
  return {
    data: { ...numbers, column },
    reading: { ...layout, domain: core, outside },
    ...named,
  };
}

import { choiceOption } from "../core/options.js";
import {
  hasUserColumns,
  hasUsers,
  isCountedRows,
  isGrouped,
  type Rows,
} from "../data/histogram.js";
import { boundOf } from "../data/per-user.js";
import { isItemsOfUsers } from "../data/user-rows.js";
import { unitOf } from "../ledger/option.js";
import type { Unit } from "../ledger/unit.js";

// The public facts of the rows of a ranking.

/** The public facts of the rows of a ranking: their kind, and the options on them. */
export interface RankingContext {
  /** the maximum number of items per user, given or by default */
  perUser: number | "spread";
  /** whether the rows are of all items that occur, by their kind */
  everyItem: boolean;
  /** a record, if every row is a separate user */
  protects: "records" | "users";
  /** null for rows of different people, as they say */
  users: unknown;
}

export function contextOf(
  rows: Rows,
): (read: {
  perUser?: number | "spread";
  variant: string;
  kBar?: number;
  ledger?: unknown;
}) => RankingContext {
  return ({ perUser, variant, kBar, ledger }) => {
    const maySpread = kBar === undefined && ["auto", "threshold"].includes(variant);
    checkMaySpread(rows, perUser);
    return {
      perUser: perUser ?? (maySpread && hasUserColumns(rows) ? "spread" : usualPerUser(rows)),
      everyItem: isOfEveryItem(rows, perUser),
      ...aboutRows(rows, perUser, unitOf(ledger)),
    };
  };
}

/**
 * Whether rows are of all items that occur, not the highest counts alone. The check reads no element of an
 * array.
 * @param perUser the given option
 */
export function isOfEveryItem(rows: Rows, perUser: unknown) {
  if (Array.isArray(rows)) return perUser === undefined;
  return !isHistogram(rows) || boundOf(rows) !== undefined;
}

const isHistogram = (rows: Rows) => rows instanceof Map || isGrouped(rows);

/** Rejects "spread" if only the counts of users are known. */
export function checkMaySpread(rows: Rows, perUser: unknown) {
  if (perUser !== "spread" || !isHistogram(rows)) return;
  throw new TypeError(
    'perUser must be a whole number or Infinity for a histogram, whose users are not known, got "spread"',
  );
}

/** The unit that the counts of a histogram protect: as `boundContributions` states, and users otherwise. */
function protectedBy({ protects }: { protects?: unknown }) {
  return protects === undefined
    ? "users"
    : choiceOption("rows.protects", protects, ["users", "records"]);
}

/**
 * The unit that a ranking protects. The choice precedes the ledger's charge, so it reads no row.
 * @param perUser the given option
 * @param unit of the ledger
 */
export function aboutRows(
  rows: Rows,
  perUser: number | "spread" | undefined,
  unit?: Unit,
): Pick<RankingContext, "protects" | "users"> {
  if (unit === "user" && perUser === undefined && Array.isArray(rows)) {
    throw new TypeError(
      "perUser must be given for an array if the ledger counts users, as each row would count as a separate user (the maximum number of items per user, or Infinity), got undefined",
    );
  }
  if (isItemsOfUsers(rows)) return { protects: "users", users: rows.users };
  if (hasUserColumns(rows)) return { protects: "users", users: undefined };
  if (isHistogram(rows))
    return { protects: protectedBy(rows as { protects?: unknown }), users: undefined };
  return { protects: perUser === undefined ? "records" : "users", users: undefined };
}

/**
 * The maximum number of items per user in rows whose kind states it; the kind is public. The check reads no
 * element of an array: `checkPerUser` does that after the charge.
 */
export function usualPerUser(rows: Rows) {
  if (Array.isArray(rows)) return 1;
  checkPerUser(rows, undefined);
  return isHistogram(rows) ? (boundOf(rows) ?? Number.POSITIVE_INFINITY) : 1;
}

/**
 * Rejects rows that need `perUser` and lack it.
 * @param perUser the option, given or by default
 */
export function checkPerUser(rows: Rows, perUser: number | "spread" | undefined) {
  if (perUser === "spread" && isCountedRows(rows)) {
    throw new TypeError(
      'perUser must be a whole number or Infinity for { item, count } rows, got "spread"',
    );
  }
  if (perUser !== undefined || !(isCountedRows(rows) || hasUsers(rows))) return;
  const kind = hasUsers(rows) ? "rows with user ids" : "{ item, count } rows";
  throw new TypeError(
    `perUser must be given for ${kind} (the maximum number of items per user, or Infinity), got undefined`,
  );
}

/**
 * Rejects a bounded histogram whose users count at more items than is declared.
 * @param perUser undefined for any number
 */
export function checkBounded(rows: Rows, perUser: number | undefined) {
  const bounded = boundOf(rows);
  if (bounded !== undefined && (perUser ?? Number.POSITIVE_INFINITY) < bounded) {
    throw new RangeError(
      `perUser must be at least the bound of the rows, ${bounded}, got ${perUser}`,
    );
  }
}

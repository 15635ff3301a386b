import { hasUserColumns, hasUsers, isCountedRows, isGrouped } from "../data/histogram.js";
import { boundOf } from "../data/per-user.js";
import { isItemsOfUsers } from "../data/user-rows.js";
import { unitOf } from "../ledger/option.js";

// What is public about the rows of a ranking.

/**
 * What is public about the rows of a ranking: their kind, and what the options say of them.
 * @typedef {object} RankingContext
 * @property {number | "spread"} perUser at how many items a user counts, as it was given or is usual
 * @property {boolean} everyItem whether the rows are of all items that occur, by their kind
 * @property {"records" | "users"} protects a record, if every row is a user of its own
 * @property {any} users null for rows of different people, as they say
 */

/**
 * @param {import("../data/histogram.js").Rows} rows
 * @returns {(read: { perUser?: number | "spread", variant: string, kBar?: number, ledger?: any }) => RankingContext}
 */
export function contextOf(rows) {
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
 * Whether rows are of all items that occur, not the highest counts alone. What an array holds is not looked at.
 * @param {any} rows
 * @param {unknown} perUser as it was given
 */
export function isOfEveryItem(rows, perUser) {
  if (Array.isArray(rows)) return perUser === undefined;
  return !isHistogram(rows) || boundOf(rows) !== undefined;
}

/** @param {any} rows */
const isHistogram = (rows) => rows instanceof Map || isGrouped(rows);

/**
 * Refuses to spread users of whom only the counts are known.
 * @param {any} rows
 * @param {unknown} perUser
 */
export function checkMaySpread(rows, perUser) {
  if (perUser !== "spread" || !isHistogram(rows)) return;
  throw new TypeError(
    'perUser must be a whole number or Infinity for a histogram, whose users are not known, got "spread"',
  );
}

/**
 * Whom a ranking protects. It is told before a ledger is charged, so nothing that rows hold is looked at.
 * @param {any} rows
 * @param {number | "spread" | undefined} perUser as it was given
 * @param {import("../ledger/unit.js").Unit} [unit] of the ledger
 * @returns {Pick<RankingContext, "protects" | "users">}
 */
export function aboutRows(rows, perUser, unit) {
  if (unit === "user" && perUser === undefined && Array.isArray(rows)) {
    throw new TypeError(
      "perUser must be given for an array if the ledger counts users (at how many items one user counts at most, or Infinity), got undefined, by which each row is a user of its own",
    );
  }
  if (isItemsOfUsers(rows)) return { protects: "users", users: rows.users };
  if (hasUserColumns(rows)) return { protects: "users", users: undefined };
  const isEachUser = isHistogram(rows)
    ? /** @type {any} */ (rows).users === "every row is a user of its own"
    : perUser === undefined;
  return { protects: isEachUser ? "records" : "users", users: undefined };
}

/**
 * At how many items a user counts in rows that say so by their kind, which is public. What an array
 * holds is not looked at: `checkPerUser` does that when it is paid for.
 * @param {import("../data/histogram.js").Rows} rows
 */
export function usualPerUser(rows) {
  if (Array.isArray(rows)) return 1;
  checkPerUser(rows, undefined);
  return isHistogram(rows) ? (boundOf(rows) ?? Number.POSITIVE_INFINITY) : 1;
}

/**
 * Refuses rows that need to be told at how many items a user counts, and were not.
 * @param {import("../data/histogram.js").Rows} rows
 * @param {number | "spread" | undefined} perUser as it was given, or is usual
 */
export function checkPerUser(rows, perUser) {
  if (perUser === "spread" && isCountedRows(rows)) {
    throw new TypeError(
      'perUser must be a whole number or Infinity for { item, count } rows, got "spread"',
    );
  }
  if (perUser !== undefined || !(isCountedRows(rows) || hasUsers(rows))) return;
  const kind = hasUsers(rows) ? "rows with user ids" : "{ item, count } rows";
  throw new TypeError(
    `perUser must be given for ${kind} (at how many items one user counts at most, or Infinity), got undefined`,
  );
}

/**
 * Refuses a bounded histogram whose users count at more items than is declared.
 * @param {any} rows
 * @param {number | undefined} perUser nothing for any number
 */
export function checkBounded(rows, perUser) {
  const bounded = boundOf(rows);
  if (bounded !== undefined && (perUser ?? Number.POSITIVE_INFINITY) < bounded) {
    throw new RangeError(
      `perUser must be at least what the rows were bounded to, ${bounded}, got ${perUser}`,
    );
  }
}

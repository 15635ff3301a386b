import { Declaration } from "../core/declaration.js";
import {
  choice,
  confidence,
  delta,
  flag,
  neighbors,
  noise,
  number,
  optional,
  whole,
} from "../core/fields.js";
import { describe, wholeOption } from "../core/options.js";
import { missing, perUser } from "../data/fields.js";
import { hasUsers, isCountedRows, isGrouped } from "../data/histogram.js";
import { boundOf, limitOf } from "../data/per-user.js";
import { aboutUsers, isItemsOfUsers } from "../data/user-rows.js";
import { date, label, ledger } from "../ledger/fields.js";
import { unitOf } from "../ledger/option.js";
import { percent, rounded } from "../ledger/record.js";
import { Released } from "../ledger/released.js";
import { aboutAbove, aboveRequest, aboveStatement, isAbove } from "./threshold.js";

class TopKFields {
  /** how many items to return at most, 1 to 1,000,000 */
  k = whole(2);
  /**
   * how many of the most frequent items to draw from, k to 10,000,000; default 10 k (k for
   * "fixed-threshold", where it has to be k)
   */
  kBar = optional(number(), undefined);
  /** the privacy loss of the whole answer, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /**
   * at how many items one user counts at most, 1 to 1,000,000,000, or Infinity. Declare it only if the
   * rows keep to it: rows with user ids (`{ values, users }`, `{ users, items }`, pairs) are cut down to it,
   * and need it. Default: 1 if each row is one item (every row is then a user of its own), what `boundContributions`
   * was asked for, Infinity for another Map or `{ values, counts }`. To be given for an array of
   * `{ item, count }`: an empty one looks like no rows at all, and the record may not tell that apart.
   */
  perUser = optional(perUser(), undefined);
  /** default "auto": by k, kBar and perUser; the record says why */
  variant = optional(
    choice(
      /** @type {const} */ ([
        "auto",
        "limited-domain",
        "strict",
        "optimised-threshold",
        "laplace",
        "fixed-threshold",
        "threshold",
      ]),
    ),
    "auto",
  );
  /**
   * the law of the noise of "threshold": "auto" (default) takes the one by which an item is returned from fewer users
   * on; "laplace" or "gaussian"
   */
  noise = noise();
  /** whether items come with noisy counts, which are free with "threshold" and "laplace"; default false */
  counts = optional(flag(), false);
  /**
   * the share of epsilon that pays for the counts, above 0 and below 1; default 0.5. "laplace" needs
   * none.
   */
  countShare = optional(number(0.4), 0.5);
  /**
   * rows whose item or user is missing (null, undefined, NaN, an invalid date) are left out (default),
   * or make the call throw, which tells the world that one is there
   */
  missing = missing();
  /** one user more or fewer (default), or one changed */
  neighbors = neighbors();
  /** of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** is charged before anything is drawn, and refuses if it is exhausted */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<TopKFields>} TopKOptions {@interface} Options of `topK`;
 *   those that say how many items one user has are public knowledge, never read off the data.
 */

/**
 * How `topK` draws. "auto" takes "laplace" where users have few items, otherwise "limited-domain" or
 * "strict"; the record says which and why.
 *
 * - "limited-domain": draws among the kBar most frequent items; DR19 Algorithm 1
 * - "strict": draws among those above number kBar + 1 only: for users with any number of items, and
 *   for rows from engines that leave ties in any order; DR19 section 6.2
 * - "optimised-threshold": "strict" with a kBar drawn where the counts drop; DR19 Algorithm 6
 * - "laplace": noisy counts above a noisy border, for users with few items; DR19 Algorithm 4
 * - "fixed-threshold": each of the first k answers for itself, no order; DR19 Algorithm 8
 * - "threshold": every item that occurs gets noise; of those above a threshold the k highest, for users with a bounded
 *   number of items; docs/guarantees/counts.md, Theorems 3 and 5
 *
 * @typedef {NonNullable<TopKOptions["variant"]>} Variant
 */

/** Where there are no rows to tell what is usual. */
class TopKKnownFields extends TopKFields {
  perUser = {
    ...perUser(),
    usual: () => {
      throw new TypeError(
        "perUser must be given (at how many items one user counts at most, or Infinity), got undefined",
      );
    },
  };
}

const example = { data: [["a", "b", "a"]], options: { k: 2, kBar: 5, counts: true } };

export const ranked = new Released({
  ...{ name: "topK", Fields: TopKFields, Known: TopKKnownFields, example },
  of: (_, read) => (isAbove(read) ? "ItemsAbove" : "TopK"),
  request: (read, context) => (isAbove(read) ? aboveRequest : requestOf)(read, context),
  statement: (claim, read) => (isAbove(read) ? aboveStatement(claim, read) : statementOf(claim)),
  parameters: (read, { users }) => ({
    ...(isAbove(read) && aboutAbove(read)),
    ...aboutUsers(users),
  }),
});

export const foreseen = new Declaration({ name: "topKForecast", Fields: TopKFields, example });

/**
 * What the core is asked.
 * @param {any} read
 * @param {Partial<RankingContext>} [context]
 */
export function requestOf(
  { noise = "auto", ...read },
  { perUser = read.perUser, protects = "users" } = {},
) {
  const { k, kBar, variant } = read;
  if (noise !== "auto") {
    throw new TypeError(`noise belongs to variant: "threshold", got ${describe(noise)} without`);
  }
  return {
    ...read,
    kBar: kBarOf(kBar ?? (variant === "fixed-threshold" ? k : undefined), k),
    perUser: limitOf(perUser),
    protects,
  };
}

/**
 * What is public about the rows of a ranking: their kind, and what the options say of them.
 * @typedef {object} RankingContext
 * @property {number} perUser at how many items a user counts, as it was given or is usual
 * @property {"records" | "users"} protects a record, if every row is a user of its own
 * @property {any} users null for rows of different people, as they say
 */

/**
 * @param {import("../data/histogram.js").Rows} rows
 * @returns {(read: { perUser?: number, ledger?: any }) => RankingContext}
 */
export function contextOf(rows) {
  return ({ perUser, ledger }) => ({
    perUser: perUser ?? usualPerUser(rows),
    ...aboutRows(rows, perUser, unitOf(ledger)),
  });
}

/**
 * Whom a ranking protects. It is told before a ledger is charged, so nothing that rows hold is looked at.
 * @param {any} rows
 * @param {number | undefined} perUser as it was given
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
  const isEachUser =
    rows instanceof Map || isGrouped(rows)
      ? /** @type {any} */ (rows).users === "every row is a user of its own"
      : perUser === undefined;
  return { protects: isEachUser ? "records" : "users", users: undefined };
}

/**
 * How many of the most frequent items to draw from: no fewer than may come back.
 * @param {number | undefined} kBar
 * @param {number} k
 */
export function kBarOf(kBar, k) {
  return kBar === undefined ? 10 * k : wholeOption("kBar", kBar);
}

/**
 * At how many items a user counts in rows that say so by their kind, which is public. What an array
 * holds is not looked at: `checkPerUser` does that when it is paid for.
 * @param {import("../data/histogram.js").Rows} rows
 */
export function usualPerUser(rows) {
  if (Array.isArray(rows)) return 1;
  checkPerUser(rows, undefined);
  const areCounts = rows instanceof Map || isGrouped(rows);
  return areCounts ? (boundOf(rows) ?? Number.POSITIVE_INFINITY) : 1;
}

/**
 * Refuses rows that need to be told at how many items a user counts, and were not.
 * @param {import("../data/histogram.js").Rows} rows
 * @param {number | undefined} perUser as it was given
 */
export function checkPerUser(rows, perUser) {
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

/**
 * How far off an answer may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function statementOf({ accuracy: { error, confidence }, parameters, protects }) {
  const { k, kBar, sureGap } = parameters;
  const sure = percent(confidence);
  return `With ${sure} confidence, no omitted item of the ${rounded(kBar)} most frequent has over ${rounded(error)} ${protects} more than a returned one. All ${rounded(k)} are returned with ${sure} confidence if item ${rounded(k)} has at least ${rounded(sureGap)} ${protects} more than item ${rounded(kBar + 1)}.`;
}

import {
  choice,
  confidence,
  delta,
  flag,
  type Needed,
  neighbors,
  number,
  type OptionsOf,
  optional,
  type Request,
  whole,
} from "../core/fields.js";
import { describe } from "../core/options.js";
import { boundedHistogram, readEvents } from "../data/contributions.js";
import { missing, perUser } from "../data/fields.js";
import { checkRows, hasUserColumns, hasUsers, histogramOf, type Rows } from "../data/histogram.js";
import { checkItem } from "../data/items.js";
import { isMissing } from "../data/missing.js";
import { limitOf } from "../data/per-user.js";
import { aboutUsers, isItemsOfUsers } from "../data/user-rows.js";
import { date, label, ledger } from "../ledger/fields.js";
import { unitOf } from "../ledger/option.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { aboutRows, checkBounded, checkPerUser, usualPerUser } from "./rows.js";

// The most frequent items of a public list. Every item of it is a candidate, also one that nobody has.

const mostItems = 2 ** 24;

/** The public list. */
const listed = (): Needed<unknown[]> => ({
  example: ["a", "b", "c"],
  kind: "list of items",
  read: (name, value) => {
    if (!Array.isArray(value)) {
      throw new TypeError(`${name} must be a list of items, got ${describe(value)}`);
    }
    const items = [...value];
    if (items.length === 0 || items.length > mostItems) {
      throw new RangeError(`${name} must be 1 to 16,777,216 items, got ${items.length}`);
    }
    for (const item of items) {
      if (isMissing(item)) throw new TypeError(`${name} must be items, got a missing value`);
      checkItem(item, name);
    }
    if (new Set(items).size < items.length) {
      throw new RangeError(`${name} must have different items, got one twice`);
    }
    return items;
  },
});

class ListedFields {
  /** the number of items to return, 1 to 1,000,000, at most those of `domain` */
  k = whole(2);
  /**
   * the items to rank, up to 16,777,216 different ones. Public: never read off the data. Other items do not count,
   * and listed ones that nobody has count 0
   */
  domain = listed();
  /** the privacy loss of the whole answer, 1e-9 to 10,000 */
  epsilon = number();
  /** lets the k draws of "peel" add up to less; far below 1 / (number of users). Default 0 */
  delta = optional(delta(), 0);
  /**
   * the maximum number of listed items per user, 1 to 1,000,000,000, or Infinity: "laplace" adds noise for as many.
   * Rows with user ids are bounded to it, at random. Default: Infinity for columns with user ids and for
   * histograms; 1 if each row is one item; the bound of `boundContributions`. Required for an array of pairs or of
   * `{ item, count }`
   */
  perUser = optional(perUser(), undefined);
  /**
   * "peel" draws the items one after the other; "laplace" adds noise to every count and sorts; "auto" (default) takes
   * the one that misses less, with `counts` "laplace"
   */
  variant = optional(choice(["auto", "peel", "laplace"] as const), "auto");
  /** whether items come with noisy counts, which are free with "laplace" and which "peel" lacks; default false */
  counts = optional(flag(), false);
  /**
   * rows with a missing item or user (null, undefined, NaN, an invalid date) are skipped (default), or make the
   * call throw, which reveals that such a row exists
   */
  missing = missing();
  /** one user more or fewer (default), or one changed */
  neighbors = neighbors();
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** charged before any draw; throws if it is exhausted */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * Options of `topK` for the most frequent items of a public list.
 * @interface
 */
export type ListedTopKOptions = OptionsOf<ListedFields>;

/** The public facts of the rows. */
export interface ListedContext {
  perUser: number;
  protects: "records" | "users";
  users: unknown;
}

export const topKListedDeclaration = new ReleaseDeclaration({
  name: "topK",
  of: "RankedList",
  Fields: ListedFields,
  request: requestOf,
  statement: statementOf,
  parameters: (_, context?: ListedContext) => aboutUsers(context?.users),
  example: { data: [["a", "b", "a"]] },
});

/** The public facts of rows, here or in an engine, by the options. */
export const listedContextOf =
  (rows: Rows) =>
  ({ perUser, ledger }: Pick<Request<ListedFields>, "perUser" | "ledger">): ListedContext => ({
    perUser: perUser ?? (hasUserColumns(rows) ? Number.POSITIVE_INFINITY : usualPerUser(rows)),
    ...aboutRows(rows, perUser, unitOf(ledger)),
  });

/** @param options read once */
export function rankListed(rows: Rows, options: unknown) {
  const asked = topKListedDeclaration.checkCall(options, listedContextOf(rows));
  const { read, context } = asked;
  checkRows(rows);
  checkBounded(rows, limitOf(context!.perUser));
  return topKListedDeclaration.releaseAnswer(asked, () => {
    if (!hasUserColumns(rows)) checkPerUser(rows, read.perUser);
    const data = countsOfListed(rows, read.domain, {
      perUser: limitOf(context!.perUser),
      missing: read.missing,
    });
    return { data, kept: read.domain };
  });
}

function requestOf(read: Request<ListedFields>, context?: ListedContext) {
  const { domain, k, perUser = Number.POSITIVE_INFINITY } = read;
  if (k > domain.length) {
    throw new RangeError(
      `k must be at most the number of items in domain, ${domain.length}, got ${k}`,
    );
  }
  if (read.counts && read.variant === "peel") {
    throw new TypeError('counts belongs to variant "laplace" or "auto", not to "peel"');
  }
  return {
    ...read,
    candidates: domain.length,
    perUser: limitOf(context?.perUser ?? perUser),
    monotone: true, // of counts
    sensitivity: 1,
    protects: context?.protects ?? "users",
  };
}

function statementOf(
  { accuracy: { error, confidence }, parameters, protects }: Claim,
  { counts }: { counts: boolean },
) {
  const sure = formatPercent(confidence);
  const missed = `With ${sure} confidence, no omitted item of the list has over ${formatCount(error)} ${protects} more than a returned one.`;
  if (!counts) return missed;
  return `${missed} With ${sure} confidence, every noisy count is within ${formatCount(parameters.noisyCountError)} of the true count.`;
}

/** How many users count at each listed item. */
function countsOfListed(
  rows: Rows,
  domain: unknown[],
  { perUser, missing }: { perUser: number | undefined; missing: "drop" | "throw" },
) {
  const places = new Map(domain.map((item, place) => [item, place]));
  const occurring = hasUsers(rows)
    ? boundedTo(readEvents(rows, missing), domain, places, perUser)
    : histogramOf(isItemsOfUsers(rows) ? rows.values : rows, missing);
  const counts = new Float64Array(domain.length);
  for (let i = 0; i < occurring.items.length; ++i) {
    const place = places.get(occurring.items[i]);
    if (place !== undefined) counts[place] = occurring.counts[i]!;
  }
  return counts;
}

/** Leaves out the rows of other items, before each user is bounded: so nobody loses a listed item to another. */
function boundedTo(
  { users, items }: ReturnType<typeof readEvents>,
  domain: unknown[],
  places: Map<unknown, number>,
  perUser: number | undefined,
) {
  const placeOf = Array.from({ length: items.count }, (_, id) => places.get(items.valueFor(id)));
  const isListed = (_: number, row: number) => placeOf[items.ids[row]!] !== undefined;
  const ids = items.ids.filter(isListed).map((id) => placeOf[id]!);
  const { values, counts } = boundedHistogram(
    {
      users: users && { ...users, ids: users.ids.filter(isListed) },
      items: { ids, count: domain.length, valueFor: (place) => domain[place] },
    },
    perUser,
  );
  return { items: values, counts };
}

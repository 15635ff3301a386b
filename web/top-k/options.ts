import { Declaration } from "../core/declaration.js";
import {
  choice,
  confidence,
  delta,
  flag,
  neighbors,
  noise,
  number,
  type OptionsOf,
  optional,
  type Request,
  whole,
} from "../core/fields.js";
import { describe, wholeOption } from "../core/options.js";
import { missing, perUserOrSpread } from "../data/fields.js";
import { limitOf } from "../data/per-user.js";
import { aboutUsers } from "../data/user-rows.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import type { RankingContext } from "./rows.js";
import { aboveStatement, checkForThreshold, isAbove } from "./threshold.js";

class TopKFields {
  /** the maximum number of items to return, 1 to 1,000,000 */
  k = whole(2);
  /**
   * for the variants that draw: the number of most frequent items to draw from, k to 10,000,000; default 10 k (k
   * for "fixed-threshold", where it must be k). If set, "auto" takes a variant that draws, as the rows may be
   * the highest counts only
   */
  kBar = optional(number(), undefined);
  /** the privacy loss of the whole answer, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /**
   * the maximum number of items per user, 1 to 1,000,000,000, or Infinity; or "spread" for rows with user ids:
   * split each user evenly over their rows, by the variant "threshold". Declare a number only if the rows keep
   * to it: rows with user ids (`{ values, users }`, `{ users, items }`, pairs) are bounded to it. Default:
   * "spread" for columns with user ids ("threshold" and "auto" without `kBar`; the other variants need a
   * number); 1 if each row is one item (every row then counts as a separate user); the bound of
   * `boundContributions`; Infinity for another Map or `{ values, counts }`. Required for an array of pairs or
   * of `{ item, count }`: an empty array has no kind, and the record must not reveal that it is empty.
   */
  perUser = optional(perUserOrSpread(), undefined);
  /** default "auto": by k and perUser, for columns and rows of one item each; the record says why */
  variant = optional(
    choice([
      "auto",
      "limited-domain",
      "strict",
      "optimised-threshold",
      "laplace",
      "fixed-threshold",
      "threshold",
    ] as const),
    "auto",
  );
  /**
   * the distribution of the noise of "threshold": "auto" (default) returns an item from fewer users; "laplace"
   * or "gaussian"
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
 * Options of `topK`; the bounds on items per user are public knowledge, never read off the data.
 * @interface
 */
export type TopKOptions = OptionsOf<TopKFields>;

/**
 * The algorithms of `topK`. "auto" takes the variant by which any one item returns with 95% confidence from the
 * fewest users, "threshold" in a tie; the record states the choice and its reason. For histograms other than
 * those of `boundContributions`, and for arrays with `perUser`, it takes a variant that draws: the rows may be
 * the highest counts only.
 *
 * - "limited-domain": draws among the kBar most frequent items; DR19 Algorithm 1
 * - "strict": draws among those above number kBar + 1 only: for users with any number of items, and
 *   for rows from engines that leave ties in any order; DR19 section 6.2
 * - "optimised-threshold": "strict" with a kBar drawn where the counts drop; DR19 Algorithm 6
 * - "laplace": noisy counts above a noisy border, for users with few items; DR19 Algorithm 4
 * - "fixed-threshold": each of the first k answers for itself, no order; DR19 Algorithm 8
 * - "threshold": every item that occurs gets noise; of those above a threshold the k highest, for users with a bounded
 *   number of items; docs/guarantees/counts.md, Theorems 3 and 5
 */
export type Variant = NonNullable<TopKOptions["variant"]>;

/** Without rows, `perUser` has no default. */
class TopKKnownFields extends TopKFields {
  perUser = {
    ...perUserOrSpread(),
    fallback: () => {
      throw new TypeError(
        "perUser must be given (the maximum number of items per user, or Infinity), got undefined",
      );
    },
  };
}

const example = { data: [["a", "b", "a"]], options: { k: 2, kBar: 5, counts: true } };

export const topKDeclaration = new ReleaseDeclaration({
  ...{ name: "topK", Fields: TopKFields, AccuracyOptions: TopKKnownFields, example },
  of: "TopK",
  request: requestOf,
  statement: (claim) => (isAbove(claim) ? aboveStatement : statementOf)(claim),
  parameters: (_, context) => aboutUsers(context?.users),
  told: kBarOfDraw,
});

export const topKForecastDeclaration = new Declaration({
  name: "topKForecast",
  Fields: TopKFields,
  example,
});

/** The options without ledger and note. */
type TopKRead = Omit<Request<TopKFields>, "ledger" | "label" | "date">;

/**
 * The core's request. The rows state the maximum number of items per user, or the options must
 * (`TopKKnownFields`).
 */
export function requestOf(
  { noise = "auto", ...read }: TopKRead,
  { perUser = read.perUser!, protects = "users", everyItem = true }: Partial<RankingContext> = {},
) {
  const { k, kBar, variant } = read;
  const spread = perUser === "spread";
  const isThreshold = variant === "threshold" || (spread && variant === "auto");
  if (isThreshold) checkForThreshold({ perUser, kBar });
  else if (spread) {
    throw new TypeError(
      `perUser must be a whole number or Infinity for variant: ${describe(variant)}, got "spread"`,
    );
  }
  if (noise !== "auto" && !isThreshold) {
    throw new TypeError(`noise belongs to variant: "threshold", got ${describe(noise)} without`);
  }
  return {
    ...read,
    kBar: kBarOf(kBar ?? (variant === "fixed-threshold" ? k : undefined), k),
    perUser: limitOf(perUser),
    variant: isThreshold ? undefined : variant,
    way: wayOf({ isThreshold, isNamed: read.variant === "threshold", kBar }),
    everyItem: isThreshold || everyItem,
    ...{ noise, spread, protects },
  };
}

/** The remaining way, if only one remains: with spread users the threshold needs no explicit choice. */
function wayOf({
  isThreshold,
  isNamed,
  kBar,
}: {
  isThreshold: boolean;
  isNamed: boolean;
  kBar?: number;
}) {
  if (isThreshold) return isNamed ? "threshold" : undefined;
  return kBar === undefined ? undefined : "draws";
}

/** How many of the most frequent items to draw from: no fewer than may come back. */
export function kBarOf(kBar: number | undefined, k: number) {
  return kBar === undefined ? 10 * k : wholeOption("kBar", kBar);
}

/** How far off an answer may be, in words. */
export function statementOf({ accuracy: { error, confidence }, parameters, protects }: Claim) {
  const { k, sureGap } = parameters;
  const kBar = parameters.kBarMost ?? parameters.kBar; // the range's end, if it is drawn
  const sure = formatPercent(confidence);
  return `With ${sure} confidence, no omitted item of the ${formatCount(kBar)} most frequent has over ${formatCount(error)} ${protects} more than a returned one. All ${formatCount(k)} are returned with ${sure} confidence if item ${formatCount(k)} has at least ${formatCount(sureGap)} ${protects} more than item ${formatCount((kBar as number) + 1)}.`;
}

/**
 * The kBar of a draw, for its result and its record.
 * @param drawn by the core; its kBar is 0 without one
 */
export function kBarOfDraw({ kBar }: { kBar: number }) {
  return kBar > 0 ? { kBar } : {};
}

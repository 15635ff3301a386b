import { columnsOnce } from "../data/columns-once.js";
import { boundedHistogram, readEvents, spreadHistogram } from "../data/contributions.js";
import {
  checkRows,
  type Histogram,
  hasUsers,
  highest,
  histogramOf,
  type ItemOf,
  inOrder,
  type Rows,
} from "../data/histogram.js";
import { isItemsOfUsers } from "../data/user-rows.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { optionsOfAny } from "../ledger/released.js";
import type { TopKCall } from "./call.js";
import { rankListed, topKListedDeclaration } from "./listed.js";
import { kBarOfDraw, topKDeclaration } from "./options.js";
import { checkBounded, checkPerUser, contextOf } from "./rows.js";
import { isAbove } from "./threshold.js";

/** The result of `topK`. */
export interface RankedItems<Item = unknown> {
  /** in the order drawn, with noisy counts if requested */
  items: { item: Item; count?: number }[];
  /** whether k came back */
  complete: boolean;
  /** the kBar of the draw, which "optimised-threshold" draws too; absent without one */
  kBar?: number;
  /** the facts by which a data officer can check it */
  record: ReleaseRecord;
}

/**
 * Returns the most frequent items, without a list of the possible ones. It returns fewer than k if the next
 * ones are too rare for release. With a public list, `domain`, it returns k of its items.
 *
 * Privacy: (epsilon, delta) for one user more or fewer, for every data set, the empty one included.
 * Source: DR19 Algorithms 1, 4, 6, 8 and section 6.2; docs/guarantees/top-k.md; "threshold": docs/guarantees/counts.md;
 * with `domain`: DR19 Lemma 4.2, docs/guarantees/ranked-lists.md.
 *
 * @param rows items, one a row and user; rows with user ids (`{ values, users }` and others), which are cut down to
 *   `perUser` items each; or a histogram of distinct users per item
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind
 */
export function topK<R extends Rows, Items = never>(
  rows: R,
  options: TopKCall<"here", Items>,
): RankedItems<ItemOf<R>> {
  rows = columnsOnce(rows); // a getter may answer otherwise the next time
  const once = optionsOfTopK(options);
  if (once?.domain === undefined) return rankOccurring(rows, once);
  const { drawn, kept, record } = rankListed(rows, once);
  return { ...rankedItems(drawn, kept as ItemOf<R>[], { counts: once.counts === true }), record };
}

/** Options read once, as `domain` decides what they are. */
const optionsOfTopK = (options: unknown) =>
  optionsOfAny(options, topKDeclaration, topKListedDeclaration);

/** The declaration that takes these options. */
export function topKWay(options: unknown) {
  const once = optionsOfTopK(options);
  return {
    way: once?.domain === undefined ? topKDeclaration : topKListedDeclaration,
    options: once,
  };
}

function rankOccurring<R extends Rows>(rows: R, options: unknown): RankedItems<ItemOf<R>> {
  const asked = topKDeclaration.checkCall(options, contextOf(rows));
  const { request, context, claim, read } = asked;
  checkRows(rows);
  checkBounded(rows, request.perUser);
  const { drawn, kept, record } = topKDeclaration.releaseAnswer(asked, () => {
    checkPerUser(rows, context.perUser === "spread" ? "spread" : read.perUser);
    const { items, counts } = (isAbove(claim) ? everyItemOf : headOf)(rows, request);
    return { data: counts, kept: items };
  });
  return { ...rankedItems(drawn, kept as ItemOf<R>[], read), record };
}

/** Items, and the number of users who count at each. */
export type ItemCounts = { items: unknown[]; counts: Float64Array };

/** The core's draw: items by their places. */
export interface RankedDraw {
  items: number[];
  noisyCounts: number[];
  complete: boolean;
  /** 0 without one */
  kBar: number;
}

/**
 * Replaces places by the items themselves.
 * @param items the candidates of the draw
 */
export const rankedItems = <Item>(
  drawn: RankedDraw,
  items: Item[],
  read: { counts: boolean },
): Omit<RankedItems<Item>, "record"> => ({
  items: drawn.items.map((index, place) => ({
    item: items[index]!,
    ...(read.counts ? { count: drawn.noisyCounts[place] } : {}),
  })),
  complete: drawn.complete,
  ...kBarOfDraw(drawn),
});

/**
 * The rows with the highest counts and the first one left out. Rows with user ids count at random items of each
 * user.
 */
export function headOf(
  rows: Rows,
  {
    kBar,
    perUser,
    missing,
  }: { kBar: number; perUser: number | undefined; missing: "drop" | "throw" },
): ItemCounts {
  return highest(countsOf(rows, { perUser, missing }), kBar + 1);
}

/** All items that occur, in their own order, with the users' contributions to each. */
export function everyItemOf(
  rows: Rows,
  {
    spread,
    perUser,
    missing,
  }: {
    spread: boolean;
    perUser: number | undefined;
    missing: "drop" | "throw";
  },
): ItemCounts {
  if (!spread) return inOrder(countsOf(rows, { perUser, missing }));
  const events = hasUsers(rows) ? rows : { items: isItemsOfUsers(rows) ? rows.values : rows };
  return spreadHistogram(readEvents(events, missing));
}

function countsOf(
  rows: Rows,
  { perUser, missing }: { perUser: number | undefined; missing: "drop" | "throw" },
): Histogram {
  if (hasUsers(rows)) {
    const { values, counts } = boundedHistogram(readEvents(rows, missing), perUser);
    return { items: values, counts };
  }
  return histogramOf(isItemsOfUsers(rows) ? rows.values : rows, missing);
}

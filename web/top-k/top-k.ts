import { columnsOnce } from "../data/columns-once.js";
import { boundedHistogram, readEvents, spreadHistogram } from "../data/contributions.js";
import { checkRows, hasUsers, highest, histogramOf, inOrder } from "../data/histogram.js";
import { isItemsOfUsers } from "../data/user-rows.js";
import { ranked } from "./options.js";
import { checkBounded, checkPerUser, contextOf } from "./rows.js";
import { isAbove } from "./threshold.js";

/** @typedef {import("./options.js").TopKOptions} TopKOptions */

/**
 * What `topK` found: the items in the order drawn, with noisy counts if they were asked for; `complete`
 * tells whether k came back.
 * @template [Item=any]
 * @typedef {{ items: { item: Item, count?: number }[], complete: boolean,
 *   record: import("../ledger/record.js").ReleaseRecord }} RankedItems
 */

/**
 * The most frequent items, without a list of the possible ones. Fewer than k come back when the next
 * ones are too rare to be named.
 *
 * Privacy: (epsilon, delta) for one user more or fewer, of any data, none included.
 * Source: DR19 Algorithms 1, 4, 6, 8 and section 6.2; docs/guarantees/top-k.md; "threshold": docs/guarantees/counts.md.
 *
 * @template {import("../data/histogram.js").Rows} R
 * @param {R} rows items, one a row and user; rows with user ids (`{ values, users }` and others), which are
 *   cut down to `perUser` items each; or a histogram of distinct users per item
 * @param {TopKOptions} options
 * @returns {RankedItems<import("../data/histogram.js").ItemOf<R>>}
 * @throws {RangeError | TypeError} for an option out of range or of the wrong kind
 */
export function topK(rows, options) {
  rows = columnsOnce(rows); // a getter may answer otherwise the next time
  const asked = ranked.ask(options, contextOf(rows));
  const { request, context, claim, read } = asked;
  checkRows(rows);
  checkBounded(rows, request.perUser);
  const { drawn, kept, record } = ranked.draw(asked, () => {
    checkPerUser(rows, context.perUser === "spread" ? "spread" : read.perUser);
    const { items, counts } = (isAbove(claim) ? everyItemOf : headOf)(rows, request);
    return { data: counts, kept: items };
  });
  return { ...rankedItems(drawn, kept, read), record };
}

/**
 * What was drawn, by the items themselves.
 * @param {{ items: number[], noisyCounts: number[], complete: boolean }} drawn
 * @param {any[]} items those that it was drawn from
 * @param {{ counts: boolean }} read
 */
export const rankedItems = (drawn, items, read) => ({
  items: drawn.items.map((index, place) => ({
    item: items[index],
    ...(read.counts ? { count: drawn.noisyCounts[place] } : {}),
  })),
  complete: drawn.complete,
});

/**
 * The rows with the highest counts and the first one left out. Of rows with user ids, users' items are
 * chosen at random.
 * @param {import("../data/histogram.js").Rows} rows
 * @param {{ kBar: number, perUser: number | undefined, missing: "drop" | "throw" }} request
 * @returns {{ items: any[], counts: Float64Array }}
 */
export function headOf(rows, { kBar, perUser, missing }) {
  return highest(countsOf(rows, { perUser, missing }), kBar + 1);
}

/**
 * All items that occur, in their own order, with what the users give to each.
 * @param {import("../data/histogram.js").Rows} rows
 * @param {{ spread: boolean, userWeight: number, perUser: number | undefined, missing: "drop" | "throw" }} request
 * @returns {{ items: any[], counts: Float64Array }}
 */
export function everyItemOf(rows, { spread, perUser, missing }) {
  if (!spread) return inOrder(countsOf(rows, { perUser, missing }));
  const events = hasUsers(rows) ? rows : { items: isItemsOfUsers(rows) ? rows.values : rows };
  return spreadHistogram(readEvents(events, missing));
}

/**
 * @param {any} rows
 * @param {{ perUser: number | undefined, missing: "drop" | "throw" }} request
 * @returns {import("../data/histogram.js").Histogram}
 */
function countsOf(rows, { perUser, missing }) {
  if (hasUsers(rows)) {
    const { values, counts } = boundedHistogram(readEvents(rows, missing), perUser);
    return { items: values, counts };
  }
  return histogramOf(isItemsOfUsers(rows) ? rows.values : rows, missing);
}

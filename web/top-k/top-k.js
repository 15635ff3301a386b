import { columnsOnce } from "../data/columns-once.js";
import { boundedHistogram, readEvents } from "../data/contributions.js";
import { checkRows, hasUsers, highest, topRows } from "../data/histogram.js";
import { isItemsOfUsers } from "../data/user-rows.js";
import { checkBounded, checkPerUser, contextOf, ranked } from "./options.js";
import { isAbove, itemsAbove } from "./threshold.js";

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
 * Source: DR19 Algorithms 1, 4, 6, 8 and section 6.2; docs/guarantees/top-k.md; "threshold" docs/guarantees/counts.md.
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
  const { request, claim } = asked;
  const { perUser } = asked.read;
  checkRows(rows);
  checkBounded(rows, request.perUser);
  const { drawn, kept, record } = ranked.draw(asked, () => {
    checkPerUser(rows, perUser);
    if (isAbove(asked.read)) {
      const all = headOf(rows, { ...request, missing: asked.read.missing, kBar: Infinity });
      return { data: all.counts, kept: all.items };
    }
    const { items, counts } = headOf(rows, request);
    return { data: counts, reading: chosenBy(claim), kept: items };
  });
  const told = (isAbove(asked.read) ? itemsAbove : rankedItems)(drawn, kept, asked.read);
  return { ...told, record };
}

/**
 * Which variant it is was decided when it was asked for.
 * @param {import("../ledger/release.js").Claim} claim
 */
export const chosenBy = ({ parameters: { variant, reason } }) => ({ variant, reason });

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
  if (hasUsers(rows)) {
    const { values, counts } = boundedHistogram(readEvents(rows, missing), perUser);
    return highest({ items: values, counts }, kBar + 1);
  }
  const items = isItemsOfUsers(rows) ? rows.values : rows;
  return topRows(items, kBar + 1, missing);
}

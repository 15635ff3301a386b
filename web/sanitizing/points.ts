import {
  choice,
  confidence,
  delta,
  neighbors,
  number,
  type OptionsOf,
  optional,
  whole,
} from "../core/fields.js";
import { columnsOnce } from "../data/columns-once.js";
import { missing } from "../data/fields.js";
import { checkItemRows, type ItemOf, type Rows, topRows } from "../data/histogram.js";
import { checkOneEach } from "../data/per-user.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { SanitizedPoints } from "./sanitized-points.js";

class PointsFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** above 0, far below 1 / (number of records) */
  delta = delta();
  /**
   * "stable" ("auto" takes it): noise on every count, with release of the high ones. For comparison, BNS13's
   * SanPoints: "rounds" with the constants of its proof, "paper" with the printed ones. From the number of records
   * on that the record states, the share of every item is off by at most `accuracy`
   */
  method = optional(choice(["auto", "stable", "rounds", "paper"] as const), "auto");
  /** for "rounds" and "paper": the maximum error of a count, as a share of the records; default 0.1 */
  accuracy = optional(number(), 0.1);
  /** the number of items for which the accuracy statement holds at once; default 1 */
  items = optional(whole(), 1);
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /**
   * rows with a missing item (null, undefined, NaN, an invalid date) are skipped (default), or make the call
   * throw, which reveals that such a row exists
   */
  missing = missing();
  /** charged before any draw */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * Options of `sanitizePoints`.
 * @interface
 */
export type PointsOptions = OptionsOf<PointsFields>;

export const sanitizePointsDeclaration = new ReleaseDeclaration({
  name: "sanitizePoints",
  of: "Points",
  Fields: PointsFields,
  statement: statementOf,
  example: { data: [["a", "b", "a"]] },
});

/**
 * Releases how often each frequent item occurs, without a list of possible items. Later queries for the count
 * of any item, or set of items, are free.
 *
 * Privacy: (epsilon, delta) for one record more or less (or changed), for every data set, the empty
 * one included. A user has one record.
 * Source: the stability-based histogram; BNS13 section 4.2; docs/guarantees/points.md.
 *
 * @param rows items, one a record, or a histogram in which each user counts once
 * @throws {RangeError | TypeError}
 */
export function sanitizePoints<R extends Exclude<Rows, { users: unknown }>>(
  rows: R,
  options: PointsOptions,
): { value: SanitizedPoints<ItemOf<R>>; record: ReleaseRecord } {
  rows = columnsOnce(rows); // a getter may answer otherwise the next time
  const asked = sanitizePointsDeclaration.checkCall(options);
  checkItemRows(rows);
  checkOneEach(rows, "rows");
  const { drawn, kept, record } = sanitizePointsDeclaration.releaseAnswer(asked, () => {
    const { items, counts } = topRows(rows, Infinity, asked.read.missing);
    return { data: counts, kept: items };
  });
  const named = drawn.indices.map((index: number) => kept[index]);
  const counts = named.map((item: unknown, i: number) => [item, drawn.counts[i]]);
  return { value: new SanitizedPoints(new Map(counts)), record };
}

function statementOf({
  accuracy,
  parameters: { items, accuracy: share },
  conditions: { namedOnly, leastRecords },
}: Claim) {
  const sure = `With ${formatPercent(accuracy.confidence)} confidence`;
  const off = `within ${formatCount(accuracy.error)} of the true`;
  if (namedOnly) {
    const named = `For each returned item, ${sure.toLowerCase()}, the count is ${off} one.`;
    if (leastRecords === undefined) return `${named} Nothing is promised for other items.`;
    return `${named} From ${formatCount(leastRecords)} records on, ${sure.toLowerCase()}, every item's share is off by at most ${formatPercent(share as number)}, an item without a count counting as 0.`;
  }
  const counts =
    items === 1
      ? `the count of any item chosen beforehand is ${off} one`
      : `the counts of any ${formatCount(items)} items chosen beforehand are all ${off} ones`;
  return `${sure}, ${counts}, an item without a count counting as 0.`;
}

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
   * "stable" (what "auto" takes): noise on every count, those high enough are named; for comparison
   * BNS13's SanPoints, "rounds" with the constants that its proof allows, "paper" with the printed ones
   */
  method = optional(choice(["auto", "stable", "rounds", "paper"] as const), "auto");
  /** for "rounds" and "paper": which share of the records a count may be off by; default 0.1 */
  accuracy = optional(number(), 0.1);
  /** for how many items at once the accuracy statement is to hold; default 1 */
  items = optional(whole(), 1);
  /** default "add-remove" */
  neighbors = neighbors();
  /** of the accuracy statement; default 0.95 */
  confidence = confidence();
  /**
   * rows whose item is missing (null, undefined, NaN, an invalid date) are left out (default), or make the
   * call throw, which tells the world that one is there
   */
  missing = missing();
  /** is charged before anything is drawn */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
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
 * How often each frequent item occurs, without a list of the possible items: counts for any item, or
 * set of items, that anybody may ask for later at no further cost.
 *
 * Privacy: (epsilon, delta) for one record more or less (or changed), any data, none included. A user
 * has one record.
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

function statementOf({ accuracy, parameters: { items }, conditions: { namedOnly } }: Claim) {
  const sure = `With ${formatPercent(accuracy.confidence)} confidence`;
  const off = `within ${formatCount(accuracy.error)} of the true`;
  if (namedOnly) {
    return `For each returned item, ${sure.toLowerCase()}, the count is ${off} one. Nothing is promised for other items.`;
  }
  const counts =
    items === 1
      ? `the count of any item chosen beforehand is ${off} one`
      : `the counts of any ${formatCount(items)} items chosen beforehand are all ${off} ones`;
  return `${sure}, ${counts}, an item without a count counting as 0.`;
}

import { confidence, neighbors, number, type OptionsOf, optional, whole } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";

class CountFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** the maximum change of the count by one user, 1 to 1,000; default 1 */
  perUser = optional(whole(), 1);
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** charged before any draw */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * Options of `laplaceCount`.
 * @interface
 */
export type CountOptions = OptionsOf<CountFields>;

export const laplaceCountDeclaration = new ReleaseDeclaration({
  name: "laplaceCount",
  of: "Count",
  Fields: CountFields,
  statement: statementOf,
  example: { data: [60] },
});

/**
 * Releases a count with just enough noise.
 *
 * Privacy: (epsilon, 0), pure, for one user more or less (or changed), if one user changes the count by
 * at most `perUser`.
 * Source: the geometric mechanism (Ghosh, Roughgarden, Sundararajan 2009);
 * docs/guarantees/selection.md.
 *
 * @param count a whole number within +-2^53. The result may be negative.
 * @throws {RangeError | TypeError}
 */
export function laplaceCount(
  count: number | bigint,
  options: CountOptions,
): { value: number; record: ReleaseRecord } {
  const asked = laplaceCountDeclaration.checkCall(options);
  if (typeof count !== "number" && typeof count !== "bigint") {
    throw new TypeError(`count must be a whole number, got ${kindOf(count)}`);
  }
  const { drawn, record } = laplaceCountDeclaration.releaseAnswer(asked, () => {
    const data = Number(count);
    if (Number.isSafeInteger(data)) return { data };
    throw new TypeError(`count must be a whole number below 2^53 either way, got ${kindOf(count)}`);
  });
  return { value: drawn, record };
}

function statementOf({ accuracy: { error, confidence } }: Claim) {
  return `With ${formatPercent(confidence)} confidence, the count is within ${formatCount(error)} of the true count.`;
}

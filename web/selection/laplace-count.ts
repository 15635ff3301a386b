import { confidence, neighbors, number, optional, whole } from "../core/fields.js";
import { kindOf } from "../core/options.js";
import { date, label, ledger } from "../ledger/fields.js";
import { percent, rounded } from "../ledger/record.js";
import { Released } from "../ledger/released.js";

class CountFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /** by how much one user can change the count at most, 1 to 1,000; default 1 */
  perUser = optional(whole(), 1);
  /** default "add-remove" */
  neighbors = neighbors();
  /** of the accuracy statement; default 0.95 */
  confidence = confidence();
  /** is charged before anything is drawn */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<CountFields>} CountOptions {@interface} Options of
 *   `laplaceCount`.
 */

export const counted = new Released({
  name: "laplaceCount",
  of: "Count",
  Fields: CountFields,
  statement: statementOf,
  example: { data: [60] },
});

/**
 * How many there are, with just enough noise.
 *
 * Privacy: (epsilon, 0), pure, for one user more or less (or changed), if one user changes the count by
 * at most `perUser`.
 * Source: the geometric mechanism (Ghosh, Roughgarden, Sundararajan 2009);
 * docs/guarantees/selection.md.
 *
 * @param {number | bigint} count a whole number within +-2^53. The result may be negative.
 * @param {CountOptions} options
 * @returns {{ value: number, record: import("../ledger/record.js").ReleaseRecord }}
 * @throws {RangeError | TypeError}
 */
export function laplaceCount(count, options) {
  const asked = counted.ask(options);
  if (typeof count !== "number" && typeof count !== "bigint") {
    throw new TypeError(`count must be a whole number, got ${kindOf(count)}`);
  }
  const { drawn, record } = counted.draw(asked, () => {
    const data = Number(count);
    if (Number.isSafeInteger(data)) return { data };
    throw new TypeError(`count must be a whole number below 2^53 either way, got ${kindOf(count)}`);
  });
  return { value: drawn, record };
}

/** @param {import("../ledger/release.js").Claim} claim */
function statementOf({ accuracy: { error, confidence } }) {
  return `With ${percent(confidence)} confidence, the count is within ${rounded(error)} of the true count.`;
}

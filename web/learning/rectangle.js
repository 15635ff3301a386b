import { anything, readOptions } from "../core/fields.js";
import { checkAxes } from "../data/holders.js";
import { columnsOf, labelledRecords } from "../data/records.js";
import { claimOf, release } from "../ledger/release.js";
import { both, LabelledFields } from "./fields.js";
import { boxOf } from "./hypotheses.js";
import { laidOutPoints } from "./labelled-columns.js";
import { domainsOf, RectangleRuleFields, statementOf } from "./rectangle-options.js";
import { SanitizerBoxFields, sanitizerStatement } from "./rectangle-sanitizers.js";

class LabelledPointsFields extends LabelledFields {
  /**
   * one column of values for each axis, 1 to 64 of them. A point with a coordinate or label that is
   * missing (null, undefined, NaN) does not count
   * @type {import("../core/fields.js").Needed<import("../data/values.js").Values[]>}
   */
  x = anything();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<LabelledPointsFields>} LabelledPoints {@interface} What
 *   `learnRectangle` looks at.
 */

/**
 * Options of `learnRectangle`.
 * @typedef {import("./rectangle-options.js").RectangleRule & LabelledPoints} RectangleOptions
 */

const Fields = both(RectangleRuleFields, LabelledPointsFields);
const FieldsBySanitizer = both(SanitizerBoxFields, LabelledPointsFields);

/**
 * Learns from labelled points in which box the label is 1.
 *
 * Privacy: (epsilon, delta) for one labelled point more or less (or changed), any data, none included.
 * Source: CLNSS22 section 1.3.4; docs/guarantees/rectangles.md.
 *
 * With `algorithm: "sanitizers"` through recursive quantiles of every axis, for comparison: BNS13 section
 * 3.5, docs/guarantees/sanitizers-learn.md.
 *
 * @param {RectangleOptions
 *   | import("./rectangle-sanitizers.js").SanitizerRectangleOptions} options values outside a domain are moved to its nearest end
 * @returns {{ value: import("./hypothesis-rectangle.js").RectangleHypothesis | null, reason?: string,
 *   record: import("../ledger/record.js").ReleaseRecord }} null if one of the sides was not found
 * @throws {RangeError | TypeError}
 */
export function learnRectangle(options) {
  const bySanitizer = options?.algorithm === "sanitizers";
  const of = bySanitizer ? "RectangleBySanitizer" : "Rectangle";
  const { domain, x, y, ledger, ...rest } = bySanitizer
    ? readOptions("learnRectangle", FieldsBySanitizer, options)
    : readOptions("learnRectangle", Fields, options);
  checkAxes(x, y);
  const domains = domainsOf(domain, x.length);
  const request = { ...rest, domains: domains.map(({ core }) => core) };
  const claim = claimOf(of, request);
  const { drawn, record } = release({
    of,
    mechanism: `learnRectangle by ${claim.mechanism}`,
    claim,
    request,
    ledger,
    read: () => ({ data: laidOutPoints(labelledRecords(columnsOf(x, y)), domains) }),
    words: (drawn) => ({
      statement: bySanitizer ? sanitizerStatement(drawn) : statementOf(drawn),
      parameters: { domains: domains.map(({ name }) => name) },
    }),
  });
  if (drawn !== undefined) return { value: boxOf(drawn, domains), record };
  const reason = bySanitizer ? "no cell of some axis stood out" : "a side was not found";
  return { value: null, reason, record };
}

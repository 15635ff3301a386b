import { checkAxes } from "../data/holders.js";
import { columnsOf, labelledRecords } from "../data/records.js";
import { claimOf, release } from "../ledger/release.js";
import { boxOf } from "./hypotheses.js";
import { laidOutPoints } from "./labelled-columns.js";
import { readRectangleOptions, statementOf } from "./rectangle-options.js";
import { readSanitizerOptions, sanitizerStatement } from "./rectangle-sanitizers.js";

/**
 * What `learnRectangle` looks at.
 * @typedef {object} LabelledPoints
 * @property {import("../data/values.js").Values[]} x one column of values for each axis, 1 to 64 of them. A
 *   point with a coordinate or label that is missing (null, undefined, NaN) does not count
 * @property {import("../data/labels.js").Labels} y labels 0 or 1 (or false and true), one a point
 * @property {import("../ledger/ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

/**
 * Options of `learnRectangle`.
 * @typedef {import("./rectangle-options.js").RectangleRule & LabelledPoints} RectangleOptions
 */

const others = ["x", "y", "ledger"];

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
  const { x, y } = options ?? {};
  checkAxes(x, y);
  const bySanitizer = options.algorithm === "sanitizers";
  const of = bySanitizer ? "RectangleBySanitizer" : "Rectangle";
  const { request, domains } = bySanitizer
    ? readSanitizerOptions(options, x.length, others)
    : readRectangleOptions("learnRectangle", options, x.length, others);
  const claim = claimOf(of, request);
  const { drawn, record } = release({
    of,
    mechanism: `learnRectangle by ${claim.mechanism}`,
    claim,
    request,
    ledger: options.ledger,
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

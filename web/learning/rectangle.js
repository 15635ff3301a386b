import { call } from "../core/load.js";
import { checkAxes } from "../data/holders.js";
import { laidOut } from "../data/labelled-columns.js";
import { byLabel, columnsOf, labelledRecords } from "../data/records.js";
import { publicSizes, releaseRecord } from "../ledger/record.js";
import { release } from "../ledger/release-old.js";
import { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { accuracyOf, readRectangleOptions } from "./rectangle-options.js";
import { learnRectangleBySanitizers } from "./rectangle-sanitizers.js";

/** @type {Record<string, string>} */
const names = { outermost: "the outermost points", slices: "slices" };

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
 * @returns {{ value: RectangleHypothesis | null, reason?: string,
 *   record: import("../ledger/record.js").ReleaseRecord }} null if one of the sides was not found
 * @throws {RangeError | TypeError}
 */
export function learnRectangle(options) {
  const { x, y } = options ?? {};
  checkAxes(x, y);
  if (options.algorithm === "sanitizers") return learnRectangleBySanitizers(options);
  const { request, domains } = readRectangleOptions("learnRectangle", options, x.length, [
    "x",
    "y",
    "ledger",
  ]);
  const plan = call("rectanglePlan", request);
  const { epsilon, delta, neighbors, confidence } = request;
  const { algorithm } = plan;
  const mechanism = `learnRectangle by ${names[algorithm]}`;
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange: false };
  const { drawn, record } = release({
    ledger: options.ledger,
    cost,
    read: () => {
      const { ones } = byLabel(labelledRecords(columnsOf(x, y)));
      return ones.map((column, axis) => laidOut(column, domains[axis]));
    },
    draw: (columns, granted) =>
      call("drawRectangle", columns, { ...request, ...granted, algorithm }),
    record: () =>
      releaseRecord({
        mechanism,
        parameters: { algorithm, domains: domains.map(({ name }) => name) },
        neighbors,
        epsilon,
        delta,
        public: publicSizes(neighbors, "points"),
        accuracy: accuracyOf(plan, confidence),
        proof: "docs/guarantees/rectangles.md",
      }),
  });
  if (!drawn.found) return { value: null, reason: "a side was not found", record };
  const sides = [drawn.lowest, drawn.highest].map((/** @type {any[]} */ side) =>
    side.map((value, axis) => domains[axis].decode(value)),
  );
  return { value: new RectangleHypothesis(sides[0], sides[1]), record };
}

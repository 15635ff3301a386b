import { checkDomain, reals } from "./domains.js";
import { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { splitByLabel } from "./labels.js";
import { chargeLedger } from "./ledger.js";
import { call } from "./load.js";
import { checkOptions, choiceOption, describe, numberOption } from "./options.js";
import { percent, releaseRecord, rounded } from "./record.js";
import { columnOf } from "./values.js";

/**
 * Options of `learnRectangle`.
 * @typedef {object} RectangleOptions
 * @property {import("./values.js").Values[]} x one column of values for each axis, 1 to 64 of them
 * @property {import("./labels.js").Labels} y labels 0 or 1 (or false and true), one a point
 * @property {import("./domains.js").Domain<any> | import("./domains.js").Domain<any>[]} [domain] of all
 *   axes, or one for each; any but text; default `reals()`
 * @property {number} epsilon the privacy loss, 1e-9 to 10,000
 * @property {number} delta above 0, far below 1 / (number of points)
 * @property {"add-remove" | "replace"} [neighbors] default "add-remove"
 * @property {number} [confidence] of the accuracy statement; default 0.95
 * @property {import("./ledger.js").AnyLedger} [ledger] is charged before anything is drawn
 */

const known = ["x", "y", "domain", "epsilon", "delta", "neighbors", "confidence", "ledger"];

/**
 * Learns from labelled points in which box the label is 1.
 *
 * Privacy: (epsilon, delta) for one labelled point more or less (or changed), any data, none included.
 * Source: CLNSS22 section 1.3.4; docs/guarantees/rectangles.md.
 *
 * @param {RectangleOptions} options values outside a domain are moved to its nearest end
 * @returns {{ value: RectangleHypothesis | null, reason?: string,
 *   record: import("./record.js").ReleaseRecord }} null if one of the sides was not found
 * @throws {RangeError | TypeError}
 */
export function learnRectangle(options) {
  checkOptions("learnRectangle", options, known);
  const { x, y, neighbors = "add-remove", confidence = 0.95 } = options;
  if (!Array.isArray(x) || x.length === 0 || typeof x[0] === "number") {
    throw new TypeError(`x must be an array of columns, one an axis, got ${describe(x)}`);
  }
  const domains = domainsOf(options.domain ?? reals(), x.length);
  const request = {
    domains: domains.map(({ core }) => core),
    epsilon: numberOption("epsilon", options.epsilon),
    delta: numberOption("delta", options.delta),
    neighbors: choiceOption("neighbors", neighbors, ["add-remove", "replace"]),
    confidence: numberOption("confidence", confidence),
  };
  const plan = call("rectanglePlan", request);
  const columns = x.map((column, axis) => {
    const { ones } = splitByLabel(column, y);
    const { data, core, records: _, ...layout } = columnOf(ones, domains[axis], "clamp");
    return { data, layout: { ...layout, domain: core, outside: "clamp" } };
  });
  const { epsilon, delta } = request;
  const mechanism = "learnRectangle by interior points";
  const cost = { mechanism, epsilon, delta, neighbors: request.neighbors, boundedRange: false };
  const { granted, attach } = chargeLedger(options.ledger, cost);
  const drawn = call("drawRectangle", columns, { ...request, ...granted });
  const record = releaseRecord({
    mechanism,
    parameters: { domains: domains.map(({ name }) => name), outermost: plan.outermost },
    neighbors: request.neighbors,
    epsilon,
    delta,
    public:
      request.neighbors === "replace"
        ? "the parameters and the number of points"
        : "the parameters",
    accuracy: {
      kind: "errors",
      error: plan.errors,
      confidence,
      statement: `If some box labels all points rightly, then with ${percent(confidence)} confidence one is found that labels at most ${rounded(plan.errors)} of them wrongly, all of those points with label 1.`,
    },
    proof: "docs/guarantees/rectangles.md",
  });
  attach(record);
  if (!drawn.found) return { value: null, reason: "a side was not found", record };
  const sides = [drawn.lowest, drawn.highest].map((/** @type {any[]} */ side) =>
    side.map((value, axis) => domains[axis].decode(value)),
  );
  return { value: new RectangleHypothesis(sides[0], sides[1]), record };
}

/**
 * @param {import("./domains.js").Domain<any> | import("./domains.js").Domain<any>[]} domain
 * @param {number} axes
 */
function domainsOf(domain, axes) {
  const domains = Array.isArray(domain) ? domain : Array(axes).fill(domain);
  if (domains.length !== axes) {
    throw new RangeError(
      `domain must be one, or as many as columns, ${axes}, got ${domains.length}`,
    );
  }
  for (const one of domains) {
    checkDomain(one);
    if (one.core.type === "text") throw new RangeError("domain must not be text for a box");
  }
  return domains;
}

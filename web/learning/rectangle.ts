import { anything, type Needed, type OptionsOf, type Request } from "../core/fields.js";
import { checkAxes } from "../data/holders.js";
import type { Labels } from "../data/labels.js";
import { columnsOf, labelledRecords } from "../data/records.js";
import type { Values } from "../data/values.js";
import type { ReleaseRecord } from "../ledger/record.js";
import { optionsOfAny, ReleaseDeclaration } from "../ledger/released.js";
import { both, LabelledFields } from "./fields.js";
import { boxOf } from "./hypotheses.js";
import type { RectangleHypothesis } from "./hypothesis-rectangle.js";
import { laidOutPoints } from "./labelled-columns.js";
import { axesOf, saidGrid } from "./rectangle-grid.js";
import {
  DimensionsFields,
  domainsOf,
  type RectangleRule,
  RectangleRuleFields,
  statementOf,
} from "./rectangle-options.js";
import {
  SanitizerBoxFields,
  type SanitizerRectangleOptions,
  sanitizerStatement,
} from "./rectangle-sanitizers.js";

class LabelledPointsFields extends LabelledFields {
  /**
   * one column of values for each axis, 1 to 64 of them. A point with a coordinate or label that is
   * missing (null, undefined, NaN) does not count
   */
  x: Needed<Values[]> = anything();
}

/**
 * The labelled points of `learnRectangle`.
 * @interface
 */
export type LabelledPoints = OptionsOf<LabelledPointsFields>;

/** Options of `learnRectangle`. */
export type RectangleOptions = RectangleRule & LabelledPoints;

/** The options of a box to learn, or to plan for: with data, or with a number of axes. */
type Learning = RectangleRuleFields & LabelledPointsFields;
type RectangleRead = Pick<Request<Learning>, "domain"> & {
  grid?: Request<Learning>["grid"];
  x?: Values[];
  y?: Labels;
  dimensions?: number;
};

const aboutBoxes = {
  name: "learnRectangle",
  request({ domain, dimensions, x, y, grid, ...rest }: RectangleRead) {
    if (dimensions === undefined) checkAxes(x, y);
    const domains = domainsOf(domain, dimensions ?? x!.length);
    return { ...rest, domains: axesOf(domains, grid) };
  },
  parameters: ({ domain, x, grid }: Pick<RectangleRead, "domain" | "grid"> & { x: Values[] }) => ({
    domains: domainsOf(domain, x.length).map(({ name }) => name),
    ...(grid !== undefined && { grid: saidGrid(grid) }),
  }),
  example: {
    options: {
      x: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      y: [1, 1, 0],
    },
    known: { dimensions: 2 },
  },
};

export const learnRectangleDeclaration = new ReleaseDeclaration({
  ...aboutBoxes,
  of: "Rectangle",
  Fields: both(RectangleRuleFields, LabelledPointsFields),
  AccuracyOptions: both(RectangleRuleFields, DimensionsFields),
  statement: statementOf,
});

export const learnRectangleBySanitizersDeclaration = new ReleaseDeclaration({
  ...aboutBoxes,
  of: "RectangleBySanitizer",
  Fields: both(SanitizerBoxFields, LabelledPointsFields),
  AccuracyOptions: both(SanitizerBoxFields, DimensionsFields),
  statement: sanitizerStatement,
});

/** The members that both declarations share. */
type BoxWay = Pick<
  ReleaseDeclaration<Pick<RectangleRuleFields, "domain"> & LabelledPointsFields>,
  "checkCall" | "releaseAnswer" | "accuracy"
>;

/** Chooses the algorithm first, as each has options of its own. */
export function boxWay(options: unknown) {
  const once = optionsOfAny(
    options,
    learnRectangleDeclaration,
    learnRectangleBySanitizersDeclaration,
  );
  const way: BoxWay =
    once?.algorithm === "sanitizers"
      ? learnRectangleBySanitizersDeclaration
      : learnRectangleDeclaration;
  return { way, options: once };
}

function whyNone(way: unknown, record: ReleaseRecord) {
  if (way === learnRectangleBySanitizersDeclaration) return "no cell of some axis stood out";
  const { algorithm } = record.parameters;
  if (algorithm === "exponential") return "label 0 everywhere was drawn";
  return algorithm === "axis-by-axis" ? "an axis' interval is empty" : "a side was not found";
}

/**
 * Learns from labelled points the box in which the label is 1.
 *
 * Privacy: (epsilon, delta) for one labelled point more or less (or changed), for every data set, the empty one
 * included; (epsilon, 0) by the exponential mechanism and axis by axis, whatever the delta.
 * Source: the exponential mechanism over the boxes of a public grid, or on one axis after the other; "outermost"
 * and "slices": CLNSS22 section 1.3.4; docs/guarantees/rectangles.md.
 *
 * With `algorithm: "sanitizers"` through recursive quantiles of every axis, for comparison: BNS13 section
 * 3.5, docs/guarantees/sanitizers-learn.md.
 *
 * @param options values outside a domain are moved to its nearest end
 * @returns null if a side was not found, or if no points seemed worth a box
 * @throws {RangeError | TypeError}
 */
export function learnRectangle(options: RectangleOptions | SanitizerRectangleOptions): {
  value: RectangleHypothesis | null;
  reason?: string;
  record: ReleaseRecord;
} {
  const { way, options: once } = boxWay(options);
  const asked = way.checkCall(once);
  const { domain, x, y } = asked.read;
  const domains = domainsOf(domain, x.length);
  const { drawn, record } = way.releaseAnswer(asked, () => ({
    data: laidOutPoints(labelledRecords(columnsOf(x, y)), domains),
  }));
  if (drawn !== undefined) return { value: boxOf(drawn, domains), record };
  return { value: null, reason: whyNone(way, record), record };
}

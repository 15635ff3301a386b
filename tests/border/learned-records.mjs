// Records in turn at two places, and learners of them.
import {
  integers,
  learnLabelPrivate,
  learnPoint,
  learnRectangle,
  learnSemiPrivate,
  learnThreshold,
} from "../../dist/index.js";

export const domain = integers(0, 60);
export const missing = [Number.NaN, null, undefined, new Date(Number.NaN)];

/** `n` records in turn at 10 and at 50 on every axis, of label 1 at 50. */
export const spread = (n, axes) =>
  Array.from({ length: n }, (_, i) => ({
    at: Array(axes).fill(i % 2 === 0 ? 10 : 50),
    label: i % 2,
  }));
export const columnsOf = (records) =>
  records[0].at.map((_, axis) => records.map(({ at }) => at[axis]));
export const labelsOf = (records) => records.map(({ label }) => label);

/** The prediction of a rule at 10 and at 50 of every axis. */
const said = ({ value }, axes) =>
  value === null
    ? "nothing"
    : [10, 50].map((one) => Number(value.predict(axes === 0 ? one : Array(axes).fill(one)))).join();

export const rules = [10, 50].flatMap((place) => [
  { predict: (one) => one === place },
  { predict: (one) => one !== place },
]);

/** Each learner with its number of axes (0: x is the column), with options that make its answer certain. */
export const learners = {
  "learnThreshold, exponential": [0, learnThreshold, { ones: "above", epsilon: 5 }],
  "learnThreshold, cut": [
    0,
    learnThreshold,
    { ones: "above", epsilon: 5, delta: 1e-6, algorithm: "cut" },
  ],
  "learnThreshold, interior-point": [
    0,
    learnThreshold,
    { ones: "above", epsilon: 5, delta: 1e-6, algorithm: "interior-point" },
  ],
  "learnThreshold, sanitizer": [
    0,
    learnThreshold,
    { ones: "above", epsilon: 50, algorithm: "sanitizer", points: 3 },
  ],
  "learnPoint, stable": [0, learnPoint, { domain: undefined, epsilon: 5, delta: 1e-6 }],
  "learnPoint, gap": [
    0,
    learnPoint,
    { domain: undefined, epsilon: 5, delta: 1e-6, algorithm: "gap" },
  ],
  "learnRectangle, axis by axis": [2, learnRectangle, { epsilon: 30 }],
  "learnRectangle, outermost": [
    2,
    learnRectangle,
    { epsilon: 30, delta: 1e-6, algorithm: "outermost" },
  ],
  "learnRectangle, slices": [2, learnRectangle, { epsilon: 30, delta: 1e-6, algorithm: "slices" }],
  "learnRectangle, sanitizers": [
    2,
    learnRectangle,
    { epsilon: 60, algorithm: "sanitizers", points: 3 },
  ],
  "learnSemiPrivate, boxes": [
    2,
    learnSemiPrivate,
    {
      rules: "boxes",
      unlabelled: [
        [10, 50],
        [10, 50],
      ],
      epsilon: 5,
    },
  ],
  "learnSemiPrivate, thresholds": [
    0,
    learnSemiPrivate,
    { rules: "thresholds", unlabelled: [10, 50], ones: "above", epsilon: 5 },
  ],
  "learnSemiPrivate, listed": [0, learnSemiPrivate, { domain: undefined, rules, epsilon: 5 }],
  "learnLabelPrivate, boxes": [2, learnLabelPrivate, { rules: "boxes", epsilon: 5 }],
  "learnLabelPrivate, thresholds": [
    0,
    learnLabelPrivate,
    { rules: "thresholds", ones: "above", epsilon: 5 },
  ],
  "learnLabelPrivate, a function": [
    0,
    learnLabelPrivate,
    { domain: undefined, rules: () => rules, epsilon: 5 },
  ],
};

/** The answer of a learner to these records. */
export function answer([axes, learn, options], records) {
  const columns = columnsOf(records);
  const x = axes === 0 ? columns[0] : columns;
  return said(learn({ domain, ...options, x, y: labelsOf(records) }), axes);
}

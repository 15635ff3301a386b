// Rules learned from labels, correct ones and some wrong ones, and distributions for any query.
import {
  decimals,
  integers,
  learnRectangle,
  learnThreshold,
  sanitizeThresholds,
} from "../../../dist/index.js";
import { bestInterval, laplace, noisyCounts } from "./by-hand.mjs";

const ofAxes = decimals(0, 100, 1);

/** Points spread evenly, with label 1 in a box that contains half of them, and a share of wrong labels. */
const inBox =
  ({ d, n, wrong }) =>
  (random) => {
    const side = 100 * 0.5 ** (1 / d);
    const low = Array.from({ length: d }, () => random.between(0, 100 - side));
    const x = low.map(() => Float64Array.from({ length: n }, () => random.between(0, 100)));
    const truth = Array.from({ length: n }, (_, i) =>
      low.every((from, axis) => x[axis][i] >= from && x[axis][i] <= from + side),
    );
    const y = truth.map((label) => label !== random.between(0, 1) < wrong);
    return { x, y, truth, random };
  };

/** Points on the wrong side of a box, by the true labels. */
function misplaced({ x, truth }, { lowest, highest } = { lowest: [], highest: [] }) {
  const isIn = (i) =>
    lowest.length > 0 && x.every((axis, d) => axis[i] >= lowest[d] && axis[i] <= highest[d]);
  return truth.reduce((count, label, i) => count + (isIn(i) === label ? 0 : 1), 0);
}

const cellsOfAxes = decimals(0, 99.9, 1); // a thousand values

/** Sides at edges of `cells` equal cells of 0 to 99.9, up to about half of the points inside. */
const onEdges =
  ({ d, cells, n, wrong }) =>
  (random) => {
    const size = Math.min(cells - 1, Math.round(cells * 0.5 ** (1 / d)));
    const first = Array.from({ length: d }, () => random.below(cells - size + 1));
    const edge = (cell) => Math.floor((cell * 1000) / cells) / 10;
    const x = first.map(() => Float64Array.from({ length: n }, () => random.below(1000) / 10));
    const truth = Array.from({ length: n }, (_, i) =>
      first.every((cell, axis) => x[axis][i] >= edge(cell) && x[axis][i] < edge(cell + size)),
    );
    const y = truth.map((label) => label !== random.between(0, 1) < wrong);
    return { x, y, truth, random };
  };

const boxBy = (epsilon, options) => (data) => {
  const { value } = learnRectangle({ x: data.x, y: data.y, domain: ofAxes, epsilon, ...options });
  return misplaced(data, value ?? undefined);
};

/** On each axis: noisy counts of label 1 minus label 0 in 200 bins, and the range of bins with the greatest sum. */
const boxByHand = (epsilon) => (data) => {
  const { x, y, random } = data;
  const intervals = x.map((axis) => {
    const weights = new Array(200).fill(0);
    for (const [i, value] of axis.entries()) weights[Math.floor(2 * value)] += y[i] ? 1 : -1;
    return bestInterval(weights.map((weight) => weight + laplace(random, epsilon / x.length)));
  });
  if (intervals.some(({ from, to }) => to < from)) return misplaced(data);
  return misplaced(data, {
    lowest: intervals.map(({ from }) => from / 2),
    highest: intervals.map(({ to }) => (to + 1) / 2),
  });
};

const boxes = ({ d, n, wrong, epsilon, runs }) => ({
  title: `learnRectangle, ${d} ${d > 1 ? "axes" : "axis"}, ${n.toLocaleString("en")} points, ${100 * wrong}% wrong labels, epsilon ${epsilon}`,
  ...{ unit: "points wrong", runs, make: inBox({ d, n, wrong }) },
  ways: [
    { name: "by default", ask: boxBy(epsilon, {}) },
    ...["outermost", "slices"].map((algorithm) => ({
      ...{ name: `by "${algorithm}"`, ask: boxBy(epsilon, { algorithm, delta: 1e-8 }) },
    })),
    { name: 'by "sanitizers"', ask: boxBy(epsilon, { algorithm: "sanitizers" }) },
    { name: "by hand", ask: boxByHand(epsilon) },
  ],
});

/** The contest on a public grid with the true sides on its edges: ranges of ages, years, postcodes. */
const onGrid = ({ d, cells, n, wrong, epsilon, runs }) => ({
  title: `learnRectangle, ${d} ${d > 1 ? "axes" : "axis"} of ${cells} cells, ${n.toLocaleString("en")} points, ${100 * wrong}% wrong labels, epsilon ${epsilon}`,
  ...{ unit: "points wrong", runs, make: onEdges({ d, cells, n, wrong }) },
  ways: [
    { name: "by default", ask: boxBy(epsilon, { grid: cells, domain: cellsOfAxes }) },
    { name: 'by "axis-by-axis"', ask: boxBy(epsilon, { algorithm: "axis-by-axis" }) },
    {
      name: 'by "outermost" with a tolerance',
      ask: boxBy(epsilon, { algorithm: "outermost", delta: 1e-8, tolerance: 2 * wrong * n }),
    },
    { name: "by hand", ask: boxByHand(epsilon) },
  ],
});

/** Values of any of 10,000, labelled 1 up to a threshold, with a share of wrong labels. */
const belowThreshold =
  ({ n, wrong }) =>
  (random) => {
    const threshold = random.between(1000, 9000);
    const x = Array.from({ length: n }, () => random.below(10_000));
    const truth = x.map((value) => value <= threshold);
    return { x, truth, y: truth.map((label) => label !== random.between(0, 1) < wrong), random };
  };

const wrongSide = ({ x, truth }, threshold) =>
  x.reduce((count, value, i) => count + (value <= threshold === truth[i] ? 0 : 1), 0);

const ruleBy = (epsilon, options) => (data) => {
  const domain = integers(0, 9999);
  const { value } = learnThreshold({ x: data.x, y: data.y, domain, epsilon, ...options });
  return wrongSide(data, value?.threshold ?? -1);
};

/** Noisy counts of label 1 minus label 0 in 100 bins, and the bin up to which their sum is greatest. */
const ruleByHand = (epsilon) => (data) => {
  const weights = new Array(100).fill(0);
  for (const [i, value] of data.x.entries()) weights[Math.floor(value / 100)] += data.y[i] ? 1 : -1;
  let [sum, best, at] = [0, 0, -1];
  for (const [i, weight] of weights.entries()) {
    sum += weight + laplace(data.random, epsilon);
    if (sum > best) [best, at] = [sum, i];
  }
  return wrongSide(data, 100 * (at + 1) - 1);
};

const thresholds = ({ n, wrong, epsilon, delta, runs }) => ({
  title: `learnThreshold, ${n.toLocaleString("en")} records, ${100 * wrong}% wrong labels, epsilon ${epsilon}${delta ? `, delta ${delta}` : ""}`,
  ...{ unit: "records wrong", runs, make: belowThreshold({ n, wrong }) },
  ways: [
    { name: "by default", ask: ruleBy(epsilon, { delta }) },
    ...["exponential", ...(delta ? ["cut", "interior-point", "rec-concave"] : [])].map(
      (algorithm) => ({
        ...{ name: `by "${algorithm}"`, ask: ruleBy(epsilon, { algorithm, delta }) },
      }),
    ),
    { name: 'by "sanitizer"', ask: ruleBy(epsilon, { algorithm: "sanitizer" }) },
    { name: "by hand", ask: ruleByHand(epsilon) },
  ],
});

const ages = (n) => (random) => {
  const middle = random.between(20, 60);
  const draw = () => Math.min(120, Math.max(0, Math.round(middle + 15 * random.normal())));
  return { sorted: Float64Array.from({ length: n }, draw).sort(), random };
};

/** Whole numbers of any scale below a billion. */
const wide = (n) => (random) => {
  const scale = 10 ** random.between(2, 7);
  const draw = () => Math.min(1e9, Math.round(scale * Math.exp(random.normal())));
  return { sorted: Float64Array.from({ length: n }, draw).sort(), random };
};

/** The largest error of shares in records, just below and at each occurring value. */
function farthest(sorted, cdf) {
  let most = 0;
  for (let i = 0; i < sorted.length; ++i) {
    if (i + 1 < sorted.length && sorted[i] === sorted[i + 1]) continue;
    most = Math.max(most, Math.abs(cdf(sorted[i]) * sorted.length - (i + 1)));
  }
  return most;
}

const sharesBy =
  (options) =>
  ({ sorted }) => {
    const { value } = sanitizeThresholds(sorted, { epsilon: 1, ...options });
    return farthest(sorted, (at) => value.cdf(at));
  };

function sharesByHand({ sorted, random }) {
  let sum = 0;
  const upTo = noisyCounts(random, sorted, 121, 1).map((count) => (sum += count));
  return farthest(sorted, (at) => upTo[at] / Math.max(1, sum));
}

const shares = ({ title, make, runs, options, guess, byHand = [] }) => ({
  ...{
    title: `sanitizeThresholds, ${title}, epsilon 1, the worst share`,
    unit: "records off",
  },
  ...{ make, runs },
  ways: [
    { name: "by default", ask: sharesBy({ ...options, ...guess }) },
    ...[3, 7, 15, 31, 127, 511].map((points) => ({
      ...{ name: `by \`points: ${points}\``, ask: sharesBy({ ...options, points }) },
    })),
    ...byHand,
  ],
});

/** @type {import("../contest.mjs").Contest[]} */
export const rules = [
  ...[1, 2, 4].flatMap((d) =>
    [0, 0.02].map((wrong) => boxes({ d, n: 10_000, wrong, epsilon: 1, runs: 40 })),
  ),
  boxes({ d: 8, n: 10_000, wrong: 0, epsilon: 1, runs: 32 }),
  ...[
    { d: 1, cells: 500 },
    { d: 2, cells: 80 },
    { d: 4, cells: 10 },
    { d: 8, cells: 3 },
  ].flatMap((grid) =>
    [0, 0.02].map((wrong) => onGrid({ ...grid, n: 10_000, wrong, epsilon: 1, runs: 32 })),
  ),
  boxes({ d: 1, n: 1000, wrong: 0.02, epsilon: 2, runs: 60 }),
  boxes({ d: 1, n: 100_000, wrong: 0.02, epsilon: 2, runs: 32 }),
  ...[0, 0.02].flatMap((wrong) =>
    [undefined, 1e-8].map((delta) =>
      thresholds({ n: 1000, wrong, epsilon: 0.1, delta, runs: 200 }),
    ),
  ),
  ...[1000, 100_000].map((n) =>
    shares({
      ...{ title: `${n.toLocaleString("en")} ages`, make: ages(n), runs: n > 1000 ? 32 : 100 },
      options: { domain: integers(0, 120) },
      byHand: [{ name: "by hand", ask: sharesByHand }],
    }),
  ),
  ...[1000, 50_000].map((n) =>
    shares({
      title: `${n.toLocaleString("en")} whole numbers up to 1e9, about so many expected`,
      ...{ make: wide(n), runs: n > 1000 ? 32 : 100, options: { domain: integers(0, 1e9) } },
      // Known beforehand, roughly.
      guess: { records: n },
    }),
  ),
];

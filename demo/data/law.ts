// The exact law of an exponential mechanism over sorted data: P[z] is proportional to
// points(z) * e^(rate * score(z)), with one score for each run of values between two neighbouring records.
// (docs/guarantees/exponential.md and thresholds.md.) It uses the raw data: for the owner only.

import type { Points } from "./domain-points.js";

/**
 * @returns the probability of no answer; of answers the values between which 95 of 100 lie, and the probability of
 *   each bin and outside of all
 */
export function exponentialLaw({
  distinct,
  points,
  exponent,
  before = 0,
  noneExponent = Number.NEGATIVE_INFINITY,
}: {
  /** the different values, sorted, inside the domain */
  distinct: Float64Array;
  points: Points;
  /**
   * `rate * score` on value number `index`, or (onValue false) in the gap before it; index `distinct.length` is the
   * gap after the last
   */
  exponent: (index: number, onValue: boolean) => number;
  /** further outcomes that score as the gap before the first value does */
  before?: number;
  /** `rate * score` of abstaining, if the mechanism may abstain */
  noneExponent?: number;
}): {
  none: number;
  from: number;
  to: number;
  sumBy: (edges: ArrayLike<number>) => { bins: Float64Array; below: number; above: number };
} {
  const runs = runsOf(distinct, points, exponent);
  runs.weights[0]! += before;
  const highest = runs.exponents.reduce(
    (most, one) => Math.max(most, one),
    Number.NEGATIVE_INFINITY,
  );
  let total = 0;
  for (let i = 0; i < runs.weights.length; ++i) {
    runs.weights[i]! *= Math.exp(runs.exponents[i]! - highest);
    total += runs.weights[i]!;
  }
  for (let i = 0; i < runs.weights.length; ++i) runs.weights[i]! /= total;
  const none = 1 / (1 + total * Math.exp(highest - noneExponent));
  return { none, ...middle(runs, points), sumBy: (edges) => sumBy(runs, points, edges) };
}

const weightOf = ({ at }: Points, value: number) => (at ? at(value) : 1);

/** Runs in order: gap, value, gap, value, …, gap. */
function runsOf(
  distinct: Float64Array,
  points: Points,
  exponent: (index: number, onValue: boolean) => number,
) {
  const count = 2 * distinct.length + 1;
  const weights = new Float64Array(count);
  const exponents = new Float64Array(count);
  const from = new Float64Array(count);
  const to = new Float64Array(count);
  const [before, after] = points.outside;
  for (let i = 0; i <= distinct.length; ++i) {
    const gap = 2 * i;
    from[gap] = i === 0 ? before : distinct[i - 1]!;
    to[gap] = i === distinct.length ? after : distinct[i]!;
    weights[gap] = points.between(from[gap]!, to[gap]!);
    exponents[gap] = exponent(i, false);
    if (i === distinct.length) continue;
    weights[gap + 1] = weightOf(points, distinct[i]!);
    exponents[gap + 1] = exponent(i, true);
    from[gap + 1] = distinct[i]!;
    to[gap + 1] = distinct[i]!;
  }
  return { weights, exponents, from, to };
}

type Runs = ReturnType<typeof runsOf>;

/** Between which values 95 of 100 answers lie. */
function middle({ weights, from, to }: Runs, points: Points) {
  const interval = { from: points.low, to: points.high };
  let sum = 0;
  for (let i = 0; i < weights.length; ++i) {
    const before = sum;
    sum += weights[i]!;
    if (before <= 0.025 && sum > 0.025) interval.from = within(i, (0.025 - before) / weights[i]!);
    if (before <= 0.975 && sum > 0.975) interval.to = within(i, (0.975 - before) / weights[i]!);
  }
  return interval;

  /** The value at a share of a run, found by halving: for display only. */
  function within(run: number, part: number) {
    const wanted = part * points.between(from[run]!, to[run]!);
    let [a, b] = [Math.max(from[run]!, points.low), Math.min(to[run]!, points.high)];
    for (let step = 0; step < 80 && a < b; ++step) {
      const half = points.snap(a / 2 + b / 2);
      if (half === a || half === b) break;
      if (points.between(from[run]!, half) < wanted) a = half;
      else b = half;
    }
    return b;
  }
}

function sumBy({ weights, from, to }: Runs, points: Points, edges: ArrayLike<number>) {
  const bins = new Float64Array(edges.length - 1);
  const low = edges[0]!;
  const high = edges[edges.length - 1]!;
  let below = 0;
  let above = 0;
  let bin = 0;
  for (let i = 0; i < weights.length; ++i)
    if (weights[i]! > 0) spread(from[i]!, to[i]!, weights[i]!);
  return { bins, below, above };

  /** Adds a run to the bins it crosses, in proportion to its points in each. */
  function spread(a: number, b: number, probability: number) {
    if (a === b) {
      if (a < low) below += probability;
      else if (a > high) above += probability;
      else bins[binOf(a)]! += probability;
      return;
    }
    const all = points.between(a, b);
    /** The share of the points from `x` to below `y` among the points between `a` and `b`. */
    const part = (x: number, y: number) => {
      if (all === 0 || x >= y) return 0;
      return (
        (probability *
          (points.between(x, y) + (x > a && points.has(x) ? weightOf(points, x) : 0))) /
        all
      );
    };
    if (a < low) below += part(a, Math.min(b, low));
    if (b > high) above += part(Math.max(a, high), b);
    const [start, end] = [Math.max(a, low), Math.min(b, high)];
    if (start >= end) return;
    for (let k = binOf(start); k < bins.length && edges[k]! < end; ++k) {
      bins[k]! += part(Math.max(start, edges[k]!), Math.min(end, edges[k + 1]!));
    }
  }

  /** Values come in order, so the bin only moves up. */
  function binOf(value: number) {
    while (bin < bins.length - 1 && value >= edges[bin + 1]!) ++bin;
    return bin;
  }
}

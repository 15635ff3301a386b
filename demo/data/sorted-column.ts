// A column sorted, with the different values and their ranks: computed once, used by charts and laws.

import type { Points } from "./domain-points.js";

/** @param numbers NaN where a cell is empty */
export function sortedColumn(numbers: Float64Array) {
  const present = numbers.filter((number) => !Number.isNaN(number));
  return present.sort();
}

/** The different values inside a domain, each with the number of records at or below it. */
export function distinctValues(sorted: Float64Array, points: Points) {
  const values = new Float64Array(sorted.length);
  const upTo = new Float64Array(sorted.length);
  let last = -1;
  for (let i = 0; i < sorted.length; ++i) {
    const value = points.snap(sorted[i]!);
    if (last < 0 || value !== values[last]) values[++last] = value;
    upTo[last] = i + 1;
  }
  return { values: values.subarray(0, last + 1), upTo: upTo.subarray(0, last + 1) };
}

/**
 * Equal bins with round edges, over the middle 99% of the data: a few extremes would flatten the rest.
 * @param wanted the approximate number of bins
 * @param omitted the share of the data that may be outside
 */
export function roundEdges(sorted: Float64Array, wanted = 50, omitted = 0.01) {
  // Bins have finite edges.
  const finite = sorted.filter(Number.isFinite);
  const at = (share: number) =>
    finite[Math.min(finite.length - 1, Math.floor(share * finite.length))] ?? 0;
  const [low, high] = [at(omitted / 2), at(1 - omitted / 2)];
  const rough = (high - low) / wanted || Math.max(1, Math.abs(low)) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.floor(high / step) - first + 1);
  return Float64Array.from({ length: count + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

/** Each bin cut into `pieces`. */
export function finerEdges(edges: Float64Array, pieces: number) {
  const count = (edges.length - 1) * pieces;
  const [low, high] = [edges[0]!, edges[edges.length - 1]!];
  return Float64Array.from({ length: count + 1 }, (_, i) => low + ((high - low) * i) / count);
}

/** How many of the sorted numbers lie in each bin (its lower edge included), and outside. */
export function countBins(sorted: Float64Array, edges: Float64Array) {
  const counts = new Float64Array(edges.length - 1);
  let below = 0;
  let above = 0;
  let bin = 0;
  const high = edges[edges.length - 1]!;
  for (const number of sorted) {
    if (number < edges[0]!) ++below;
    else if (number > high) ++above;
    else {
      while (bin < counts.length - 1 && number >= edges[bin + 1]!) ++bin;
      ++counts[bin]!;
    }
  }
  return { counts, below, above };
}

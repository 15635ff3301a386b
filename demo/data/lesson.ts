// The figures of the lesson: exact ones, and the exact laws of released ones.
import { pointsOf } from "./domain-points.js";
import { lawEdges } from "./law-edges.js";
import { lawOfRank } from "./rank-law.js";
import { distinctValues, finerEdges } from "./sorted-column.js";

/** What pay there may be, known beforehand: whole amounts. */
const domain = { type: "range", low: 0, high: 20_000, digits: 0 };

/** @param {number[]} pays */
export const meanOf = (pays) => pays.reduce((sum, pay) => sum + pay, 0) / pays.length;

/** @param {number[]} pays */
export function medianOf(pays) {
  const sorted = pays.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * The laws of the median as it is released, with and without one of them.
 * @param {number[]} before
 * @param {number[]} after
 * @param {number} epsilon
 */
export function releasedLaws(before, after, epsilon) {
  const points = pointsOf(domain);
  const lawOf = (/** @type {number[]} */ pays) => {
    const sorted = Float64Array.from(pays).sort();
    return lawOfRank(sorted, distinctValues(sorted, points), { q: 0.5, epsilon, domain });
  };
  const laws = [lawOf(before), lawOf(after)];
  // One scale for both: where the first one lies.
  const edges = lawEdges(laws[0], finerEdges(Float64Array.of(0, 20_000), 200), points);
  const [with_, without] = laws.map(({ sumBy }) => sumBy(edges));
  const chances = ({ bins, below, above }) => [...bins, below, above];
  const others = chances(without);
  const ratio = chances(with_).reduce(
    (most, chance, bin) =>
      chance === 0 || others[bin] === 0
        ? most // no point of the domain lies in it
        : Math.max(most, chance / others[bin], others[bin] / chance),
    1,
  );
  return { edges, with: with_.bins, without: without.bins, ratio };
}

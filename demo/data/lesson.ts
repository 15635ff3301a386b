// The figures of the lesson: exact ones, and the exact laws of released ones.
import { type DomainChoice, pointsOf } from "./domain-points.js";
import { lawEdges } from "./law-edges.js";
import { lawOfRank } from "./rank-law.js";
import { distinctValues, finerEdges } from "./sorted-column.js";

/** The possible pay, known beforehand: whole amounts. */
const domain: DomainChoice = { type: "range", low: 0, high: 20_000, digits: 0 };

export const meanOf = (pays: number[]) => pays.reduce((sum, pay) => sum + pay, 0) / pays.length;

export function medianOf(pays: number[]) {
  const sorted = pays.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The laws of the released median, with and without one person. */
export function releasedLaws(before: number[], after: number[], epsilon: number) {
  const points = pointsOf(domain);
  const lawOf = (pays: number[]) => {
    const sorted = Float64Array.from(pays).sort();
    return lawOfRank(sorted, distinctValues(sorted, points), { q: 0.5, epsilon, domain });
  };
  const laws = [lawOf(before), lawOf(after)] as const;
  // One scale for both: where the first one lies.
  const edges = lawEdges(laws[0], finerEdges(Float64Array.of(0, 20_000), 200), points);
  const [with_, without] = [laws[0].sumBy(edges), laws[1].sumBy(edges)];
  const chances = ({ bins, below, above }: ReturnType<(typeof laws)[0]["sumBy"]>) => [
    ...bins,
    below,
    above,
  ];
  const others = chances(without);
  const ratio = chances(with_).reduce(
    (most, chance, bin) =>
      chance === 0 || others[bin] === 0
        ? most // no point of the domain lies in it
        : Math.max(most, chance / others[bin]!, others[bin]! / chance),
    1,
  );
  return { edges, with: with_.bins, without: without.bins, ratio };
}

// Where a median or quantile by the exponential mechanism would fall.
import type { DomainChoice } from "./domain-points.js";
import { exponentialLaw } from "./law.js";
import { lawEdges } from "./law-edges.js";
import { weighedPoints } from "./weighed-points.js";

export function rankLaw(
  sorted: Float64Array,
  distinct: { values: Float64Array; upTo: Float64Array },
  {
    edges,
    ...request
  }: {
    q: number;
    epsilon: number;
    domain: DomainChoice;
    none?: NoneParameters;
    edges: Float64Array;
  },
) {
  const { q, domain } = request;
  const points = weighedPoints(domain);
  const { sumBy, ...law } = lawOfRank(sorted, distinct, request);
  const truth = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))];
  const own = lawEdges(law, edges, points);
  return { ...law, ...sumBy(own), edges: own, truth };
}

/** The law, for sums over other bins. */
export function lawOfRank(
  sorted: Float64Array,
  { values, upTo }: { values: Float64Array; upTo: Float64Array },
  {
    q,
    epsilon,
    domain,
    none,
  }: { q: number; epsilon: number; domain: DomainChoice; none?: NoneParameters },
) {
  const { rate, score } =
    q === 0.5 ? depth(sorted.length, epsilon) : quantile(sorted.length, q, epsilon);
  return exponentialLaw({
    ...(none && { noneExponent: exponentOfNone(none, sorted.length, q, epsilon) }),
    distinct: values,
    points: weighedPoints(domain),
    exponent: (index, onValue) => {
      const less = index === 0 ? 0 : upTo[index - 1]!;
      return rate * score(less, onValue ? upTo[index]! : less);
    },
  });
}

/**
 * The record's parameters of abstaining: the draw's rate, the score of abstaining without records, and the number
 * of records at which abstaining weighs as much as a quantile's best answer.
 */
export type NoneParameters = { drawEpsilon: number; noneScore: number; noneBelow?: number };

/** Docs/guarantees/none.md: a median's score is constant, a quantile's the lesser of two that fall. */
function exponentOfNone(
  { drawEpsilon, noneScore, noneBelow }: NoneParameters,
  records: number,
  q: number,
  epsilon: number,
) {
  const first = drawEpsilon * noneScore;
  if (noneBelow === undefined) return first;
  const slower = Math.min(q, 1 - q) / Math.max(q, 1 - q);
  return Math.min(first - (epsilon / 2) * slower * records, (epsilon / 2) * (noneBelow - records));
}

/** `less`: records below the value; `upTo`: records at most it. */
function depth(records: number, epsilon: number) {
  return { rate: epsilon, score: (less: number, upTo: number) => Math.min(upTo, records - less) };
}

function quantile(records: number, q: number, epsilon: number) {
  const b = 1000;
  const a = Math.round(q * b);
  return {
    rate: epsilon / (2 * Math.max(a, b - a)),
    score: (less: number, upTo: number) =>
      -Math.max(0, b * less - a * records, a * records - b * upTo),
  };
}

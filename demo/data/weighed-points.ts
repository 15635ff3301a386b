// The weights of a domain's values as answers of a median or quantile: half of all mass lies on usual
// magnitudes (docs/guarantees/base-measures.md). In domains of few values, and in those without 0, all values
// weigh the same.
import { type DomainChoice, type Points, pointsOf } from "./domain-points.js";

const fewKeys = 4096n;
/** All finite doubles, with one zero. */
const doubles = 2n ** 64n - 2n ** 53n - 1n;
const doublesOfOne = 2n ** 52n;

/** The points of a domain: `between` returns the weight between two numbers, and `at` the weight of one. */
export function weighedPoints(domain: DomainChoice): Points {
  const points = pointsOf(domain);
  const likely = domain.type === "every" ? likelyDoubles() : likelyWhole(points);
  return {
    ...points,
    between: (a: number, b: number) =>
      likely.reduce(
        (mass, { before, after, weight }) =>
          mass + weight * points.between(Math.max(a, before), Math.min(b, after)),
        points.between(a, b),
      ),
    at: (value: number) =>
      likely.reduce(
        (mass, { before, after, weight }) =>
          value > before && value < after ? mass + weight : mass,
        1,
      ),
  };
}

/** From 2^-10 to 2^40, three quarters of it positive. */
function likelyDoubles() {
  const keys = 50n * doublesOfOne + 1n;
  const before = 2 ** -10 * (1 - 2 ** -53);
  const after = 2 ** 40 * (1 + 2 ** -52);
  const each = (quarters: bigint) => Number((doubles * quarters) / (4n * keys));
  return [
    { before, after, weight: each(3n) },
    { before: -after, after: -before, weight: each(1n) },
  ];
}

/** Powers of two of a whole number of units share equally, as far as the domain has them. */
function likelyWhole({ low, high, unit = 1 }: Points) {
  const [least, most] = [low, high].map((end) => BigInt(Math.round(end / unit))) as [
    bigint,
    bigint,
  ];
  const size = most - least + 1n;
  if (least > 0n || most < 0n || size <= fewKeys) return [];
  const parts: { first: bigint; last: bigint; each: bigint }[] = [];
  const add = (from: bigint, to: bigint, exponent: number) => {
    const [first, last] = [from > least ? from : least, to < most ? to : most];
    if (first <= last) parts.push({ first, last, each: 2n ** BigInt(64 - exponent) });
  };
  add(0n, 0n, 0);
  for (let exponent = 0; exponent < 64; ++exponent) {
    const from = 2n ** BigInt(exponent);
    add(from, 2n * from - 1n, exponent);
    add(1n - 2n * from, -from, exponent);
  }
  const all = parts.reduce((sum, { first, last, each }) => sum + each * (last - first + 1n), 0n);
  return parts.map(({ first, last, each }) => ({
    before: (Number(first) - 0.5) * unit,
    after: (Number(last) + 0.5) * unit,
    weight: Number((size * each) / all),
  }));
}

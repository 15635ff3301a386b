// Published mistakes in JavaScript, as tests/support/mistakes has them in C++, each with a claim and a pair of
// neighbours that refutes it. Mistakes in a public function's own draw are written on top of it.
import { integers, median, selectBest } from "../../dist/index.js";
import { lawsOf, uniformFrom } from "./audit-source.mjs";

const { laplace, discreteLaplace, gumbel, weighted } = lawsOf(uniformFrom(20260101));
const of = (n, value) => Array(n).fill(value);

/** A_dist of BNS13: the best of two, if its lead and Laplace(1/epsilon) reach ln(1/delta)/epsilon. */
function printedGapTest([first, second]) {
  const [epsilon, delta] = [1, 0.01];
  const lead = Math.abs(first - second) + discreteLaplace(epsilon);
  if (lead < Math.log(1 / delta) / epsilon) return null;
  return first > second ? "first" : "second";
}

/** Laplace(scale, location) for Laplace(location, scale), at epsilon 1. */
const swappedLaplace = (count) => 1 + laplace(count);

/** The rate, epsilon, for the scale. */
const mixedUpLaplace = (epsilon) => (count) => count + discreteLaplace(1 / epsilon);

/** A noisy maximum with its exact score. */
function maximumWithValue(scores) {
  const best = selectBest(scores, { epsilon: 1, method: "permute-and-flip" }).value;
  return { item: best, score: scores.get(best) };
}

/** LimitDom of DR19 for k items out of the first kBar, with a margin to the first omitted one. */
const limitDom = (k, epsilon, margin) => (counts) => {
  const rivals = counts.map((count, i) => [i, count * epsilon + gumbel()]);
  rivals.push([null, margin * epsilon + gumbel()]);
  rivals.sort(([, a], [, b]) => b - a);
  const items = rivals.slice(0, k).map(([item]) => item);
  return items.includes(null) ? items.slice(0, items.indexOf(null)) : items;
};

/** The choosing mechanism of BNS13 at alpha 0.1, for any number of records: here 40, which are too few. */
function printedChoosing(scores) {
  const [alpha, epsilon, records] = [0.1, 1, 40];
  if (Math.max(0, ...scores) + laplace(4 / epsilon) < (alpha * records) / 2) return null;
  return scores.length === 0 ? null : weighted(scores.map((s) => Math.exp((epsilon / 4) * s)));
}

/** A median after trimming the first records to arrive; other records reveal who arrives first. */
function trimmedByArrival(sorted) {
  const arrived = sorted.length % 2 === 1 ? [...sorted].reverse() : sorted;
  return median(arrived.slice(80), { epsilon: 1, domain: integers(0, 99) }).value;
}

/** A median of values rounded down to multiples of the data's smallest gap. */
function medianBySmallestGap(sorted) {
  const gaps = sorted.slice(1).map((value, i) => value - sorted[i]);
  const gap = Math.min(1000, ...gaps.filter((one) => one > 0));
  const rounded = sorted.map((value) => Math.floor(value / gap) * gap);
  return median(rounded, { epsilon: 1, domain: integers(0, 2 ** 32 - 1) }).value;
}

/**
 * Quartiles of records at three places, coded by zones: 1, 3 and 5 are the places, the others gaps of many
 * points. Half of epsilon is for the median, half for the medians of its two sides; records equal to the median
 * are parted by something that depends on other records. The code names three zones.
 */
function quartilesParted(epsilon, widths, goesLeft) {
  const zoneOf = remembered((zones) => {
    const score = (zone) => {
      const less = zones.filter((x) => x < zone).length;
      const atMost = zones.filter((x) => x <= zone).length;
      return -Math.max(0, 2 * less - zones.length, zones.length - 2 * atMost);
    };
    return new Map(
      widths.map((width, zone) => [zone, width * Math.exp((epsilon / 4) * score(zone))]),
    );
  });
  const sides = new Map(); // computed once for each input and median
  return (zones) => {
    const median = zoneOf(zones);
    if (!sides.has(zones)) sides.set(zones, []);
    const isLeft = (x, i) => (x === median ? goesLeft(i, zones.length) : x < median);
    sides.get(zones)[median] ??= [zones.filter(isLeft), zones.filter((x, i) => !isLeft(x, i))];
    const [left, right] = sides.get(zones)[median];
    return (zoneOf(left) * 7 + median) * 7 + zoneOf(right);
  };
}
const zoned = (...counts) => counts.flatMap((n, i) => of(n, 2 * i + 1));

/**
 * Cut choice for a threshold of 8-bit keys, label 1 up to it, by its errors. Candidates are these keys and the
 * cuts of all prefixes with records. A score is bounded by the number of records of the prefix. Errors move
 * both ways, but it draws at all of epsilon, 1, as if they moved up only.
 */
const cutChoiceByErrors = (epsilon) =>
  remembered((records) => {
    const [bits, delta, best] = [8, 1e-6, 117];
    const errors = (z) => records.filter(({ key, label }) => key <= z !== (label === 1)).length;
    const score = (z) => Math.max(0, best - errors(z));
    const cuts = new Map();
    for (let length = 0; length <= bits; ++length) {
      const width = 2 ** (bits - length);
      for (const prefix of new Set(records.map(({ key }) => Math.floor(key / width)))) {
        const low = prefix * width;
        const weight = records.filter(({ key }) => key >= low && key < low + width).length;
        const cut = length === bits ? low : low + width / 2 - 1;
        const one = Math.exp(epsilon * (Math.min(weight, score(cut)) - best));
        cuts.set(cut, (cuts.get(cut) ?? 0) + one);
      }
    }
    const bottom = 1 + Math.log((bits + 1) / delta) / epsilon;
    cuts.set(null, Math.exp(epsilon * (bottom - best)));
    return cuts;
  });

/** A mechanism from the weights of its results, computed once for each input. */
function remembered(weightsOf) {
  const laws = new Map();
  return (input) => {
    if (!laws.has(input)) {
      const weights = weightsOf(input);
      laws.set(input, { results: [...weights.keys()], weights: [...weights.values()] });
    }
    const { results, weights } = laws.get(input);
    return results[weighted(weights)];
  };
}

/**
 * Lyu, Su, Li 2017, Figure 1, by variant: threshold noise drawn once; noise on each query or without it; a
 * limit on yeses or without it; a plain yes or the compared number.
 */
const sparseVector =
  ({ threshold, question, answers = Infinity, number = false }) =>
  (questions) => {
    const noisy = discreteLaplace(threshold);
    const given = [];
    let left = answers;
    for (const value of questions) {
      if (left === 0) break;
      const compared = value + (question === Infinity ? 0 : discreteLaplace(question));
      given.push(compared >= noisy && (number ? compared : "yes"));
      if (compared >= noisy) --left;
    }
    return given;
  };
const variants = {
  3: (epsilon, c) => ({
    threshold: epsilon / 2,
    question: epsilon / 2 / c,
    answers: c,
    number: true,
  }),
  4: (epsilon, c) => ({ threshold: epsilon / 4, question: (3 * epsilon) / 4, answers: c }),
  5: (epsilon) => ({ threshold: epsilon / 2, question: Infinity }),
  6: (epsilon) => ({ threshold: epsilon / 2, question: epsilon / 2 }),
};
/** Queries at the threshold and 1 above it in turn, or in the opposite order. */
const inTurn = (n) => [0, 1].map((start) => Array.from({ length: n }, (_, i) => (i + start) % 2));
/** The number of yeses at even places minus the number at odd places. */
const moreAtEvenPlaces = (answers) =>
  answers.reduce((sum, yes, i) => sum + (yes ? (i % 2 === 0 ? 1 : -1) : 0), 0);

const labelled = (ones) => [
  ...of(200, { key: 0x60, label: 1 }),
  ...of(ones, { key: 0xc0, label: 1 }),
  ...of(100, { key: 0xc1, label: 0 }),
];
const votes = (first) => new Map(Array.from({ length: 20 }, (_, i) => [i, i === 0 ? first : 500]));

/**
 * `runs` is the number on each input. `right`: the mechanism without the mistake, if that is one number or
 * word. Its claim is tight on the same inputs, and the audit must not refute it.
 */
export const mistakes = [
  {
    mistake: "A_dist as printed in BNS13",
    run: printedGapTest,
    inputs: [
      [502, 499],
      [503, 498],
    ],
    claim: { epsilon: 1, delta: 0.01 },
  },
  {
    mistake: "Laplace noise with scale and location swapped",
    run: swappedLaplace,
    inputs: [0, 1],
    claim: { epsilon: 1 },
  },
  {
    mistake: "Laplace noise with scale and rate mixed up",
    run: mixedUpLaplace(0.5),
    right: mixedUpLaplace(2),
    inputs: [5000, 5001],
    claim: { epsilon: 0.5 },
  },
  {
    mistake: "sparse vector, variant 3 of Lyu, Su, Li",
    run: sparseVector(variants[3](2.5, 1)),
    inputs: [
      [...of(5, -1), 0, 0],
      [...of(5, 0), -1, -1],
    ],
    claim: { epsilon: 2.5 },
    runs: 100_000,
  },
  {
    mistake: "sparse vector, variant 4 of Lyu, Su, Li",
    run: sparseVector(variants[4](1, 10)),
    right: sparseVector({ threshold: 1 / 2, question: 1 / 2 / 20, answers: 10 }),
    inputs: inTurn(40),
    claim: { epsilon: 1 },
    statistic: moreAtEvenPlaces,
  },
  {
    mistake: "sparse vector, variant 5 of Lyu, Su, Li",
    run: sparseVector(variants[5](1)),
    inputs: inTurn(2),
    claim: { epsilon: 1 },
  },
  {
    mistake: "sparse vector, variant 6 of Lyu, Su, Li",
    run: sparseVector(variants[6](1)),
    inputs: inTurn(100),
    claim: { epsilon: 1 },
    statistic: moreAtEvenPlaces,
  },
  {
    mistake: "a noisy maximum that also releases its value",
    run: maximumWithValue,
    inputs: [votes(500), votes(501)],
    claim: { epsilon: 1 },
    runs: 4000,
  },
  {
    mistake: "LimitDom without the + 1",
    run: limitDom(1, 2, Math.log(1 / 0.01) / 2),
    right: limitDom(1, 2, 1 + Math.log(1 / 0.01) / 2),
    inputs: [[], [1]],
    claim: { epsilon: 2, delta: 0.01 },
  },
  {
    mistake: "LimitDom with delta / kbar misplaced",
    run: limitDom(2, 1, 1 + Math.log(2 / 0.05)),
    right: limitDom(2, 1, 1 + Math.log(20 / 0.05)),
    inputs: [[], of(20, 1)],
    claim: { epsilon: 2, delta: 0.05 },
  },
  {
    mistake: "a choosing mechanism used below its size bound",
    run: printedChoosing,
    inputs: [[], [1]],
    claim: { epsilon: 1, delta: 1e-3 },
  },
  {
    mistake: "trimming that depends on the data's order",
    run: trimmedByArrival,
    inputs: [
      [...of(80, 10), ...of(80, 90)],
      [...of(80, 10), ...of(81, 90)],
    ],
    claim: { epsilon: 1 },
    runs: 4000,
  },
  {
    mistake: "a quantile whose ties are broken by the data's smallest gap",
    run: medianBySmallestGap,
    inputs: [
      [...of(100, 1500), ...of(100, 2500)],
      [...of(100, 1500), 1501, ...of(100, 2500)],
    ],
    claim: { epsilon: 1 },
    runs: 4000,
  },
  {
    mistake: "a quantile whose ties are broken by rank",
    run: quartilesParted(3.5, [2, 1, 32, 1, 128, 1, 8], (i, n) => 2 * i < n),
    inputs: [zoned(8, 2, 2), zoned(8, 2, 3)],
    claim: { epsilon: 3.5 },
    runs: 1_000_000,
  },
  {
    mistake: "a quantile whose ties are broken by position",
    run: quartilesParted(4, [2, 1, 128, 1, 32, 1, 4], (i) => i % 2 === 0),
    inputs: [zoned(6, 2, 11), zoned(7, 2, 11)],
    claim: { epsilon: 4 },
    runs: 1_000_000,
  },
  {
    mistake: "cut choice with an error count at full epsilon",
    run: cutChoiceByErrors(1),
    right: cutChoiceByErrors(1 / 2),
    inputs: [labelled(10), labelled(11)],
    claim: { epsilon: 1, delta: 1e-6 },
  },
];

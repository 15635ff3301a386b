// Rankings, choices, noisy counts and sanitized items: the checks of their statements, on awkward counts.
import * as logstar from "../../../dist/index.js";
import { chanceOf, claimed, found, numbersOf, range } from "./reading.mjs";

const { quasiConcaveMax, sanitizePoints, selectBest, topK, topKForecast, TopKSession } = logstar;
const delta = 1e-6;

/** Items in decreasing order of count. */
const ranked = (counts) => [...counts].sort(([, a], [, b]) => b - a);

/** The two claims of a ranking, each with its own confidence. */
export function topKClaims(statement, counts, items) {
  const [gaps, all] = statement.split(/(?<=\.) (?=All)/);
  const [kBar, gap] = numbersOf(
    /no omitted item of the ([\d,]+) most frequent has over ([\d,]+) (?:users|records) more than a returned one/,
    gaps,
  );
  const [k, lead, next] = numbersOf(
    /All ([\d,]+) are returned with [\d.]+% confidence if item [\d,]+ has at least ([\d,]+) (?:users|records) more than item ([\d,]+)\./,
    all,
  );
  const sorted = ranked(counts);
  const count = (place) => sorted[place - 1]?.[1] ?? 0;
  const returned = new Set(items);
  const least = Math.min(...items.map((item) => counts.get(item)));
  const omitted = sorted.filter(([item, n]) => n >= count(kBar) && !returned.has(item));
  const claims = [
    claimed(
      "gap",
      chanceOf(gaps),
      omitted.some(([, n]) => n > least + gap),
    ),
  ];
  if (count(k) >= count(next) + lead) claims.push(claimed("all", chanceOf(all), items.length < k));
  return claims;
}

const histograms = {
  "one item of one user": () => new Map([["a", 1]]),
  "all equal": () => new Map(range(60, (i) => [`item ${i}`, 100])),
  "one after the other": () => new Map(range(60, (i) => [`item ${i}`, 200 - i])),
  "far apart": () =>
    new Map([...range(3, (i) => [`item ${i}`, 5000 - i]), ...range(40, (i) => [`rare ${i}`, 3])]),
};

const variants = [
  { variant: "laplace", perUser: 1 },
  { variant: "laplace", perUser: 1, confidence: 0.6 },
  { variant: "limited-domain", perUser: 3 },
  { variant: "strict", perUser: Number.POSITIVE_INFINITY },
  { variant: "optimised-threshold", perUser: Number.POSITIVE_INFINITY },
  { variant: "fixed-threshold", perUser: 1, kBar: 3 },
];

/** One item ahead of all others by exactly the statement's gap, or by one more. */
function atTheGap({ options, more }) {
  const [, gap] = /has over (\d+) /.exec(logstar.accuracy.topK(options).statement);
  const behind = 1000 - Number(gap) - more;
  return new Map([["first", 1000], ...range(29, (i) => [`item ${i}`, behind])]);
}

function rankingCase(options, shape, counts) {
  return {
    of: "topK",
    title: `${JSON.stringify(options)}, ${shape}`,
    draw: (reworded = (one) => one) => {
      const { items, record } = topK(counts, options);
      return topKClaims(
        reworded(record.accuracy.statement),
        counts,
        items.map(({ item }) => item),
      );
    },
  };
}

// At this epsilon a noise smaller by one is fifteen times as likely: rounding in the sentence becomes visible.
const gapOptions = { k: 1, kBar: 30, epsilon: 2.7, delta, perUser: 1, variant: "laplace" };
export const gapCase = (more) =>
  rankingCase(
    gapOptions,
    `as far behind as stated and ${more} more`,
    atTheGap({ options: gapOptions, more }),
  );

/** The claims of a ranking by a threshold: one for each item's count, one for each item that is sure to pass. */
function aboveClaims(statement, counts, items, k) {
  const [ofCounts, ofPassing] = statement.split(/(?<=\.) (?=An item)/);
  const [off] = numbersOf(/within ([\d,]+) (?:users|records) of the true one/, ofCounts);
  const [from] = numbersOf(/An item of ([\d,]+) (?:users|records) passes/, ofPassing);
  const told = new Map(items.map(({ item, count }) => [item, count]));
  const isOff = ([item, n]) => told.has(item) && Math.abs(told.get(item) - n) > off;
  const passing = [...counts].filter(([, n]) => n >= from);
  return [
    ...[...counts].map((one) => claimed(`count of ${one[0]}`, chanceOf(ofCounts), isOff(one))),
    // If there are at most k items, each item that passes is returned.
    ...(counts.size > k
      ? []
      : passing.map(([item]) => claimed(`passing ${item}`, chanceOf(ofPassing), !told.has(item)))),
  ];
}

const above = [
  { perUser: 1 },
  { perUser: 1, noise: "gaussian", confidence: 0.6 },
  { perUser: 10 },
].flatMap((way) =>
  Object.entries({
    ...histograms,
    "around the threshold": () => new Map(range(40, (i) => [`item ${i}`, 1 + 4 * i])),
  }).map(([shape, made]) => {
    const counts = made();
    const options = { k: 100, epsilon: 1, delta, variant: "threshold", counts: true, ...way };
    return {
      of: "topK",
      title: `${JSON.stringify(options)}, ${shape}`,
      draw: (reworded = (one) => one) => {
        const { items, record } = topK(counts, options);
        return aboveClaims(reworded(record.accuracy.statement), counts, items, options.k);
      },
    };
  }),
);

const rankings = [
  ...above,
  ...variants.flatMap((way) =>
    Object.entries(histograms).map(([shape, made]) =>
      rankingCase({ k: 3, epsilon: 1, delta, ...way }, shape, made()),
    ),
  ),
  gapCase(1),
];

const forecasts = Object.entries(histograms).map(([shape, made]) => {
  const options = { k: 3, epsilon: 1, delta, perUser: 1 };
  const counts = made();
  const { statement } = topKForecast(counts, options);
  const [surely] = numbersOf(/^Not private\. Of \d+ items, (\d+) return with/, statement);
  return {
    of: "topKForecast",
    title: shape,
    draw: () => [
      claimed("return", chanceOf(statement), topK(counts, options).items.length < surely),
    ],
  };
});

const sessions = Object.entries(histograms).map(([shape, made]) => {
  const counts = made();
  return {
    of: "TopKSession",
    title: shape,
    draw: () => {
      const session = new TopKSession({ outcomes: 8, calls: 1, epsilon: 4, delta });
      const { items, record } = session.topK(counts, { k: 3, perUser: 1 });
      session.dispose();
      return topKClaims(
        record.accuracy.statement,
        counts,
        items.map(({ item }) => item),
      );
    },
  };
});

const scores = {
  "one candidate": [7],
  "two, far apart": [0, 1000],
  "all but one a little behind": [100, ...range(200, () => 97)],
  "nobody's": range(20, () => 0),
};
const choices = [
  { epsilon: 1 },
  { epsilon: 1, method: "exponential", confidence: 0.7 },
  { epsilon: 1, monotone: true },
  { epsilon: 1, method: "stable", delta },
  { epsilon: 1, method: "stable", delta, neighbors: "replace" },
].flatMap((options) => {
  const named = /best score is at least ([\d,]+)\.$/;
  const isStable = options.method === "stable";
  const asked = isStable ? options : { ...options, candidates: 2 };
  const least = found(named, logstar.accuracy.selectBest(asked).statement);
  const shapes = Object.entries(
    least === undefined ? scores : { ...scores, "as stated": [least[0], 1] },
  );
  return shapes.map(([shape, list]) => ({
    of: "selectBest",
    title: `${JSON.stringify(options)}, ${shape}`,
    draw: (reworded = (one) => one) => {
      const { value, record } = selectBest(new Map(list.map((score, i) => [i, score])), options);
      const statement = reworded(record.accuracy.statement);
      const best = Math.max(...list);
      const needed = found(named, statement);
      if (needed !== undefined)
        return best < needed[0] ? [] : [claimed("returned", chanceOf(statement), value === null)];
      const [below] = numbersOf(
        /the chosen score is less than ([\d,]+) below the best\./,
        statement,
      );
      return [claimed("score", chanceOf(statement), list[value] <= best - below)];
    },
  }));
});

const qualities = {
  "two points": [0, 40],
  "one peak of 60 in 10,000": range(10_000, (i) => (i === 9_000 ? 60 : 0)),
  "a slope": range(500, (i) => Math.min(i, 400)),
};
const maxima = [
  { epsilon: 1 },
  { epsilon: 1, monotone: true, confidence: 0.7 },
  { epsilon: 4, delta: 1e-3, algorithm: "rec-concave" },
].flatMap((options) =>
  Object.entries(qualities).map(([shape, list]) => ({
    of: "quasiConcaveMax",
    title: `${JSON.stringify(options)}, ${shape}`,
    draw: () => {
      const grid = range(list.length);
      const { value, record } = quasiConcaveMax((i) => list[i], { ...options, grid });
      const { statement } = record.accuracy;
      const [below] = numbersOf(
        /an answer is returned whose quality is less than ([\d,]+) below the best/,
        statement,
      );
      const missed = value === null || list[value] <= Math.max(...list) - below;
      return [claimed("quality", chanceOf(statement), missed)];
    },
  })),
);

const asked = ["a", "b", "c"];
const points = [
  { epsilon: 1, delta },
  { epsilon: 1, delta, items: 3, confidence: 0.7 },
  { epsilon: 1, delta, neighbors: "replace" },
  { epsilon: 1, delta, method: "rounds" },
  { epsilon: 1, delta, method: "paper" },
].flatMap((options) => {
  const [error] = numbersOf(
    /within ([\d,]+) of/,
    logstar.accuracy.sanitizePoints(options).statement,
  );
  return [
    ["rare ones", [1, 0, 2]],
    ["as many as the error", [error, error, error]],
    ["one more", [error + 1, error + 1, error + 1]],
    ["frequent ones", [5000, 40, 1]],
    ["ten of each", [10, 10, 10]],
  ].map(([shape, times]) => ({
    of: "sanitizePoints",
    title: `${JSON.stringify(options)}, ${shape}`,
    draw: (reworded = (one) => one) => {
      const counts = new Map(asked.map((item, i) => [item, times[i]]).filter(([, n]) => n > 0));
      const { value, record } = sanitizePoints(counts, options);
      const statement = reworded(record.accuracy.statement);
      const chance = chanceOf(statement);
      const [off] = numbersOf(/within ([\d,]+) of the true/, statement);
      const isOff = (item) => Math.abs(value.count(item) - (counts.get(item) ?? 0)) > off;
      if (/^For each returned item/.test(statement)) {
        const returned = new Set(value.items.map(({ item }) => item));
        return asked
          .filter((item) => returned.has(item))
          .map((item) => claimed(`count of ${item}`, chance, isOff(item)));
      }
      if (/the count of any item chosen beforehand/.test(statement)) {
        return asked.map((item) => claimed(`count of ${item}`, chance, isOff(item)));
      }
      return [claimed("counts", chance, asked.some(isOff))];
    },
  }));
});

export const itemCases = [...rankings, ...forecasts, ...sessions, ...choices, ...maxima, ...points];

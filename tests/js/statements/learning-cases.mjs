// Learned rules: the checks of their statements, on awkward labels.
import * as logstar from "../../../dist/index.js";
import { chanceOf, claimed, found, numbersOf, range } from "./reading.mjs";

const {
  integers,
  learnLabelPrivate,
  learnPoint,
  learnRectangle,
  learnSemiPrivate,
  learnThreshold,
} = logstar;
const delta = 1e-6;
const domain = integers(0, 2 ** 40);

const wrong = (predict, records) => records.filter(({ x, y }) => predict(x) !== y).length;

/** The fewest errors over all t, of the rules "1 up to t" or of the rules "1 above t". */
function fewestErrors(records, ones) {
  const sorted = [...records].sort((a, b) => a.x - b.x);
  const isOne = (y) => (ones === "below" ? y : 1 - y);
  let errors = sorted.filter(({ y }) => isOne(y) === 1).length; // the threshold before all
  let fewest = errors;
  for (const [i, { x, y }] of sorted.entries()) {
    errors += isOne(y) === 1 ? -1 : 1;
    if (sorted[i + 1]?.x !== x) fewest = Math.min(fewest, errors);
  }
  return fewest;
}

/** The number of errors that a sentence allows, and its share of all records. */
function allowedErrors(sentence, n) {
  const [errors] = numbersOf(
    /mislabels at most ([\d,]+) (?:records|points|of the sampled rows|of these rows)/,
    sentence.replace(/^If .*?correctly: |^If .*?mislabels at most [^:]*: /, ""),
  );
  const [share = 0] =
    found(/plus ([\d.]+)% of all (?:records|points|sampled rows)/, sentence) ?? [];
  return errors + (share / 100) * n;
}

/** @param {{ x: number, y: number }[]} records one per user, for rows of users */
export function thresholdClaims(statement, records, rule, ones) {
  const best = fewestErrors(records, ones);
  const condition = /^If some threshold (labels every|mislabels at most ([\d,]+))/.exec(statement);
  const tolerated = condition === null ? Infinity : Number(condition[2] ?? 0);
  if (best > tolerated) return [];
  const allowed = allowedErrors(statement, records.length) + (condition === null ? best : 0);
  const missed = rule === null || wrong((x) => rule.predict(x), records) > allowed;
  return [claimed("errors", chanceOf(statement), missed)];
}

const labelled = {
  "one record": () => [{ x: 5, y: 1 }],
  "no label 1": () => range(40, (x) => ({ x, y: 0 })),
  "without error": () => range(300, (i) => ({ x: i * 2 ** 31, y: i < 150 ? 1 : 0 })),
  "two neighbouring values": () => range(120, (i) => ({ x: i % 2, y: 1 - (i % 2) })),
  "labels of coins": () => range(200, (i) => ({ x: i * 977, y: (i * 7919) % 13 < 6 ? 1 : 0 })),
  "the other way round": () => range(200, (i) => ({ x: i, y: i < 100 ? 0 : 1 })),
  "heavy ties": () => range(200, (i) => ({ x: i % 3, y: i % 7 < 3 ? 1 : 0 })),
  "three errors": () => range(200, (i) => ({ x: i, y: i < 100 || i > 196 ? 1 : 0 })),
};
const thresholdWays = [
  { epsilon: 1 },
  { epsilon: 1, confidence: 0.7, neighbors: "replace" },
  { epsilon: 1, delta, algorithm: "cut" },
  { epsilon: 1, delta, algorithm: "cut", tolerance: 3 },
  { epsilon: 1, delta, algorithm: "interior-point" },
  { epsilon: 4, delta: 1e-3, algorithm: "rec-concave" },
  { epsilon: 40, algorithm: "sanitizer", points: 30 },
  { epsilon: 1, delta, algorithm: "interior-point", tolerance: 3 },
];

function thresholdCase(options, shape, records, { copies = 1, ones = "below" } = {}) {
  const x = records.flatMap((one) => range(copies, () => one.x));
  const y = records.flatMap((one) => range(copies, () => one.y));
  const users =
    copies === 1 ? undefined : records.flatMap((_, i) => range(copies, () => `user ${i}`));
  return {
    of: "learnThreshold",
    title: `${JSON.stringify(options)}, ${shape}${copies > 1 ? `, each ${copies} rows of a user` : ""}`,
    draw: (reworded = (one) => one) => {
      const { value, record } = learnThreshold({ x, y, users, ones, domain, ...options });
      return thresholdClaims(reworded(record.accuracy.statement), records, value, ones);
    },
  };
}

const thresholds = [
  ...thresholdWays.flatMap((way) =>
    Object.entries(labelled).map(([shape, made]) => thresholdCase(way, shape, made())),
  ),
  // All rows of a user are equal, so that every sampled row is known.
  ...[thresholdWays[0], thresholdWays[2], thresholdWays[6]].flatMap((way) =>
    ["two neighbouring values", "three errors"].map((shape) =>
      thresholdCase(way, shape, labelled[shape](), { copies: 97 }),
    ),
  ),
];

/** A threshold between two neighbouring values of `each` records each. */
export const twoValues = (each) =>
  thresholdCase(
    { epsilon: 1 },
    `${each} of each`,
    range(2 * each, (i) => ({ x: i % 2, y: 1 - (i % 2) })),
  );

/**
 * One user has very many rows with a wrong label. The example learns from all rows, read as records, and from one
 * row of each user.
 */
export function busyUser(isReadAsRecords) {
  const own = range(60, (x) => ({ x, y: x < 30 ? 1 : 0 }));
  const busy = range(5000, () => ({ x: 45, y: 1 }));
  const [rows, users] = [
    [...own, ...busy],
    [...own.map((_, i) => i), ...busy.map(() => "busy")],
  ];
  const counted = isReadAsRecords ? rows : [...own, busy[0]];
  const [x, y] = [rows.map((one) => one.x), rows.map((one) => one.y)];
  return {
    of: "learnThreshold",
    title: "a user with 5,000 rows of a wrong label",
    draw: () => {
      const { value, record } = learnThreshold({
        x,
        y,
        users,
        domain: integers(0, 99),
        epsilon: 1,
      });
      return thresholdClaims(record.accuracy.statement, counted, value, "below");
    },
  };
}

const points = [
  ["few of the item", range(10, () => 1)],
  ["as many as the error", range(17, () => 1)],
  ["many of the item", range(900, () => 1)],
].flatMap(([shape, ones]) =>
  [
    { epsilon: 1, delta },
    { epsilon: 1, delta, algorithm: "gap", confidence: 0.7 },
    { epsilon: 1, delta, proper: true, domain: integers(0, 999), accuracy: 0.1 },
  ].map((options) => {
    const records = [
      ...ones.map(() => ({ x: 7, y: 1 })),
      ...range(50, (i) => ({ x: 20 + (i % 9), y: 0 })),
    ];
    return {
      of: "learnPoint",
      title: `${JSON.stringify({ ...options, domain: undefined })}, ${shape}`,
      draw: (reworded = (one) => one) => {
        const x = records.map((one) => one.x);
        const y = records.map((one) => one.y);
        const { value, record } = learnPoint({ x, y, ...options });
        const statement = reworded(record.accuracy.statement);
        numbersOf(/^If exactly the records of one item have label (1): /, statement);
        const missed =
          wrong((one) => value.predict(one), records) > allowedErrors(statement, records.length);
        return [claimed("errors", chanceOf(statement), missed)];
      },
    };
  }),
);

const boxDomain = integers(0, 999);
const boxes = [
  ["no label 1", () => 0],
  ["a box at one point", ([a, b]) => (a === 700 && b === 700 ? 1 : 0)],
  ["a box at an end", ([a, b]) => (a < 400 && b < 600 ? 1 : 0)],
  ["all", () => 1],
].flatMap(([shape, labelOf]) =>
  [
    { epsilon: 20, delta, algorithm: "outermost" },
    { epsilon: 20, delta, algorithm: "slices", confidence: 0.7 },
    { epsilon: 400, delta, algorithm: "sanitizers", points: 30 },
  ].map((options) => {
    const xs = range(2000, (i) =>
      shape === "a box at one point" && i % 2 ? [700, 700] : [i % 1000, (i * 617) % 1000],
    );
    const records = xs.map((x) => ({ x, y: labelOf(x) }));
    return {
      of: "learnRectangle",
      title: `${JSON.stringify(options)}, ${shape}`,
      draw: (reworded = (one) => one) => {
        const columns = [0, 1].map((axis) => xs.map((x) => x[axis]));
        const { value, record } = learnRectangle({
          x: columns,
          y: records.map(({ y }) => y),
          domain: boxDomain,
          ...options,
        });
        const statement = reworded(record.accuracy.statement);
        numbersOf(
          /^If some box labels every point correctly: with [\d.]+% confidence, the result mislabels at most ([\d,]+) points/,
          statement,
        );
        const predict = (x) => value?.predict(x) ?? 0; // no box means label 0 everywhere
        const errors = records.filter(({ x, y }) => predict(x) !== y);
        const [least] = found(
          /, and a box is returned if ([\d,]+) points have label 1/,
          statement,
        ) ?? [Infinity];
        const missed =
          errors.length > allowedErrors(statement, records.length) ||
          errors.some(({ y }) => y === 0) ||
          (value === null && records.filter(({ y }) => y === 1).length >= least);
        return [claimed("errors", chanceOf(statement), missed)];
      },
    };
  }),
);

/** The intervals of all axes but the last are known; the best interval there is the true one or the empty one. */
const axes = [
  ["no label 1", () => 0],
  ["a box at an end", ([a, b]) => (a < 400 && b < 600 ? 1 : 0)],
  ["all", () => 1],
].flatMap(([shape, labelOf]) =>
  [
    { epsilon: 20 },
    { epsilon: 20, neighbors: "replace", confidence: 0.7, algorithm: "axis-by-axis" },
  ].map((options) => {
    const xs = range(2000, (i) => [i % 1000, (i * 617) % 1000]);
    const y = xs.map(labelOf);
    return {
      of: "learnRectangle",
      title: `${JSON.stringify(options)}, axis by axis, ${shape}`,
      draw: (reworded = (one) => one) => {
        const columns = [0, 1].map((axis) => xs.map((x) => x[axis]));
        const { value, record } = learnRectangle({ x: columns, y, domain: boxDomain, ...options });
        const statement = reworded(record.accuracy.statement);
        const [errors] = numbersOf(
          /on every axis: the interval mislabels at most ([\d,]+) points more than the best one around a private median\. Only points inside the other axes' intervals count/,
          statement,
        );
        // Without a box, the empty interval is unknown.
        const inside = ([a]) => value && a >= value.lowest[0] && a <= value.highest[0];
        const counted = xs.map((x, i) => ({ x, y: y[i] })).filter(({ x }) => inside(x));
        const rules = [() => 0, ([, b]) => labelOf([0, b])];
        const best = Math.min(...rules.map((rule) => wrong(rule, counted)));
        const missed = wrong((x) => value.predict(x), counted) > best + errors;
        return [claimed("errors", chanceOf(statement), missed)];
      },
    };
  }),
);

/** For 2 x 2 cells, with an edge at 400 and at 600: the cells that a box may have on an axis. */
const twoCells = [(cell) => cell === 0, (cell) => cell === 1, () => true];
const fewOfTwoByTwo = (records) => {
  const cellsOf = ([a, b]) => [a < 400 ? 0 : 1, b < 600 ? 0 : 1];
  const boxes = twoCells.flatMap((first) => twoCells.map((second) => [first, second]));
  const rules = boxes.map(([first, second]) => (x) => {
    const [a, b] = cellsOf(x);
    return first(a) && second(b) ? 1 : 0;
  });
  return Math.min(...[() => 0, ...rules].map((rule) => wrong(rule, records)));
};
const gridded = [
  ["no label 1", () => 0],
  ["a corner", ([a, b]) => (a < 400 && b < 600 ? 1 : 0)],
  ["labels of coins", (_, i) => ((i * 7919) % 13 < 6 ? 1 : 0)],
].flatMap(([shape, labelOf]) =>
  [{ epsilon: 0.5 }, { epsilon: 1, neighbors: "replace", confidence: 0.7 }].map((options) => {
    const records = range(300, (i) => [(i * 389) % 1000, (i * 617) % 1000]).map((x, i) => ({
      ...{ x, y: labelOf(x, i) },
    }));
    return {
      of: "learnRectangle",
      title: `${JSON.stringify(options)}, a grid, ${shape}`,
      draw: (reworded = (one) => one) => {
        const { value, record } = learnRectangle({
          ...{ x: [0, 1].map((axis) => records.map(({ x }) => x[axis])) },
          ...{ y: records.map(({ y }) => y), domain: boxDomain, grid: [[400], [600]] },
          ...options,
        });
        const statement = reworded(record.accuracy.statement);
        const [errors] = numbersOf(
          /the result mislabels at most ([\d,]+) points more than the best box of the grid \(no box means label 0 everywhere\)/,
          statement,
        );
        const missed = wrong((x) => value?.predict(x) ?? 0, records);
        const chance = chanceOf(statement);
        return [claimed("errors", chance, missed > fewOfTwoByTwo(records) + errors)];
      },
    };
  }),
);

/** One label in a hundred is wrong, on both sides of the boundary of the box. */
const tolerant = [
  { epsilon: 20, delta, algorithm: "outermost", tolerance: 40 },
  { epsilon: 20, delta, algorithm: "slices", confidence: 0.7, tolerance: 40 },
].map((options) => {
  const labelOf = ([a, b]) => (a >= 200 && a < 800 && b >= 100 && b < 900 ? 1 : 0);
  const records = range(4000, (i) => [(i * 389) % 1000, (i * 617) % 1000]).map((x, i) => ({
    ...{ x, y: i % 100 === 7 ? 1 - labelOf(x) : labelOf(x) },
  }));
  return {
    of: "learnRectangle",
    title: `${JSON.stringify(options)}, one label in a hundred wrong`,
    draw: (reworded = (one) => one) => {
      const { value, record } = learnRectangle({
        ...{ x: [0, 1].map((axis) => records.map(({ x }) => x[axis])) },
        ...{ y: records.map(({ y }) => y), domain: boxDomain, ...options },
      });
      const statement = reworded(record.accuracy.statement);
      const [tolerated, errors] = numbersOf(
        /^If some box mislabels at most ([\d,]+) points: with [\d.]+% confidence, the result mislabels at most ([\d,]+) points \(/,
        statement,
      );
      const holds = wrong(labelOf, records) <= tolerated;
      const missed = holds && wrong((x) => value?.predict(x) ?? 0, records) > errors;
      return [claimed("errors", chanceOf(statement), missed)];
    },
  };
});

/** The best candidate is the best threshold: candidates lie between the values, or are the caller's. */
function ruleCase(of, title, learn, records, candidates) {
  return {
    of,
    title,
    draw: (reworded = (one) => one) => {
      const { value, record } = learn();
      const statement = reworded(record.accuracy.statement);
      const [first = 0] = found(/records after the first ([\d,]+) more than/, statement) ?? [];
      const counted = records.slice(first);
      const [errors] = numbersOf(/mislabels at most ([\d,]+) records/, statement);
      const best = Math.min(...candidates.map((rule) => wrong(rule, counted)));
      const missed = wrong((x) => Number(value.predict(x)), counted) > best + errors;
      return [claimed("errors", chanceOf(statement), missed)];
    },
  };
}

const cut = (at) => (x) => (x < at ? 1 : 0);
const rules = ["without error", "labels of coins", "heavy ties"].flatMap((shape) => {
  const records = labelled[shape]().map(({ x, y }, i) => ({
    x: shape === "heavy ties" ? x : i,
    y,
  }));
  const x = records.map((one) => one.x);
  const y = records.map((one) => one.y);
  const cuts = range(40, (i) => i * 8).map(cut);
  const own = cuts.map((predict) => ({ predict }));
  const options = { x, y, epsilon: 0.3, confidence: 0.7 };
  return [
    ruleCase(
      "learnLabelPrivate",
      shape,
      () => learnLabelPrivate({ ...options, rules: () => own }),
      records,
      cuts,
    ),
    ruleCase(
      "learnLabelPrivate",
      `${shape}, thirty build`,
      () => learnLabelPrivate({ ...options, building: 30, rules: () => own }),
      records,
      cuts,
    ),
    ruleCase(
      "learnSemiPrivate",
      shape,
      () => learnSemiPrivate({ ...options, rules: own }),
      records,
      cuts,
    ),
  ];
});

export const learningCases = [
  ...thresholds,
  busyUser(false),
  ...points,
  ...boxes,
  ...axes,
  ...gridded,
  ...tolerant,
  ...rules,
];

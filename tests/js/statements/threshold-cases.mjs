// Learned thresholds: the checks of their statements, on awkward labels.
import { integers, learnThreshold } from "../../../dist/index.js";
import { allowedErrors, delta, labelled, wrong } from "./labelled-records.mjs";
import { chanceOf, claimed, range } from "./reading.mjs";

const domain = integers(0, 2 ** 40);

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

/** @param {{ x: number, y: number }[]} records one per user, for rows of users */
export function thresholdClaims(statement, records, rule, ones) {
  const best = fewestErrors(records, ones);
  const condition = /^If some threshold (labels every|mislabels at most ([\d,]+))/.exec(statement);
  const tolerated = condition === null ? Infinity : Number(condition[2] ?? 0);
  if (best > tolerated) return [];
  const marked = records.filter(({ y }) => y === 1).length;
  const fewest = Math.min(marked, records.length - marked);
  const allowed =
    allowedErrors(statement, records.length, fewest) + (condition === null ? best : 0);
  const missed = rule === null || wrong((x) => rule.predict(x), records) > allowed;
  return [claimed("errors", chanceOf(statement), missed)];
}

const thresholdWays = [
  { epsilon: 1 },
  { epsilon: 1, confidence: 0.7, neighbors: "replace" },
  { epsilon: 1, delta, algorithm: "cut" },
  { epsilon: 1, delta, algorithm: "cut", tolerance: 3 },
  { epsilon: 1, delta, algorithm: "interior-point" },
  { epsilon: 4, delta: 1e-3, algorithm: "rec-concave" },
  { epsilon: 40, algorithm: "sanitizer", points: 30 },
  { epsilon: 40, delta, algorithm: "sanitizer", points: 7 },
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

export const thresholdCases = [...thresholds, busyUser(false)];

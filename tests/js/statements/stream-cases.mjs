// Threshold queries, monitors and slices: the checks of their statements, on awkward streams.
import * as logstar from "../../../dist/index.js";
import { rankClaims } from "./ranks.mjs";
import { chanceOf, claimed, found, numbersOf, range } from "./reading.mjs";

const { AboveThreshold, HeavyHitterMonitor, integers, SliceSession, ThresholdMonitor } = logstar;
const delta = 1e-6;
const same = (one) => one;

/** The distances above and below the threshold from which answers are stated. */
function distancesOf(sentence) {
  const [above] =
    found(/a count at least ([\d,]+) above the threshold gets a yes/, sentence) ??
    numbersOf(
      /the answer is yes if the active count is at least ([\d,]+) above the threshold/,
      sentence,
    );
  const [below] =
    found(/one at least ([\d,]+) below it a no/, sentence) ??
    numbersOf(/no if at least ([\d,]+) below/, sentence);
  return [above, below];
}

/** Whether a yes or a no is wrong. */
function isWrong(sentence, distance, isYes) {
  const [above, below] = distancesOf(sentence);
  return (distance >= above && !isYes) || (distance <= -below && isYes);
}

/** Answers and numbers of AboveThreshold: two claims. */
export function aboveClaims(statement, threshold, asked) {
  const [answers, numbers] = statement.split(/(?<=\.) (?=Separately)/);
  const [most] = numbersOf(/over ([\d,]+) queries/, answers);
  const claims = [];
  if (asked.length <= most) {
    const missed = asked.some(({ count, answer }) =>
      isWrong(answers, count - threshold, answer !== null && answer !== false),
    );
    claims.push(claimed("answers", chanceOf(answers), missed));
  }
  if (numbers !== undefined) {
    const [off] = numbersOf(/every returned count is within ([\d,]+) of the true one/, numbers);
    const isOff = ({ count, answer }) =>
      typeof answer === "number" && Math.abs(answer - count) > off;
    claims.push(claimed("numbers", chanceOf(numbers), asked.some(isOff)));
  }
  return claims;
}

/** A case with counts at both distances of the statement, many noes first, until the mechanism is exhausted. */
export function aboveCase(options, title, countsOf) {
  const threshold = 500;
  return {
    of: "AboveThreshold",
    title: `${JSON.stringify(options)}, ${title}`,
    draw: (reworded = same) => {
      const asking = new AboveThreshold({ threshold, ...options });
      const statement = reworded(asking.record.accuracy.statement);
      const asked = [];
      for (const count of countsOf(threshold, ...distancesOf(statement))) {
        if (asking.exhausted) break;
        const answer = options.numericShare > 0 ? asking.askNumber(count) : asking.ask(count);
        asked.push({ count, answer });
      }
      return aboveClaims(statement, threshold, asked);
    },
  };
}

const mixed = (t, above, below) => [
  ...range(60, () => t - below),
  t + above,
  ...range(30, () => t - below),
  t + above,
];
export const oneYesWithNumber = aboveCase(
  { epsilon: 0.02, numericShare: 0.5, monotone: true, expectedQuestions: 30 },
  "noes as far below as stated, then a yes",
  (t, above, below) => [...range(29, () => t - below), t + above],
);
const above = [
  [{ epsilon: 1, expectedQuestions: 92 }, mixed],
  [{ epsilon: 1, expectedQuestions: 92, maxAnswers: 3, confidence: 0.7 }, mixed],
  [{ epsilon: 1, expectedQuestions: 92, monotone: true }, mixed],
  [{ epsilon: 1, expectedQuestions: 92, maxAnswers: 2, numericShare: 0.3, monotone: true }, mixed],
  [{ epsilon: 2, neighbors: "replace", expectedQuestions: 92 }, mixed],
].map(([options, countsOf]) => aboveCase(options, "at both distances", countsOf));

/**
 * Queries groups of records one after the other, fixed beforehand, and pairs each answer with the number of
 * active records.
 */
function askInTurn(monitor, records, groups) {
  const gone = new Uint8Array(records);
  const hits = new Uint8Array(records);
  const { perRecord } = monitor.record.parameters;
  return groups.map((own) => {
    const active = own.filter((i) => gone[i] === 0);
    const parts = new Uint8Array(records);
    for (const i of own) parts[i] = 1;
    const isYes = monitor.ask(parts);
    for (const i of isYes ? active : []) {
      hits[i] += 1;
      if (hits[i] >= perRecord) gone[i] = 1;
    }
    return { active: active.length, haveLeft: active.length < own.length, isYes };
  });
}

export function monitorClaims(statement, threshold, asked, { areConditionsKept = true } = {}) {
  const [most] = numbersOf(/over ([\d,]+) queries/, statement);
  if (asked.length > most) return [];
  const isFixed =
    /^For queries that do not depend on earlier answers and of which no record has left: /.test(
      statement,
    );
  const counted = isFixed && areConditionsKept ? asked.filter(({ haveLeft }) => !haveLeft) : asked;
  const missed = counted.some(({ active, isYes }) => isWrong(statement, active - threshold, isYes));
  return [claimed("answers", chanceOf(statement), missed)];
}

function monitorCase(options, title, { records, threshold, groupsOf }) {
  return {
    of: "ThresholdMonitor",
    title: `${JSON.stringify(options)}, ${title}`,
    draw: (reworded = same, conditions = {}) => {
      const monitor = new ThresholdMonitor({ records, threshold, ...options });
      const statement = reworded(monitor.record.accuracy.statement);
      const groups = groupsOf(records, threshold, ...distancesOf(statement));
      return monitorClaims(statement, threshold, askInTurn(monitor, records, groups), conditions);
    },
  };
}

/** Groups as large as the statement's distances, queried until they are retired, and the rest at the end. */
const atDistances = (records, t, above, below) => [
  ...range(20, () => range(Math.max(0, t - below))),
  ...range(8, () => range(Math.min(records, t + above))),
  range(records),
];

/**
 * Small groups three times each, then all records. The secret sample decides which records are retired, so it
 * holds few of the active ones.
 */
export const smallGroups = monitorCase(
  { epsilon: 1, perRecord: 1, method: "sampled", expectedQuestions: 3001 },
  "a thousand groups of three",
  {
    ...{ records: 3000, threshold: 2 },
    groupsOf: (records) => [
      ...range(3000, (i) => range(3, (j) => 3 * (i % 1000) + j)),
      range(records),
    ],
  },
);
const monitors = [
  { epsilon: 1, delta, perRecord: 3, method: "charging" },
  { epsilon: 1, delta, perRecord: 3, method: "charging", confidence: 0.7 },
  { epsilon: 1, perRecord: 1, method: "sampled" },
  { epsilon: 1, perRecord: 4, method: "sampled", confidence: 0.7 },
  { epsilon: 1, delta, perRecord: 3, method: "laplace" },
].flatMap((options) =>
  [
    [300, 40],
    [900, 300],
  ].map(([records, threshold]) =>
    monitorCase(
      { ...options, expectedQuestions: 29 },
      `${records} records, threshold ${threshold}`,
      {
        ...{ records, threshold, groupsOf: atDistances },
      },
    ),
  ),
);

/** An item that is reported for sure, as a sentence states it. */
const frequent = {
  false: "held by at least ([\\d,]+) active users",
  true: "whose active users' weights add up to at least ([\\d,]+)",
};

/**
 * Users with one item each, step after step: every item with the stated number, or weight, of active users is reported.
 * Coins retire users of weights below 1, so these take one step.
 */
function hitterCase(options, title, itemsOf) {
  return {
    of: "HeavyHitterMonitor",
    title: `${JSON.stringify(options)}, ${title}`,
    draw: (reworded = same) => {
      const monitor = new HeavyHitterMonitor({ delta, ...options });
      const statement = reworded(monitor.record.accuracy.statement);
      const [steps, most, found] = numbersOf(
        new RegExp(
          `over ([\\d,]+) steps and up to ([\\d,]+) users, every item ${frequent[options.weighted ?? false]} is reported\\. Every reported item is held by an active user\\.$`,
        ),
        statement,
      );
      const isFixed =
        /^For holdings that do not depend on earlier reports and items of which no holder has left: /.test(
          statement,
        );
      const hits = new Map();
      const isActive = (user) => (hits.get(user) ?? 0) < options.perUser;
      let missed = false;
      let isHeld = true;
      for (let step = 0; step < steps; ++step) {
        const holdings = itemsOf(step, found);
        if (holdings.length > most) return [];
        const holders = new Map();
        const weightOf = new Map();
        for (const [user, item, weight = 1] of holdings) {
          holders.set(item, [...(holders.get(item) ?? []), user]);
          weightOf.set(user, weight);
        }
        const reported = new Set(monitor.step(holdings));
        for (const [item, own] of holders) {
          const active = own.filter(isActive);
          const weight = active.reduce((sum, user) => sum + weightOf.get(user), 0);
          const isMeant = !isFixed || active.length === own.length;
          missed ||= isMeant && weight >= found && !reported.has(item);
          isHeld &&= !reported.has(item) || active.length > 0;
        }
        isHeld &&= [...reported].every((item) => holders.has(item));
        for (const item of reported) {
          for (const user of holders.get(item).filter(isActive))
            hits.set(user, (hits.get(user) ?? 0) + 1);
        }
      }
      // The second sentence states no confidence: it always holds.
      return [claimed("reported", chanceOf(statement), missed), claimed("held", 1e-12, !isHeld)];
    },
  };
}

const hitters = [
  { epsilon: 1, method: "charging", perUser: 2, steps: 6, expectedUsers: 2000 },
  { epsilon: 1, method: "sampled", perUser: 2, steps: 6, expectedUsers: 2000 },
  { epsilon: 1, method: "charging", perUser: 1, steps: 6, expectedUsers: 2000, confidence: 0.7 },
].flatMap((options) => [
  hitterCase(options, "one item as stated, many of one holder", (step, found) => [
    ...range(Math.min(found, 1500), (i) => [i, `item ${step >> 1}`]),
    ...range(100, (i) => [`lone ${i}`, `own ${i}`]),
  ]),
  hitterCase(options, "items of other users at each step", (step, found) =>
    range(Math.min(found, 1500), (i) => [`${step % 3} ${i}`, `item ${step}`]),
  ),
]);

const weightedHitters = ["charging", "sampled"].map((method) =>
  hitterCase(
    { epsilon: 1, method, perUser: 1, steps: 1, expectedUsers: 2000, weighted: true },
    "halves and quarters of holders, and many light ones of one item",
    (_, found) => [
      ...range(2 * found, (i) => [`half ${i}`, "halves", 0.5]),
      ...range(4 * found, (i) => [`quarter ${i}`, "quarters", 0.25]),
      ...range(found, (i) => [`light ${i}`, "light", 2 ** -10]),
    ],
  ),
);

/** A slice longer than the column takes all of it, whatever its noise, so its contents are known. */
const slices = [
  ["heavy ties", range(3000, (i) => (i < 2000 ? 7 : i))],
  ["all at an end", range(3000, () => 0)],
].flatMap(([shape, values]) =>
  ["median", "interiorPoint"].map((compute) => ({
    of: "SliceSession",
    title: `${compute}, ${shape}`,
    draw: (reworded = same) => {
      const terms = {
        slices: 1,
        compute: { epsilon: 1, delta: 1e-7 },
        delta,
        domain: integers(0, 2 ** 40),
      };
      const session = new SliceSession(values, terms);
      const { value, record } = session[compute](
        session.slice({ length: 2 ** 32 - 1, from: "low" }),
      );
      session.dispose();
      const rows = values.map((one) => ({ value: one, weight: 1 }));
      return rankClaims(reworded(record.accuracy.statement), rows, {
        values: value === null ? null : [value],
      });
    },
  })),
);

export const streamCases = [
  ...above,
  oneYesWithNumber,
  smallGroups,
  ...monitors,
  ...hitters,
  ...weightedHitters,
  ...slices,
];

// Found bounds, and means and sums within them: the checks of their statements, on awkward tables.
import * as logstar from "../../../dist/index.js";
import { chanceOf, claimed, numbersOf, slack, sum } from "./reading.mjs";
import { countTables } from "./tables.mjs";
import { clamped, columns, grouped, splitEvenly } from "./weights.mjs";

/** The ends of the power of two that contains a non-negative value. */
function powerOf(value) {
  if (value === 0) return [0, 0];
  const from = 2 ** Math.floor(Math.log2(value));
  return [from, 2 * from];
}

/** The ends of the bounds, whether they contain every power with enough users, and whether a user is at either end. */
function boundsClaims(statement, rows, { value }) {
  const [least] = numbersOf(/at least ([\d,]+) users/, statement);
  if (!/split evenly over their rows/.test(statement)) throw new Error(`not read: ${statement}`);
  const powers = [...grouped(splitEvenly(rows), (row) => `${powerOf(row.value)}`)].map(
    ([ends, own]) => ({
      ends: ends.split(",").map(Number),
      weight: sum(own.map(({ weight }) => weight)),
    }),
  );
  const heavy = powers.filter(({ weight }) => weight >= least + slack);
  const lost =
    value === null
      ? heavy.length > 0
      : heavy.some(({ ends: [from, to] }) => from < value[0] || to > value[1]);
  const empty =
    value !== null &&
    !(
      powers.some(({ ends: [from] }) => from === value[0]) &&
      powers.some(({ ends: [, to] }) => to === value[1])
    );
  return [claimed("bounds", chanceOf(statement), lost || empty)];
}

/** A mean or sum of one group, from values clamped to the range in the record. */
function withinClaims(statement, truth, { value, error }) {
  return [
    claimed(
      "value",
      chanceOf(statement),
      value !== null && Math.abs(value - truth) > error * (1 + 1e-12) + slack,
    ),
  ];
}

function meanClaims(statement, rows, result) {
  if (!/clamped to the found range/.test(statement)) throw new Error(`not read: ${statement}`);
  const [low, high] = result.record.parameters.foundRange ?? [0, 0];
  const weighed = splitEvenly(rows);
  const users = sum(weighed.map(({ weight }) => weight));
  const all = sum(weighed.map(({ weight, value }) => weight * clamped(value, low, high)));
  const [perUser, more] = numbersOf(/times \(([\d.]+) \/ `users` \+ ([\d.]+)\)/, statement);
  const most = (high - low) * (perUser / result.users + more);
  if (result.value !== null && result.error > most * (1 + 1e-12)) {
    throw new Error(`error ${result.error} above ${most}`);
  }
  return withinClaims(statement, all / users, result);
}

function sumClaims(statement, rows, result) {
  if (!/clamped to the found range/.test(statement)) throw new Error(`not read: ${statement}`);
  const [low, high] = result.record.parameters.foundRange ?? [0, 0];
  const end = Math.max(-low, high); // an empty power far away sometimes passes
  const step = end / 2 ** 30;
  const totals = [...grouped(rows, ({ user }) => user).values()].map((own) => {
    const total = clamped(sum(own.map(({ value }) => value)), low, high);
    return step === 0 ? 0 : Math.round(total / step) * step;
  });
  const [times] = numbersOf(/at most ([\d.]+) times that end/, statement);
  if (result.value !== null && result.error > times * end) {
    throw new Error(`error ${result.error} above ${times} ends`);
  }
  return withinClaims(statement, sum(totals), result);
}

const ways = [
  ["findBounds", { epsilon: 1 }, boundsClaims],
  ["findBounds", { epsilon: 20, confidence: 0.8 }, boundsClaims],
  ["mean", { epsilon: 5 }, meanClaims],
  ["mean", { epsilon: 1000 }, meanClaims],
  ["sum", { epsilon: 5 }, sumClaims],
  ["sum", { epsilon: 100 }, sumClaims],
];

export const foundCases = ways.flatMap(([name, options, check]) =>
  Object.entries(countTables).map(([shape, made]) => {
    const rows = made();
    return {
      of: name,
      title: `found, ${JSON.stringify(options)}, ${shape}`,
      draw: (reworded = (one) => one) => {
        const result = logstar[name](columns(rows), options);
        return check(reworded(result.record.accuracy.statement), rows, result);
      },
    };
  }),
);

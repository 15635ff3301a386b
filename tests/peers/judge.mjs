// The errors of answers, logstar's and its peers' by the same rule.
import { missedOf, usersOf } from "../practice/contests/words.mjs";
import { quantileOf } from "../practice/measure.mjs";
import { Ranks } from "../practice/ranks.mjs";
import { vocabulary } from "./tasks.mjs";

const total = (values) => values.reduce((sum, value) => sum + value, 0);
const off = (answer, truth) => 100 * Math.abs((answer ?? 0) / truth - 1);

function tally(places, many) {
  const counts = new Array(many).fill(0);
  for (const place of places) counts[place] += 1;
  return counts;
}

const missesOf = (answers, truths) => truths.map((truth, i) => Math.abs(answers[i] - truth));
const placeOf = (value, edges) => edges.filter((edge) => edge <= value).length;

const functions = {
  quantiles({ quantiles }, { values }, answer) {
    const ranks = new Ranks(values);
    return quantiles.map((q, i) =>
      Number.isFinite(answer[i]) ? ranks.judge(answer[i], q).miss : ranks.missOfNone(q),
    );
  },
  mean: (_, { values }, answer) => [off(answer, total(values) / values.length)],
  sum: (_, { values }, answer) => [off(answer, total(values))],
  histogram: ({ edges }, { values }, answer) =>
    missesOf(
      answer,
      tally(
        values.map((value) => placeOf(value, edges)),
        edges.length + 1,
      ),
    ),
  "count by groups": ({ groups: many }, { groups }, answer) =>
    missesOf(answer, tally(groups, many)),
  words({ unit }, set, answer) {
    if (unit === "named") return [new Set(answer).size];
    set.counts ??= usersOf({ users: set.users, items: set.words }, vocabulary);
    return [100 - missedOf(set.counts, 100, answer)];
  },
};

/** Whether more is better: the unit counts finds instead of errors. */
export const isFound = ({ unit }) => unit === "true of 100" || unit === "named";

/** The median and the 95% quantile of the misses; for finds, the number that 95 in 100 runs reach. */
export const figuresOf = (task, misses) => ({
  half: quantileOf(misses, 0.5),
  most: quantileOf(misses, isFound(task) ? 0.05 : 0.95),
});

/**
 * The ways in which one peer does a task, the best first.
 * @param {any} task
 * @param {Record<string, any>} sets
 * @param {any[]} lines the figures of that peer and task
 */
export function judged(task, sets, lines) {
  const ways = [...new Set(lines.map(({ way }) => way))].map((way) => {
    const own = lines.filter((line) => line.way === way);
    const failures = own.filter(({ failed }) => failed !== undefined);
    const answers = own.filter(({ answer }) => answer !== undefined);
    const misses = new Map(
      answers.map(({ run, answer }) => [
        run,
        functions[task.function](task, sets[task.runs[run].set], answer),
      ]),
    );
    return {
      ...{ way, misses, failures: failures.length, failed: failures[0]?.failed },
      cannot: own.find(({ cannot }) => cannot !== undefined)?.cannot,
      ...(misses.size > 0 && figuresOf(task, [...misses.values()].flat())),
    };
  });
  const rank = ({ half = Infinity }) => (isFound(task) && half < Infinity ? -half : half);
  return ways.sort((a, b) => rank(a) - rank(b));
}

/** The figures of a way on those runs only. */
export const onRuns = (task, { misses }, runs) =>
  figuresOf(
    task,
    runs.flatMap((run) => misses.get(run) ?? []),
  );

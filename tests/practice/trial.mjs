// Runs a row of the design on many data sets: by default, by each named algorithm, by default without options,
// and by default with twice the epsilon. All run on the same data, so algorithms are compared data set by data
// set: one misses by more than a factor times another, or not.
import { dataSetsOf, sheetOf, toldOf } from "./design.mjs";
import { isRefusal, margin, quantileOf } from "./measure.mjs";
import { dataSet, kinds } from "./shapes.mjs";

/** The number of runs per data set: means of two misses distinguish algorithms with fewer data sets. */
const asks = 2;
/** After this number of data sets, algorithms far worse than the best are dropped. */
const first = 12;
const farOff = 4;

/** @typedef {{ name: string, options: object }} Way */

/**
 * The results of an algorithm: `means` is its mean miss for each data set, at least 1. `abstains` is from its record.
 * @typedef {{ way: Way, means: number[], failed: number, answers: number, took: string, abstains?: boolean }} Asked
 */

const tallyOf = (way) => ({ way, means: [], failed: 0, answers: 0, took: "", abstains: undefined });

const released = ({ options }, question, made) =>
  question.ask(made, { ...made.options, ...options });

/** @param {Asked} tally */
function ask(tally, question, made) {
  let sum = 0;
  let answers = 0;
  for (let i = 0; i < asks; ++i) {
    const one = released(tally.way, question, made);
    tally.took ||= one.record.parameters.algorithm ?? one.record.mechanism;
    tally.abstains = one.record.parameters.abstain;
    for (const { value, q, ranks } of one.answers) {
      const judged = value === null ? undefined : ranks.judge(value, q);
      if (judged?.isOutside ?? true) tally.failed += 1;
      sum += judged?.miss ?? ranks.missOfNone(q);
      answers += 1;
    }
  }
  tally.answers += answers;
  tally.means.push(Math.max(1, sum / answers));
}

/** Whether a way can run and has another law than the default. Both depend on options alone. */
function isAnother(way, byDefault, question, made) {
  const lawOf = ({ record: { mechanism, parameters } }) => JSON.stringify([mechanism, parameters]);
  try {
    return lawOf(released(way, question, made)) !== lawOf(released(byDefault, question, made));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

const median = ({ means }) => quantileOf(means, 0.5);

/** The algorithms that miss by little more than the best. @param {Asked[]} others @param {Asked} byDefault */
function nearTheBest(others, byDefault) {
  const least = Math.min(...[byDefault, ...others].map(median));
  return others.filter((other) => median(other) <= farOff * least);
}

/** Whether one way may answer `null` and the other has to answer. */
const differInNull = (one, other) => one.abstains === true && other.abstains === false;

/**
 * @typedef {{ row: import("./design.mjs").Row, isPoint: boolean, shapes: { name: string, isTied?: boolean }[], byDefault: Asked, twice: Asked,
 *   others: Asked[], plain: Asked }} Trial `shapes` are dealt to data sets in turn; `plain` is the default without
 *   abstaining, asked if some algorithm cannot abstain
 */

/**
 * @param {import("./design.mjs").Row} row
 * @param {{ algorithm?: string, withMore?: string, dataSets?: number }} [instead] to test the test:
 *   replacements of the default, and of the default with twice the epsilon
 * @returns {Trial}
 */
export function tried(row, { algorithm, withMore, dataSets = dataSetsOf(row) } = {}) {
  const { question, kind, domain, make } = sheetOf(row);
  const { epsilon, neighbors, n } = row;
  const { shapes } = kinds[kind];
  // A session and a table have no neighbours option.
  const bare = { epsilon, domain, ...(neighbors === "replace" && { neighbors }) };
  const options = { ...bare, ...toldOf(row).options(n) };
  const byName = (name, all) => (name === undefined ? all : { ...all, algorithm: name });
  const byDefault = tallyOf({ name: "by default", options: byName(algorithm, options) });
  const twice = tallyOf({
    name: "with twice the epsilon",
    options: byName(withMore, { ...byDefault.way.options, epsilon: 2 * epsilon }),
  });
  const ways = [
    ...question.algorithms.map((name) => ({
      name: `algorithm "${name}"`,
      options: byName(name, options),
    })),
    { name: "told nothing", options: bare },
  ];
  const plain = tallyOf({
    name: "without abstaining",
    options: { ...byDefault.way.options, abstain: false },
  });
  let others = [];
  for (let run = 0; run < dataSets; ++run) {
    const made = make(dataSet(kind, run, n), kind);
    if (run === 0) {
      const able = ways.filter((way) => isAnother(way, byDefault.way, question, made));
      others = able.map(tallyOf);
    }
    for (const tally of [byDefault, twice, ...others]) ask(tally, question, made);
    if (others.some((other) => differInNull(byDefault, other))) ask(plain, question, made);
    if (run + 1 === first && !question.isPoint) others = nearTheBest(others, byDefault);
  }
  const { isPoint = false } = question;
  return { row, isPoint, shapes, byDefault, twice, others, plain };
}

/**
 * The comparisons: the first must not miss, or fail, more than `factor` times as much as the second. Next to an
 * algorithm that cannot abstain the default has to answer too: docs/guarantees/none.md, Corollaries 3 and 6, bound how
 * often `null` comes where answers would lie in the data.
 * @param {Trial} trial
 * @returns {{ name: string, one: Asked, other: Asked, factor: number }[]}
 */
export const comparisonsOf = ({ isPoint, byDefault, twice, others, plain }) => [
  ...others.map((other) => ({
    name: other.way.name,
    one: !isPoint && differInNull(byDefault, other) ? plain : byDefault,
    other,
    factor: margin,
  })),
  { name: twice.way.name, one: twice, other: byDefault, factor: 1 },
];

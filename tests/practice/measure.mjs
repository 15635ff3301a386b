// Runs each question on many data sets, by default and by each named algorithm.
import { dataSet } from "./shapes.mjs";

/**
 * The results of a question by one algorithm.
 * @typedef {{ name: string, took: Set<string>, stated: { error?: number, usual?: number }, misses: number[], means: number[], none: number, outside: number,
 *   n: number }} Tally
 */

/** @param {string} name @returns {Tally} */
const tallyOf = (name) => ({
  ...{ name, took: new Set(), stated: {}, misses: [], means: [] },
  ...{ none: 0, outside: 0, n: 0 },
});

/** @param {Tally} tally */
function add(tally, { record, answers }) {
  tally.took.add(record.parameters.algorithm ?? record.mechanism);
  tally.stated = record.accuracy ?? {};
  let sum = 0;
  for (const { value, q, ranks } of answers) {
    tally.n += 1;
    const judged = value === null ? undefined : ranks.judge(value, q);
    tally.none += judged === undefined ? 1 : 0;
    tally.outside += judged?.isOutside ? 1 : 0;
    const miss = judged?.miss ?? ranks.missOfNone(q);
    tally.misses.push(miss);
    sum += miss;
  }
  tally.means.push(sum / answers.length);
}

/** The allowed factor between the default's error and another's: the margin of the default's own rule. */
export const margin = 1.6;

/** Whether options are rejected, for any data. */
export const isRefusal = (error) => error instanceof RangeError || error instanceof TypeError;

/**
 * @typedef {{ epsilon: number, told: { name: string, options: (n: number) => object } }} Cell what a question is told
 * @typedef {Cell & { tallies: Tally[] }} Measured the default is the first
 */

/**
 * Measures the cells of a sheet at one n.
 * @param {import("./questions.mjs").Sheet} sheet
 * @param {number} n
 * @param {Cell[]} cells
 * @param {object} [more]
 * @param {number} [more.dataSets]
 * @param {string[]} [more.names] of algorithms, in addition to the default
 * @returns {Measured[]}
 */
export function measure(
  sheet,
  n,
  cells,
  { dataSets = sheet.dataSets, names = sheet.question.algorithms } = {},
) {
  const { question, kind, domain } = sheet;
  const measured = cells.map((cell) => ({
    ...cell,
    tallies: ["auto", ...names].map(tallyOf),
  }));
  for (let run = 0; run < dataSets; ++run) {
    const made = sheet.make(dataSet(kind, run, n), kind);
    for (const cell of measured) {
      const options = { epsilon: cell.epsilon, domain, ...made.options, ...cell.told.options(n) };
      cell.tallies = cell.tallies.filter((tally, place) => {
        const { name } = tally;
        try {
          add(
            tally,
            question.ask(made, name === "auto" ? options : { ...options, algorithm: name }),
          );
          return true;
        } catch (error) {
          if (place === 0 || !isRefusal(error)) throw error;
          return false;
        }
      });
    }
  }
  return measured;
}

/** @param {number[]} numbers @param {number} share */
export function quantileOf(numbers, share) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

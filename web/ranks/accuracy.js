import { percent, rounded } from "../ledger/record.js";

/**
 * What the core says of a draw.
 * @typedef {object} RankFacts
 * @property {string} algorithm
 * @property {string} [rank] the quantile as a fraction; none for an interior point
 * @property {number} [rankError] in ranks; none if all that is promised is an interior point
 * @property {number} leastRecords from so many on it holds
 * @property {number} [mostRecords] up to so many
 * @property {number} [insideFrom] with a rank error: from so many records on it excludes answers outside
 *   the data
 */

/**
 * How far off an answer may be, as a number and in words.
 * @param {RankFacts} facts
 * @param {number} confidence
 * @returns {import("../ledger/record.js").Accuracy}
 */
export function accuracyOf(facts, confidence) {
  const { algorithm, rank, rankError } = facts;
  const sure = `With ${percent(confidence)} confidence`;
  const condition = numberOfRecords(facts);
  if (rankError === undefined) {
    const statement = `${sure} there is an answer, between the smallest and the largest record${condition}.`;
    return { kind: "interior", error: facts.leastRecords, confidence, statement };
  }
  const isMedian = rank === undefined || rank === "1/2";
  const target = `${isMedian ? "the true median" : `the true ${rank} quantile`} in sorted order`;
  const away =
    algorithm === "exponential"
      ? `it is at most ${rounded(rankError)} records away from ${target}`
      : `there is an answer, at most ${rounded(rankError)} records away from ${target}`;
  const statement = `${sure} ${away}${condition}${mayLieOutside(facts.insideFrom, "it")}.`;
  return { kind: "rank", error: rankError, confidence, statement };
}

/**
 * What an error in ranks is worth for few records.
 * @param {number | undefined} insideFrom from so many records on it excludes answers outside the data
 * @param {string} who
 */
export function mayLieOutside(insideFrom, who) {
  if (insideFrom === undefined || insideFrom <= 1) return "";
  return `; with fewer than ${rounded(insideFrom)} records ${who} may lie outside the data`;
}

/** @param {RankFacts} facts */
function numberOfRecords({ leastRecords, mostRecords }) {
  if (leastRecords === 0) return "";
  const least = rounded(leastRecords);
  const range =
    mostRecords === undefined ? `at least ${least}` : `${least} to ${rounded(mostRecords)}`;
  return `, if there are ${range} records`;
}

import { percent, rounded } from "../ledger/record.js";

/**
 * How far off an answer may be, in words.
 * @param {import("../ledger/release.js").Claim} claim
 */
export function statementOf({ accuracy, parameters, conditions }) {
  const { kind, error, confidence } = accuracy;
  const sure = `With ${percent(confidence)} confidence`;
  const condition = numberOfRecords(conditions);
  if (kind === "interior") {
    return `${sure} there is an answer, between the smallest and the largest record${condition}.`;
  }
  const { algorithm, form, quantile } = parameters;
  const isMedian = quantile === undefined || quantile === "1/2";
  const target = `${isMedian ? "the true median" : `the true ${quantile} quantile`} in sorted order`;
  const isCutWithAnswer = algorithm === "cut" && form !== "stable";
  const away =
    algorithm === "exponential" || isCutWithAnswer
      ? `it is at most ${rounded(error)} records away from ${target}`
      : `there is an answer, at most ${rounded(error)} records away from ${target}`;
  const few = mayLieOutside(conditions.insideFrom, "it", isCutWithAnswer);
  return `${sure} ${away}${condition}${few}.`;
}

/**
 * What an error in ranks is worth for few records.
 * @param {number | undefined} insideFrom from so many records on it excludes answers outside the data
 * @param {string} who
 * @param {boolean} isSameForFew cut choice that always answers does so with the middle of the domain where
 *   hardly a record counts (docs/guarantees/cut-choice.md, "Very few records")
 */
export function mayLieOutside(insideFrom, who, isSameForFew) {
  if (insideFrom === undefined || insideFrom <= 1) return "";
  const few = isSameForFew ? ", and with very few the answer is the same whatever they are" : "";
  return `; with fewer than ${rounded(insideFrom)} records ${who} may lie outside the data${few}`;
}

/** @param {Record<string, any>} conditions */
function numberOfRecords({ leastRecords, mostRecords }) {
  if (leastRecords === 0) return "";
  const least = rounded(leastRecords);
  if (mostRecords === leastRecords) return `, if there are ${least} records`;
  const range =
    mostRecords === undefined ? `at least ${least}` : `${least} to ${rounded(mostRecords)}`;
  return `, if there are ${range} records`;
}

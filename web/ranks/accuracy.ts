import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";

// "Lie between" means strictly between. From #{x < z} <= qn + m and #{x <= z} >= qn - m at most m records lie
// between z and every M with #{x < M} <= qn <= #{x <= M}: between z < M there are #{x < M} - #{x <= z}.

/** The accuracy of one rank in words. */
export function statementOf({ accuracy, parameters, conditions }: Claim) {
  const { kind, error, confidence } = accuracy;
  const sure = `With ${formatPercent(confidence)} confidence`;
  const size = numberOfRecords(conditions);
  const least = (conditions.minRecordsInside ?? conditions.leastRecords)!;
  if (parameters.depth !== undefined)
    return depthStatement(sure, size, least, parameters, conditions);
  if (kind === "interior" && parameters.abstain) {
    return `${sure}, ${rangeOrNone(conditions, least)}.`;
  }
  if (kind === "interior") {
    const provided = size === "" ? "" : `, provided there are ${size}`;
    return `${sure}, an answer is returned and lies between the smallest and the largest value${provided}.`;
  }
  const { algorithm, form, quantile } = parameters;
  const isCutWithAnswer = algorithm === "cut" && form !== "stable";
  const isAlways = algorithm === "exponential" || isCutWithAnswer;
  const most = `at most ${formatCount(error)} records lie between`;
  const away = isAlways
    ? `${most} this value and ${targetOf(quantile)}`
    : `an answer is returned and ${most} it and ${targetOf(quantile)}`;
  if (parameters.abstain) {
    return `${sure}, ${most} this value and ${targetOf(quantile)}, or no answer is returned. Separately, ${sure.toLowerCase()}: ${rangeOrNone(conditions, least)}.`;
  }
  const start = size === "" ? sure : `If there are ${size}: ${sure.toLowerCase()}`;
  return `${start}, ${away}.${fewRecordsWarning(conditions.minRecordsInside, "it", isCutWithAnswer, conditions.minInsideExpected)}`;
}

/** Of an interior point that has records on either side. */
function depthStatement(
  sure: string,
  size: string,
  least: number,
  { abstain, depth }: Claim["parameters"],
  conditions: Claim["conditions"],
) {
  const number = formatCount(depth as number);
  const on = `at least ${number} record${depth === 1 ? " lies" : "s lie"} at or before`;
  const deep = `${on} the answer, and as many at or after it`;
  const expected = ifExpected(conditions.minInsideExpected, least, "at least");
  if (abstain) {
    return `${sure}, ${deep}, or there is none, however few records there are; with at least ${formatCount(least)}${expected}, there is an answer.`;
  }
  return `${sure}, an answer is returned and ${deep}, provided there are ${size}${expected}.`;
}

/** @param quantile as a fraction; undefined for the median */
export function targetOf(quantile: string | undefined) {
  const isMedian = quantile === undefined || quantile === "1/2";
  return `the true ${isMedian ? "median" : `${quantile} quantile`}`;
}

/**
 * States that answers lie inside the data or are missing, and the number of records from which an answer
 * exists.
 * @param provided further conditions of the number of records
 */
export function rangeOrNone(
  { minInsideExpected }: Claim["conditions"],
  least: number,
  provided = "",
) {
  const enough = `${formatCount(least)}${ifExpected(minInsideExpected, least, "with at least")}`;
  return `any answer lies within the range of the data, however few records there are; with at least ${enough}, there is an answer${provided}`;
}

/**
 * With how many fewer the same holds where the domain's guess does.
 * @param before the words before the number
 * @param values the values that the guess is about
 */
export function ifExpected(
  number: number | undefined,
  anywhere: number,
  before: string,
  values = "values",
) {
  if (number === undefined || formatCount(number) === formatCount(anywhere)) return "";
  return `, or ${before} ${formatCount(number)} if all ${values} lie where they are expected`;
}

/**
 * A sentence on few records, for which the error in ranks allows any value.
 * @param minRecordsInside the number of records from which the error excludes values outside the data
 * @param isSameForFew cut choice that always answers returns the middle of the domain for very few records
 *   (docs/guarantees/cut-choice.md, "Very few records")
 * @param expected the same where all values lie within the domain's guess
 */
export function fewRecordsWarning(
  minRecordsInside: number | undefined,
  who: string,
  isSameForFew: boolean,
  expected?: number,
) {
  if (minRecordsInside === undefined || minRecordsInside <= 1) return "";
  const few = isSameForFew
    ? " With very few, it is almost always one fixed value, whatever the data."
    : "";
  const guessed = ifExpected(expected, minRecordsInside, "than");
  return ` With fewer than ${formatCount(minRecordsInside)} records${guessed}, ${who} may lie outside the range of the data.${few}`;
}

function numberOfRecords({ leastRecords, mostRecords }: Record<string, unknown>) {
  if (leastRecords === 0) return "";
  const least = formatCount(leastRecords);
  if (mostRecords === leastRecords) return `${least} records`;
  const range =
    mostRecords === undefined ? `at least ${least}` : `${least} to ${formatCount(mostRecords)}`;
  return `${range} records`;
}

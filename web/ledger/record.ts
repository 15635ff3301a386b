import { randomnessSource } from "../core/load.js";
import { version } from "../version.js";
import type { IntervalRecord } from "./interval-record.js";
import type { Claim, Words } from "./release.js";

/** How far a result may be off, and how surely it is not further. */
export interface Accuracy {
  /**
   * what the error is counted in; "errors": records that a learned rule labels wrongly; "interior": no more is
   * promised than a point of the data's range, and the error is the number of records that takes; "quality": what the
   * caller's own quality counts; "units": what the values are counted in that are added up
   */
  kind: "rank" | "count" | "errors" | "interior" | "quality" | "units";
  /** how many of them at most */
  error: number;
  /** the probability with which it holds */
  confidence: number;
  /** the same in words */
  statement: string;
  /**
   * of ranks: the median error on smooth data; of "interior" how many records half of the answers need there. No
   * guarantee: it is what algorithms are compared by
   */
  usual?: number;
  /** the same in words */
  usually?: string;
  /** of medians and quantiles asked for with `interval`, beforehand */
  interval?: IntervalRecord;
}

/** What a data officer needs to check a release: plain JSON, without data and without randomness. */
export interface ReleaseRecord {
  /** the function, and by which mechanism */
  mechanism: string;
  /** what the caller called it */
  label?: string;
  /** when it was asked, as the caller says, in ISO 8601 */
  date?: string;
  /** everything public that it ran with */
  parameters: Record<string, unknown>;
  /** what the guarantee is about: a record more or less, or changed */
  neighbors: "add-remove" | "replace";
  /** the privacy loss that was spent */
  epsilon: number;
  /** what the guarantee adds to the factor e^epsilon */
  delta: number;
  /** whose presence or change is hidden, if it is not a record's */
  protects?: "users" | "labels";
  /** the guarantee in one sentence */
  guarantee: string;
  /** how far off the result may be */
  accuracy: Accuracy;
  /** of medians and quantiles with `interval`: what is promised of it */
  interval?: IntervalRecord;
  /** what besides the result the release makes public */
  public: string;
  /** the page of this package on which the guarantee is proved */
  proof: string;
  /** where the random bits came from; of `logstar/testing`, that it is not private */
  randomness: string;
  /** of logstar */
  version: string;
}

/** The record of a release: what the core claims, in words. */
export function recordOf(claim: Claim, mechanism: string, words: Words): ReleaseRecord {
  const { protects } = claim;
  return {
    mechanism,
    ...words.note,
    parameters: { ...claim.parameters, ...words.parameters },
    neighbors: claim.neighbors,
    ...(protects !== "records" && { protects }),
    epsilon: claim.epsilon,
    delta: claim.delta,
    public: words.public ?? claim.public,
    accuracy: accuracyOf(claim, words.statement),
    ...(words.interval && { interval: words.interval }),
    proof: words.proof ?? claim.proof,
    guarantee: guaranteeOf(claim),
    randomness: randomnessSource(),
    version,
  };
}

/** How far off a release may be, and what is usual. */
export function accuracyOf(
  { accuracy, usual, protects, conditions }: Claim,
  statement: string,
): Accuracy {
  if (usual === undefined) return { ...accuracy, statement };
  const number = rounded(usual);
  const counted = conditions.insideFromRows === undefined ? protects : "rows";
  const some = `${number} ${number === "1" ? counted.slice(0, -1) : counted}`;
  if (accuracy.kind === "units") {
    return { ...accuracy, statement, usual, usually: `Usually within ${number}; no guarantee.` };
  }
  const usually =
    accuracy.kind === "interior"
      ? `On smooth data, half of the answers lie within the data from ${some} on; no guarantee.`
      : `Usually within ${some} on smooth data; no guarantee.`;
  return { ...accuracy, statement, usual, usually };
}

const changes = {
  users: {
    "add-remove": "Adding or removing all rows of one user",
    replace: "Changing the rows of one user",
  },
  labels: {
    "add-remove": "Adding or removing one record's label",
    replace: "Changing one record's label",
  },
  records: { "add-remove": "Adding or removing one record", replace: "Changing one record" },
};

/**
 * The definition of (epsilon, delta)-DP in words. With a delta it is about sets of answers: a claim about each
 * single answer would be weaker, and a probability of failure stronger (src/privacy/loss.hpp).
 */
function guaranteeOf({ neighbors, epsilon, delta, protects }: Claim) {
  const change = changes[protects][neighbors];
  const factor = factorOf(epsilon);
  return delta > 0
    ? `${change} changes the probability of any set of answers by a factor of at most ${factor} plus at most ${delta} (epsilon ${epsilon}, delta ${delta}).`
    : `${change} changes the probability of any answer by a factor of at most ${factor} (epsilon ${epsilon}).`;
}

/** e^epsilon in three digits, rounded up: the sentence promises no more than holds. */
function factorOf(epsilon: number) {
  const factor = Math.exp(epsilon);
  if (factor > 1e300) return `e^${epsilon}`;
  const step = 10 ** (Math.floor(Math.log10(factor)) - 2);
  const up = Math.ceil(factor / step) * step;
  return up < 1e6 ? `${Number(up.toPrecision(3))}` : up.toExponential(2);
}

/**
 * Commas by hand: to read how a language writes numbers takes the first answer longer than to draw it.
 * @returns a number of ranks or records for a sentence
 */
export function rounded(value: unknown): string {
  const up = Math.ceil(Number(value)) + 0; // of -0.5 it is -0
  if (!(Math.abs(up) < 1e21)) return up.toLocaleString("en");
  return `${up}`.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A confidence in six digits, or in as many more as keep the text from stating a greater one. */
export function percent(confidence: number) {
  let digits = 6;
  const shown = () => Number((100 * confidence).toPrecision(digits));
  while ((shown() >= 100 || shown() / 100 > confidence) && confidence < 1 && digits < 17) ++digits;
  return `${shown()}%`;
}

/** A share of the records in six digits, rounded up as an error is. */
export function shareUp(share: number) {
  const percents = 100 * share;
  const step = 10 ** (Math.floor(Math.log10(percents)) - 5);
  const shown = Number(percents.toPrecision(6));
  return `${Number((shown / 100 < share ? shown + step : shown).toPrecision(6))}%`;
}

import { randomnessSource } from "../core/load.js";
import { version } from "../version.js";
import type { IntervalRecord } from "./interval-record.js";
import type { Claim, Words } from "./release.js";
import { type Scope, scopeOf } from "./scope.js";

/** The accuracy of a result: its maximum error, and the confidence. */
export interface Accuracy {
  /**
   * the unit of the error. "errors": records that a learned rule mislabels. "interior": the only promise is a
   * point in the data's range, and the error is the number of records that this takes. "quality": the unit of
   * the caller's quality. "units": the unit of the summed values
   */
  kind: "rank" | "count" | "errors" | "interior" | "quality" | "units";
  /** their maximum number */
  error: number;
  /** the probability with which it holds */
  confidence: number;
  /** the same in words */
  statement: string;
  /**
   * of ranks: the median error on smooth data; of "interior" how many records half of the answers need there. No
   * guarantee: it serves to compare algorithms
   */
  usual?: number;
  /** the same in words */
  usually?: string;
  /** of medians and quantiles asked for with `interval`, beforehand */
  interval?: IntervalRecord;
}

/** The facts with which a data officer checks a release: plain JSON, without data or randomness. */
export interface ReleaseRecord {
  /** the function, and by which mechanism */
  mechanism: string;
  /** the caller's name for it */
  label?: string;
  /** its date, by the caller, in ISO 8601 */
  date?: string;
  /** everything public that it ran with */
  parameters: Record<string, unknown>;
  /** the neighbours of the guarantee: a record more or less, or changed */
  neighbors: "add-remove" | "replace";
  /** the spent privacy loss */
  epsilon: number;
  /** the addend of the guarantee, beside the factor e^epsilon */
  delta: number;
  /** the unit whose presence or change is hidden, if other than a record */
  protects?: "users" | "labels";
  /** the guarantee in one sentence */
  guarantee: string;
  /** the error bound of the result */
  accuracy: Accuracy;
  /** of medians and quantiles with `interval`: its promise */
  interval?: IntervalRecord;
  /** the public facts of the release in addition to the result */
  public: string;
  /** the page of this package on which the guarantee is proved */
  proof: string;
  /** the source of the random bits; for `logstar/testing`, that it is not private */
  randomness: string;
  /** the version of logstar */
  version: string;
}

/**
 * The record of a release: the core's claim in words.
 * @param ledger that paid for it: if the release is a part of something, its record promises the loss of that
 */
export function recordOf(
  claim: Claim,
  mechanism: string,
  words: Words,
  ledger?: unknown,
): ReleaseRecord {
  const scope = scopeOf(ledger);
  if (scope !== undefined) return recordWithin(scope, claim, mechanism, words);
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

/** The record of a part; the part's own loss stands among the parameters. */
function recordWithin(
  { claim: whole, records, ledger }: Scope,
  claim: Claim,
  mechanism: string,
  words: Words,
) {
  const { epsilon, delta, neighbors, protects, proof } = whole;
  const ofPart = { computeEpsilon: claim.epsilon, computeDelta: claim.delta };
  const record = recordOf(
    { ...claim, epsilon, delta, neighbors, protects },
    `${mechanism}, part of a session of ${whole.mechanism}`,
    {
      ...words,
      parameters: { ...words.parameters, ...ofPart },
      public: `${words.public ?? claim.public}; epsilon and delta are those of the whole session`,
      proof,
    },
    ledger,
  );
  records.push(record);
  return record;
}

/** The accuracy of a release, and its usual error. */
export function accuracyOf(
  { accuracy, usual, protects, conditions }: Claim,
  statement: string,
): Accuracy {
  if (usual === undefined) return { ...accuracy, statement };
  const number = formatCount(usual);
  const counted = conditions.minRowsInside === undefined ? protects : "rows";
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
  const [e, d] = [shownLoss(epsilon), shownLoss(delta)];
  return delta > 0
    ? `${change} changes the probability of any set of answers by a factor of at most ${factor} plus at most ${d} (epsilon ${e}, delta ${d}).`
    : `${change} changes the probability of any answer by a factor of at most ${factor} (epsilon ${e}).`;
}

/** An epsilon or a delta, in six digits if it has many: what is rounded up holds, too. */
function shownLoss(loss: number) {
  const whole = `${loss}`;
  return whole.length <= 12 ? whole : sixDigitsUp(loss);
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
export function formatCount(value: unknown): string {
  const up = Math.ceil(Number(value)) + 0; // of -0.5 it is -0
  if (!(Math.abs(up) < 1e21)) return up.toLocaleString("en");
  return `${up}`.replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * An error in a caller's own unit, in six digits, rounded up.
 * @param sensitivity as the caller gave it; without one the unit is 1
 */
export function formatScore(error: number, sensitivity: number | undefined): string {
  return sensitivity === undefined ? formatCount(error) : sixDigitsUp(error);
}

/** A number above 0 in six digits, rounded up. */
function sixDigitsUp(number: number) {
  const shown = Number(number.toPrecision(6));
  const step = 10 ** (Math.floor(Math.log10(number)) - 5);
  return `${shown < number ? Number((shown + step).toPrecision(6)) : shown}`;
}

/** A confidence in six digits, or in as many more as keep the text from stating a greater one. */
export function formatPercent(confidence: number) {
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

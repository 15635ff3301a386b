import { choice, delta, type OptionsOf, optional, whole } from "../core/fields.js";
import { call } from "../core/load.js";
import { choiceOption } from "../core/options.js";
import { columnsOnce } from "../data/columns-once.js";
import { type Domain, isDomain } from "../data/domains.js";
import { aboutColumns } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { columnOf, type groupedColumnOf, type Values } from "../data/values.js";
import { nothingBelow, promisesFrom } from "../ledger/few-records.js";
import { formatCount, formatPercent, type ReleaseRecord, shareUp } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { optionsOfAny, ReleaseDeclaration } from "../ledger/released.js";
import { ColumnFields, guessedRecords } from "./fields.js";
import { SanitizedThresholds } from "./sanitized-thresholds.js";
import { byCounts, type ValueCountsOptions } from "./thresholds-counts.js";
import { byIntervals, type IntervalOptions } from "./thresholds-paper.js";

class DistributionFields<T = number> extends ColumnFields<T> {
  /**
   * "quantiles": by recursion. "slices": by noisy slices, from 2 points on, which needs a delta. Others are
   * "counts" and "paper". "auto" (default): "counts" on a domain of at most 1,024 values if `points` is not given,
   * else "slices" if it promises a smaller error, else "quantiles"
   */
  method = optional(choice(["auto", "quantiles", "slices"] as const), "auto");
  /**
   * 0 (default), or far below 1 / (number of records), for "slices": from some thousands of records on their error
   * is a tenth. A method spends no delta that it does not need: the record then states delta 0
   */
  delta = optional(delta(), 0);
  /**
   * the number of quantiles, 1 to 999; default: chosen for `records`, or else 31. More make finer steps and larger
   * errors in rank
   */
  points = optional(whole(31), undefined);
  /**
   * the approximate number of records, 1 to 2^40, publicly known or assumed, never read off the data: it chooses
   * `points`, from 3 to 511. A wrong guess costs accuracy only
   */
  records = guessedRecords();
}

/**
 * Options of `sanitizeThresholds`.
 * @interface
 */
export type DistributionOptions<T = number> = OptionsOf<DistributionFields<T>>;

/** How a way to sanitize a column reads it and makes an answer: methods, as each draws something else. */
export interface Way {
  released: Pick<
    ReleaseDeclaration<ColumnFields<unknown>>,
    "Fields" | "AccuracyOptions" | "checkCall" | "releaseAnswer" | "accuracy"
  >;
  columnOf: typeof columnOf;
  /** the part of a column for the core */
  dataOf(column: ReturnType<typeof groupedColumnOf>): unknown;
  answerOf(drawn: object, domain: Domain<unknown>): object;
}

export const sanitizeThresholdsDeclaration = new ReleaseDeclaration({
  name: "sanitizeThresholds",
  of: "Distribution",
  Fields: DistributionFields,
  ...aboutColumns,
  statement: distributionStatement,
  example: { data: [[1, 2, 3]] },
});

/** The accuracy of quantiles in words: of the records, and of the population that they may be drawn from. */
function distributionStatement({ accuracy: { error, confidence }, conditions }: Claim) {
  const { leastRecords, errorBelowMin, maxTies } = conditions;
  const halfStep = conditions.halfStep!;
  const sure = `With ${formatPercent(confidence)} confidence`;
  const off = (records: number) =>
    `off by at most ${formatCount(records)} records plus ${shareUp(halfStep)} of all records at every value`;
  const ties =
    maxTies === undefined
      ? ""
      : `, provided no value occurs more than ${formatCount(maxTies)} times`;
  const population = populationSentence(confidence);
  if (leastRecords === undefined) {
    return `${sure}, \`cdf\` is ${off(error)}${ties}.${nothingBelow(error, halfStep, "records")}${population}`;
  }
  return `From ${formatCount(leastRecords)} records on: ${sure.toLowerCase()}, \`cdf\` is ${off(error)}. With fewer, at the same confidence, it is ${off(errorBelowMin as number)}${ties}.${promisesFrom(conditions, "records")}${population}`;
}

/** The inequality of Dvoretzky, Kiefer, Wolfowitz and Massart; n is private, so it stays a formula. */
function populationSentence(confidence: number) {
  const both = Number((2 * confidence - 1).toPrecision(12)); // without the noise of doubles
  if (!(both > 0)) return "";
  const under = Math.ceil(1e4 * (Math.log(2 / (1 - confidence)) / 2)) / 1e4;
  return ` If they are n independent draws from a population, \`cdf\` is off from the population's by at most sqrt(${under} / n) more, with ${formatPercent(both)} confidence.`;
}

const byQuantiles: Way = {
  released: sanitizeThresholdsDeclaration,
  columnOf,
  dataOf: ({ data }) => data,
  answerOf: (drawn: unknown[], { decode }) => ({
    value: new SanitizedThresholds(drawn.map(decode)),
  }),
};

/** The methods that sanitize a distribution. */
export type SanitizingMethod = "auto" | "quantiles" | "slices" | "counts" | "paper";

/** The answer: `value` may be null only by "paper". */
export type SanitizedAnswer<T, Method> = Method extends "paper"
  ? { value: SanitizedThresholds<T> | null; reason?: string; record: ReleaseRecord }
  : { value: SanitizedThresholds<T>; record: ReleaseRecord };

/**
 * Releases the distribution of numbers: for every value the share of records at or below it, from one release.
 *
 * Privacy: (epsilon, 0), pure, or (epsilon, delta) by noisy slices, for one record more or less (or changed), for
 * every data set, the empty one included.
 * Source: recursive quantiles or noisy slices, the tight counterparts of BNS13's SanThresholds; noisy counts of all values on
 * domains of at most 1,024; docs/guarantees/sanitizers.md.
 *
 * By "paper", BNS13's SanThresholds (section 4.3; docs/guarantees/san-thresholds.md), for comparison: (epsilon, delta),
 * synthetic records from a declared size of many millions, or null if there are none.
 *
 * @param values one record each; { values, counts } takes any number
 * @throws {RangeError | TypeError}
 */
export function sanitizeThresholds<
  T = number,
  Method extends SanitizingMethod | undefined = undefined,
>(
  values: Values,
  options: (DistributionOptions<T> | ValueCountsOptions<T> | IntervalOptions<T>) & {
    method?: Method;
  },
): SanitizedAnswer<T, Method> {
  const { way, options: once } = sanitizingWay(options);
  const { released } = way;
  const asked = released.checkCall(once);
  const { domain, outside, missing } = asked.read;
  const given = columnsOnce(values);
  checkColumn(given);
  const { drawn, record } = released.releaseAnswer(asked, () => {
    const column = way.columnOf(given, domain, outside, missing);
    const { data, core, records: _, ...layout } = column;
    const reading = { ...layout, domain: core };
    if (outside === "throw") call("checkInside", data, { ...asked.request, ...reading });
    return { data: way.dataOf(column), reading };
  });
  return { ...way.answerOf(drawn, domain), record } as SanitizedAnswer<T, Method>;
}

/** Chooses the method first, as each has options of its own. */
export function sanitizingWay(options: unknown) {
  const ways = [byQuantiles, byCounts, byIntervals].map(({ released }) => released);
  const once = optionsOfAny(options, ...ways);
  const { method = "auto", domain, points } = once ?? {};
  const named = ["auto", "quantiles", "slices", "counts", "paper"];
  const chosen = choiceOption("method", method, named);
  const isFew = chosen === "auto" && points === undefined && hasFewValues(domain);
  if (isFew || chosen === "counts") return { way: byCounts, options: once };
  return { way: chosen === "paper" ? byIntervals : byQuantiles, options: once };
}

/** Whether a domain is small enough to count each of its values. */
function hasFewValues(domain: unknown) {
  return isDomain(domain) && call<boolean>("hasFewValues", (domain as Domain<unknown>).core);
}

import {
  choice,
  confidence,
  delta,
  neighbors,
  number,
  type Optional,
  type OptionsOf,
  optional,
  type Request,
} from "../core/fields.js";
import { call } from "../core/load.js";
import { describe, numberOption } from "../core/options.js";
import { columnsOnce } from "../data/columns-once.js";
import type { Domain } from "../data/domains.js";
import { aboutColumns, domain, missing, outside } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { isUserRows } from "../data/user-rows.js";
import { columnOf, flat, type Values } from "../data/values.js";
import { date, label, ledger } from "../ledger/fields.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { fewRecordsWarning, rangeOrNone } from "./accuracy.js";
import { chosenBy } from "./chosen-by.js";
import type { QuantilesFunction } from "./functions.js";
import {
  IntervalFields,
  intervalAnswers,
  intervalRecord,
  intervalRequest,
  withInterval,
} from "./intervals.js";
import { noAnswer } from "./too-few.js";
import { UserFields } from "./user-options.js";
import { userStatement } from "./user-statement.js";
import {
  abstaining,
  contextOf,
  isUserMechanism,
  mechanismOf,
  type RankContext,
  rankedAnswers,
  rankParameters,
  readRanked,
  userRequest,
} from "./users.js";

class QuantilesFields<T = number> {
  /** the privacy loss of all of them together, 1e-9 to 10,000 */
  epsilon = number();
  /**
   * the addend of the guarantee, 0 (default) to below 1; far below 1 / (number of records).
   * "slices" need one above 0. An algorithm spends no delta that it does not need: the record then states delta
   * 0.
   */
  delta = optional(delta(), 0);
  /**
   * "recursion", pure, usually errs least for three or more quantiles; "separate" draws each with its own share
   * of the loss, best for one or two. "slices", with a delta, promise most for many quantiles, from a number of
   * records that the record states. Default "auto": among algorithms whose usual error is nearly minimal, the
   * best promise. "least-promise": the best promise, by slices if they gain more above that number of records
   * than they lose below it (docs/medians.md).
   */
  algorithm = optional(
    choice(["auto", "least-promise", "recursion", "separate", "slices"] as const),
    "auto",
  );
  /**
   * the possible values: numbers, whole numbers, decimals or dates; default: `reals()`. It must not be read off
   * the data.
   */
  domain: Optional<Domain<T>> = domain();
  /** as for `median` */
  neighbors = neighbors();
  /** the confidence that all of them keep the stated error; default 0.95 */
  confidence = confidence();
  /** as for `median` */
  outside = outside();
  /** as for `median` */
  missing = missing();
  /** as for `median` */
  perUser = new UserFields().perUser;
  /** as for `median` */
  groups = new UserFields().groups;
  /** as for `median` */
  discoveryShare = new UserFields().discoveryShare;
  /** all of them or none: as for `median` */
  abstain = new UserFields().abstain;
  /** as for `median`: one interval for each, which contain all true quantiles together */
  interval = new IntervalFields().interval;
  /** as for `median` */
  intervalShare = new IntervalFields().intervalShare;
  /** charged before any draw; throws if it is exhausted */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/**
 * Options of `quantiles`.
 * @interface
 */
export type QuantilesOptions<T = number> = OptionsOf<QuantilesFields<T>>;

export const quantilesDeclaration = new ReleaseDeclaration({
  name: "quantiles",
  of: withInterval(mechanismOf("Quantiles")),
  Fields: QuantilesFields<number>,
  request: requestOf,
  statement: (claim, read) => userStatement(claim, read) ?? statementOf(claim),
  parameters: rankParameters,
  interval: intervalRecord,
  example: { data: [[1, 2, 3]], asked: [[0.25, 0.5]] },
});

/**
 * Several private quantiles of the same numbers at once, in order: quartiles, or the 99 percentiles
 * for a curve. The error grows little with their number.
 *
 * Privacy: (epsilon, delta) for all of them together, for the declared neighbours and every data set;
 * (epsilon, 0) if `delta` is 0 or the algorithm needs none.
 * Source: noisy slices, ours, docs/guarantees/noisy-slices.md; recursive halving after Kaplan, Schnapp, Stemmer
 * 2022, with random bits that break ties, docs/guarantees/quantiles.md; or one draw for each.
 * Accuracy: the record's, for the worst of them.
 * Cost: one sort.
 *
 * With few records it abstains for all of them at once, unless `abstain` is false: `{ value: null, reason:
 * "too-few", message, record }`. For rows of users by group the answer is `{ groups, record }`.
 *
 * @param rows one record each, or rows of users by "recursion" or "separate"
 * @param qs increasing, each from 1e-6 to 1 - 1e-6; taken as the nearest fractions with denominators up to
 *   1,000,000, which the record names
 * @returns one value for each of `qs`, never decreasing
 * @throws {RangeError | TypeError} as `median`
 * @function
 */
export const quantiles: QuantilesFunction<"here"> = (rows, qs, options) =>
  drawQuantiles(rows, qs, options);

function drawQuantiles<Answer>(given: unknown, qs: unknown, options: unknown): Answer {
  const data = columnsOnce(given); // a getter may answer otherwise the next time
  const asked = quantilesDeclaration.checkCall(options, contextOf(data, qs));
  const { read, context } = asked;
  const { domain, outside, missing } = read;
  if (!isUserRows(data)) checkColumn(data);
  if (isUserMechanism(read, context)) {
    const result = quantilesDeclaration.releaseAnswer(asked, () => readRanked(data, read, context));
    if (read.interval !== undefined) {
      return { ...intervalAnswers(result, asked), record: result.record } as Answer;
    }
    const answers = rankedAnswers(result, asked, (values) => values.map(domain.decode));
    return { ...answers, record: result.record } as Answer;
  }
  const result = quantilesDeclaration.releaseAnswer(asked, () => {
    const {
      data: column,
      kind,
      core,
      records,
    } = columnOf(data as Values, domain, outside, missing);
    const reading = { kind, domain: core, records };
    if (outside === "throw") call("checkInside", column, { ...asked.request, ...reading });
    return { data: column, reading };
  });
  const { drawn, record } = result;
  if (read.interval !== undefined) return { ...intervalAnswers(result, asked), record } as Answer;
  if (drawn.length === 0) return { ...noAnswer(asked), record } as Answer;
  return { value: drawn.map(domain.decode), record } as Answer;
}

function statementOf({ accuracy: { error, confidence }, parameters, conditions }: Claim) {
  const { leastRecords, errorBelowMin, maxTies, minRecordsInside } = conditions;
  const { algorithm, draws } = parameters;
  const most = `for every requested quantile at most ${formatCount(error)} records lie between the released and the true value`;
  const fewer =
    leastRecords === undefined
      ? ""
      : ` if there are at least ${formatCount(leastRecords)} records, and at most ${formatCount(errorBelowMin)} otherwise`;
  const ties =
    maxTies === undefined
      ? ""
      : `, provided no value occurs more than ${formatCount(maxTies)} times`;
  const isByCuts = algorithm === "separate" && draws !== "exponential";
  const sure = `With ${formatPercent(confidence)} confidence`;
  if (parameters.abstain) {
    return `${sure}, ${most}${ties}, or no answer is returned. Separately, ${sure.toLowerCase()}: ${rangeOrNone(conditions, minRecordsInside!, ties)}.`;
  }
  return `${sure}, ${most}${fewer}${ties}.${fewRecordsWarning(minRecordsInside, "some", isByCuts, conditions.minInsideExpected)}`;
}

function requestOf(read: Request<QuantilesFields<unknown>>, context: RankContext) {
  const qs = Array.from(flat(context.q, "qs"), (q) => numberOption("qs", q));
  if (isUserMechanism(read, context)) {
    if (read.algorithm === "slices") {
      throw new RangeError(
        `algorithm must be "auto", "least-promise", "recursion" or "separate" for rows of users and with abstain, got ${describe(read.algorithm)}`,
      );
    }
    const isNamed = qs.length > 1 && ["recursion", "separate"].includes(read.algorithm);
    return {
      ...userRequest({ ...read, algorithm: "exponential" }, context, qs),
      ...intervalRequest(read, true, context.columns?.users),
      several: isNamed ? read.algorithm : undefined,
      leastPromise: read.algorithm === "least-promise",
    };
  }
  const { pack, name } = read.domain;
  if (pack !== undefined) {
    throw new TypeError(
      `domain must be of numbers, whole numbers, decimals or dates for quantiles, got ${name}; quantile() takes any`,
    );
  }
  const how = { ...chosenBy(read), ...abstaining(read), ...intervalRequest(read, false) };
  return { ...aboutColumns.request(read), ...how, qs };
}

import { choice, optional } from "../core/fields.js";
import { describe, numberOption } from "../core/options.js";
import type { Domain } from "../data/domains.js";
import { isReducer, reducerPhrases } from "../data/one-each.js";
import type { Interval, IntervalRecord } from "../ledger/interval-record.js";
import { formatCount, formatPercent } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { targetOf } from "./accuracy.js";
import { noAnswer } from "./too-few.js";
import { isGrouped } from "./user-statement.js";
import type { AskedRank, RankContext } from "./users.js";

/** The interval options of medians and quantiles. */
export class IntervalFields {
  /**
   * an interval around the value, `{ lo, hi, count }`, that contains the true quantile with `confidence`.
   * "data": the quantile of the rows themselves. "population": that of the population from which the records or
   * users are a random sample (docs/intervals.md). No default: without it there is only the value. It needs
   * numbers, whole numbers, decimals or dates
   */
  interval = optional(
    { ...choice(["data", "population"] as const), example: undefined },
    undefined,
  );
  /** with `interval`: the share of epsilon that chooses its width, above 0 and below 0.95; default 0.5 */
  intervalShare = optional({ kind: "number", read: numberOption }, undefined);
}

/** Options as they were read, of which some say what interval it is. */
export interface IntervalRead {
  interval?: "data" | "population";
  intervalShare?: number;
  domain: Domain<unknown>;
  neighbors: string;
  groups?: unknown;
  size?: number;
  perUser?: unknown;
}

/**
 * The core's parameters for an interval; empty if the caller requests none.
 * @param isOfUsers whether users are protected
 * @param users the ids of rows of users; null if every row is a different person
 */
export function intervalRequest(read: IntervalRead, isOfUsers: boolean, users?: unknown): object {
  const { interval, intervalShare, domain, groups, neighbors, size } = read;
  if (interval === undefined) {
    if (intervalShare === undefined) return {};
    throw new TypeError(
      `intervalShare must be left out without interval, got ${describe(intervalShare)}`,
    );
  }
  if (domain.pack !== undefined) {
    throw new TypeError(
      `domain must be of numbers, whole numbers, decimals or dates with interval, got ${domain.name}`,
    );
  }
  if (interval === "population" && groups === "private") {
    throw new TypeError(
      'interval must be "data" with groups: "private", got "population"; list the groups to ask for a population',
    );
  }
  return {
    interval,
    intervalShare: intervalShare ?? 0.5,
    intervalSize: !isOfUsers && neighbors === "add-remove" ? size : undefined,
    oneValue: isOfUsers && isOneValue(read, users),
  };
}

/** Whether each user has one row that counts in all groups together, at most, with all of the user's weight. */
function isOneValue({ perUser, groups }: IntervalRead, users: unknown) {
  if (typeof perUser === "number") return perUser === 1; // of several, each has a part of the weight
  return users === null || (isReducer(perUser) && groups === undefined);
}

/** The mechanism of the core, with an interval if one is asked for. */
export const withInterval =
  <Read extends Pick<IntervalRead, "domain">>(
    mechanism: (context: RankContext, read: Read) => string,
  ) =>
  (context: RankContext, read: Read & Pick<IntervalRead, "interval">) =>
    `${mechanism(context, read)}${read.interval === undefined ? "" : "Interval"}`;

/** A point and its interval as the core draws them. */
interface DrawnPoint {
  value: unknown;
  isTold: boolean;
  lo?: unknown;
  hi?: unknown;
  target: number;
  usual: number;
}

/** The core's draw for a group, with intervals. */
export interface DrawnGroup {
  group: number;
  count?: number;
  points: DrawnPoint[];
}

/** The answer of a function with an interval, without its record. */
export function intervalAnswers(
  { drawn, kept: nameOf }: { drawn: DrawnGroup[]; kept?: (group: number) => unknown },
  asked: AskedRank & { context: RankContext },
) {
  const { domain, groups } = asked.read;
  const isSeveral = asked.request.qs !== undefined || typeof asked.context.q === "object";
  const answer = ({ points, count }: DrawnGroup) => {
    const intervals = points.map((point) => intervalOf(point, count, domain));
    const values = points.map(({ value }) => domain.decode(value));
    if (isSeveral) {
      return points.length === 0
        ? { ...noAnswer(asked), intervals: null }
        : { value: values, intervals };
    }
    return points.length === 0
      ? { ...noAnswer(asked), interval: null }
      : { value: values[0], interval: intervals[0] };
  };
  if (groups === undefined) return answer(drawn[0]!);
  return { groups: drawn.map((one) => ({ group: nameOf?.(one.group), ...answer(one) })) };
}

function intervalOf(
  { isTold, lo, hi }: DrawnPoint,
  count: number | undefined,
  domain: Domain<unknown>,
): Interval<unknown> | null {
  if (!isTold) return null;
  const end = (key: unknown) => (key === undefined ? null : domain.decode(key));
  return { lo: end(lo), hi: end(hi), ...(count !== undefined && { count }) };
}

/**
 * The record's entry about intervals.
 * @param drawn after a release; nothing beforehand
 * @returns undefined if the caller requests none
 */
export function intervalRecord(
  claim: Claim,
  read: IntervalRead,
  drawn?: DrawnGroup[],
): IntervalRecord | undefined {
  const { conditions, accuracy } = claim;
  if (read.interval === undefined) return undefined;
  const known = {
    target: conditions.intervalTarget,
    usual: conditions.intervalUsual,
    most: conditions.intervalMost,
    records: conditions.intervalFrom,
  };
  const figures = Object.entries({ ...known, ...drawnFigures(drawn) }).filter(
    ([, number]) => number !== undefined,
  );
  return {
    of: read.interval,
    confidence: accuracy.confidence,
    ...Object.fromEntries(figures),
    statement: statementOf(claim, read),
  };
}

/** The figures that a draw has: of one point, the only one. */
export function drawnFigures(drawn?: DrawnGroup[]) {
  const only =
    drawn?.length === 1 && drawn[0]!.points.length === 1 ? drawn[0]!.points[0]! : undefined;
  return only !== undefined && only.target > 0 ? { target: only.target, usual: only.usual } : {};
}

/** The coverage in words: docs/guarantees/intervals.md, Theorems 2 and 3, and the corollaries for users. */
function statementOf(claim: Claim, read: IntervalRead): string {
  const { accuracy, parameters } = claim;
  const { quantiles, quantile, intervalSize } = parameters;
  const isSeveral = quantiles !== undefined || (quantile === undefined && parameters.draws);
  const sure = `With ${formatPercent(accuracy.confidence)} confidence`;
  const isOfSize = intervalSize !== undefined && read.interval === "population";
  const provided = isOfSize
    ? `If there are at most ${formatCount(intervalSize)} records`
    : isGrouped(claim)
      ? "For each group separately"
      : undefined;
  const start = provided === undefined ? sure : `${provided}: ${sure.toLowerCase()}`;
  const subject = isSeveral
    ? "all intervals that are returned contain"
    : "the interval, if one is returned, contains";
  const { sample, where } = unitOf(claim, read);
  if (read.interval === "data") {
    const target = isSeveral ? "the true quantiles" : targetOf(quantile);
    return `${start} ${subject} ${target} of ${sample}, whatever they are${where}.`;
  }
  const target = isSeveral ? "the quantiles" : targetOf(quantile).replace("true ", "");
  return `${start} ${subject} ${target} of the population that ${sample} are a random sample of${where}; noise and sampling are both counted.`;
}

/** The sample that the values form, and how each user's rows count. */
function unitOf(
  { protects }: Claim,
  { perUser, interval }: IntervalRead,
): { sample: string; where: string } {
  if (protects !== "users") return { sample: "these records", where: "" };
  const sample = interval === "data" ? "the rows of these users" : "these users";
  if (isReducer(perUser))
    return { sample, where: `, where each user counts once, by ${reducerPhrases[perUser]}` };
  if (typeof perUser === "number") {
    const rows = perUser === 1 ? "row" : "rows";
    return {
      sample,
      where: `, where at most ${formatCount(perUser)} ${rows} of each user count, chosen at random`,
    };
  }
  return { sample, where: ", where each user counts once, split evenly over their rows" };
}

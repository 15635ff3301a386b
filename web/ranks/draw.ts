import type { Example } from "../core/declaration.js";
import type { Request } from "../core/fields.js";
import { call } from "../core/load.js";
import { columnsOnce } from "../data/columns-once.js";
import { aboutColumns } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { isUserRows } from "../data/user-rows.js";
import { columnOf, type Values } from "../data/values.js";
import { claimOf } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { statementOf } from "./accuracy.js";
import { chosenBy } from "./chosen-by.js";
import {
  type IntervalRead,
  intervalAnswers,
  intervalRecord,
  intervalRequest,
  withInterval,
} from "./intervals.js";
import type { InteriorFields } from "./options.js";
import { publicSize } from "./sizes.js";
import { noAnswer } from "./too-few.js";
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

/** Rows of users have neither. */
function checkForRecords(read: PointRead) {
  for (const [name, value] of Object.entries(read)) {
    if (value === undefined) continue;
    throw new TypeError(`${name} must be left out for rows of users, got ${value}`);
  }
}

/** The options that only interior points have. */
type PointFields = Pick<InteriorFields, "levels" | "depth">;
type PointRead = Partial<Request<PointFields>>;

/** The options that `interiorPoint`, `median` and `quantile` share. */
type SharedFields = Omit<InteriorFields, keyof PointFields>;

/** The core's parameters for a column of records, or for rows of users. */
type RankRequest = {
  epsilon: number;
  outside: "clamp" | "drop" | "throw";
  missing: "drop" | "throw";
  neighbors: string;
  size?: number;
  q?: number;
  qs?: unknown;
  levels?: number;
  depth?: number;
};

export type RankDeclaration = ReleaseDeclaration<SharedFields, RankContext, RankRequest>;

/** The declarations of `interiorPoint`, `median` and `quantile`. */
export function releasedRank({
  sizeOf,
  quantileOf,
  ...declared
}: {
  name: string;
  Fields: new () => SharedFields;
  example: Example;
  /** the size, where an algorithm may use it */
  sizeOf: (read: Request<SharedFields>) => number | undefined;
  /** the quantile, from the argument `q`; undefined for any interior point */
  quantileOf: (q: unknown) => number | undefined;
}): RankDeclaration {
  return new ReleaseDeclaration({
    ...declared,
    of: withInterval(mechanismOf("Rank")),
    request(read, context: RankContext): RankRequest {
      const quantile = quantileOf(context.q);
      const { levels, depth } = read as typeof read & PointRead;
      if (isUserMechanism(read, context)) {
        checkForRecords({ levels, depth });
        const asked = quantile === undefined ? undefined : [quantile];
        const interval = intervalRequest(read, true, context.columns?.users);
        return { ...userRequest(read, context, asked), ...interval };
      }
      const text = read.domain.core.type === "text";
      const how = { ...chosenBy(read), ...abstaining(read), text };
      return {
        ...aboutColumns.request(read),
        ...how,
        ...intervalRequest(read, false),
        size: sizeOf(read),
        q: quantile,
        levels,
        depth,
      };
    },
    statement: (claim, read) => userStatement(claim, read) ?? statementOf(claim),
    parameters: rankParameters,
    interval: intervalRecord,
  });
}

/**
 * The draw behind them.
 * @param given a column of records, or rows of users
 * @param q which quantile, if the caller may say it
 * @template Answer what the function's type makes of the options
 */
export function drawRank<Answer>(
  released: RankDeclaration,
  given: unknown,
  options: unknown,
  q?: unknown,
): Answer {
  const data = columnsOnce(given);
  const asked = released.checkCall(options, contextOf(data, q));
  const { read } = asked;
  const { interval }: IntervalRead = read;
  if (!isUserRows(data)) checkColumn(data);
  if (isUserMechanism(read, asked.context)) {
    const result = released.releaseAnswer(asked, () => readRanked(data, read, asked.context));
    if (interval !== undefined) {
      return { ...intervalAnswers(result, asked), record: result.record } as Answer;
    }
    const answers = rankedAnswers(result, asked, ([value]) => read.domain.decode(value));
    return { ...answers, record: result.record } as Answer;
  }
  const result = released.releaseAnswer(asked, () => readRank(data as Values, asked));
  const { drawn, record } = result;
  if (interval !== undefined) return { ...intervalAnswers(result, asked), record } as Answer;
  if (drawn === undefined) return { ...noAnswer(asked), record } as Answer;
  return { value: read.domain.decode(drawn), record } as Answer;
}

/** The column, and how the core reads it. */
function readRank(
  values: Values,
  { read: { domain, ledger }, request, claim }: ReturnType<RankDeclaration["checkCall"]>,
) {
  const { outside, missing } = request;
  const { data, records, core, ...layout } = columnOf(values, domain, outside, missing);
  const algorithm = claim.parameters.algorithm!;
  const size = publicSize(request, algorithm, records);
  const sized = size === request.size ? undefined : { size, algorithm };
  if (sized) claimOf("Rank", { ...request, ...sized }, ledger); // may refuse the size
  const sample = algorithm === "exponential" ? sampleOf(data) : undefined;
  const reading = { ...layout, ...sized, records, domain: core, sample };
  if (outside === "throw") call("checkInside", data, { ...request, ...reading });
  return { data, reading };
}

/** Below so many records the core copies them at once. */
const few = 1 << 14;

/**
 * A regular sample of a large typed array, which bounds the ranks that matter: the core then reads the array in
 * place, once. Any sample is right, and a good one saves time. It has about n^(2/3) of n records.
 */
function sampleOf(data: unknown) {
  if (!ArrayBuffer.isView(data) || isShared(data.buffer)) return undefined;
  const array = data as Float64Array;
  if (array.length < few || typeof array[0] !== "number") return undefined;
  const stride = primeFrom(Math.floor(Math.cbrt(array.length)));
  const numbers = new Float64Array(Math.ceil(array.length / stride));
  for (let i = 0; i < numbers.length; ++i) numbers[i] = array[i * stride]!;
  return { numbers, stride };
}

/** The least prime from a number on: as a step it sees each kind of values that alternate. */
function primeFrom(least: number): number {
  for (let divisor = 2; divisor * divisor <= least; ++divisor) {
    if (least % divisor === 0) return primeFrom(least + 1);
  }
  return least;
}

/** Whether another thread may change the data during a draw, so that the core needs a copy. */
const isShared = (buffer: object) =>
  Object.prototype.toString.call(buffer) === "[object SharedArrayBuffer]";

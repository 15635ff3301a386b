import type { Example } from "../core/declaration.js";
import { call } from "../core/load.js";
import { columnsOnce } from "../data/columns-once.js";
import { aboutColumns } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { isUserRows } from "../data/user-rows.js";
import { columnOf, type Values } from "../data/values.js";
import { claimOf } from "../ledger/release.js";
import { type Asked, Released } from "../ledger/released.js";
import { statementOf } from "./accuracy.js";
import { chosenBy } from "./chosen-by.js";
import { intervalAnswers, intervalRecord, intervalRequest, withInterval } from "./intervals.js";
import { publicSize } from "./sizes.js";
import { noAnswer } from "./too-few.js";
import { userStatement } from "./user-statement.js";
import {
  abstaining,
  contextOf,
  isUserMechanism,
  mechanismOf,
  rankedAnswers,
  rankParameters,
  readRanked,
  userRequest,
} from "./users.js";

/** How `interiorPoint`, `median` and `quantile` are declared. */
export function releasedRank<F extends object>({
  sizeOf,
  quantileOf,
  ...declared
}: {
  name: string;
  Fields: new () => F;
  example: Example;
  /** the size, where an algorithm may use it */
  sizeOf: (read: unknown) => number | undefined;
  /** which one, of what came; nothing for any interior point */
  quantileOf: (q: unknown) => number | undefined;
}): Released<F> {
  return new Released({
    ...declared,
    of: withInterval(mechanismOf("Rank")),
    request: (read, context) => {
      const quantile = quantileOf(context.q);
      if (isUserMechanism(read, context)) {
        const asked = quantile === undefined ? undefined : [quantile];
        return { ...userRequest(read, context, asked), ...intervalRequest(read, true) };
      }
      const text = read.domain.core.type === "text";
      const how = { ...chosenBy(read), ...abstaining(read), text };
      return {
        ...aboutColumns.request(read),
        ...how,
        ...intervalRequest(read, false),
        size: sizeOf(read),
        q: quantile,
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
 */
export function drawRank(
  released: Released<any>,
  given: unknown,
  options: unknown,
  q?: unknown,
): unknown {
  const data = columnsOnce(given);
  const asked = released.ask(options, contextOf(data, q)) as Asked<any>;
  const { read } = asked;
  if (!isUserRows(data)) checkColumn(data);
  if (isUserMechanism(read, asked.context)) {
    const result = released.draw(asked, () => readRanked(data, read, asked.context));
    if (read.interval !== undefined) {
      return { ...intervalAnswers(result, asked), record: result.record };
    }
    const answers = rankedAnswers(result, asked, ([value]) => read.domain.decode(value));
    return { ...answers, record: result.record };
  }
  const result = released.draw(asked, () => readRank(data, asked));
  const { drawn, record } = result;
  if (read.interval !== undefined) return { ...intervalAnswers(result, asked), record };
  if (drawn === undefined) return { ...noAnswer(asked), record };
  return { value: read.domain.decode(drawn), record };
}

/** The column, and how the core reads it. */
function readRank(values: Values, { read: { domain }, request, claim }: Asked<any>) {
  const { outside, missing } = request;
  const { data, records, core, ...layout } = columnOf(values, domain, outside, missing);
  const { algorithm } = claim.parameters;
  const size = publicSize(request, algorithm, records);
  if (size !== request.size) claimOf("Rank", { ...request, size, algorithm }); // may refuse the size
  const reading = { ...layout, size, algorithm, records, domain: core };
  if (outside === "throw") call("checkInside", data, { ...request, ...reading });
  return { data, reading };
}

import { call } from "../core/load.js";
import { columnsOnce } from "../data/columns-once.js";
import { aboutColumns } from "../data/fields.js";
import { checkColumn } from "../data/holders.js";
import { isUserRows } from "../data/user-rows.js";
import { columnOf } from "../data/values.js";
import { claimOf } from "../ledger/release.js";
import { Released } from "../ledger/released.js";
import { statementOf } from "./accuracy.js";
import { chosenBy } from "./chosen-by.js";
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

/**
 * How `interiorPoint`, `median` and `quantile` are declared.
 * @template {object} F
 * @param {object} declared
 * @param {string} declared.name
 * @param {new () => F} declared.Fields
 * @param {import("../core/declaration.js").Example} declared.example
 * @param {(read: any) => number | undefined} declared.sizeOf the size, where an algorithm may use it
 * @param {(q: any) => number | undefined} declared.quantileOf which one, of what came; nothing for any
 *   interior point
 * @returns {Released<F>}
 */
export function releasedRank({ sizeOf, quantileOf, ...declared }) {
  return new Released({
    ...declared,
    of: mechanismOf("Rank"),
    request: (read, context) => {
      const quantile = quantileOf(context.q);
      if (isUserMechanism(read, context)) {
        return userRequest(read, context, quantile === undefined ? undefined : [quantile]);
      }
      const text = read.domain.core.type === "text";
      const how = { ...chosenBy(read), ...abstaining(read), text };
      return { ...aboutColumns.request(read), ...how, size: sizeOf(read), q: quantile };
    },
    statement: (claim, read) => userStatement(claim, read) ?? statementOf(claim),
    parameters: rankParameters,
  });
}

/**
 * The draw behind them.
 * @param {Released<any>} released
 * @param {any} given a column of records, or rows of users
 * @param {any} options
 * @param {any} [q] which quantile, if the caller may say it
 * @returns {any}
 */
export function drawRank(released, given, options, q) {
  const data = columnsOnce(given);
  const asked = released.ask(options, contextOf(data, q));
  /** @type {any} */
  const read = asked.read;
  if (!isUserRows(data)) checkColumn(data);
  if (isUserMechanism(read, asked.context)) {
    const result = released.draw(asked, () => readRanked(data, read, asked.context));
    const answers = rankedAnswers(result, asked, ([value]) => read.domain.decode(value));
    return { ...answers, record: result.record };
  }
  const { drawn, record } = released.draw(asked, () => readRank(data, asked));
  if (drawn === undefined) return { ...noAnswer(asked), record };
  return { value: read.domain.decode(drawn), record };
}

/**
 * The column, and how the core reads it.
 * @param {import("../data/values.js").Values} values
 * @param {import("../ledger/released.js").Asked<any>} asked
 */
function readRank(values, { read: { domain }, request, claim }) {
  const { outside, missing } = request;
  const { data, records, core, ...layout } = columnOf(values, domain, outside, missing);
  const { algorithm } = claim.parameters;
  const size = publicSize(request, algorithm, records);
  if (size !== request.size) claimOf("Rank", { ...request, size, algorithm }); // may refuse the size
  const reading = { ...layout, size, algorithm, domain: core };
  if (outside === "throw") call("checkInside", data, { ...request, ...reading });
  return { data, reading };
}

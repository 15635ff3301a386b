import { optional } from "../core/fields.js";
import { mostOrOne } from "../data/given-by-user.js";
import { choosing, ofOne } from "../data/one-each.js";
import { readUserRows } from "../data/user-rows.js";
import { columnOfRows } from "../data/values.js";
import { Released } from "../ledger/released.js";
import { amounts, amountsRequest, ofSingleRows } from "./amounts.js";
import {
  aboutRows,
  columnsFor,
  halfReleased,
  howUsersCount,
  inUnits,
  isByGroup,
  releaseByGroup,
  sentence,
  single,
} from "./by-group.js";
import { NoisyAnsweredFields } from "./fields.js";

class UserSumFields extends NoisyAnsweredFields {
  /**
   * of what a user totals: `integers` or `decimals` within +-2^52 units. A user's total in each group is
   * clamped to it. Unless `perUser` is a number, the totals of a user in several groups are scaled down
   * where together they exceed it. It must not be read off the data.
   */
  domain = amounts();
  /**
   * in at most how many groups a user counts, chosen at random, 1 to 1,000,000,000: the domain is then that of
   * a user's total in each of them, and the noise as many times as large; or what is added up of one user (in each
   * group): "sum" (default), the total; or one value, "median" (of an even number the lower), "mean", "min",
   * "max", or "first" or "last" by the column `orderBy`
   */
  perUser = optional(mostOrOne(), "sum");
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<UserSumFields>} UserSumOptions {@interface} Options of
 *   `sum`.
 */

export const usersSummed = new Released({
  name: "sum",
  of: "UserSum",
  Fields: UserSumFields,
  request: amountsRequest,
  statement: statementOf,
  parameters: aboutRows,
  example: {
    data: [{ values: [1, 2, 3], users: [1, 1, 2], groups: ["a", "b", "a"] }],
    options: { groups: "private" },
  },
});

/**
 * What users have in total, all together or in each group.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups or Gaussian noise. Any data, none included.
 * Source: discrete Laplace or Gaussian noise on totals that are brought into the domain; docs/guarantees/counts.md.
 *
 * @template {UserSumOptions} O
 * @param {import("../data/user-rows.js").UserRows} data `{ values, users }`, or with `groups`
 * @param {O} options
 * @returns {import("./by-group.js").OfUsers<O, { value: number }>}
 * @throws {RangeError | TypeError}
 */
export function sum(data, options) {
  const asked = usersSummed.ask(options, (read) => columnsFor(data, read, ["values"]));
  const columns = asked.context;
  const { missing, perUser } = asked.read;
  const domain = ofSingleRows(asked.read.domain);
  const choose =
    perUser === "sum" || typeof perUser === "number"
      ? undefined // The core adds up, exactly.
      : choosing(perUser, (values) => columnOfRows(values, domain));
  const about = { domain, outside: /** @type {const} */ ("clamp"), missing, choose };
  const readRows = (/** @type {any} */ groups) => readUserRows(columns, { ...about, groups });
  return releaseByGroup(usersSummed, asked, readRows, single);
}

/**
 * @param {import("../ledger/release.js").Claim} claim
 * @param {{ perUser: number | keyof typeof ofOne, groups?: any }} read
 */
function statementOf(claim, read) {
  const { perUser } = read;
  const off = inUnits(claim.accuracy.error);
  const isOfTotals = perUser === "sum" || typeof perUser === "number";
  const [each, value] = isOfTotals
    ? ["each user's totals are", "the users' totals"]
    : [`each user's values (${ofOne[perUser]}) are`, `one value per user (${ofOne[perUser]})`];
  const bounded =
    typeof perUser === "number"
      ? `, where ${howUsersCount(perUser, "group", claim.parameters)}`
      : " and, where together they exceed it, scaled down to whole units towards 0";
  const from = isByGroup(read)
    ? `the true one, after ${each} clamped to the domain${bounded}`
    : `the sum of ${value}, each clamped to the domain`;
  // What the user's rows in other groups add up to is scaled no longer.
  const over = read.groups === "private" ? ", over the released groups" : "";
  const released = halfReleased(claim.conditions);
  return sentence(claim, read, { answer: "sum", off, from: `${from}${over}`, released });
}

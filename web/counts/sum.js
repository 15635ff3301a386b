import { optional } from "../core/fields.js";
import { oneValue } from "../data/given-by-user.js";
import { choosing, ofOne } from "../data/one-each.js";
import { readUserRows } from "../data/user-rows.js";
import { columnOfRows } from "../data/values.js";
import { Released } from "../ledger/released.js";
import { amounts, amountsRequest, ofSingleRows } from "./amounts.js";
import { aboutRows, columnsFor, inUnits, releaseByGroup, sentence, single } from "./by-group.js";
import { AnsweredFields } from "./fields.js";

class UserSumFields extends AnsweredFields {
  /**
   * of what a user totals: `integers` or `decimals` within +-2^52 units. A user's total in each group is
   * brought into it; totals of several groups that are together above its greatest are scaled down. It must
   * not be read off the data.
   */
  domain = amounts();
  /**
   * what is added up of one user (in each group): "sum" (default), the total; or one value, "median" (of an even
   * number the lower), "mean", "min", "max", or "first" or "last" by the column `orderBy`
   */
  perUser = optional(oneValue(), "sum");
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
 * (epsilon, delta) with private groups. Any data, none included.
 * Source: discrete Laplace noise on totals that are brought into the domain; docs/guarantees/counts.md.
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
    perUser === "sum"
      ? undefined // The core adds up, exactly.
      : choosing(perUser, (values) => columnOfRows(values, domain));
  const about = { domain, outside: /** @type {const} */ ("clamp"), missing, choose };
  const readRows = (/** @type {any} */ groups) => readUserRows(columns, { ...about, groups });
  return releaseByGroup(usersSummed, asked, readRows, single);
}

/**
 * @param {import("../ledger/release.js").Claim} claim
 * @param {{ perUser: keyof typeof ofOne, groups?: any }} read
 */
function statementOf(claim, read) {
  const off = inUnits(claim.accuracy.error);
  const { perUser } = read;
  const isOfAll = read.groups === undefined;
  const totals = isOfAll ? "the users' totals" : "what users total";
  const what = perUser === "sum" ? totals : `one value per user, ${ofOne[perUser]}`;
  const from = isOfAll
    ? `the sum of ${what}, each clamped to the domain`
    : `the true sum of ${what}, each within the domain`;
  return sentence(claim, read, { name: "sum", off, from });
}

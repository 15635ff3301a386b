import { spreadOrOne } from "../data/given-by-user.js";
import { choosing, isOneEach, ofOne } from "../data/one-each.js";
import { readUserRows } from "../data/user-rows.js";
import { columnOfRows } from "../data/values.js";
import { rounded } from "../ledger/record.js";
import { Released } from "../ledger/released.js";
import { amounts, amountsRequest } from "./amounts.js";
import { aboutRows, columnsFor, inUnits, releaseByGroup, sentence } from "./by-group.js";
import { AnsweredFields } from "./fields.js";

class UserMeanFields extends AnsweredFields {
  /**
   * of the values: `integers` or `decimals` within +-2^62 units. What lies outside is brought to the nearer
   * end. It must not be read off the data.
   */
  domain = amounts();
  /**
   * what one user gives (in each group): "spread" (default), the mean of all rows; or one value, "median" (of an
   * even number the lower), "mean", "sum", "min", "max", or "first" or "last" by the column `orderBy`
   */
  perUser = spreadOrOne("means");
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<UserMeanFields>} UserMeanOptions {@interface} Options of
 *   `mean`.
 */

/**
 * A mean as it is told, from what was released alone.
 * @typedef {{ value: number, error: number, users: number, reason?: undefined }
 *   | { value: null, reason: "too-few", error?: undefined, users?: undefined }} Mean
 *   `error`: by how much it is off at most, with the record's confidence; `users`: of how many, with noise;
 *   null where there are not more of them than noise
 */

export const usersAveraged = new Released({
  name: "mean",
  of: "UserMean",
  Fields: UserMeanFields,
  request: amountsRequest,
  statement: statementOf,
  parameters: aboutRows,
  example: {
    data: [{ values: [1, 2, 3], users: [1, 1, 2], groups: ["a", "b", "a"] }],
    options: { groups: "private" },
  },
});

/**
 * What users have on average, all together or in each group: each user alike, however many rows the user has.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups. Any data, none included.
 * Source: ours: users divided between the two ends of the domain; docs/guarantees/counts.md.
 *
 * @template {UserMeanOptions} O
 * @param {import("../data/user-rows.js").UserRows} data `{ values, users }`, or with `groups`
 * @param {O} options
 * @returns {import("./by-group.js").OfUsers<O, Mean>}
 * @throws {RangeError | TypeError}
 */
export function mean(data, options) {
  const asked = usersAveraged.ask(options, (read) => columnsFor(data, read, ["values"]));
  const columns = asked.context;
  const { domain, missing, perUser } = asked.read;
  const choose = choosing(perUser, (values) => columnOfRows(values, domain));
  return releaseByGroup(
    usersAveraged,
    asked,
    (groups) => readUserRows(columns, { domain, outside: "clamp", missing, groups, choose }),
    meansOrNone,
  );
}

/**
 * The means of groups, of which some have too few users for one.
 * @param {any[]} means
 * @returns {Mean[]}
 */
export const meansOrNone = (means) =>
  means.map((found) => found ?? { value: null, reason: "too-few" });

/**
 * @param {import("../ledger/release.js").Claim} claim
 * @param {any} read
 */
function statementOf(claim, read) {
  const { lowest, highest } = claim.parameters;
  const error = (highest - lowest) * claim.accuracy.error;
  const off = error < 100 ? inUnits(error) : rounded(error);
  const { perUser } = read;
  const what = isOneEach(perUser) ? `one value a user, ${ofOne[perUser]}` : "users' means";
  const from = `the true mean of ${what} (\`error\` is the quotient)`;
  return sentence(claim, read, { name: "mean", off: `${off} / users`, from });
}

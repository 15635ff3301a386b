import { spreadOrMost } from "../data/given-by-user.js";
import { readUsers } from "../data/user-rows.js";
import { rounded } from "../ledger/record.js";
import { Released } from "../ledger/released.js";
import {
  aboutRows,
  columnsFor,
  groupRequest,
  halfReleased,
  howUsersCount,
  releaseByGroup,
  sentence,
  sentenceOfFound,
  single,
} from "./by-group.js";
import { NoisyByGroupFields } from "./fields.js";

class UserCountFields extends NoisyByGroupFields {
  /**
   * of data with `groups`, where it has to be given: in at most how many of them a user counts, chosen at
   * random, 1 to 1,000,000,000; or "spread": each user is divided among the groups of the user's rows
   */
  perUser = {
    ...spreadOrMost(),
    usual: (/** @type {any} */ { groups }) => {
      if (groups === undefined) return 1;
      throw new TypeError(
        'perUser must be given by group (in how many groups a user counts, or "spread"), got undefined',
      );
    },
  };
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<UserCountFields>} UserCountOptions {@interface} Options of
 *   `count`.
 */

export const usersCounted = new Released({
  name: "count",
  of: (/** @type {any} */ _, /** @type {any} */ { groups }) =>
    groups === "private" ? "GroupDiscovery" : "UserHistogram",
  Fields: UserCountFields,
  request: (read) => ({ ...groupRequest(read), bins: 1 }),
  statement: statementOf,
  parameters: aboutRows,
  example: {
    data: [{ users: [1, 1, 2, 3], groups: ["a", "b", "a", "a"] }],
    options: { groups: "private", perUser: 1 },
  },
});

/**
 * How many users there are, or how many are in each group, however many rows each of them has.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups or Gaussian noise. Any data, none included.
 * Source: the geometric mechanism (Ghosh, Roughgarden, Sundararajan 2009); discrete Gaussian noise (Canonne, Kamath,
 * Steinke 2020); docs/guarantees/counts.md.
 *
 * @template {UserCountOptions} O
 * @param {Omit<import("../data/user-rows.js").UserRows, "values"> & { values?: any }} data `{ users }`, or `{ users,
 *   groups }`; `{ values, users: null }` for the number of values that are there, each of a different person
 * @param {O} options
 * @returns {import("./by-group.js").OfUsers<O, { value: number }>} users, with noise; numbers may be negative
 * @throws {RangeError | TypeError}
 */
export function count(data, options) {
  const asked = usersCounted.ask(options, (read) => {
    const columns = columnsFor(data, read, []);
    if ((columns.users ?? columns.groups ?? columns.values) === undefined) {
      throw new TypeError("users must be a column of ids to be counted without groups, got null");
    }
    return columns;
  });
  return usersIn(usersCounted, asked, asked.context);
}

/**
 * Users by group.
 * @param {Released<any>} released
 * @param {import("../ledger/released.js").Asked<any>} asked
 * @param {Record<string, any>} columns
 * @returns {any}
 */
export function usersIn(released, asked, columns) {
  const { missing } = asked.read;
  const readRows = (/** @type {any} */ groups) => readUsers(columns, { missing, groups });
  return releaseByGroup(released, asked, readRows, single);
}

/**
 * @param {import("../ledger/release.js").Claim} claim
 * @param {any} read
 */
function statementOf(claim, read) {
  const { groups, perUser } = read;
  const off = rounded(claim.accuracy.error);
  if (groups === undefined) {
    return sentence(claim, read, { answer: "count", off, from: "the true number of users" });
  }
  const counted = howUsersCount(perUser, "group", claim.parameters);
  if (groups === "private") {
    return `${sentenceOfFound(claim, counted)} ${halfReleased(claim.conditions)}`;
  }
  return sentence(claim, read, { answer: "count", off, from: `the true one, where ${counted}` });
}

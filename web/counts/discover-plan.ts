import { Declaration } from "../core/declaration.js";
import { confidence, delta, neighbors, number, whole } from "../core/fields.js";
import { boundsUpTo, leastOf, usersForOne } from "../ledger/guessed-per-user.js";
import { groupsFound } from "./discover-groups.js";

class PlanFields {
  /** in how many groups a user is, as you guess without looking at the data, 1 to 1,000,000,000 */
  groupsPerUser = whole(2);
  /** the privacy loss of the whole answer, 1.4e-6 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /** default "add-remove" */
  neighbors = neighbors();
  /** with which groups are named; default 0.95 */
  confidence = confidence();
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<PlanFields>} DiscoveryPlanOptions {@interface} What
 *   `plan.discoverGroups` compares.
 */

/**
 * What one `perUser` of `discoverGroups` needs.
 * @typedef {object} DiscoveryPlan
 * @property {number | "spread"} perUser in how many groups one user counts at most, or that users are spread
 * @property {"laplace" | "gaussian"} noise by which groups are named
 * @property {number} namedFrom of how many users a group is named with the confidence, each of them in `groupsPerUser`
 *   groups
 * @property {number} usual of how many half are named, by the noise's law
 * @property {boolean} chosen whether that is the least of all
 * @property {string} why it is chosen or not, in words
 */

export const discoveryPlanned = new Declaration({
  name: "plan.discoverGroups",
  Fields: PlanFields,
});

/**
 * Which `perUser` names groups from the fewest users on, if users are in as many groups as you guess. A wrong guess
 * costs groups, never privacy.
 *
 * @param {DiscoveryPlanOptions} options
 * @returns {DiscoveryPlan[]}
 * @throws {RangeError | TypeError}
 */
export function discoveryPlan(options) {
  const { groupsPerUser, ...read } = discoveryPlanned.read(options);
  /** @type {(number | "spread")[]} */
  const bounds = ["spread", ...boundsUpTo(groupsPerUser)];
  const ways = bounds.map((perUser) => {
    const { conditions, parameters } = groupsFound.claim({ ...read, perUser });
    const users = usersForOne(perUser, groupsPerUser);
    const namedFrom = Math.ceil(conditions.namedFrom * users);
    const usual = Math.ceil(conditions.halfNamedFrom * users);
    return {
      perUser,
      noise: parameters.noise ?? /** @type {const} */ ("laplace"),
      namedFrom,
      usual,
    };
  });
  return leastOf(ways, "groups");
}

import { Declaration } from "../core/declaration.js";
import { confidence, delta, neighbors, number, optional } from "../core/fields.js";
import { call } from "../core/load.js";
import { numberOption } from "../core/options.js";
import { domain } from "../data/fields.js";
import { flat } from "../data/values.js";
import { percent, rounded } from "../ledger/record.js";
import { UserFields } from "./user-options.js";
import { userRequest } from "./users.js";

class UsersNeededFields {
  /**
   * which quantile, 0.5 for a median, or a list of several at once; default: any interior point
   * @type {import("../core/fields.js").Optional<number | number[] | undefined>}
   */
  q = {
    kind: "number or list of numbers",
    example: 0.5,
    read: (name, value) => {
      if (typeof value !== "object" || value === null) return numberOption(name, value);
      return Array.from(flat(value, name), (one) => numberOption(name, one));
    },
    usual: () => undefined,
  };
  /** the privacy loss of everything together, 1e-9 to 10,000 */
  epsilon = number();
  /** default 0; above 0 for private groups, and for interior points by cut choice; not spent where nothing needs it */
  delta = optional({ ...delta(), example: undefined }, 0);
  /**
   * which values there are; default: `reals()`
   * @type {import("../core/fields.js").Optional<import("../data/domains.js").Domain<any>>}
   */
  domain = domain();
  /** default "add-remove" */
  neighbors = neighbors();
  /** that a group chosen beforehand has what is said; default 0.95 */
  confidence = confidence();
  /** the names of the groups that are answered, or "private" */
  groups = new UserFields().groups;
  /** for private groups: the share of epsilon that finds them, above 0 and below 1; default 0.5, for interior points 0.2 */
  discoveryShare = new UserFields().discoveryShare;
  /** whether there is no answer rather than one outside the data; default true */
  abstain = new UserFields().abstain;
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<UsersNeededFields>} UsersNeededOptions {@interface} Options of
 *   `plan.usersNeeded`.
 */

/**
 * What one algorithm needs for answers about users.
 * @typedef {object} UsersNeededPlan
 * @property {"exponential" | "cut" | "recursion" | "separate"} algorithm what to pass as `algorithm`; of several
 *   quantiles one of the last two
 * @property {number} users how many users are enough, in all or in each group, for answers between the smallest
 *   and the largest value; Infinity if it cannot run with these options
 * @property {number} [error] of quantiles: how many users the rows between an answer and the true value weigh at most
 * @property {number} [usual] of quantiles: the median of what the rows between an answer and the true value weigh, in
 *   users, on smooth data; else the number of users with which half of the answers lie within such data: no
 *   guarantee. It is left out where it is not known, of keys of more than 64 bits
 * @property {number} [namedFrom] of private groups that are found before they are answered: how many users are
 *   enough for a group to be named, with the confidence asked for
 * @property {number} [halfNamedFrom] how many for an even chance
 * @property {{ epsilon: number, delta: number }} loss what a run spends
 * @property {boolean} chosen whether `algorithm: "auto"` takes it
 * @property {string} why it can or cannot be used, in words
 */

export const usersPlanned = new Declaration({
  name: "plan.usersNeeded",
  Fields: UsersNeededFields,
});

/**
 * How many users the rows have to be of so that, with the confidence asked for, an interior point, a median or
 * other quantiles of rows of users lie inside the data, and how far off they may be: in all, or in each group.
 * Of private groups also how many users it takes that a group is named at all. It is what the draws run with;
 * a user who is in several groups counts in each for the share of rows that is there, and one value a user
 * (`perUser`) costs no more.
 *
 * @param {UsersNeededOptions} options
 * @returns {UsersNeededPlan[]} one for each algorithm
 * @throws {RangeError | TypeError}
 */
export function usersNeeded(options) {
  const { q, ...read } = usersPlanned.read(options);
  const quantiles = typeof q === "number" ? [q] : q;
  const asked = { ...read, algorithm: "auto" };
  const request = userRequest(asked, { isKnown: true, columns: {} }, quantiles);
  const plans = call("userRanksPlans", request);
  return plans.map((/** @type {any} */ { available, epsilon, delta, reason, ...plan }) => ({
    ...plan,
    users: available ? plan.users : Number.POSITIVE_INFINITY,
    loss: { epsilon, delta },
    why: available ? whyEnough(plan, read) : `It ${reason}.`,
  }));
}

/**
 * @param {{ users: number, namedFrom?: number, halfNamedFrom?: number }} plan
 * @param {{ groups?: unknown, confidence: number }} asked
 */
function whyEnough({ users, namedFrom, halfNamedFrom }, { groups, confidence }) {
  const where = groups === undefined ? "" : " in a group";
  const enough = `${rounded(users)} users${where} suffice with ${percent(confidence)} confidence`;
  if (namedFrom === undefined) return `${enough}.`;
  return `${enough}; a group whose rows weigh ${rounded(/** @type {number} */ (halfNamedFrom))} users is released at least half of the time, one of ${rounded(namedFrom)} with ${percent(confidence)} confidence.`;
}

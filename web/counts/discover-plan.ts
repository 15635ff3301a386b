import { Declaration } from "../core/declaration.js";
import { confidence, delta, neighbors, number, type OptionsOf, whole } from "../core/fields.js";
import { boundsUpTo, leastOf, usersForOne } from "../ledger/guessed-per-user.js";
import { discoverGroupsDeclaration } from "./discover-groups.js";

class PlanFields {
  /** a guess, without the data, of the number of groups per user, 1 to 1,000,000,000 */
  groupsPerUser = whole(2);
  /** the privacy loss of the whole answer, 1.4e-6 to 10,000 */
  epsilon = number();
  /** above 0; far below 1 / (number of users) */
  delta = delta();
  /** default "add-remove" */
  neighbors = neighbors();
  /** the confidence of the release of groups; default 0.95 */
  confidence = confidence();
}

/**
 * Options of `plan.discoverGroups`.
 * @interface
 */
export type DiscoveryPlanOptions = OptionsOf<PlanFields>;

/** The needs of one `perUser` of `discoverGroups`. */
export interface DiscoveryPlan {
  /** the maximum number of groups per user, or "spread" */
  perUser: number | "spread";
  /** the distribution of the noise */
  noise: "laplace" | "gaussian";
  /** the users that a group needs for release with the confidence, each in `groupsPerUser` groups */
  namedFrom: number;
  /** the users that a group needs for release half of the time, by the noise's distribution */
  usual: number;
  /** whether that is the least of all */
  chosen: boolean;
  /** the reason for or against it */
  why: string;
}

export const discoverGroupsPlanDeclaration = new Declaration({
  name: "plan.discoverGroups",
  Fields: PlanFields,
});

/**
 * Compares values of `perUser` by the users that a group needs for release, for a guess of the groups of a
 * user. A wrong guess costs groups, never privacy.
 *
 * @throws {RangeError | TypeError}
 */
export function discoveryPlan(options: DiscoveryPlanOptions): DiscoveryPlan[] {
  const { groupsPerUser, ...read } = discoverGroupsPlanDeclaration.read(options);
  const wayOf = (perUser: number | "spread") => {
    const { conditions, parameters } = discoverGroupsDeclaration.claim({ ...read, perUser });
    const users = usersForOne(perUser, groupsPerUser);
    const namedFrom = Math.ceil(conditions.namedFrom! * users);
    const usual = Math.ceil(conditions.halfReleasedAt! * users);
    return {
      perUser,
      noise: parameters.noise ?? ("laplace" as const),
      namedFrom,
      usual,
    };
  };
  const spread = wayOf("spread");
  // The largest first: a guess that is too large is refused before the others are planned.
  const bounded = boundsUpTo(groupsPerUser).reverse().map(wayOf).reverse();
  return leastOf([spread, ...bounded], "groups");
}

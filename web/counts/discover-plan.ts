import { Declaration } from "../core/declaration.js";
import { confidence, delta, neighbors, number, type OptionsOf, whole } from "../core/fields.js";
import { boundsUpTo, leastOf, usersForOne } from "../ledger/guessed-per-user.js";
import { discoverGroupsDeclaration } from "./discover-groups.js";

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
 * What `plan.discoverGroups` compares.
 * @interface
 */
export type DiscoveryPlanOptions = OptionsOf<PlanFields>;

/** What one `perUser` of `discoverGroups` needs. */
export interface DiscoveryPlan {
  /** in how many groups one user counts at most, or that users are spread */
  perUser: number | "spread";
  /** by which groups are named */
  noise: "laplace" | "gaussian";
  /** of how many users a group is named with the confidence, each of them in `groupsPerUser` groups */
  namedFrom: number;
  /** of how many half are named, by the noise's law */
  usual: number;
  /** whether that is the least of all */
  chosen: boolean;
  /** it is chosen or not, in words */
  why: string;
}

export const discoverGroupsPlanDeclaration = new Declaration({
  name: "plan.discoverGroups",
  Fields: PlanFields,
});

/**
 * Which `perUser` names groups from the fewest users on, if users are in as many groups as you guess. A wrong guess
 * costs groups, never privacy.
 *
 * @throws {RangeError | TypeError}
 */
export function discoveryPlan(options: DiscoveryPlanOptions): DiscoveryPlan[] {
  const { groupsPerUser, ...read } = discoverGroupsPlanDeclaration.read(options);
  const bounds: (number | "spread")[] = ["spread", ...boundsUpTo(groupsPerUser)];
  const ways = bounds.map((perUser) => {
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
  });
  return leastOf(ways, "groups");
}

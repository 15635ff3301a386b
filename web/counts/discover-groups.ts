import { delta, noise, type OptionsOf, optional } from "../core/fields.js";
import { spreadOrMost } from "../data/given-by-user.js";
import type { UserRows } from "../data/user-rows.js";
import { percent, type ReleaseRecord, rounded } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { Released } from "../ledger/released.js";
import { aboutRows, columnsFor, groupRequest, howUsersCount, sentenceOfFound } from "./by-group.js";
import { usersIn } from "./count.js";
import { CountedUsersFields } from "./fields.js";

class DiscoveryFields extends CountedUsersFields {
  /** the addend of the guarantee, above 0; far below 1 / (number of users) */
  delta = delta();
  /**
   * "spread" (default): split each user evenly over the groups of their rows; or a maximum number of groups per
   * user, chosen at random, 1 to 1,000,000,000
   */
  perUser = optional(spreadOrMost(), "spread");
  /**
   * the distribution of noise: "auto" (default) releases a group from fewer users; "laplace" or "gaussian"
   */
  noise = noise();
}

/**
 * Options of `discoverGroups`.
 * @interface
 */
export type DiscoveryOptions = OptionsOf<DiscoveryFields>;

export const groupsFound = new Released({
  name: "discoverGroups",
  of: "GroupDiscovery",
  Fields: DiscoveryFields,
  request: (read) => groupRequest({ ...read, groups: "private" }),
  statement: statementOf,
  parameters: (read, columns) => aboutRows({ ...read, groups: "private" }, columns),
  example: { data: [{ users: [1, 1, 2, 3], groups: ["a", "b", "a", "a"] }] },
});

/**
 * Finds the groups in the data without a list of them (partition selection). It returns each group that has
 * enough users, with a noisy count at no further cost.
 *
 * Privacy: (epsilon, delta) for one user with all rows more or fewer (or changed), in however many groups;
 * for every data set, the empty one included.
 * Source: ours, after Korolova, Kenthapadi, Mishra, Ntoulas 2009; docs/guarantees/counts.md.
 *
 * @param data `{ users, groups }`
 * @returns the groups, in an order of their names
 * @throws {RangeError | TypeError}
 */
export function discoverGroups(
  data: Omit<UserRows, "values">,
  options: DiscoveryOptions,
): { groups: { group: unknown; value: number }[]; record: ReleaseRecord } {
  const columns = columnsFor(data, { groups: "private" }, []);
  const asked = groupsFound.ask(options, () => columns);
  return usersIn(groupsFound, { ...asked, read: { ...asked.read, groups: "private" } }, columns);
}

function statementOf(claim: Claim, { perUser }: any) {
  const { namedFrom, halfNamedFrom } = claim.conditions;
  const sure = percent(claim.accuracy.confidence);
  const counted = howUsersCount(perUser, "group", claim.parameters);
  return `A group of ${rounded(namedFrom)} users is released with ${sure} confidence, one of ${rounded(halfNamedFrom)} at least half of the time. ${sentenceOfFound(claim, counted)}`;
}

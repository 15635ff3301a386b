import { delta, noise, type OptionsOf, optional, type Request } from "../core/fields.js";
import { spreadOrMost } from "../data/given-by-user.js";
import type { UserColumns, UserRows } from "../data/user-rows.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import {
  columnsFor,
  contributionPhrase,
  groupRequest,
  rowFacts,
  sentenceOfFound,
} from "./by-group.js";
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

export const discoverGroupsDeclaration = new ReleaseDeclaration({
  name: "discoverGroups",
  of: "GroupDiscovery",
  Fields: DiscoveryFields,
  request: (read) => groupRequest({ ...read, groups: "private" }),
  statement: statementOf,
  parameters: (read, columns: UserColumns) => rowFacts({ ...read, groups: "private" }, columns),
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
  const asked = discoverGroupsDeclaration.checkCall(options, () => columns);
  return usersIn(
    discoverGroupsDeclaration,
    { ...asked, read: { ...asked.read, groups: "private" } },
    columns,
  );
}

function statementOf(claim: Claim, { perUser }: Pick<Request<DiscoveryFields>, "perUser">) {
  const { namedFrom, halfReleasedAt } = claim.conditions;
  const sure = formatPercent(claim.accuracy.confidence);
  const counted = contributionPhrase(perUser, "group", claim.parameters);
  return `A group of ${formatCount(namedFrom)} users is released with ${sure} confidence, one of ${formatCount(halfReleasedAt)} at least half of the time. ${sentenceOfFound(claim, counted)}`;
}

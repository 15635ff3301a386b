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
   * "spread" (default): each user is divided among the groups of the user's rows; or in at most how many
   * groups a user counts, chosen at random, 1 to 1,000,000,000
   */
  perUser = optional(spreadOrMost(), "spread");
  /**
   * the law of the noise: "auto" (default) takes the one by which a group is released from fewer users on; "laplace"
   * or "gaussian"
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
 * Which groups there are, where nobody has a list of them (partition selection): those that enough users are
 * in, each with how many those are, which costs nothing more.
 *
 * Privacy: (epsilon, delta) for one user with all rows more or fewer (or changed), in however many groups; any
 * data, none included.
 * Source: ours, after Korolova, Kenthapadi, Mishra, Ntoulas 2009; docs/guarantees/counts.md.
 *
 * @param data `{ users, groups }`
 * @returns in an order of their names
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

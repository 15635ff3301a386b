import type { OptionsOf, Request } from "../core/fields.js";
import { spreadOrMost } from "../data/given-by-user.js";
import type { GroupName } from "../data/group-names.js";
import { readUsers, type UserColumns, type UserRows } from "../data/user-rows.js";
import type { Values } from "../data/values.js";
import { formatCount } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { type AnyDeclaration, type CheckedCall, ReleaseDeclaration } from "../ledger/released.js";
import {
  accuracySentence,
  columnsFor,
  contributionPhrase,
  groupRequest,
  halfReleased,
  releaseByGroup,
  rowFacts,
  sentenceOfFound,
  single,
} from "./by-group.js";
import { NoisyByGroupFields } from "./fields.js";
import type { ByGroupFunction } from "./functions.js";

class UserCountFields extends NoisyByGroupFields {
  /**
   * required for data with `groups`: the maximum number of groups in which a user counts, chosen at random, 1
   * to 1,000,000,000; or "spread": split each user evenly over the groups of their rows
   */
  perUser = {
    ...spreadOrMost(),
    fallback: ({ groups }: { groups?: unknown }) => {
      if (groups === undefined) return 1;
      throw new TypeError(
        'perUser must be given by group (the maximum number of groups per user, or "spread"), got undefined',
      );
    },
  };
}

/** Rows of users to be counted: of values only which are there is read. */
export type CountedRows = Omit<UserRows, "values"> & { values?: Values };

/**
 * Options of `count`.
 * @interface
 */
export type UserCountOptions = OptionsOf<UserCountFields>;

export const countDeclaration = new ReleaseDeclaration({
  name: "count",
  of: (_, { groups }) => (groups === "private" ? "GroupDiscovery" : "UserHistogram"),
  Fields: UserCountFields,
  request: (read) => ({ ...groupRequest(read), bins: 1 }),
  statement: statementOf,
  parameters: rowFacts,
  example: {
    data: [{ users: [1, 1, 2, 3], groups: ["a", "b", "a", "a"] }],
    options: { groups: "private", perUser: 1 },
  },
});

/**
 * Counts users, in all or in each group, however many rows each of them has.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups or Gaussian noise. This holds for every data set, the empty one included.
 * Source: the geometric mechanism (Ghosh, Roughgarden, Sundararajan 2009); discrete Gaussian noise (Canonne, Kamath,
 * Steinke 2020); docs/guarantees/counts.md.
 *
 * @param data `{ users }`, or `{ users, groups }`; `{ values, users: null }` for the number of values that are
 *   there, each of a different person
 * @returns users, with noise; numbers may be negative
 * @throws {RangeError | TypeError}
 * @function
 */
export const count: ByGroupFunction<"here", CountedRows, UserCountOptions, { value: number }> = (
  data,
  options,
) => {
  const asked = countDeclaration.checkCall(options, (read) => {
    const columns = columnsFor(data, read, []);
    if ((columns.users ?? columns.groups ?? columns.values) === undefined) {
      throw new TypeError("users must be a column of ids to be counted without groups, got null");
    }
    return columns;
  });
  return usersIn(countDeclaration, asked, asked.context);
};

/** Users by group. */
export function usersIn<Result>(
  released: Pick<AnyDeclaration, "releaseAnswer">,
  asked: CheckedCall<{ groups?: GroupName[] | "private"; missing: "drop" | "throw" }>,
  columns: UserColumns,
): Result {
  const { missing } = asked.read;
  const readRows = (groups: unknown[] | undefined) => readUsers(columns, { missing, groups });
  return releaseByGroup(released, asked, readRows, single);
}

function statementOf(claim: Claim, read: Pick<Request<UserCountFields>, "groups" | "perUser">) {
  const { groups, perUser } = read;
  const off = formatCount(claim.accuracy.error);
  if (groups === undefined) {
    return accuracySentence(claim, read, {
      answer: "count",
      off,
      from: "the true number of users",
    });
  }
  const counted = contributionPhrase(perUser, "group", claim.parameters);
  if (groups === "private") {
    return `${sentenceOfFound(claim, counted)} ${halfReleased(claim.conditions)}`;
  }
  return accuracySentence(claim, read, {
    answer: "count",
    off,
    from: `the true one, where ${counted}`,
  });
}

import type { OptionsOf } from "../core/fields.js";
import { wholeOption } from "../core/options.js";
import { readEvents } from "../data/contributions.js";
import { counting } from "../data/rows.js";
import {
  aboutUsers,
  isUserRows,
  itemColumns,
  type UserColumns,
  type UserRows,
  userColumns,
} from "../data/user-rows.js";
import type { Values } from "../data/values.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { CountedUsersFields } from "./fields.js";

class DistinctFields extends CountedUsersFields {
  /**
   * required for rows with user ids: the maximum number of items per user, chosen at random among the user's,
   * 1 to 1,000,000,000. Without user ids each row counts with its item
   */
  perUser = {
    kind: "whole number",
    example: 2,
    read: wholeOption,
    fallback: () => undefined as number | undefined,
  };
}

/**
 * Options of `countDistinct`.
 * @interface
 */
export type DistinctOptions = OptionsOf<DistinctFields>;

/** The columns, and the unit of privacy. */
type DistinctContext = UserColumns & { protects?: "users" | "records" };

export const countDistinctDeclaration = new ReleaseDeclaration({
  name: "countDistinct",
  of: "DistinctCount",
  Fields: DistinctFields,
  request: (read, columns: DistinctContext | undefined) => ({
    ...read,
    perUser: perUserOf(read, columns),
    protects: columns?.protects ?? "users",
  }),
  statement: statementOf,
  parameters: (_, columns) => (columns?.protects === "users" ? aboutUsers(columns.users) : {}),
  example: { data: [{ values: ["a", "b", "a"], users: [1, 1, 2] }], options: { perUser: 2 } },
});

/**
 * Counts distinct items, where each user counts with at most `perUser` of their items.
 *
 * Privacy: (epsilon, 0) if one record, or one user with all rows, is added or removed (or changed). This holds
 * for every data set, the empty one included.
 * Source: the geometric mechanism (Ghosh, Roughgarden, Sundararajan 2009); docs/guarantees/counts.md.
 *
 * @param data items, each of a different person, or `{ values, users }`: text, numbers, BigInts or booleans
 * @returns the noisy number; it may be negative
 * @throws {RangeError | TypeError}
 */
export function countDistinct(
  data: Values | { values: Values; users: UserRows["users"] },
  options: DistinctOptions,
): { value: number; record: ReleaseRecord } {
  const asked = countDistinctDeclaration.checkCall(options, () =>
    isUserRows(data)
      ? { ...itemColumns(data), protects: "users" as const }
      : { ...userColumns({ values: data, users: null }), protects: "records" as const },
  );
  const { values, users } = asked.context;
  const { drawn, record } = countDistinctDeclaration.releaseAnswer(asked, () => {
    const rows = users === null ? { items: values } : { values, users };
    const { users: ids, items } = readEvents(rows, asked.read.missing);
    const data = { users: ids?.ids ?? counting(items.ids.length), groups: items.ids };
    return { data: { ...data, groupCount: items.count } };
  });
  return { value: drawn.value, record };
}

/** The maximum number of items per user: one, where every row is a different user. */
function perUserOf({ perUser }: { perUser?: number }, columns: { users?: unknown } | undefined) {
  const isOfIds = columns?.users !== null;
  if (isOfIds && perUser === undefined) {
    throw new TypeError(
      "perUser must be given for rows with user ids (the maximum number of items per user), got undefined",
    );
  }
  if (isOfIds || perUser === 1) return perUser;
  if (perUser === undefined) return 1;
  throw new RangeError(
    `perUser must be 1 or left out where every row is a different person, got ${perUser}`,
  );
}

function statementOf({
  accuracy: { confidence, error },
  parameters: { perUser },
  protects,
}: Claim) {
  const from =
    protects === "records"
      ? "the number of distinct items"
      : `the number of distinct items among those that count, at most ${perUser === 1 ? "one" : formatCount(perUser)} of each user's, chosen at random`;
  return `With ${formatPercent(confidence)} confidence, the count is within ${formatCount(error)} of ${from}.`;
}

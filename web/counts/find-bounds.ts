import type { OptionsOf } from "../core/fields.js";
import {
  isUserRows,
  readUserRows,
  type UserColumns,
  type UserRows,
  userColumns,
} from "../data/user-rows.js";
import type { Values } from "../data/values.js";
import { formatCount, formatPercent, type ReleaseRecord } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { contributionPhrase, rowFacts } from "./by-group.js";
import { CountedUsersFields } from "./fields.js";
import { anywhere, foundRange } from "./found.js";

/**
 * Options of `findBounds`.
 * @interface
 */
export type BoundsOptions = OptionsOf<CountedUsersFields>;

/**
 * The found bounds: powers of two, 0, or the greatest doubles. null where nowhere are values of enough users
 */
export type FoundBounds =
  | { value: [number, number]; reason?: undefined }
  | { value: null; reason: "too-few" };

/** The columns, and the unit of privacy. */
type BoundsContext = UserColumns & { protects?: "users" | "records" };

export const findBoundsDeclaration = new ReleaseDeclaration({
  name: "findBounds",
  of: "FoundBounds",
  Fields: CountedUsersFields,
  request: (read, columns: BoundsContext | undefined) => ({
    ...read,
    protects: columns?.protects ?? "records",
  }),
  statement: statementOf,
  parameters: (read, columns) =>
    rowFacts(read, columns?.protects === "users" ? { users: columns.users } : {}),
  told: foundRange,
  example: { data: [{ values: [1, 2, 300], users: [1, 1, 2] }] },
});

/**
 * Finds between which powers of two values lie, where no public bounds exist: use them to choose a domain or an
 * `expect`. `mean` and `sum` find bounds themselves if they have no domain.
 *
 * Privacy: (epsilon, 0) if one record, or one user with all rows, is added or removed (or changed). This holds
 * for every data set, the empty one included.
 * Source: a noisy histogram over signs and exponents; docs/guarantees/found-bounds.md.
 *
 * @param data numbers, each of a different person, or `{ values, users }`
 * @returns `value`: from where to where
 * @throws {RangeError | TypeError}
 */
export function findBounds(
  data: Values | UserRows,
  options: BoundsOptions,
): FoundBounds & { record: ReleaseRecord } {
  const asked = findBoundsDeclaration.checkCall(options, () =>
    isUserRows(data)
      ? { ...userColumns(data, ["values"], ["values", "users"]), protects: "users" as const }
      : { ...userColumns({ values: data, users: null }), protects: "records" as const },
  );
  const { protects: _, ...columns } = asked.context;
  const { missing } = asked.read;
  const { drawn, record } = findBoundsDeclaration.releaseAnswer(asked, () =>
    readUserRows(columns, { domain: anywhere, outside: "clamp", missing }),
  );
  return { ...boundsOrNone(drawn), record };
}

/** The bounds in the form of the API. */
export const boundsOrNone = ({
  range,
}: {
  range: { from: number; to: number } | null;
}): FoundBounds =>
  range === null ? { value: null, reason: "too-few" } : { value: [range.from, range.to] };

/** In a column of records each record is a user. */
function statementOf({ accuracy: { confidence, error }, parameters }: Claim) {
  const counted = contributionPhrase("spread", "bin", parameters);
  return `With ${formatPercent(confidence)} confidence, the bounds enclose every power of two up to the next (either sign, or 0) in which at least ${formatCount(error)} users have values, and end at ones in which some have, where ${counted}.`;
}

import { type OptionsOf, optional, type Request } from "../core/fields.js";
import { spreadOrOne } from "../data/given-by-user.js";
import { choosing, isReducer, reducerPhrases } from "../data/one-each.js";
import { readUserRows, type UserRows } from "../data/user-rows.js";
import { columnOfRows } from "../data/values.js";
import { formatCount } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { amounts, amountsRequest } from "./amounts.js";
import {
  accuracySentence,
  columnsFor,
  formatAmount,
  halfReleased,
  isByGroup,
  raised,
  releaseByGroup,
  rowFacts,
} from "./by-group.js";
import { ByGroupFields } from "./fields.js";
import { anywhere, foundRange } from "./found.js";
import type { ByGroupFunction } from "./functions.js";

class UserMeanFields extends ByGroupFields {
  /**
   * the possible values: `integers` or `decimals` within +-2^62 units. Values outside are clamped to the nearer end.
   * It must not be read off the data. Left out: two fifths of epsilon find the powers of two between which
   * users' values lie, and the record names them
   */
  domain = optional(amounts(), undefined);
  /**
   * a user's contribution (in each group): "spread" (default), the mean of their rows; or one value, "median"
   * (with an even number the lower), "mean", "sum", "min", "max", or "first" or "last" by the column `orderBy`
   */
  perUser = spreadOrOne("means");
}

/**
 * Options of `mean`.
 * @interface
 */
export type UserMeanOptions = OptionsOf<UserMeanFields>;

/**
 * A released mean, computed from released numbers alone.
 * `error`: its maximum error, with the record's confidence; by group for users with at least 1% of their rows
 * in the group. `users`: the noisy number of users. `value` is null where noise could account for all of them
 */
export type Mean =
  | { value: number; error: number; users: number; reason?: undefined }
  | { value: null; reason: "too-few"; error?: undefined; users?: undefined };

export const meanDeclaration = new ReleaseDeclaration({
  name: "mean",
  of: (_, { domain }) => (domain === undefined ? "FoundMean" : "UserMean"),
  Fields: UserMeanFields,
  request: amountsRequest,
  statement: statementOf,
  parameters: rowFacts,
  told: foundRange,
  example: {
    data: [{ values: [1, 2, 3], users: [1, 1, 2], groups: ["a", "b", "a"] }],
    options: { groups: "private" },
  },
});

/**
 * The mean of the users' means, over all rows or in each group: every user weighs the same, however many rows
 * they have.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups. This holds for every data set, the empty one included.
 * Source: ours: users divided between the two ends of the domain; docs/guarantees/counts.md, and
 * docs/guarantees/found-bounds.md without a domain.
 *
 * @param data `{ values, users }`, or with `groups`
 * @throws {RangeError | TypeError}
 * @function
 */
export const mean: ByGroupFunction<"here", UserRows, UserMeanOptions, Mean> = (data, options) => {
  const asked = meanDeclaration.checkCall(options, (read) => columnsFor(data, read, ["values"]));
  const columns = asked.context;
  const { domain = anywhere, missing, perUser } = asked.read;
  const choose = choosing(perUser, (values) => columnOfRows(values, domain));
  return releaseByGroup(
    meanDeclaration,
    asked,
    (groups) => readUserRows(columns, { domain, outside: "clamp", missing, groups, choose }),
    meansOrNone,
  );
};

/** The means of groups; some have too few users for one. */
export const meansOrNone = (means: (Mean | null)[]): Mean[] =>
  means.map((found) => found ?? { value: null, reason: "too-few" });

function statementOf(
  claim: Claim,
  read: Pick<Request<UserMeanFields>, "groups" | "perUser" | "domain">,
) {
  const { units } = claim.parameters;
  const { perUser } = read;
  const isOne = isReducer(perUser);
  const value = isOne ? `one value per user (${reducerPhrases[perUser]})` : "the users' means";
  const counted = isByGroup(read)
    ? `, where each user counts in a group with the share of their ${isOne ? "groups that it is" : "rows there"}, in ${formatCount(units)}ths, provided that share is at least 1%`
    : "";
  const range = read.domain === undefined ? "found range" : "domain";
  const from = `the mean of ${value}, values clamped to the ${range}${counted}`;
  const formed = `\`error\` is at most ${errorOf(claim, read)}, and \`users\` is noisy.`;
  const released = halfReleased(claim.conditions);
  return `${accuracySentence(claim, read, { answer: "mean", off: "`error`", from, released })} ${formed}`;
}

/**
 * The maximum rounding error, half a step, as a fraction of a found range's width: that width is at least half of
 * the farther end.
 */
const halfStep = 2 ** -30;

function errorOf({ parameters, accuracy }: Claim, { domain }: { domain?: unknown }) {
  const { lowest, highest, rounding } = parameters as {
    lowest: number;
    highest: number;
    rounding: number;
  };
  if (domain === undefined) {
    const more = formatAmount(raised(rounding + halfStep));
    return `the range's width times (${formatAmount(raised(accuracy.error))} / \`users\` + ${more})`;
  }
  const width = highest - lowest;
  const error = width * accuracy.error;
  const off = error < 100 ? formatAmount(error) : formatCount(error);
  return `${off} / \`users\` + ${formatAmount(raised(width * rounding))}`;
}

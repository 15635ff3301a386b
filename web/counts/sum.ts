import { type OptionsOf, optional } from "../core/fields.js";
import { mostOrOne } from "../data/given-by-user.js";
import type { GroupName } from "../data/group-names.js";
import { choosing, reducerPhrases } from "../data/one-each.js";
import { readUserRows } from "../data/user-rows.js";
import { columnOfRows } from "../data/values.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { amounts, amountsRequest, ofSingleRows } from "./amounts.js";
import {
  accuracySentence,
  columnsFor,
  contributionPhrase,
  formatAmount,
  halfReleased,
  isByGroup,
  raised,
  releaseByGroup,
  rowFacts,
  single,
} from "./by-group.js";
import { NoisyAnsweredFields } from "./fields.js";
import { anywhere, foundRange } from "./found.js";
import type { SumFunction } from "./functions.js";
import { meansOrNone } from "./mean.js";

class UserSumFields extends NoisyAnsweredFields {
  /**
   * the domain of a user's total: `integers` or `decimals` within +-2^52 units. A user's total in each group is
   * clamped to it. Unless `perUser` is a number, the totals of a user in several groups are scaled down where together
   * they exceed it. It must not be read off the data. Left out: two fifths of epsilon find the powers of two
   * between which users' totals lie (in each group), and the record names them
   */
  domain = optional(amounts(), undefined);
  /**
   * the maximum number of groups in which a user counts, chosen at random, 1 to 1,000,000,000: the domain then
   * bounds the user's total in each of them, and the noise grows in proportion; or the value of one user (in
   * each group): "sum" (default), the total; "median" (with an even number the lower), "mean", "min", "max", or
   * "first" or "last" by the column `orderBy`
   */
  perUser = optional(mostOrOne(), "sum");
}

/**
 * Options of `sum`.
 * @interface
 */
export type UserSumOptions = OptionsOf<UserSumFields>;

/**
 * A released sum, where a range was found first. `error`: its maximum error, with the record's confidence; null
 * where no range was found
 */
export type FoundSum =
  | { value: number; error: number; reason?: undefined }
  | { value: null; reason: "too-few"; error?: undefined };

export const sumDeclaration = new ReleaseDeclaration({
  name: "sum",
  of: (_, { domain }) => (domain === undefined ? "FoundSum" : "UserSum"),
  Fields: UserSumFields,
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
 * The sum of the users' totals, over all rows or in each group.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups or Gaussian noise. This holds for every data set, the empty one included.
 * Source: discrete Laplace or Gaussian noise on totals that are brought into the domain; docs/guarantees/counts.md, and
 * docs/guarantees/found-bounds.md without a domain.
 *
 * @param data `{ values, users }`, or with `groups`
 * @throws {RangeError | TypeError}
 * @function
 */
export const sum: SumFunction<"here"> = (data, options) => {
  const asked = sumDeclaration.checkCall(options, (read) => columnsFor(data, read, ["values"]));
  const columns = asked.context;
  const { missing, perUser } = asked.read;
  const { domain: given } = asked.read;
  const domain = given === undefined ? anywhere : ofSingleRows(given);
  const choose =
    perUser === "sum" || typeof perUser === "number"
      ? undefined // The core adds up, exactly.
      : choosing(perUser, (values) => columnOfRows(values, domain));
  const about = { domain, outside: "clamp" as const, missing, choose };
  const readRows = (groups: unknown[] | undefined) => readUserRows(columns, { ...about, groups });
  const answersOf: (values: never[]) => object[] = given === undefined ? meansOrNone : single;
  return releaseByGroup(sumDeclaration, asked, readRows, answersOf);
};

function statementOf(
  claim: Claim,
  read: {
    perUser: number | keyof typeof reducerPhrases;
    groups?: GroupName[] | "private";
    domain?: unknown;
  },
) {
  const { perUser, domain } = read;
  const isFound = domain === undefined;
  const off = isFound ? "`error`" : formatAmount(claim.accuracy.error);
  const range = isFound
    ? "found range and rounded to a 2^30th of its end farther from 0"
    : "domain";
  const isOfTotals = perUser === "sum" || typeof perUser === "number";
  const [each, value] = isOfTotals
    ? ["each user's totals are", "the users' totals"]
    : [
        `each user's values (${reducerPhrases[perUser]}) are`,
        `one value per user (${reducerPhrases[perUser]})`,
      ];
  const bounded =
    typeof perUser === "number"
      ? `, where ${contributionPhrase(perUser, "group", claim.parameters)}`
      : ` and, where together they exceed ${isFound ? "that end" : "it"}, scaled down to whole ${isFound ? "2^30ths of it" : "units"} towards 0`;
  const from = isByGroup(read)
    ? `the true one, after ${each} clamped to the ${range}${bounded}`
    : `the sum of ${value}, each clamped to the ${range}`;
  // Scaling no longer includes the user's totals in other groups.
  const over = read.groups === "private" ? ", over the released groups" : "";
  const released = halfReleased(claim.conditions);
  const said = accuracySentence(claim, read, {
    answer: "sum",
    off,
    from: `${from}${over}`,
    released,
  });
  if (!isFound) return said;
  return `${said} \`error\` is at most ${formatAmount(raised(claim.accuracy.error))} times that end.`;
}

import { number, type OptionsOf, optional, type Request } from "../core/fields.js";
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
import type { ByGroupFunction } from "./functions.js";

/** A domain, and where to get one from. */
const knownAmounts = () => {
  const field = amounts();
  return {
    ...field,
    read: (name: string, value: unknown) => {
      if (value !== undefined) return field.read(name, value);
      throw new TypeError(
        `${name} must be of integers() or decimals(), as a variance has no found bounds (findBounds finds some), got undefined`,
      );
    },
  };
};

export class SpreadFields extends ByGroupFields {
  /**
   * the possible values: `integers` or `decimals` within +-2^62 units. Values outside are clamped to the nearer end.
   * It must not be read off the data; `findBounds` finds bounds
   */
  domain = knownAmounts();
  /**
   * a user's contribution (in each group): "spread" (default), all values, with the user's weight split evenly
   * over them; or one value, "median" (with an even number the lower), "mean", "sum", "min", "max", or "first"
   * or "last" by the column `orderBy`
   */
  perUser = spreadOrOne("variances");
  /** for private groups: the share of epsilon that finds them, above 0 and below 1; default 0.2 */
  discoveryShare = optional(number(0.4), undefined);
}

/**
 * Options of `variance` and `standardDeviation`.
 * @interface
 */
export type SpreadOptions = OptionsOf<SpreadFields>;

/**
 * A variance or standard deviation, computed from released numbers alone.
 * `error`: its maximum error, with the record's confidence; by group for users with at least 1% of their rows
 * in the group. `users`: the noisy number of users. The answer is null where the error would reach the maximum
 * variance of the domain
 */
export type Spread =
  | { value: number; error: number; users: number; reason?: undefined }
  | { value: null; reason: "too-few"; error?: undefined; users?: undefined };

/** A function of the variance of users' values. */
const spreadDeclaration = (
  name: string,
  statement: (claim: Claim, read: Request<SpreadFields>) => string,
) =>
  new ReleaseDeclaration({
    name,
    of: "UserVariance",
    Fields: SpreadFields,
    request: amountsRequest,
    statement,
    parameters: rowFacts,
    example: {
      data: [{ values: [1, 2, 3], users: [1, 1, 2], groups: ["a", "b", "a"] }],
      options: { groups: "private" },
    },
  });

export const varianceDeclaration = spreadDeclaration("variance", (claim, read) => {
  const said = statementOf("variance", claim, read);
  return `${said} \`error\` is at most ${errorOf(claim)}, and \`users\` is noisy.`;
});

export const standardDeviationDeclaration = spreadDeclaration(
  "standardDeviation",
  (claim, read) => {
    const said = statementOf("standard deviation", claim, read);
    return `${said} \`error\` is the distance from \`value\` to the farther root of the variance less or plus its own error, which is at most ${errorOf(claim)}, and \`users\` is noisy.`;
  },
);

/**
 * The variance of users' values, all together or in each group: each user counts as one, split evenly over the user's
 * rows.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups. This holds for every data set, the empty one included.
 * Source: ours: users divided between the two ends and the middle of the domain; docs/guarantees/variance.md.
 *
 * @param data `{ values, users }`, or with `groups`
 * @returns the variance of the values themselves: the mean square of their distance from their mean
 * @throws {RangeError | TypeError}
 * @function
 */
export const variance: ByGroupFunction<"here", UserRows, SpreadOptions, Spread> = (data, options) =>
  spreadOf(varianceDeclaration, "variance", data, options);

/**
 * The standard deviation of users' values: the square root of the variance, from the same draws.
 *
 * Privacy: as `variance`; it is post-processing of it.
 * Source: ours; docs/guarantees/variance.md.
 *
 * @param data `{ values, users }`, or with `groups`
 * @throws {RangeError | TypeError}
 * @function
 */
export const standardDeviation: ByGroupFunction<"here", UserRows, SpreadOptions, Spread> = (
  data,
  options,
) => spreadOf(standardDeviationDeclaration, "deviation", data, options);

function spreadOf<Result>(
  released: typeof varianceDeclaration,
  which: "variance" | "deviation",
  data: object,
  options: object,
): Result {
  const asked = released.checkCall(options, (read) => columnsFor(data, read, ["values"]));
  const columns = asked.context;
  const { domain, missing, perUser } = asked.read;
  const choose = choosing(perUser, (values) => columnOfRows(values, domain));
  return releaseByGroup(
    released,
    asked,
    (groups) => readUserRows(columns, { domain, outside: "clamp", missing, groups, choose }),
    spreadsOrNone(which),
  );
}

type DrawnSpread = Record<"variance" | "deviation", { value: number; error: number }> & {
  users: number;
};

/** The answers of groups, some of which have too few users. */
export const spreadsOrNone =
  (which: "variance" | "deviation"): ((drawn: (DrawnSpread | null)[]) => Spread[]) =>
  (drawn) =>
    drawn.map((found) =>
      found === null ? { value: null, reason: "too-few" } : { ...found[which], users: found.users },
    );

function statementOf(answer: string, claim: Claim, read: Request<SpreadFields>) {
  const { perUser } = read;
  const parts = `${formatCount(claim.parameters.units)}ths`;
  const isOne = isReducer(perUser);
  const value = isOne ? `one value per user (${reducerPhrases[perUser]})` : "the users' values";
  const spread = isOne ? "" : ", where each user counts as one, split evenly over their rows";
  const counted = isByGroup(read)
    ? `, where each user counts in a group with the share of their ${isOne ? "groups that it is" : "rows there"}, in ${parts}, provided that share is at least 1%`
    : spread;
  // The user's weight moves from rows in other groups to the remaining rows.
  const over = read.groups === "private" ? ", over the released groups" : "";
  const from = `the ${answer} of ${value}, clamped to the domain${counted}${over}`;
  const released = halfReleased(claim.conditions);
  return accuracySentence(claim, read, { answer, off: "`error`", from, released });
}

/** The greatest error of a variance, in words: of noise in parts of the squared width, and of rounding. */
function errorOf({ parameters, accuracy }: Claim) {
  const { lowest, highest, rounding } = parameters as {
    lowest: number;
    highest: number;
    rounding: number;
  };
  const square = (highest - lowest) ** 2;
  const off = formatAmount(raised(accuracy.error));
  return `${formatAmount(square)} times (x + 1.5 x^2) + ${formatAmount(raised(square * rounding))}, where x is ${off} / \`users\``;
}

import { optional } from "../core/fields.js";
import { spreadOrMostOrOne } from "../data/given-by-user.js";
import { checkAddition, choosing } from "../data/one-each.js";
import { readUserRows } from "../data/user-rows.js";
import { rounded } from "../ledger/record.js";
import { Released } from "../ledger/released.js";
import { binsOf, domainOfBins, edges, items } from "./bins.js";
import {
  aboutRows,
  answeredRequest,
  columnsFor,
  howUsersCount,
  isByGroup,
  releaseByGroup,
  sentence,
} from "./by-group.js";
import { NoisyByGroupFields } from "./fields.js";

class UserHistogramFields extends NoisyByGroupFields {
  /**
   * where bins meet: increasing numbers, or Dates. A value at an edge is in the upper bin; below the first
   * and from the last edge on there is a bin each. Public, never read off the data
   */
  edges = edges();
  /** in place of edges: what there is a bin of each, public; rows of anything else do not count */
  items = items();
  /**
   * "spread" (default): each user is divided among the bins (in all groups) of the user's rows; or in at most
   * how many of them a user counts, chosen at random, 1 to 1,000,000,000; or one value (in each group, among which
   * the user is divided): "median" (of an even number the lower), "mean", "sum", "min", "max", or "first" or "last"
   * by the column `orderBy`
   */
  perUser = optional(spreadOrMostOrOne(), "spread");
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<UserHistogramFields>} UserHistogramOptions {@interface}
 *   Options of `histogram`: `edges` or `items`, one of them.
 */

/**
 * How many users are in a bin, with noise: from an edge on and below the next one, or of an item.
 * @typedef {{ from?: any, to?: any, item?: any, count: number }} Bin
 */

export const usersBinned = new Released({
  name: "histogram",
  of: "UserHistogram",
  Fields: UserHistogramFields,
  request: requestOf,
  statement: statementOf,
  parameters: aboutRows,
  example: {
    data: [{ values: [1, 2, 7], users: [1, 1, 2], groups: ["a", "b", "a"] }],
    options: { groups: "private", items: undefined },
  },
});

/**
 * How many users there are in each bin, all together or in each group.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups or Gaussian noise. Any data, none included.
 * Source: discrete Laplace or Gaussian noise; docs/guarantees/counts.md.
 *
 * @template {UserHistogramOptions} O
 * @param {import("../data/user-rows.js").UserRows} data `{ values, users }`, or with `groups`
 * @param {O} options
 * @returns {import("./by-group.js").OfUsers<O, { value: Bin[] }>} counts may be negative
 * @throws {RangeError | TypeError}
 */
export function histogram(data, options) {
  const asked = usersBinned.ask(options, (read) => columnsFor(data, read, ["values"]));
  const columns = asked.context;
  const { missing, perUser } = asked.read;
  const bins = binsOf(asked.read);
  const choose = choosing(perUser, bins.check) ?? ((/** @type {any} */ rows) => rows);
  return releaseByGroup(
    usersBinned,
    asked,
    (groups) =>
      readUserRows(columns, {
        ...{ domain: domainOfBins(bins), comesFor: null, outside: "drop", missing, groups },
        choose: (present) => {
          const rows = choose(present);
          return { ...rows, values: Int32Array.from(rows.values, bins.binOf) };
        },
      }),
    (counts) => binnedAnswers(bins, counts),
  );
}

/**
 * The bins of each group with their counts.
 * @param {import("./bins.js").Bins} bins
 * @param {number[]} counts of the first group's bins, then of the second's, and so on
 */
export const binnedAnswers = ({ labels }, counts) =>
  Array.from({ length: counts.length / labels.length }, (_, group) => ({
    value: labels.map((label, bin) => ({ ...label, count: counts[group * labels.length + bin] })),
  }));

/** @param {any} read */
function requestOf({ edges, items, ...read }) {
  const { labels, kind } = binsOf({ edges, items });
  checkAddition(read.perUser, kind);
  return { ...answeredRequest(read), bins: labels.length };
}

/**
 * @param {import("../ledger/release.js").Claim} claim
 * @param {any} read
 */
function statementOf(claim, read) {
  const place = typeof read.perUser === "number" || !isByGroup(read) ? "bin" : "group";
  const counted = howUsersCount(read.perUser, place, claim.parameters);
  const off = rounded(claim.accuracy.error);
  const from = `the true one, where ${counted}`;
  const half = rounded(claim.conditions.halfNamedFrom ?? 0);
  const released = `A group with ${half} users in one bin is released at least half of the time.`;
  return sentence(claim, read, { answer: "count", off, from, released, several: true });
}

import { type OptionsOf, optional, type Request } from "../core/fields.js";
import { spreadOrMostOrOne } from "../data/given-by-user.js";
import { checkAddition, choosing } from "../data/one-each.js";
import type { PresentColumns } from "../data/rows.js";
import { readUserRows, type UserRows } from "../data/user-rows.js";
import { formatCount } from "../ledger/record.js";
import type { Claim } from "../ledger/release.js";
import { ReleaseDeclaration } from "../ledger/released.js";
import { type Bins, binsOf, domainOfBins, edges, items } from "./bins.js";
import {
  accuracySentence,
  answeredRequest,
  columnsFor,
  contributionPhrase,
  isByGroup,
  releaseByGroup,
  rowFacts,
} from "./by-group.js";
import { NoisyByGroupFields } from "./fields.js";
import type { ByGroupFunction } from "./functions.js";

class UserHistogramFields extends NoisyByGroupFields {
  /**
   * where bins meet: increasing numbers, or Dates. A value at an edge is in the upper bin; below the first
   * and from the last edge on there is a bin each. Public, never read off the data
   */
  edges = edges();
  /** replaces edges: one bin for each listed item, which is public; rows with other items do not count */
  items = items();
  /**
   * "spread" (default): split each user evenly over the bins (in all groups) of their rows; or a maximum number
   * of bins per user, chosen at random, 1 to 1,000,000,000; or one value (in each group, split evenly over the
   * user's groups): "median" (with an even number the lower), "mean", "sum", "min", "max", or "first" or "last"
   * by the column `orderBy`
   */
  perUser = optional(spreadOrMostOrOne(), "spread");
}

/**
 * Options of `histogram`: exactly one of `edges` and `items`.
 * @interface
 */
export type UserHistogramOptions = OptionsOf<UserHistogramFields>;

/** The noisy number of users in a bin: from an edge to below the next one, or of an item. */
export interface Bin {
  /** its lower edge; an item has none */
  from?: any;
  /** the edge before which it ends; an item has none */
  to?: any;
  /** the item that it counts */
  item?: any;
  /** the number of users, with noise */
  count: number;
}

export const histogramDeclaration = new ReleaseDeclaration({
  name: "histogram",
  of: "UserHistogram",
  Fields: UserHistogramFields,
  request: requestOf,
  statement: statementOf,
  parameters: rowFacts,
  example: {
    data: [{ values: [1, 2, 7], users: [1, 1, 2], groups: ["a", "b", "a"] }],
    options: { groups: "private", items: undefined },
  },
});

/**
 * Counts the users in each bin, in all or in each group.
 *
 * Privacy: (epsilon, 0), for all groups together, if one user with all rows is added or removed (or changed);
 * (epsilon, delta) with private groups or Gaussian noise. This holds for every data set, the empty one included.
 * Source: discrete Laplace or Gaussian noise; docs/guarantees/counts.md.
 *
 * @param data `{ values, users }`, or with `groups`
 * @returns counts may be negative
 * @throws {RangeError | TypeError}
 * @function
 */
export const histogram: ByGroupFunction<
  "here",
  UserRows,
  UserHistogramOptions,
  { value: Bin[] }
> = (data, options) => {
  const asked = histogramDeclaration.checkCall(options, (read) =>
    columnsFor(data, read, ["values"]),
  );
  const columns = asked.context;
  const { missing, perUser } = asked.read;
  const bins = binsOf(asked.read);
  const choose = choosing(perUser, bins.check) ?? ((rows: PresentColumns) => rows);
  return releaseByGroup(
    histogramDeclaration,
    asked,
    (groups) =>
      readUserRows(columns, {
        ...{ domain: domainOfBins(bins), comesFor: null, outside: "drop", missing, groups },
        choose: (present) => {
          const rows = choose(present);
          return { ...rows, values: Int32Array.from(rows.values!, bins.binOf) };
        },
      }),
    (counts: number[]) => binnedAnswers(bins, counts),
  );
};

/**
 * The bins of each group with their counts.
 * @param counts of the first group's bins, then of the second's, and so on
 */
export const binnedAnswers = ({ labels }: Bins, counts: number[]) =>
  Array.from({ length: counts.length / labels.length }, (_, group) => ({
    value: labels.map((label, bin) => ({ ...label, count: counts[group * labels.length + bin] })),
  }));

function requestOf({ edges, items, ...read }: Request<UserHistogramFields>) {
  const { labels, kind } = binsOf({ edges, items });
  checkAddition(read.perUser, kind);
  return { ...answeredRequest(read), bins: labels.length };
}

function statementOf(claim: Claim, read: Request<UserHistogramFields>) {
  const place = typeof read.perUser === "number" || !isByGroup(read) ? "bin" : "group";
  const counted = contributionPhrase(read.perUser, place, claim.parameters);
  const off = formatCount(claim.accuracy.error);
  const from = `the true one, where ${counted}`;
  const half = formatCount(claim.conditions.halfReleasedAt ?? 0);
  const released = `A group with ${half} users in one bin is released at least half of the time.`;
  return accuracySentence(claim, read, { answer: "count", off, from, released, several: true });
}

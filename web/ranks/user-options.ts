import { flag, optional } from "../core/fields.js";
import { describe, numberOption } from "../core/options.js";
import { makingOf } from "../data/domains.js";
import { spreadOrMostOrOne } from "../data/given-by-user.js";
import { checkGroupsGiven, groups } from "../data/groups.js";
import { checkAddition, checkOrder } from "../data/one-each.js";

/** Options for rows of users. */
export class UserFields {
  /**
   * for rows of users, a user's contribution: "spread" (default), all rows, with the user's weight split evenly
   * over them: for typical users. A whole number g: at most g rows, chosen at random over all groups together,
   * each of weight 1: for typical rows; an error grows in proportion to g. Or one value, computed from that
   * user's rows (in each group): "median" (of an even number the lower), "mean", "sum", "min", "max", or
   * "first" or "last" by the column `orderBy`
   */
  perUser = optional({ ...spreadOrMostOrOne(), example: undefined }, undefined);
  /**
   * for rows with `groups`: the names of the groups to answer, public knowledge, never read off the data; or
   * "private", for the groups with enough users for release, which takes a delta
   */
  groups = groups();
  /**
   * for private groups, selected before the answers by the exponential mechanism: the share of epsilon for the
   * selection, above 0 and below 1; default 0.5, for interior points 0.2
   */
  discoveryShare = optional({ kind: "number", read: numberOption }, undefined);
  /**
   * whether there is no answer, `{ value: null, reason: "too-few" }`, rather than one outside of data that
   * are few. It takes no epsilon. By default answers abstain if the algorithm can, which the record states: all of
   * users; of records by "exponential" and "recursion", and by "cut" for an interior point with a delta. `true`
   * rejects an algorithm that cannot, `false` always answers where it did.
   */
  abstain = optional(flag(), undefined);
}

/**
 * Rejects options that do not belong to the data, or to each other.
 * @param columns of rows of users; undefined for a column of records
 */
export function checkUserOptions(
  {
    perUser,
    groups,
    discoveryShare,
    domain,
  }: { perUser?: unknown; groups?: unknown; discoveryShare?: unknown; domain: object },
  columns: Record<string, unknown> | undefined,
) {
  if (columns === undefined) {
    for (const [name, value] of Object.entries({ perUser, groups, discoveryShare })) {
      if (value === undefined) continue;
      throw new TypeError(
        `${name} must be left out for a column of values, as it belongs to rows of users, { values, users${name === "groups" ? ", groups" : ""} }, got ${describe(value)}`,
      );
    }
    return;
  }
  checkGroupsGiven(groups, columns);
  if (columns.groups === undefined && groups !== undefined) {
    throw new TypeError("groups must be a column of the rows, one group a row, got undefined");
  }
  checkOrder(perUser, columns);
  checkAddition(perUser, makingOf(domain)?.maker);
}

import { confidence, delta, neighbors, noise, number, optional } from "../core/fields.js";
import { missing } from "../data/fields.js";
import { groups } from "../data/groups.js";
import { date, label, ledger } from "../ledger/fields.js";

/** The options of every function that counts users. */
export class CountedUsersFields {
  /**
   * the privacy loss of all groups together, 1e-9 to 10,000; at least 1.4e-6 if users are split over their rows
   * (`"spread"`, means, and private groups, which use a part of it)
   */
  epsilon = number();
  /** one user more or fewer, with all rows (default), or one whose rows are changed */
  neighbors = neighbors();
  /** the confidence of the accuracy statement; default 0.95 */
  confidence = confidence();
  /**
   * rows with a missing field (null, undefined, NaN, an invalid date) are skipped (default), or make the call
   * throw, which reveals that such a row exists
   */
  missing = missing();
  /** charged before any draw; throws if it is exhausted */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/** The options of every function that counts users by group. */
export class ByGroupFields extends CountedUsersFields {
  /**
   * for data with `groups`: the names of the groups to answer, which are public; rows of other groups do not
   * count. Or "private": partition selection finds the groups with enough users
   */
  groups = groups();
  /**
   * required for private groups: the addend of the guarantee, above 0; far below 1 / (number of users). Only
   * private groups need a delta: without them none is charged, and the record states delta 0
   */
  delta = optional(delta(), undefined);
}

/** A contribution bound in groups, for counts and sums. */
export class NoisyByGroupFields extends ByGroupFields {
  /**
   * required for private groups and for Gaussian noise: the addend of the guarantee, above 0; far below 1 /
   * (number of users). It is charged only if something needs it
   */
  delta = optional(delta(), undefined);
  /** the law of the noise: "auto" (default), "laplace" or "gaussian" */
  noise = noise();
}

/** Options for private groups that are selected before they are answered. */
export class NoisyAnsweredFields extends NoisyByGroupFields {
  /** for private groups: the share of epsilon that finds them, above 0 and below 1; default 0.2 */
  discoveryShare = optional(number(0.4), undefined);
}

/**
 * A user's contribution to groups or bins, as the core takes it: a maximum number of them, or absent for
 * "spread". One value counts as spread over the user's groups.
 */
export const contributionBound = (perUser: unknown) =>
  typeof perUser === "number" ? perUser : undefined;

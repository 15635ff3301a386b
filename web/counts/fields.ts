import { confidence, delta, neighbors, noise, number, optional } from "../core/fields.js";
import { missing } from "../data/fields.js";
import { groups } from "../data/groups.js";
import { date, label, ledger } from "../ledger/fields.js";

/** What everything that counts users takes. */
export class CountedUsersFields {
  /**
   * the privacy loss of all groups together, 1e-9 to 10,000; from 1.4e-6 on for what divides users among their rows
   * (`"spread"`, means, private groups, which are found with a part of it)
   */
  epsilon = number();
  /** one user more or fewer, with all rows (default), or one whose rows are changed */
  neighbors = neighbors();
  /** of the accuracy statement; default 0.95 */
  confidence = confidence();
  /**
   * rows in which anything is missing (null, undefined, NaN, an invalid date) are left out (default), or
   * make the call throw, which tells the world that one is there
   */
  missing = missing();
  /** is charged before anything is drawn, and refuses if it is exhausted */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/** The same by group. */
export class ByGroupFields extends CountedUsersFields {
  /**
   * of data with `groups`: the names of those that are answered, which everybody may know; rows of others do
   * not count. Or "private": groups are found first, and those are answered that enough users are in
   */
  groups = groups();
  /**
   * for private groups, where it has to be given: the addend of the guarantee, above 0; far below
   * 1 / (number of users). Without private groups none is needed: one that is given is not charged, and the record
   * says delta 0
   */
  delta = optional(delta(), undefined);
}

/** Of what is counted or added up, where users may count in a number of groups each. */
export class NoisyByGroupFields extends ByGroupFields {
  /**
   * for private groups, where it has to be given, and for Gaussian noise: the addend of the guarantee, above 0; far
   * below 1 / (number of users). It is charged only if something needs it
   */
  delta = optional(delta(), undefined);
  /** the law of the noise: "auto" (default), "laplace" or "gaussian" */
  noise = noise();
}

/** Where groups that are private are found before they are answered. */
export class NoisyAnsweredFields extends NoisyByGroupFields {
  /** for private groups: the share of epsilon that finds them, above 0 and below 1; default 0.2 */
  discoveryShare = optional(number(0.4), undefined);
}

/**
 * What a user gives to groups or bins, as the core takes it: to so many of them, or nothing if it is spread, as
 * one value is over the groups that a user is in.
 */
export const contributionBound = (perUser: unknown) =>
  typeof perUser === "number" ? perUser : undefined;

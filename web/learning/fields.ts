import {
  choice,
  confidence,
  type Needed,
  neighbors,
  number,
  type Optional,
  optional,
} from "../core/fields.js";
import { checkDomain, type Domain, integers, reals } from "../data/domains.js";
import { checkHolder } from "../data/holders.js";
import type { Labels } from "../data/labels.js";
import type { UserRows } from "../data/user-rows.js";
import { date, label, ledger } from "../ledger/fields.js";
import type { AxisValue } from "./hypothesis-rectangle.js";

/** Options of every learner of whole records, and of its planner. */
export class LearnerFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /**
   * "add-remove" (default) protects a record's presence; "replace" protects its contents and label, and makes
   * the number of records public
   */
  neighbors = neighbors();
  /** the confidence of the accuracy statement, between 0 and 1; default 0.95 */
  confidence = confidence();
}

/** Labels, ledger and notes of labelled records. */
export class LabelledFields {
  /** labels 0 or 1 (or false and true), one for each record */
  y: Needed<Labels> = column();
  /** charged before any draw */
  ledger = ledger();
  /** your name for the release, in its record and in the ledger */
  label = label();
  /** the date of the release */
  date = date();
}

/** The fields of both, for a function whose rule and whose data have a type each. */
export function both<A extends object, B extends object>(
  First: new () => A,
  Second: new () => B,
): new () => A & B {
  return class {
    static parts = [First, Second]; // for the documentation
    constructor() {
      Object.assign(this, new First(), new Second());
    }
  } as new () => object as new () => A & B;
}

/** A column of the caller's type; the check reads only the kind of its holder. */
export function column<Held>(): Needed<Held> {
  return {
    kind: "values",
    read: (name, value) => {
      checkHolder(value, name);
      return value as Held;
    },
  };
}

/** User ids, or null. */
export const users = (): Optional<UserRows["users"] | undefined> =>
  optional(
    {
      kind: "values, null",
      read: (name, value) =>
        value === null ? null : column<UserRows["users"]>().read(name, value),
    },
    undefined,
  );

/** One domain for all axes, or one for each; `domainsOf` compares their number with the number of axes. */
export function axisDomains<T = AxisValue>(): Optional<Domain<T> | Domain<T>[]> {
  return {
    read: (_, value) => {
      for (const one of Array.isArray(value) ? value : [value]) checkDomain(one);
      return value as Domain<T> | Domain<T>[];
    },
    fallback: () => reals() as Domain<unknown> as Domain<T>,
    kind: "domain or several",
    example: integers(0, 99),
  };
}

/** On which side of a threshold label 1 is. */
export const ones = () => optional(choice(["below", "above"] as const), "below");

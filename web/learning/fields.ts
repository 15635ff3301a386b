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

/** Of every learner of whole records, and of its planner. */
export class LearnerFields {
  /** the privacy loss, 1e-9 to 10,000 */
  epsilon = number();
  /**
   * what is protected: that a record is there at all (default), or only what it says and its label, the
   * number of records being public
   */
  neighbors = neighbors();
  /** of the accuracy statement, between 0 and 1; default 0.95 */
  confidence = confidence();
}

/** What labelled records have besides their values. */
export class LabelledFields {
  /** labels 0 or 1 (or false and true), as many */
  y: Needed<Labels> = column();
  /** is charged before anything is drawn */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
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

/** Values of which only the kind of their holder is looked at: what they are, callers are told. */
export function column<Held>(): Needed<Held> {
  return {
    kind: "values",
    read: (name, value) => {
      checkHolder(value, name);
      return value as Held;
    },
  };
}

/** Whose rows they are: values, or null. */
export const users = (): Optional<UserRows["users"] | undefined> =>
  optional(
    {
      kind: "values, null",
      read: (name, value) =>
        value === null ? null : column<UserRows["users"]>().read(name, value),
    },
    undefined,
  );

/** One domain for all axes, or one for each; `domainsOf` compares their number with that of the axes. */
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

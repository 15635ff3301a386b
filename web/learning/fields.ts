import { choice, confidence, neighbors, number, optional } from "../core/fields.js";
import { checkDomain, integers, reals } from "../data/domains.js";
import { checkHolder } from "../data/holders.js";
import { date, label, ledger } from "../ledger/fields.js";

/** @template T @typedef {import("../core/fields.js").Needed<T>} Needed */
/** @template T @typedef {import("../core/fields.js").Optional<T>} Optional */

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
  /**
   * labels 0 or 1 (or false and true), as many
   * @type {Needed<import("../data/labels.js").Labels>}
   */
  y = column();
  /** is charged before anything is drawn */
  ledger = ledger();
  /** what it is called in its record and in the ledger */
  label = label();
  /** when it was asked, for the same */
  date = date();
}

/**
 * The fields of both, for a function whose rule and whose data have a type each.
 * @template {object} A
 * @template {object} B
 * @param {new () => A} First
 * @param {new () => B} Second
 * @returns {new () => A & B}
 */
export function both(First, Second) {
  return /** @type {any} */ (
    class {
      static parts = [First, Second]; // for the documentation
      constructor() {
        Object.assign(this, new First(), new Second());
      }
    }
  );
}

/**
 * Values of which only the kind of their holder is looked at.
 * @returns {Needed<any>}
 */
export function column() {
  return {
    kind: "values",
    read: (name, value) => {
      checkHolder(value, name);
      return value;
    },
  };
}

/**
 * Whose rows they are: values, or null.
 * @returns {Optional<any>}
 */
export const users = () =>
  optional(
    {
      kind: "values, null",
      read: (name, value) => (value === null ? null : column().read(name, value)),
    },
    undefined,
  );

/**
 * One domain for all axes, or one for each; `domainsOf` compares their number with that of the axes.
 * @returns {Optional<import("../data/domains.js").Domain<any> | import("../data/domains.js").Domain<any>[]>}
 */
export function axisDomains() {
  return {
    read: (_, value) => {
      for (const one of Array.isArray(value) ? value : [value]) checkDomain(one);
      return /** @type {any} */ (value);
    },
    usual: () => reals(),
    kind: "domain or several",
    example: integers(0, 99),
  };
}

/** On which side of a threshold label 1 is. */
export const ones = () => optional(choice(/** @type {const} */ (["below", "above"])), "below");

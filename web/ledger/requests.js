import { Declaration } from "../core/declaration.js";
import {
  choice,
  delta,
  flag,
  neighbors,
  number,
  numberThat,
  optional,
  readOptions,
  whole,
} from "../core/fields.js";
import { describe } from "../core/options.js";

class BudgetFields {
  /** the total, 1e-9 to 10,000 */
  epsilon = number();
  /** the total, 0 to below 1; default 0 */
  delta = optional(delta(), 0);
  /** what the total is about; default "add-remove" */
  neighbors = neighbors();
  /**
   * "basic" (default): losses add up. "concentrated": many small losses are also added up as
   * zero-concentrated differential privacy, which lets more of them through, at the price of `tail`.
   */
  composition = optional(choice(/** @type {const} */ (["basic", "concentrated"])), "basic");
  /**
   * the part of delta that "concentrated" keeps for unlucky losses; default half of it
   * @type {import("../core/fields.js").Optional<number>}
   */
  tail = {
    ...number(1e-4),
    usual: ({ composition, delta }) => (composition === "basic" ? 0 : delta / 2),
  };
  /**
   * whose presence the total is about: "user", one person with all rows, or "record", one row; releases of the
   * other kind are refused. By default neither is, and the total holds as far as nobody has more than one
   * record. To be given where people have several rows.
   */
  unit = optional(choice(/** @type {const} */ (["user", "record"])), undefined);
}

/** @returns {import("../core/fields.js").Needed<string>} */
const text = () => ({
  read: (name, value) => {
    if (typeof value === "string") return value;
    throw new TypeError(`${name} must be text, got ${describe(value)}`);
  },
});

const loss = () => numberThat("from 0", (x) => x >= 0 && x < Infinity);

class ChargeFields {
  /** what asks */
  mechanism = text();
  /** the loss it will spend */
  epsilon = loss();
  /** the probability with which it may be exceeded */
  delta = loss();
  /**
   * what the loss is about
   * @type {import("../core/fields.js").Needed<"add-remove" | "replace">}
   */
  neighbors = { read: neighbors().read };
  /** whether the mechanism is epsilon-bounded-range (or delta) */
  boundedRange = flag();
  /** what it costs in zero-concentrated differential privacy, if that is less */
  rho = optional(loss(), undefined);
  /** whose presence it hides: "users" with all their rows, or "records" (default) */
  protects = optional(choice(/** @type {const} */ (["records", "users"])), "records");
}

class SessionFields {
  /** what asks */
  mechanism = text();
  /** of each outcome */
  epsilon = loss();
  /** how many there are at most */
  outcomes = whole();
  /** of each call */
  delta = loss();
  /** how many there are at most */
  calls = whole();
  /** whose presence it hides: "users" with all their rows, or "records" (default) */
  protects = optional(choice(/** @type {const} */ (["records", "users"])), "records");
}

/**
 * @typedef {import("../core/fields.js").OptionsOf<BudgetFields>} LedgerOptions {@interface} The total of a
 *   ledger, and how it is counted.
 */

/**
 * @typedef {import("../core/fields.js").OptionsOf<ChargeFields>} LedgerRequest {@interface} What a mechanism
 *   asks a ledger for.
 */

/**
 * @typedef {import("../core/fields.js").OptionsOf<SessionFields>} SessionRequest {@interface} What a
 *   pay-what-you-get session asks a ledger for.
 */

/**
 * A session that a ledger has charged in full.
 * @typedef {object} OpenSession
 * @property {import("./ledger.js").Loss} granted what each outcome and each call has to run with
 * @property {(record: object) => void} attach where its record goes
 * @property {(returned: number, called: number) => void} settle gives back what was not used; once
 */

/** The total of a ledger. */
export const budgeted = new Declaration({
  name: "Ledger",
  Fields: BudgetFields,
  example: { options: { composition: "concentrated" } },
});

/**
 * Checks what a mechanism asks a ledger for: the core reads numbers and text, and trusts their kind.
 * @param {LedgerRequest} request
 */
export function readRequest(request) {
  return readOptions("a ledger's charge", ChargeFields, request);
}

/**
 * The same for a session that pays for what comes back.
 * @param {SessionRequest} request
 */
export function readSessionRequest(request) {
  return readOptions("a ledger's openSession", SessionFields, request);
}

import { describe } from "../core/options.js";

/**
 * Text that names something in a ledger.
 * @param {string} what
 * @param {unknown} name
 * @returns {string}
 */
export function nameOption(what, name) {
  if (typeof name === "string" && name !== "") return name;
  throw new TypeError(`${what} must be text that names it, got ${describe(name)}`);
}

/** Parts of the data that no record has in common, as `Ledger.parallel` declares them. */
export class LedgerParts {
  #ledger;
  #group;

  /**
   * @param {import("./ledger.js").Ledger} ledger
   * @param {string} group
   */
  constructor(ledger, group) {
    this.#ledger = ledger;
    this.#group = group;
  }

  /**
   * One of them; the same name is the same part, also after saving and resuming. Names are kept with
   * the ledger: they have to be public, and not be read off the data.
   * @param {string} name
   * @returns {LedgerPart} to be given as `ledger` to what is asked of that part
   */
  part(name) {
    return new LedgerPart(this.#ledger, { group: this.#group, name: nameOption("part", name) });
  }
}

/**
 * For the option `ledger`.
 * @type {(part: LedgerPart) => import("./ledger.js").Ledger}
 */
export let ledgerOf;

/** One part of a ledger's `parallel` parts: pass it as `ledger` to what is asked of that part. */
export class LedgerPart {
  #ledger;
  #part;

  /**
   * @param {import("./ledger.js").Ledger} ledger
   * @param {import("./groups.js").PartName} part
   */
  constructor(ledger, part) {
    this.#ledger = ledger;
    this.#part = part;
  }

  static {
    ledgerOf = (part) => part.#ledger;
  }

  /**
   * As `Ledger.charge`; for mechanisms.
   * @param {import("./requests.js").LedgerRequest} request
   * @returns {{ granted: import("./ledger.js").Loss, attach: (record: object) => void }}
   */
  charge(request) {
    return this.#ledger.charge(request, this.#part);
  }

  /**
   * As `Ledger.openSession`; for mechanisms.
   * @param {import("./requests.js").SessionRequest} request
   */
  openSession(request) {
    return this.#ledger.openSession(request, this.#part);
  }
}

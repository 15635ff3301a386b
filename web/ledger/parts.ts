import { describe } from "../core/options.js";
import type { PartName } from "./groups.js";
import type { Ledger, Loss } from "./ledger.js";
import type { LedgerRequest, SessionRequest } from "./requests.js";

/** Text that names something in a ledger. */
export function nameOption(what: string, name: unknown): string {
  if (typeof name === "string" && name !== "") return name;
  throw new TypeError(`${what} must be text that names it, got ${describe(name)}`);
}

/** Disjoint parts of the data, as `Ledger.parallel` declares them. */
export class LedgerParts {
  #ledger;
  #group;

  constructor(ledger: Ledger, group: string) {
    this.#ledger = ledger;
    this.#group = group;
  }

  /**
   * Returns one part; the same name means the same part, also after saving and resuming. The ledger saves the
   * names: they must be public, and never be read off the data.
   * @returns the `ledger` of queries on that part
   */
  part(name: string): LedgerPart {
    return new LedgerPart(this.#ledger, { group: this.#group, name: nameOption("part", name) });
  }
}

/** For the option `ledger`. */
export let ledgerOf: (part: LedgerPart) => Ledger;

/** One part of a ledger's `parallel` parts: pass it as `ledger` to queries on that part. */
export class LedgerPart {
  #ledger;
  #part;

  constructor(ledger: Ledger, part: PartName) {
    this.#ledger = ledger;
    this.#part = part;
  }

  static {
    ledgerOf = (part) => part.#ledger;
  }

  /** As `Ledger.charge`; for mechanisms. */
  charge(request: LedgerRequest): { granted: Loss; attach: (record: object) => void } {
    return this.#ledger.charge(request, this.#part);
  }

  /** As `Ledger.openSession`; for mechanisms. */
  openSession(request: SessionRequest) {
    return this.#ledger.openSession(request, this.#part);
  }
}

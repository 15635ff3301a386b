import type { Loss } from "./ledger.js";
import type { LedgerRequest } from "./requests.js";

/** A charge that a call asks for. */
export interface Claim {
  /** identifies the request, and what is charged for it */
  key: string;
  request: LedgerRequest;
}

/** A charge that is kept, and what keeps the record of its answer. */
export interface Granted {
  granted: Loss;
  attach: (record: object) => void;
}

/** A charge that is not kept yet. It stops a call before the call reads or draws anything. */
export class Unpaid extends TypeError {
  readonly till: object;
  readonly claim: Claim;

  constructor(till: object, claim: Claim) {
    super(
      "ledger of spend must be charged before an answer is drawn; wrap a call that answers at once, as in ledger.ask(() => median(...))",
    );
    this.till = till;
    this.claim = claim;
  }
}

/** Runs a call that charges once in two passes: up to its charge, and again from its start once that is kept. */
export class Till<Asked extends Claim = Claim> {
  #paid: { key: string; granted: Granted } | undefined;

  /** For accounts: the charge that is kept for this claim, once. */
  take(claim: Asked): Granted {
    const paid = this.#paid;
    if (paid === undefined) throw new Unpaid(this, claim);
    this.#paid = undefined;
    if (paid.key === claim.key) return paid.granted;
    throw new TypeError(
      "cannot draw: the call asked for another loss after its charge than before; the ledger stays charged",
    );
  }

  /** @returns the charge that the call needs; or its result, if it charges another ledger or none */
  upToCharge<T>(run: () => T): { claim: Asked } | { claim?: undefined; result: T } {
    try {
      return { result: run() };
    } catch (error) {
      if (!(error instanceof Unpaid) || error.till !== this) throw error;
      return { claim: error.claim as Asked };
    }
  }

  /** The second pass. */
  afterCharge<T>({ key }: Claim, granted: Granted, run: () => T): T {
    this.#paid = { key, granted };
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Unpaid)) throw error;
      throw new TypeError(
        "a call must charge once, got a second charge after its first answer was drawn; wrap each call by ledger.ask; the ledger stays charged",
      );
    } finally {
      this.#paid = undefined;
    }
  }
}

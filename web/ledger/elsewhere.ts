import type { LedgerOptions, LedgerRequest } from "./requests.js";
import type { Granted } from "./till.js";

/** For the option `ledger`. */
export let holdsBackOf: (account: AccountElsewhere) => boolean;

/** A ledger that a store or another thread keeps, a part of it or steps of it. */
export abstract class AccountElsewhere {
  /** whether it grants slightly less than is requested */
  #holdsBack;

  constructor(holdsBack: boolean) {
    this.#holdsBack = holdsBack;
  }

  static {
    holdsBackOf = (account) => account.#holdsBack;
  }

  /** @returns the budget and its arithmetic */
  abstract get budget(): LedgerOptions;

  /** Takes a charge that is kept there; for mechanisms. */
  abstract charge(request: LedgerRequest): Granted;
}

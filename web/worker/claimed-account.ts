import { AccountElsewhere } from "../ledger/elsewhere.js";
import type { LedgerOptions, LedgerRequest } from "../ledger/requests.js";
import type { Claim, Granted, Till } from "../ledger/till.js";

/** An account of `spend` as the worker knows it. */
export type AccountFacts = { budget: LedgerOptions; holdsBack: boolean };

/** A charge that a task asks for. `account`: its place among those of the task. */
export interface TaskClaim extends Claim {
  account: number;
}

/** An account of `spend`, for a task in the worker: the page's thread writes the charge into the store. */
export class ClaimedAccount extends AccountElsewhere {
  readonly budget;
  #account;
  #till;

  constructor({ budget, holdsBack }: AccountFacts, account: number, till: Till<TaskClaim>) {
    super(holdsBack);
    this.budget = budget;
    this.#account = account;
    this.#till = till;
  }

  charge(request: LedgerRequest): Granted {
    const account = this.#account;
    return this.#till.take({ key: JSON.stringify([account, request]), request, account });
  }
}

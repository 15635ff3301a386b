import type { Ledger, Loss } from "../ledger/ledger.js";
import type { LedgerStep } from "./watched-ledger.js";

/** A ledger as `Ledger.toJSON` gives it. */
export type SavedLedger = ReturnType<Ledger["toJSON"]>;

/** An event of a ledger, and its totals afterwards. */
export type LedgerNews = { step: LedgerStep; spent: Loss; remaining: Loss };

/**
 * The page's view of a ledger in the worker: its current totals, and all its events, so that the next worker
 * can rebuild it.
 */
export class LedgerMirror {
  saved;
  budget;
  spent;
  remaining;

  steps: LedgerStep[] = [];

  /** @param saved as `Ledger.toJSON` gives it */
  constructor(saved: SavedLedger) {
    this.saved = saved;
    this.budget = saved.budget;
    this.spent = saved.spent;
    this.remaining = saved.remaining;
  }

  /** @returns whether it was a charge */
  add({ step, spent, remaining }: LedgerNews): boolean {
    this.steps.push(step);
    this.spent = spent;
    this.remaining = remaining;
    return ["charge", "openSession", "steps", "use"].includes(step[0]);
  }
}

/**
 * What the page knows of a ledger in the worker: its totals of the moment, and all that happened to
 * it, so that the next worker can have its twin.
 */
export class LedgerMirror {
  /** @type {import("./watched-ledger.js").LedgerStep[]} */
  steps = [];

  /** @param {any} saved as `Ledger.toJSON` gives it */
  constructor(saved) {
    this.saved = saved;
    this.budget = saved.budget;
    this.spent = saved.spent;
    this.remaining = saved.remaining;
  }

  /**
   * @param {{ step: import("./watched-ledger.js").LedgerStep, spent: object, remaining: object }} news
   * @returns {boolean} whether it was a charge
   */
  add({ step, spent, remaining }) {
    this.steps.push(step);
    this.spent = spent;
    this.remaining = remaining;
    return ["charge", "openSession", "steps", "use"].includes(step[0]);
  }
}

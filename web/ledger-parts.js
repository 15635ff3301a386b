import { BudgetExceeded } from "./errors.js";
import { readRequest } from "./ledger-requests.js";

/** One part of a ledger's `parallel` parts: pass it as `ledger` to what is asked of that part. */
export class LedgerPart {
  #ledger;
  #part;

  /**
   * @param {import("./ledger.js").Ledger} ledger
   * @param {{ group: number, index: number }} part
   */
  constructor(ledger, part) {
    this.#ledger = ledger;
    this.#part = part;
  }

  /**
   * As `Ledger.charge`; for mechanisms.
   * @param {import("./ledger.js").LedgerRequest} request
   * @returns {{ granted: import("./ledger.js").Loss, attach: (record: object) => void }}
   */
  charge(request) {
    return this.#ledger.charge(request, this.#part);
  }

  /**
   * As `Ledger.openSession`; for mechanisms.
   * @param {import("./ledger.js").SessionRequest} request
   */
  openSession(request) {
    return this.#ledger.openSession(request, this.#part);
  }
}

/** The steps that `Ledger.steps` has paid for: pass it as `ledger` to each. */
export class LedgerSteps {
  #terms;
  /** @type {object[]} */
  #records = [];
  #used = 0;

  /**
   * @param {{ steps: number, perStep: { epsilon: number, delta: number, bound: string }, kind: string,
   *   neighbors: string | undefined, attach: (record: object[]) => void }} terms
   */
  constructor(terms) {
    this.#terms = terms;
    terms.attach(this.#records);
  }

  /** @returns {{ epsilon: number, delta: number, bound: string }} what each step may spend */
  get perStep() {
    return { ...this.#terms.perStep };
  }

  /** @returns {number} how many steps are left */
  get remaining() {
    return this.#terms.steps - this.#used;
  }

  /**
   * Uses one step; for mechanisms.
   * @param {import("./ledger.js").LedgerRequest} request
   * @returns {{ granted: import("./ledger.js").Loss, attach: (record: object) => void }}
   * @throws {BudgetExceeded}
   */
  charge(request) {
    const { mechanism, epsilon, delta, neighbors, boundedRange } = readRequest(request);
    const { perStep, kind } = this.#terms;
    const refuse = (/** @type {string} */ why) => {
      const left = this.remaining === 0 ? { epsilon: 0, delta: 0 } : perStep;
      throw Object.assign(new BudgetExceeded(`${mechanism}: ${why}`), {
        asked: { epsilon, delta },
        left: { epsilon: left.epsilon, delta: left.delta },
      });
    };
    if (this.remaining === 0) refuse(`all ${this.#terms.steps} steps are used`);
    if (epsilon > perStep.epsilon || delta > perStep.delta) {
      refuse(
        `a step may spend epsilon ${perStep.epsilon} and delta ${perStep.delta}, not ${epsilon} and ${delta}`,
      );
    }
    if (kind === "bounded-range" && !boundedRange) {
      refuse("the steps were declared to be bounded-range, and this is not");
    }
    if (neighbors !== this.#terms.neighbors) {
      refuse(`the steps are for ${this.#terms.neighbors} neighbors, and this is for ${neighbors}`);
    }
    ++this.#used;
    return { granted: { epsilon, delta }, attach: (record) => this.#records.push(record) };
  }
}

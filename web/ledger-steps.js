import { BudgetExceeded } from "./errors.js";
import { readRequest } from "./ledger-requests.js";
import { describe } from "./options.js";

/**
 * What was asked for: how many steps, of which kind, and what all of them may spend together.
 * @typedef {{ steps: number, kind: "pure" | "approximate" | "bounded-range", epsilon: number,
 *   delta: number }} StepsAsked
 */

/**
 * Is told what happens to steps.
 * @typedef {(news: ["use", name: string, used: number] | ["recorded", name: string, record: object])
 *   => void} StepTeller
 */

/**
 * What is fixed of declared steps.
 * @typedef {object} StepTerms
 * @property {string} name
 * @property {StepsAsked} asked
 * @property {{ epsilon: number, delta: number, bound: string }} perStep
 * @property {string} neighbors
 */

/** The steps that `Ledger.steps` has paid for: pass it as `ledger` to each. */
export class LedgerSteps {
  #terms;
  #used;
  #records;
  /** @type {StepTeller} */
  #tell = () => {};

  /**
   * @param {StepTerms} terms
   * @param {number} [used] how many were, before it was saved
   * @param {object[]} [records] of those
   */
  constructor(terms, used = 0, records = []) {
    this.#terms = terms;
    this.#used = used;
    this.#records = [...records];
  }

  /** @returns {string} by which they are found again */
  get name() {
    return this.#terms.name;
  }

  /** @returns {{ epsilon: number, delta: number, bound: string }} what each step may spend */
  get perStep() {
    return { ...this.#terms.perStep };
  }

  /** @returns {number} how many steps are left */
  get remaining() {
    return this.#terms.asked.steps - this.#used;
  }

  /** @returns {object[]} the release records of those used */
  get records() {
    return [...this.#records];
  }

  /** What is saved with the ledger's entry. */
  toJSON() {
    const { name, perStep } = this.#terms;
    const { steps, kind } = this.#terms.asked;
    return { name, steps, kind, perStep: { ...perStep }, used: this.#used };
  }

  /**
   * Uses one step; for mechanisms.
   * @param {import("./ledger.js").LedgerRequest} request
   * @returns {{ granted: import("./ledger.js").Loss, attach: (record: object) => void }}
   * @throws {BudgetExceeded}
   */
  charge(request) {
    const { mechanism, epsilon, delta, neighbors, boundedRange } = readRequest(request);
    const { name, perStep } = this.#terms;
    const { steps, kind } = this.#terms.asked;
    const refuse = (/** @type {string} */ why) => {
      const left = this.remaining === 0 ? { epsilon: 0, delta: 0 } : perStep;
      throw Object.assign(new BudgetExceeded(`${mechanism}: ${why}`), {
        asked: { epsilon, delta },
        left: { epsilon: left.epsilon, delta: left.delta },
      });
    };
    if (this.remaining === 0) refuse(`all ${steps} steps are used`);
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
    this.#tell(["use", name, this.#used]);
    const attach = (/** @type {object} */ record) => {
      this.#records.push(record);
      this.#tell(["recorded", name, record]);
    };
    return { granted: { epsilon, delta }, attach };
  }

  /**
   * These, if they are what is asked for.
   * @param {StepsAsked} asked
   * @returns {this}
   * @throws {RangeError}
   */
  ifAsked(asked) {
    const { name, asked: before } = this.#terms;
    for (const option of /** @type {(keyof StepsAsked)[]} */ (Object.keys(before))) {
      if (asked[option] === before[option]) continue;
      throw new RangeError(
        `${option} of the steps ${describe(name)} must be what it was, ${before[option]}, got ${asked[option]}`,
      );
    }
    return this;
  }

  /**
   * Tells what happens to them, each use before the mechanism reads or draws.
   * @param {StepTeller} tell
   */
  watch(tell) {
    this.#tell = tell;
  }

  /**
   * Does again what another one told.
   * @param {"use" | "recorded"} verb
   * @param {any} what
   */
  repeat(verb, what) {
    if (verb === "use") this.#used = what;
    else this.#records.push(what);
  }
}

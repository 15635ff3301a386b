import { BudgetExceeded } from "../core/errors.js";
import { call } from "../core/load.js";
import { describe } from "../core/options.js";
import { charged } from "./requests.js";

/**
 * What was asked for: how many steps, of which kind, and what all of them may spend together.
 * @typedef {Omit<ReturnType<typeof import("./composition.js").composedSteps.read>, "adaptive">} StepsAsked
 */

/**
 * What a ledger keeps of declared steps: what is fixed of them, and what has happened to them.
 * @typedef {object} StepState
 * @property {string} name
 * @property {StepsAsked} asked
 * @property {{ epsilon: number, delta: number, bound: string }} perStep
 * @property {import("./requests.js").Budget} budget of the ledger
 * @property {number} used how many
 * @property {object[]} records of those
 * @property {(news: ["use", name: string, used: number] | ["recorded", name: string, record: object])
 *   => void} [tell] is told of each use, before the mechanism reads or draws
 */

/**
 * For the ledgers that made them.
 * @type {(steps: LedgerSteps) => StepState}
 */
export let stateOf;

/**
 * The steps that `Ledger.steps` has paid for: pass it as `ledger` to each.
 * @hideconstructor
 */
export class LedgerSteps {
  #state;

  /** @param {StepState} state */
  constructor(state) {
    this.#state = state;
  }

  static {
    stateOf = (steps) => steps.#state;
  }

  /** @returns {{ epsilon: number, delta: number, bound: string }} what each step may spend */
  get perStep() {
    return { ...this.#state.perStep };
  }

  /** @returns {number} how many steps are left */
  get remaining() {
    return this.#state.asked.steps - this.#state.used;
  }

  /**
   * Uses one step; for mechanisms.
   * @param {import("./requests.js").LedgerRequest} request
   * @returns {{ granted: import("./ledger.js").Loss, attach: (record: object) => void }}
   * @throws {BudgetExceeded}
   */
  charge(request) {
    const asked = charged.read(request);
    const { mechanism, epsilon, delta, neighbors, boundedRange } = asked;
    const state = this.#state;
    const { name, perStep, budget } = state;
    call("checkCharge", budget, asked);
    const { steps, kind } = state.asked;
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
    if (neighbors !== budget.neighbors) {
      refuse(`the steps are for ${budget.neighbors} neighbors, and this is for ${neighbors}`);
    }
    ++state.used;
    state.tell?.(["use", name, state.used]);
    const attach = (/** @type {object} */ record) => {
      state.records.push(record);
      state.tell?.(["recorded", name, record]);
    };
    return { granted: { epsilon, delta }, attach };
  }
}

/**
 * Refuses to go on with steps that were declared otherwise.
 * @param {StepState} state
 * @param {StepsAsked} asked
 */
export function checkSameSteps({ name, asked: before }, asked) {
  for (const option of /** @type {(keyof StepsAsked)[]} */ (Object.keys(before))) {
    if (asked[option] === before[option]) continue;
    throw new RangeError(
      `${option} of the steps ${describe(name)} must be what it was, ${before[option]}, got ${asked[option]}`,
    );
  }
}

/**
 * What the ledger's entry shows and saves of them.
 * @param {StepState} state
 */
export function shownSteps({ name, asked, perStep, used, records }) {
  const { steps, kind } = asked;
  return { steps: { name, steps, kind, perStep: { ...perStep }, used }, records: [...records] };
}

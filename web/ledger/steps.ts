import { BudgetExceeded } from "../core/errors.js";
import { call } from "../core/load.js";
import { describe } from "../core/options.js";
import type { perStepDeclaration } from "./composition.js";
import type { Loss } from "./ledger.js";
import { type Budget, type LedgerRequest, ledgerChargeDeclaration } from "./requests.js";

/** The declaration: the number of steps, their kind, and the loss of all steps. */
export type StepsAsked = Omit<ReturnType<typeof perStepDeclaration.read>, "adaptive">;

/** A ledger's state of declared steps: their fixed terms, and their uses. */
export interface StepState {
  name: string;
  asked: StepsAsked;
  perStep: { epsilon: number; delta: number; bound: string };
  /** the budget of the ledger */
  budget: Budget;
  /** the number of used steps */
  used: number;
  /** their records */
  records: object[];
  /** reports each use, before the mechanism reads or draws */
  tell?: (
    news: ["use", name: string, used: number] | ["recorded", name: string, record: object],
  ) => void;
}

/** A used step and its loss, or the reason for a refusal and the loss left. */
type Use = { epsilon: number; delta: number; used: number; refused?: keyof typeof refusals };

type Asked = ReturnType<typeof ledgerChargeDeclaration.read>;

/** Why the core refuses a step. */
const refusals = {
  "used-up": ({ asked }: StepState) => `all ${asked.steps} steps are used`,
  "too-large": ({ perStep }: StepState, { epsilon, delta }: Asked) =>
    `a step may spend epsilon ${perStep.epsilon} and delta ${perStep.delta}, not ${epsilon} and ${delta}`,
  "not-bounded-range": () => "the steps were declared to be bounded-range, and this is not",
  "other-neighbors": ({ budget }: StepState, { neighbors }: Asked) =>
    `the steps are for ${budget.neighbors} neighbors, and this is for ${neighbors}`,
};

/** The steps as the core takes them. */
function paidSteps({ asked, perStep, budget, used }: StepState) {
  const { steps, kind } = asked;
  const { epsilon, delta } = perStep;
  const { neighbors, unit } = budget;
  return { steps, kind, epsilon, delta, used, neighbors, unit };
}

/** For the ledgers that made them. */
export let stateOf: (steps: LedgerSteps) => StepState;

/**
 * The steps that `Ledger.steps` has charged: pass this object as `ledger` to each.
 * @hideconstructor
 */
export class LedgerSteps {
  #state;

  constructor(state: StepState) {
    this.#state = state;
  }

  static {
    stateOf = (steps) => steps.#state;
  }

  /** @returns the privacy loss of each step */
  get perStep(): { epsilon: number; delta: number; bound: string } {
    return { ...this.#state.perStep };
  }

  /** @returns the number of steps left */
  get remaining(): number {
    return this.#state.asked.steps - this.#state.used;
  }

  /**
   * Uses one step; for mechanisms.
   * @throws {BudgetExceeded}
   */
  charge(request: LedgerRequest): { granted: Loss; attach: (record: object) => void } {
    const asked = ledgerChargeDeclaration.read(request);
    const state = this.#state;
    const { name } = state;
    const { used, refused, epsilon, delta } = call<Use>("useStep", paidSteps(state), asked);
    if (refused !== undefined) {
      const why = `${asked.mechanism}: ${refusals[refused](state, asked)}`;
      throw Object.assign(new BudgetExceeded(why), {
        asked: { epsilon: asked.epsilon, delta: asked.delta },
        left: { epsilon, delta },
      });
    }
    state.used = used;
    state.tell?.(["use", name, used]);
    const attach = (record: object) => {
      state.records.push(record);
      state.tell?.(["recorded", name, record]);
    };
    return { granted: { epsilon, delta }, attach };
  }
}

/** Rejects steps that the caller declares again with other terms. */
export function checkSameSteps({ name, asked: before }: StepState, asked: StepsAsked) {
  for (const option of Object.keys(before) as (keyof StepsAsked)[]) {
    if (asked[option] === before[option]) continue;
    throw new RangeError(
      `${option} of the steps ${describe(name)} must stay ${before[option]}, got ${asked[option]}`,
    );
  }
}

/** The steps as the ledger's entry shows and saves them. */
export function shownSteps({ name, asked, perStep, used, records }: StepState) {
  const { steps, kind } = asked;
  return { steps: { name, steps, kind, perStep: { ...perStep }, used }, records: [...records] };
}

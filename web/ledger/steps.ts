import { BudgetExceeded } from "../core/errors.js";
import { call } from "../core/load.js";
import { describe } from "../core/options.js";
import type { composedSteps } from "./composition.js";
import type { Loss } from "./ledger.js";
import { type Budget, charged, type LedgerRequest } from "./requests.js";

/** What was asked for: how many steps, of which kind, and what all of them may spend together. */
export type StepsAsked = Omit<ReturnType<typeof composedSteps.read>, "adaptive">;

/** What a ledger keeps of declared steps: what is fixed of them, and what has happened to them. */
export interface StepState {
  name: string;
  asked: StepsAsked;
  perStep: { epsilon: number; delta: number; bound: string };
  /** of the ledger */
  budget: Budget;
  /** how many */
  used: number;
  /** of those */
  records: object[];
  /** is told of each use, before the mechanism reads or draws */
  tell?: (
    news: ["use", name: string, used: number] | ["recorded", name: string, record: object],
  ) => void;
}

/** A step that is used and what it runs with, or why it is not and what is left. */
type Use = { epsilon: number; delta: number; used: number; refused?: keyof typeof refusals };

type Asked = ReturnType<typeof charged.read>;

/** Why the core refuses a step. */
const refusals = {
  "used-up": ({ asked }: StepState) => `all ${asked.steps} steps are used`,
  "too-large": ({ perStep }: StepState, { epsilon, delta }: Asked) =>
    `a step may spend epsilon ${perStep.epsilon} and delta ${perStep.delta}, not ${epsilon} and ${delta}`,
  "not-bounded-range": () => "the steps were declared to be bounded-range, and this is not",
  "other-neighbors": ({ budget }: StepState, { neighbors }: Asked) =>
    `the steps are for ${budget.neighbors} neighbors, and this is for ${neighbors}`,
};

/** As the core has them. */
function paidSteps({ asked, perStep, budget, used }: StepState) {
  const { steps, kind } = asked;
  const { epsilon, delta } = perStep;
  const { neighbors, unit } = budget;
  return { steps, kind, epsilon, delta, used, neighbors, unit };
}

/** For the ledgers that made them. */
export let stateOf: (steps: LedgerSteps) => StepState;

/**
 * The steps that `Ledger.steps` has paid for: pass it as `ledger` to each.
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

  /** @returns what each step may spend */
  get perStep(): { epsilon: number; delta: number; bound: string } {
    return { ...this.#state.perStep };
  }

  /** @returns how many steps are left */
  get remaining(): number {
    return this.#state.asked.steps - this.#state.used;
  }

  /**
   * Uses one step; for mechanisms.
   * @throws {BudgetExceeded}
   */
  charge(request: LedgerRequest): { granted: Loss; attach: (record: object) => void } {
    const asked = charged.read(request);
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

/** Refuses to go on with steps that were declared otherwise. */
export function checkSameSteps({ name, asked: before }: StepState, asked: StepsAsked) {
  for (const option of Object.keys(before) as (keyof StepsAsked)[]) {
    if (asked[option] === before[option]) continue;
    throw new RangeError(
      `${option} of the steps ${describe(name)} must be what it was, ${before[option]}, got ${asked[option]}`,
    );
  }
}

/** What the ledger's entry shows and saves of them. */
export function shownSteps({ name, asked, perStep, used, records }: StepState) {
  const { steps, kind } = asked;
  return { steps: { name, steps, kind, perStep: { ...perStep }, used }, records: [...records] };
}

import { describe, fieldsOf, kindOf } from "../../core/options.js";
import { Ledger } from "../../ledger/ledger.js";
import { ledgerDeclaration } from "../../ledger/requests.js";
import { LedgerSteps, stateOf } from "../../ledger/steps.js";
import type { RowSlicesRequest } from "./fields.js";

/**
 * The budget of one slice. Losses add up on every path of questions, as the proof needs
 * (docs/guarantees/slices-over-rows.md, Lemma 2).
 */
class SliceLedger extends Ledger {
  steps(name: string): LedgerSteps {
    throw new TypeError(
      `steps must be of a ledger for all data, got ${describe(name)} of a slice, whose losses add up`,
    );
  }
}

export type SliceAccount = Ledger | LedgerSteps;

const budgetOf = ({ computeEpsilon, computeDelta, protects }: RowSlicesRequest) =>
  ledgerDeclaration.read({
    epsilon: computeEpsilon,
    delta: computeDelta,
    ...(protects === "users" && { unit: "user" }),
  });

/** What may be asked of a new slice. */
export function newAccount(terms: RowSlicesRequest): SliceAccount {
  const { computes } = terms;
  return computes === undefined ? new SliceLedger(budgetOf(terms)) : pieces(terms, computes, 0, []);
}

/** A number of pieces of at most the whole budget each. */
function pieces(terms: RowSlicesRequest, steps: number, used: number, records: object[]) {
  const { computeEpsilon: epsilon, computeDelta: delta } = terms;
  const kind = delta > 0 ? ("approximate" as const) : ("pure" as const);
  const asked = { steps, kind, epsilon, delta };
  const perStep = { epsilon, delta, bound: "each" };
  return new LedgerSteps({
    name: "pieces",
    asked,
    perStep,
    budget: budgetOf(terms),
    used,
    records,
  });
}

/** What is saved of it. */
export function savedAccount(account: SliceAccount): object {
  if (account instanceof Ledger) return { ledger: account.toJSON() };
  const { used, records } = stateOf(account);
  return { used, records: [...records] };
}

/** @throws {RangeError | TypeError} for what is not a saved account of these terms */
export function resumedAccount(terms: RowSlicesRequest, saved: unknown): SliceAccount {
  if (terms.computes === undefined) {
    const { ledger } = fieldsOf(saved);
    if (typeof ledger !== "object" || ledger === null) {
      throw new TypeError(`a saved slice must have its ledger, got ${kindOf(ledger)}`);
    }
    return SliceLedger.fromJSON({ ...ledger, budget: budgetOf(terms) });
  }
  const { used, records } = fieldsOf(saved);
  const isNumber = typeof used === "number" && Number.isInteger(used) && used >= 0;
  if (!isNumber || used > terms.computes || !Array.isArray(records)) {
    throw new TypeError(
      `a saved slice must have its used pieces and records, got ${kindOf(saved)}`,
    );
  }
  return pieces(terms, terms.computes, used, [...records]);
}

import { describe } from "../core/options.js";
import { AccountElsewhere, holdsBackOf } from "./elsewhere.js";
import { Ledger, type Loss } from "./ledger.js";
import { LedgerPart, ledgerOf } from "./parts.js";
import type { LedgerRequest, OpenSession, SessionRequest } from "./requests.js";
import { LedgerSteps, stateOf } from "./steps.js";
import { bookOf, StoredAccount } from "./stored-account.js";
import type { Unit } from "./unit.js";

/**
 * Charges the ledger of a mechanism's options, if there is one. Call it after the public checks and before any
 * draw.
 */
export function chargeLedger(
  ledger: unknown,
  request: LedgerRequest,
): { granted: Loss; attach: (record: object) => void } {
  if (ledger === undefined) {
    return { granted: { epsilon: request.epsilon, delta: request.delta }, attach: () => {} };
  }
  if (![Ledger, LedgerPart, LedgerSteps, AccountElsewhere].some((kind) => ledger instanceof kind)) {
    throw new TypeError(`ledger must be a Ledger or a part of one, got ${describe(ledger)}`);
  }
  return (ledger as Ledger).charge(request);
}

/** Whether it grants slightly less than is requested. Declared steps grant all of it. */
export const holdsBack = (ledger: unknown): boolean =>
  ledger instanceof AccountElsewhere
    ? holdsBackOf(ledger)
    : ledger instanceof Ledger || ledger instanceof LedgerPart;

/** Charges the ledger of a session's options. */
export function openSession(ledger: unknown, request: SessionRequest): OpenSession {
  if (ledger instanceof Ledger || ledger instanceof LedgerPart) return ledger.openSession(request);
  throw new TypeError(
    `ledger of a session must be a Ledger or a part of one, got ${describe(ledger)}`,
  );
}

/** The unit that the ledger of a mechanism's options counts, if declared. */
export function unitOf(ledger: unknown): Unit | undefined {
  if (ledger instanceof LedgerSteps) return stateOf(ledger).budget.unit;
  if (ledger instanceof AccountElsewhere) return ledger.budget.unit;
  const whole = ledger instanceof LedgerPart ? ledgerOf(ledger) : ledger;
  return whole instanceof Ledger ? whole.budget.unit : undefined;
}

/**
 * Runs a call that charges a ledger once. If a store keeps the ledger, the call runs up to its charge, and once more
 * after the charge is in the store.
 */
export async function paid<T>(ledger: unknown, run: () => T): Promise<T> {
  return ledger instanceof StoredAccount ? bookOf(ledger).paid(run) : run();
}

/** Puts the records of answers into the store of the ledger, if one keeps it. */
export async function saveRecords(ledger: unknown): Promise<void> {
  if (ledger instanceof StoredAccount) await bookOf(ledger).saveRecords();
}

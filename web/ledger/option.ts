import { describe } from "../core/options.js";
import { Ledger } from "./ledger.js";
import { LedgerPart, ledgerOf } from "./parts.js";
import { LedgerSteps, stateOf } from "./steps.js";

/**
 * Charges the ledger of a mechanism's options, if there is one. To be called when everything public
 * is checked and before anything is drawn.
 * @param {unknown} ledger
 * @param {import("./requests.js").LedgerRequest} request
 * @returns {{ granted: import("./ledger.js").Loss, attach: (record: object) => void }}
 */
export function chargeLedger(ledger, request) {
  if (ledger === undefined) {
    return { granted: { epsilon: request.epsilon, delta: request.delta }, attach: () => {} };
  }
  if (![Ledger, LedgerPart, LedgerSteps].some((kind) => ledger instanceof kind)) {
    throw new TypeError(`ledger must be a Ledger or a part of one, got ${describe(ledger)}`);
  }
  return /** @type {Ledger} */ (ledger).charge(request);
}

/**
 * Charges the ledger of a session's options.
 * @param {unknown} ledger
 * @param {import("./requests.js").SessionRequest} request
 * @returns {import("./requests.js").OpenSession}
 */
export function openSession(ledger, request) {
  if (ledger instanceof Ledger || ledger instanceof LedgerPart) return ledger.openSession(request);
  throw new TypeError(
    `ledger of a session must be a Ledger or a part of one, got ${describe(ledger)}`,
  );
}

/**
 * What the ledger of a mechanism's options counts for, where it was told.
 * @param {unknown} ledger
 * @returns {import("./unit.js").Unit | undefined}
 */
export function unitOf(ledger) {
  if (ledger instanceof LedgerSteps) return stateOf(ledger).budget.unit;
  const whole = ledger instanceof LedgerPart ? ledgerOf(ledger) : ledger;
  return whole instanceof Ledger ? whole.budget.unit : undefined;
}

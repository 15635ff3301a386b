import { LedgerPart, ledgerOf } from "./parts.js";
import type { Claim } from "./release.js";

/** What a ledger's releases are a part of: they promise its loss, since others decide whose data they read. */
export interface Scope {
  /** of the whole */
  claim: Claim;
  /** of its releases */
  records: object[];
  /** that paid for the whole, if any did */
  ledger?: unknown;
}

const scopes: WeakMap<object, Scope> = new WeakMap();

/** Makes all releases that a ledger pays for a part of something. */
export function setScope(ledger: object, scope: Scope) {
  scopes.set(ledger, scope);
}

export function scopeOf(ledger: unknown): Scope | undefined {
  const whole = ledger instanceof LedgerPart ? ledgerOf(ledger) : ledger;
  return typeof whole === "object" && whole !== null ? scopes.get(whole) : undefined;
}

/** Rejects saving a session whose records have to go on naming what it is a part of. */
export function refuseToSaveAPart(ledger: unknown) {
  if (scopeOf(ledger) === undefined) return;
  throw new TypeError(
    "cannot save: the session is part of a session of slices; save that session when this one is over",
  );
}

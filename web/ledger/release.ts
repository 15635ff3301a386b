import { call } from "../core/load.js";
import type { IntervalRecord } from "./interval-record.js";
import type { Note } from "./note.js";
import { chargeLedger, openSession } from "./option.js";
import { type Accuracy, type ReleaseRecord, recordOf } from "./record.js";
import type { OpenSession } from "./requests.js";
import type { Unit } from "./unit.js";

/** The parameters that a release ran with, by the core's names. */
export interface ClaimParameters {
  [name: string]: unknown;
  algorithm?: string;
  method?: string;
  variant?: string;
  noise?: "laplace" | "gaussian";
  abstain?: boolean;
  units?: number;
  quantile?: string;
  groups?: string;
}

/** The core's claim on a release, from public parameters only: its loss and accuracy. */
export interface Claim {
  /** the mechanism in words */
  mechanism: string;
  epsilon: number;
  delta: number;
  neighbors: "add-remove" | "replace";
  protects: "records" | "users" | "labels";
  boundedRange: boolean;
  rho?: number;
  /**
   * for a session that pays per outcome: the charge that replaces the loss until the session is settled
   */
  session?: { epsilon: number; outcomes: number; delta: number; calls: number };
  /** the public facts in addition to the result */
  public: string;
  proof: string;
  accuracy: { kind: Accuracy["kind"]; error: number; confidence: number };
  /** the median error on smooth data */
  usual?: number;
  parameters: ClaimParameters;
  /** the assumptions of the accuracy */
  conditions: { [name: string]: number | undefined };
}

/** Reads the data: what the core takes, how it reads it, and what the caller wants back. */
export type Reading<Kept> = () => { data?: unknown; reading?: object; kept?: Kept };

/** The parts of a record that the caller words. */
export interface Words {
  /** of the accuracy */
  statement: string;
  /** more than the core knows of */
  parameters?: Record<string, unknown>;
  /** of its interval, if it has one */
  interval?: IntervalRecord;
  /** replaces the core's text */
  public?: string;
  /** the same */
  proof?: string;
  note?: Note;
}

/**
 * Checks everything that is public about a release.
 * @param of the mechanism's name in the core
 * @throws {RangeError | TypeError}
 */
export function claimOf(of: string, request: object): Claim {
  return call<Claim>(`claim${of}`, request);
}

/**
 * The release protocol: check public parameters (this makes the claim), charge the ledger, read the data,
 * sample with the granted loss, write the record. So every output that depends on a value, an error included,
 * is charged.
 *
 * @returns `settle` and the ledger's `unit`: of a session
 * @throws {BudgetExceeded} with nothing read
 */
export function release<Kept = undefined>(steps: {
  /** the mechanism's name in the core */
  of: string;
  /** its name in the record and the ledger */
  mechanism: string;
  /** of the request */
  claim: Claim;
  request: object;
  ledger?: unknown;
  /** for its record and its entry */
  note?: Note;
  /**
   * reads the data or rejects it. Returns the core's data, the part of the request that depends on the reading,
   * and values that the caller wants back
   */
  read?: Reading<Kept>;
  words: (claim: Claim, kept: Kept, drawn: any) => Words;
  /** the ledger keeps it instead of the record: the list of an object's later records */
  entry?: object;
}): {
  drawn: any;
  kept: Kept;
  claim: Claim;
  record: ReleaseRecord;
  settle?: OpenSession["settle"];
  unit?: Unit;
} {
  const { of, mechanism, request, ledger, note, read, words, entry } = steps;
  const { epsilon, delta, neighbors, boundedRange, rho, session } = steps.claim;
  // Releases that protect labels take no ledger.
  const protects: "users" | "records" = steps.claim.protects === "users" ? "users" : "records";
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange, rho, protects, ...note };
  const charged =
    session === undefined
      ? { ...chargeLedger(ledger, cost), settle: undefined, unit: undefined }
      : openSession(ledger, { mechanism, ...session, protects, ...note });
  const { granted, attach, settle, unit } = charged;
  return runCharged(ledger === undefined ? undefined : "the ledger", () => {
    const { data, reading, kept = undefined as Kept } = read?.() ?? {};
    const { drawn, claim } = call<{ drawn: any; claim: Claim }>(
      `draw${of}`,
      data,
      { ...request, ...reading },
      granted,
    );
    const record = recordOf(claim, mechanism, { ...words(claim, kept, drawn), note }, ledger);
    attach(entry ?? record);
    return { drawn, kept, claim, record, settle, unit };
  });
}

/**
 * Runs the charged part. Its errors may depend on the data, so the charge stands and their message says so.
 * @param what was charged, if anything
 */
export function runCharged<T>(what: string | undefined, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (what !== undefined && error instanceof Error) addNote(error, `; ${what} stays charged`);
    throw error;
  }
}

/**
 * Appends a note to an error's message, once: a caller's function may throw the same error again. Some errors,
 * such as the platform's, are read-only and pass unchanged.
 */
function addNote(error: Error, note: string) {
  if (error.message.endsWith(note)) return;
  try {
    error.message += note;
  } catch {
    // Read-only: the error itself says more than the note.
  }
}

import { call } from "../core/load.js";
import type { IntervalRecord } from "./interval-record.js";
import type { Note } from "./note.js";
import { chargeLedger, openSession } from "./option.js";
import { type Accuracy, type ReleaseRecord, recordOf } from "./record.js";
import type { OpenSession } from "./requests.js";
import type { Unit } from "./unit.js";

/** What the core says of a release, from public parameters only: what it costs and promises. */
export interface Claim {
  /** by which mechanism, in words */
  mechanism: string;
  epsilon: number;
  delta: number;
  neighbors: "add-remove" | "replace";
  protects: "records" | "users" | "labels";
  boundedRange: boolean;
  rho?: number;
  /**
   * of a session that pays for what comes back: what its ledger is charged in place of the loss, until it is settled
   */
  session?: { epsilon: number; outcomes: number; delta: number; calls: number };
  /** what besides the result becomes public */
  public: string;
  proof: string;
  accuracy: { kind: Accuracy["kind"]; error: number; confidence: number };
  /** the median error on smooth data */
  usual?: number;
  parameters: Record<string, any>;
  /** what the accuracy holds under */
  conditions: Record<string, any>;
}

/** What only the caller can say of a release. */
export interface Words {
  /** of the accuracy */
  statement: string;
  /** more than the core knows of */
  parameters?: Record<string, unknown>;
  /** of its interval, if it has one */
  interval?: IntervalRecord;
  /** if it is not what the core says */
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
 * One release, in the only order there is: everything public was checked, which made the claim; then the
 * ledger is charged, then the data is read, then something is drawn with what was granted, then it is
 * said what was promised. So nothing that depends on a value, an error included, comes out unpaid.
 *
 * @returns `settle` and the ledger's `unit`: of a session
 * @throws {BudgetExceeded} with nothing read
 */
export function release(steps: {
  /** the mechanism's name in the core */
  of: string;
  /** how the record and the ledger call it */
  mechanism: string;
  /** of the request */
  claim: Claim;
  request: any;
  ledger?: unknown;
  /** for its record and its entry */
  note?: Note;
  /**
   * reads the data, and refuses it if it has to: what the core takes, what of the request depends on how it was
   * read, and what the caller wants back
   */
  read?: () => { data?: unknown; reading?: object; kept?: unknown };
  words: (claim: Claim, kept: unknown, drawn: unknown) => Words;
  /** what the ledger keeps in place of the record: the list that those of an object's later answers come to */
  entry?: object;
}): {
  drawn: any;
  kept: any;
  claim: Claim;
  record: ReleaseRecord;
  settle?: OpenSession["settle"];
  unit?: Unit;
} {
  const { of, mechanism, request, ledger, note, read, words, entry } = steps;
  const { epsilon, delta, neighbors, boundedRange, rho, session } = steps.claim;
  // Nothing that hides labels only takes a ledger.
  const protects: "users" | "records" = steps.claim.protects === "users" ? "users" : "records";
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange, rho, protects, ...note };
  const charged =
    session === undefined
      ? { ...chargeLedger(ledger, cost), settle: undefined, unit: undefined }
      : openSession(ledger, { mechanism, ...session, protects, ...note });
  const { granted, attach, settle, unit } = charged;
  return paid(ledger === undefined ? undefined : "the ledger", () => {
    const { data, reading, kept } = read?.() ?? {};
    const { drawn, claim } = call<{ drawn: unknown; claim: Claim }>(
      `draw${of}`,
      data,
      { ...request, ...reading },
      granted,
    );
    const record = recordOf(claim, mechanism, { ...words(claim, kept, drawn), note });
    attach(entry ?? record);
    return { drawn, kept, claim, record, settle, unit };
  });
}

/**
 * Does what was paid for. What it throws may depend on the data, so it is no reason to give anything
 * back, and its message says so.
 * @param what was charged, if anything
 */
export function paid<T>(what: string | undefined, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (what !== undefined && error instanceof Error) addNote(error, `; ${what} stays charged`);
    throw error;
  }
}

/**
 * Adds to what an error says, once: a caller's function may throw the same one again. Some errors, such
 * as those of the platform, cannot be written on and come through as they are.
 */
function addNote(error: Error, note: string) {
  if (error.message.endsWith(note)) return;
  try {
    error.message += note;
  } catch {
    // Read-only: the error itself says more than the note.
  }
}

import { call } from "../core/load.js";
import { chargeLedger, openSession } from "./option.js";
import { recordOf } from "./record.js";

/**
 * What the core says of a release, from public parameters only: what it costs and promises.
 * @typedef {object} Claim
 * @property {string} mechanism by which mechanism, in words
 * @property {number} epsilon
 * @property {number} delta
 * @property {"add-remove" | "replace"} neighbors
 * @property {"records" | "users" | "labels"} protects
 * @property {boolean} boundedRange
 * @property {number} [rho]
 * @property {{ epsilon: number, outcomes: number, delta: number, calls: number }} [session] of a session
 *   that pays for what comes back: what its ledger is charged in place of the loss, until it is settled
 * @property {string} public what besides the result becomes public
 * @property {string} proof
 * @property {{ kind: import("./record.js").Accuracy["kind"], error: number, confidence: number }} accuracy
 * @property {number} [usual] the median error on smooth data
 * @property {Record<string, any>} parameters
 * @property {Record<string, any>} conditions what the accuracy holds under
 */

/**
 * What only the caller can say of a release.
 * @typedef {object} Words
 * @property {string} statement of the accuracy
 * @property {Record<string, unknown>} [parameters] more than the core knows of
 * @property {string} [public] if it is not what the core says
 * @property {string} [proof] the same
 * @property {import("./note.js").Note} [note]
 */

/**
 * Checks everything that is public about a release.
 * @param {string} of the mechanism's name in the core
 * @param {object} request
 * @returns {Claim}
 * @throws {RangeError | TypeError}
 */
export function claimOf(of, request) {
  return call(`claim${of}`, request);
}

/**
 * One release, in the only order there is: everything public was checked, which made the claim; then the
 * ledger is charged, then the data is read, then something is drawn with what was granted, then it is
 * said what was promised. So nothing that depends on a value, an error included, comes out unpaid.
 *
 * @param {object} steps
 * @param {string} steps.of the mechanism's name in the core
 * @param {string} steps.mechanism how the record and the ledger call it
 * @param {Claim} steps.claim of the request
 * @param {any} steps.request
 * @param {unknown} [steps.ledger]
 * @param {import("./note.js").Note} [steps.note] for its record and its entry
 * @param {() => { data?: any, reading?: object, kept?: any }} [steps.read] reads the data, and refuses it if
 *   it has to: what the core takes, what of the request depends on how it was read, and what the caller
 *   wants back
 * @param {(claim: Claim, kept: any, drawn: any) => Words} steps.words
 * @param {object} [steps.entry] what the ledger keeps in place of the record: the list that those of an
 *   object's later answers come to
 * @returns {{ drawn: any, kept: any, claim: Claim, record: import("./record.js").ReleaseRecord,
 *   settle?: import("./requests.js").OpenSession["settle"],
 *   unit?: import("./unit.js").Unit }} `settle` and the ledger's `unit`: of a session
 * @throws {import("../core/errors.js").BudgetExceeded} with nothing read
 */
export function release(steps) {
  const { of, mechanism, request, ledger, note, read, words, entry } = steps;
  const { epsilon, delta, neighbors, boundedRange, rho, session } = steps.claim;
  // Nothing that hides labels only takes a ledger.
  /** @type {"users" | "records"} */
  const protects = steps.claim.protects === "users" ? "users" : "records";
  const cost = { mechanism, epsilon, delta, neighbors, boundedRange, rho, protects, ...note };
  const charged =
    session === undefined
      ? { ...chargeLedger(ledger, cost), settle: undefined, unit: undefined }
      : openSession(ledger, { mechanism, ...session, protects, ...note });
  const { granted, attach, settle, unit } = charged;
  return paid(ledger === undefined ? undefined : "the ledger", () => {
    const { data, reading, kept } = read?.() ?? {};
    const { drawn, claim } = call(`draw${of}`, data, { ...request, ...reading }, granted);
    const record = recordOf(claim, mechanism, { ...words(claim, kept, drawn), note });
    attach(entry ?? record);
    return { drawn, kept, claim, record, settle, unit };
  });
}

/**
 * Does what was paid for. What it throws may depend on the data, so it is no reason to give anything
 * back, and its message says so.
 * @template T
 * @param {string | undefined} what was charged, if anything
 * @param {() => T} run
 * @returns {T}
 */
export function paid(what, run) {
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
 * @param {Error} error
 * @param {string} note
 */
function addNote(error, note) {
  if (error.message.endsWith(note)) return;
  try {
    error.message += note;
  } catch {
    // Read-only: the error itself says more than the note.
  }
}

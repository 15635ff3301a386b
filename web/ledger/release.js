import { chargeLedger } from "./option.js";

/**
 * One release, in the only order there is: whoever calls this has checked everything that is public;
 * then the ledger is charged, then the data is read, then something is drawn with what was granted,
 * then it is said what was promised. So nothing that depends on a value, an error included, comes out
 * unpaid.
 *
 * @param {object} steps
 * @param {unknown} steps.ledger
 * @param {import("./ledger.js").LedgerRequest} steps.cost from public parameters only
 * @param {() => any} [steps.read] reads the data, and refuses it if it has to
 * @param {(data: any, granted: import("./ledger.js").Loss) => any} steps.draw
 * @param {(drawn: any, data: any) => any} steps.record the release record, or the list that those of an
 *   object's later answers come to
 * @returns {{ data: any, drawn: any, record: any }}
 * @throws {import("../core/errors.js").BudgetExceeded} with nothing read
 */
export function release({ ledger, cost, read = () => undefined, draw, record }) {
  const { granted, attach } = chargeLedger(ledger, cost);
  return paid(ledger === undefined ? undefined : "the ledger", () => {
    const data = read();
    const drawn = draw(data, granted);
    const made = record(drawn, data);
    attach(made);
    return { data, drawn, record: made };
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

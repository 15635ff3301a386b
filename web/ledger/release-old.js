import { chargeLedger } from "./option.js";
import { paid } from "./release.js";

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

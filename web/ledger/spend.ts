import { describe } from "../core/options.js";
import { Book } from "./book.js";
import { Ledger } from "./ledger.js";
import type { LedgerOptions } from "./requests.js";
import { checkStore, type LedgerStore, nameOf } from "./store.js";
import { StoredLedger } from "./stored.js";
import { textOf } from "./text.js";

/**
 * Spends from a ledger that several processes, tabs or machines share.
 *
 * Each charge is in the store before a value is read or anything is drawn. It is written by compare and swap: of two
 * processes that want the same rest one is refused, and tries again with what is left. A process that ends between
 * charge and answer loses the charge, and nobody the budget.
 *
 * @param store such as `ledgerFile(path)`, `ledgerInBrowser(name)` or `ledgerTable(run, name)`; or your own
 * @param work receives the ledger, for the option `ledger`. A function that answers at once charges once, and runs up
 *   to its charge twice: `(ledger) => median(values, { epsilon: 1, ledger })`. For several answers it is asynchronous,
 *   and awaits each: `await ledger.ask(() => median(...))`, or the answer of a table in an engine.
 * @returns its answer, after the records are in the store too
 * @throws {BudgetExceeded} with nothing read
 * @throws {RangeError | TypeError} if the store has no ledger, a damaged one, or an older one than it had
 */
export async function spend<Answer>(
  store: LedgerStore,
  work: (ledger: StoredLedger) => Answer,
): Promise<Awaited<Answer>> {
  checkStore("spend", store);
  if (typeof work !== "function") {
    throw new TypeError(`work must be a function that takes the ledger, got ${describe(work)}`);
  }
  const ledger = new StoredLedger(await Book.open(store));
  return ledger.ask(() => work(ledger));
}

/**
 * Puts a new ledger into a store that has none.
 * @param options as of `Ledger`
 * @throws {RangeError} if the store has a ledger: a new one would grant the budget again
 */
export async function createLedger(store: LedgerStore, options: LedgerOptions): Promise<void> {
  checkStore("createLedger", store);
  const ledger = new Ledger(options);
  try {
    if (await store.write(textOf(ledger.toJSON()), null)) return;
  } finally {
    ledger.dispose();
  }
  throw new RangeError(
    `cannot create a ledger: ${nameOf(store)} has one, and a new one would grant its budget again`,
  );
}

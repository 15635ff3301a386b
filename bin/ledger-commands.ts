// `logstar ledger`: a budget for a set of people, in a file.
import { load } from "logstar";
import { newLedger, readLedger } from "./ledger-file.js";
import { numberOf } from "./lists.js";
import { shownLedger } from "./print.js";

/**
 * @param {string} file
 * @param {Record<string, string>} written
 */
export async function makeLedger(file, written) {
  await load();
  const { epsilon, delta, ...words } = written;
  const budget = { ...words, epsilon: numberOf("epsilon", epsilon) };
  const all = delta === undefined ? budget : { ...budget, delta: numberOf("delta", delta) };
  const ledger = await newLedger(file, /** @type {any} */ (all));
  shownLedger(file, ledger);
}

/**
 * @param {string} file
 * @param {{ json?: boolean }} written
 */
export async function showLedger(file, { json }) {
  await load();
  const ledger = readLedger(file);
  if (json) console.log(JSON.stringify(ledger, undefined, 2));
  else shownLedger(file, ledger);
}

// `logstar ledger`: a budget for a set of people, in a file.
import { type LedgerOptions, load } from "logstar";
import { newLedger, readLedger } from "./ledger-file.js";
import { numberOf } from "./lists.js";
import { shownLedger } from "./print.js";

export async function makeLedger(file: string, written: Record<string, string>) {
  await load();
  const { epsilon, delta, about, ...words } = written;
  const budget = { ...words, epsilon: numberOf("epsilon", epsilon!) };
  const all = delta === undefined ? budget : { ...budget, delta: numberOf("delta", delta) };
  const ledger = await newLedger(file, all as LedgerOptions, about); // checks the words
  shownLedger(file, ledger);
}

export async function showLedger(file: string, { json }: { json?: boolean }) {
  await load();
  const ledger = await readLedger(file);
  if (json) console.log(JSON.stringify(ledger, undefined, 2));
  else shownLedger(file, ledger);
}

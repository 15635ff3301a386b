// A ledger in a file: the charge is on the disk before the answer is drawn.

import { Ledger, type LedgerStore, type StoredLedger, spend } from "logstar";
import { ledgerFile } from "logstar/file";
import { textOf } from "#dist/ledger/text.js";
import { Failure, failedOutside } from "./failures.js";
import { reasonOf } from "./sources.js";

/** The owner's words about the people of a ledger, kept in its file. */
const abouts: WeakMap<Ledger, string> = new WeakMap();

/** The words that `ledger new --about` wrote. */
export const aboutOf = (ledger: Ledger) => abouts.get(ledger);

const onWait = (owner: string) =>
  console.error(`waiting for the ledger, which is in use by ${owner}`);

/** The file could not be read or written, in the words of a terminal. */
class FileFailure extends Failure {}

/** The store of a file. */
function storeAt(path: string): LedgerStore {
  const store = ledgerFile(path, { onWait });
  return {
    name: path,
    read: () =>
      store.read().catch((error) => {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new Failure(code ? `${path} cannot be read: ${reasonOf(error)}` : message);
      }),
    write: (text, version) =>
      store.write(text, version).catch((error: Error) => {
        const { message, cause } = error;
        const words = cause ? `${path} cannot be written: ${reasonOf(cause)}` : message;
        throw new FileFailure(words, failedOutside);
      }),
  };
}

export async function newLedger(
  path: string,
  budget: ConstructorParameters<typeof Ledger>[0],
  about?: string,
) {
  const ledger = new Ledger(budget);
  if (about !== undefined) abouts.set(ledger, about);
  if (await storeAt(path).write(textOf(ledger.toJSON(), { about }), null)) return ledger;
  throw new Failure(
    `${path} already exists: use it for all questions about these people (a new ledger would double the budget)`,
  );
}

export async function readLedger(path: string): Promise<Ledger> {
  const kept = await storeAt(path).read();
  if (kept === null) {
    throw new Failure(
      `${path} does not exist: create it with \`logstar ledger new ${path} --epsilon 1 --unit user\``,
    );
  }
  try {
    const content = JSON.parse(kept.text);
    const ledger = Ledger.fromJSON(content);
    if (typeof content.about === "string") abouts.set(ledger, content.about);
    return ledger;
  } catch (error) {
    throw new Failure(`${path} cannot be read as a ledger: ${(error as Error).message}`);
  }
}

/** Asks with the ledger of a file: the charge is in the file before the answer is drawn, and its record after. */
export async function chargedTo<T>(
  path: string,
  askQuestion: (ledger: StoredLedger) => T | Promise<T>,
): Promise<{ answer: T; ledger: StoredLedger }> {
  let ledger: StoredLedger | undefined;
  try {
    const answer = await spend(storeAt(path), (own) => {
      ledger = own;
      return askQuestion(own);
    });
    return { answer: answer as T, ledger: ledger as StoredLedger };
  } catch (error) {
    if (error instanceof FileFailure) {
      throw new Failure(`${error.message}; the answer is withheld`, failedOutside);
    }
    const { message, cause } = error as Error;
    if (cause instanceof FileFailure) throw new Failure(message, failedOutside);
    throw error;
  }
}

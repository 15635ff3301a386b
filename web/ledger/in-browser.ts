import { describe } from "../core/options.js";
import { nameOption } from "./parts.js";
import { sha256Of } from "./sha256.js";
import type { KeptText, LedgerStore } from "./store.js";

const database = "logstar shared ledgers";
const table = "ledgers";

/**
 * A ledger in this browser's IndexedDB, which all tabs and workers of one origin share. The browser runs read-write
 * transactions on one table one after the other, in all tabs: so comparing and replacing is one step.
 * @param name of the ledger
 */
export function ledgerInBrowser(name: string): LedgerStore {
  nameOption("name", name);
  return {
    name: `the ledger ${JSON.stringify(name)} of this browser`,
    read: () =>
      inTable<KeptText | null>("readonly", (ledgers, done) => {
        const asked = ledgers.get(name);
        asked.onsuccess = () => done(keptOf(asked.result));
      }),
    write: (text, version) =>
      inTable<boolean>("readwrite", (ledgers, done) => {
        const asked = ledgers.get(name);
        asked.onsuccess = () => {
          const isSame = (keptOf(asked.result)?.version ?? null) === version;
          if (isSame) ledgers.put(text, name);
          done(isSame);
        };
      }),
  };
}

/**
 * The ledgers that `ledgerInBrowser` keeps for this origin, for a page that lists them. They are as public as their
 * records: none holds data.
 * @returns their texts by name
 */
export function ledgersInBrowser(): Promise<Map<string, string>> {
  return inTable("readonly", (ledgers, done) => {
    const found: Map<string, string> = new Map();
    done(found);
    const asked = ledgers.openCursor();
    asked.onsuccess = () => {
      const { result } = asked;
      if (result === null) return;
      found.set(`${result.key}`, result.value);
      result.continue();
    };
  });
}

/**
 * Deletes a ledger of this browser, and with it what was spent: a later ledger of these people does not know of it, and
 * no total holds over both. Ask before you call it.
 * @param version as `ledgerInBrowser(name).read()` gave it: a ledger that another tab has charged since stays
 * @returns whether it had this version and is gone
 */
export async function endLedgerInBrowser(name: string, version: string): Promise<boolean> {
  nameOption("name", name);
  if (typeof version !== "string") {
    throw new TypeError(`version must be a string that a read gave, got ${describe(version)}`);
  }
  return inTable("readwrite", (ledgers, done) => {
    const asked = ledgers.get(name);
    asked.onsuccess = () => {
      const isSame = keptOf(asked.result)?.version === version;
      if (isSame) ledgers.delete(name);
      done(isSame);
    };
  });
}

const keptOf = (text: string | undefined) =>
  text === undefined ? null : { text, version: sha256Of(text) };

/**
 * Works with the table in one transaction.
 * @param work hands over its result, which counts once the transaction has ended
 */
async function inTable<T>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore, done: (result: T) => void) => void,
): Promise<T> {
  const opened = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      // Strict: on the disk before it ends.
      const transaction = opened.transaction(table, mode, { durability: "strict" });
      let result: T;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
      work(transaction.objectStore(table), (found) => {
        result = found;
      });
    });
  } finally {
    opened.close();
  }
}

async function open(): Promise<IDBDatabase> {
  if (typeof indexedDB === "undefined") {
    throw new Error("cannot keep a ledger: IndexedDB is not here; use ledgerFile or ledgerTable");
  }
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(database, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(table);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

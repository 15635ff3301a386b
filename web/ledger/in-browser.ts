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

// Ledgers that an earlier version of this page kept, in a database of its own. They move to the library's store when
// their name is opened: what they spent stays spent.
import { Ledger } from "#dist/index.js";
import type { Kept } from "./kept.js";

const database = "logstar";
const table = "ledgers";

/** The old ledgers, by name. */
export async function oldLedgers(): Promise<Map<string, Kept>> {
  const found: Map<string, Kept> = new Map();
  await inOld("readonly", (ledgers) => {
    const asked = ledgers.openCursor();
    asked.onsuccess = () => {
      const { result } = asked;
      if (result === null) return;
      found.set(`${result.key}`, result.value);
      result.continue();
    };
  });
  return found;
}

export const endOld = (name: string) =>
  inOld("readwrite", (ledgers) => {
    ledgers.delete(name);
  });

/** As the library's store takes it: an early ledger had no head. */
export function renewed(old: Kept): Kept {
  const { ledger: saved, former = [], answers = [], files = [] } = old;
  const ledger = Ledger.fromJSON(saved);
  try {
    return { ledger: ledger.toJSON(), former, answers, files };
  } finally {
    ledger.dispose();
  }
}

/** Adds an old ledger to one of the same name, unless that continues it: a tab with the earlier version wrote it. */
export function joined(kept: Kept, old: Kept): Kept {
  const [now, before] = [kept.ledger, old.ledger].map(({ entries }) => entries.map(termsOf));
  if (before!.every((terms, place) => terms === now![place])) return kept;
  return { ...kept, former: [...kept.former, old.ledger] };
}

const termsOf = ({ mechanism, asked, label }: Kept["ledger"]["entries"][number]) =>
  JSON.stringify([mechanism, asked, label]);

/** Works with the old database, if there is one. */
async function inOld(mode: IDBTransactionMode, work: (ledgers: IDBObjectStore) => void) {
  const opened = await openOld();
  if (opened === undefined) return;
  try {
    await new Promise<void>((resolve, reject) => {
      const transaction = opened.transaction(table, mode, { durability: "strict" });
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      work(transaction.objectStore(table));
    });
  } finally {
    opened.close();
  }
}

function openOld(): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(database);
    let isNew = false;
    asked.onupgradeneeded = () => {
      isNew = true;
      asked.transaction!.abort(); // opening made it
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => (isNew ? resolve(undefined) : reject(asked.error));
  });
}

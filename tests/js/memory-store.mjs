// A store in memory, and stores with faults, for tests of `spend`.
import { createLedger } from "../../dist/index.js";

/** A store that keeps its text in memory. `texts` are all that it had. */
export function memoryStore() {
  const texts = [];
  const kept = () =>
    texts.length === 0 ? null : { text: texts.at(-1), version: `${texts.length}` };
  return {
    texts,
    name: "memory",
    read: async () => kept(),
    write: async (text, version) => {
      if ((kept()?.version ?? null) !== version) return false;
      texts.push(text);
      return true;
    },
    saved: () => JSON.parse(texts.at(-1)),
  };
}

/** The same texts without the comparison: whoever writes last is right. */
export const careless = (store) => ({
  ...store,
  write: async (text) => {
    store.texts.push(text);
    return true;
  },
});

/** A store that does something before its write number `place`, from 0. */
export function before(store, place, work) {
  let writes = 0;
  const write = async (text, version) => {
    if (writes++ === place) await work();
    return store.write(text, version);
  };
  return { ...store, write };
}

/** A store with a new ledger. */
export async function storeWith(budget = { epsilon: 1, delta: 1e-6 }) {
  const store = memoryStore();
  await createLedger(store, budget);
  return store;
}

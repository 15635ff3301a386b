import type { SavedLedger } from "./store.js";

/** The text that stores keep. Fields that are not the ledger's stay. */
export const textOf = (saved: SavedLedger, plain: object = {}) =>
  `${JSON.stringify({ ...plain, ...saved }, undefined, 1)}\n`;

/**
 * A ledger in a file that several processes share: `import { ledgerFile } from "logstar/file"`. For Node only;
 * `spend` is a function of the main entry.
 * @module
 */

export { type LedgerFileOptions, ledgerFile } from "./files/ledger-file.js";
export type { KeptText, LedgerStore } from "./ledger/store.js";

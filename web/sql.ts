/**
 * Medians, counts, sums and frequent items of tables that stay in an engine: `import { sqlTable } from "logstar/sql"`.
 * `load()` is that of the main entry.
 * @module
 */

export { sqlTable } from "./sql/table.js";

/** @typedef {import("./sql/options.js").SqlTableOptions} SqlTableOptions */
/** @typedef {import("./sql/types.js").SqlTable} SqlTable */
/** @typedef {import("./sql/types.js").SqlGroups} SqlGroups */

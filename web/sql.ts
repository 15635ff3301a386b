/**
 * Medians, counts, sums and frequent items of tables that stay in an engine: `import { sqlTable } from "logstar/sql"`.
 * `load()` is the function of the main entry.
 * @module
 */

export type { SqlTableOptions } from "./sql/options.js";
export { sqlTable } from "./sql/table.js";
export type { SqlGroups, SqlTable } from "./sql/types.js";

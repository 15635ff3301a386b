/**
 * Medians, counts, sums and frequent items of tables that stay in an engine: `import { sqlTable } from "logstar/sql"`.
 * `load()` is the function of the main entry.
 * @module
 */

export type { AnsweredQuery, Purpose } from "./sql/connection.js";
export type {
  ArrowRows,
  DuckDBConnection,
  DuckDBWasmConnection,
  EngineConnection,
  PostgresClient,
  PostgresPool,
  PostgresPoolClient,
  SparkSession,
  SqlEngine,
} from "./sql/engines.js";
export { duckdb, postgres, spark } from "./sql/engines.js";
export { EngineFailed } from "./sql/failed.js";
export { type LedgerTableOptions, ledgerTable } from "./sql/ledger-table.js";
export type { DialectName, SqlTableOptions } from "./sql/options.js";
export { sqlTable } from "./sql/table.js";
export type { SqlGroups, SqlGroupsPlan, SqlPlan, SqlTable } from "./sql/types.js";

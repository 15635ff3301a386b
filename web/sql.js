/**
 * Medians, quantiles and counts of tables that stay in an engine: `import { sqlTable } from "logstar/sql"`.
 * `load()` is that of the main entry.
 * @module
 */

export { SqlGroups, SqlQuestions, SqlTable, sqlTable } from "./sql/table.js";

/** @typedef {import("./sql/options.js").SqlTableOptions} SqlTableOptions */
/** @typedef {import("./sql/table.js").SqlRankOptions} SqlRankOptions */
/** @typedef {import("./sql/table.js").GroupName} GroupName */
/**
 * @template [T=any]
 * @typedef {import("./sql/table.js").Answer<T>} Answer
 */
/**
 * @template [T=any]
 * @typedef {import("./sql/table.js").Answers<T>} Answers
 */

import { describe } from "../core/options.js";
import { groups as groupsField } from "../data/groups.js";
import { checkParts, columnsOf } from "../tables/grouping.js";
import { Questions } from "../tables/questions.js";
import { answer } from "./answer.js";
import { columnNamed } from "./columns.js";
import type { SqlEngine } from "./engines.js";
import { checkNames } from "./names.js";
import {
  dialectOption,
  dialects,
  type SqlTableOptions,
  sqlTableDeclaration,
  tableNamed,
} from "./options.js";
import { queriesFirst } from "./queries-first.js";
import { plan, type Table as TableOf } from "./release.js";
import { sourceOf } from "./source.js";
import type { SqlTable } from "./types.js";

/**
 * A table that stays in an engine. The queries depend on rows and noise. Show them only to people who may read
 * the rows (docs/engines.md).
 *
 * @param run asks the engine, over one connection, the SQL unaltered, and promises all rows of the answer, as
 *   objects by column name; or an adaptor: `postgres(pool)`, `duckdb(connection)`, `spark(session)`
 * @throws {RangeError | TypeError}
 */
export function sqlTable(
  run: ((sql: string) => Promise<unknown[]>) | SqlEngine,
  options: SqlTableOptions,
): SqlTable {
  const { dialect: known, ...source } = sourceOf(run);
  const { from, dialect: declared, ...read } = sqlTableDeclaration.read(options);
  if (known !== undefined && declared !== undefined && known !== declared) {
    throw new TypeError(`dialect must be left out or "${known}" here, got "${declared}"`);
  }
  const dialect = dialects[known ?? dialectOption("dialect", declared)];
  if (dialect.begin === undefined && !read.immutable) {
    throw new TypeError(
      `immutable must be true for ${dialect.name}, which has no transactions, got ${read.immutable}: name a state of the table that nobody changes in \`from\``,
    );
  }
  const named = tableNamed(from, dialect);
  return new Table({ source, ...read, from: named, dialect, known: new Map() }) as SqlTable;
}

/** Questions about rows in an engine. Each answer is a promise, and so is each rejection. */
class Asked extends Questions<unknown> {
  #table;

  constructor(table: TableOf) {
    super(async (...question) => answer(table, ...question));
    this.#table = table;
  }

  get plan() {
    return new Plans(this.#table);
  }

  /** The engine selects the rows. */
  where(predicate: unknown): never {
    throw new TypeError(
      `where must be part of \`from\` for a table in an engine, as in { query: "SELECT ... WHERE ..." }, got ${describe(predicate)}`,
    );
  }
}

/** What questions would cost, and the queries that they would send first. */
class Plans extends Questions<unknown> {
  #table;

  constructor(table: TableOf) {
    super(async (...question) => plan(table, ...question));
    this.#table = table;
  }

  get sql() {
    return new Questions(async (...question) => queriesFirst(this.#table, ...question));
  }
}

/** See `SqlTable` in types.ts. */
class Table extends Asked {
  #table;

  constructor(table: TableOf) {
    super(table);
    this.#table = table;
  }

  groupBy(by: string | string[], groups: unknown) {
    if (typeof by === "function") {
      throw new TypeError(
        "groupBy must be a column for a table in an engine, derived in `from` if need be, got a function",
      );
    }
    const names = groupsField().read("groups", groups);
    for (const column of columnsOf(by)) columnNamed("groupBy", column);
    if (Array.isArray(names)) {
      checkParts(names, by);
      checkNames("groups", names);
    }
    return new Asked({ ...this.#table, by: Array.isArray(by) ? [...by] : by, groups: names });
  }
}

import { describe } from "../core/options.js";
import { groups as groupsField } from "../data/groups.js";
import { checkParts, columnsOf } from "../tables/grouping.js";
import { Questions } from "../tables/questions.js";
import { columnNamed } from "./columns.js";
import { checkNames } from "./names.js";
import { dialects, type SqlTableOptions, sqlTableDeclaration, tableNamed } from "./options.js";
import { answer, plan, type Table as TableOf } from "./release.js";
import type { SqlTable } from "./types.js";

/**
 * A table that stays in an engine. The queries depend on rows and noise. Show them only to people who may read
 * the rows (docs/engines.md).
 *
 * @param run asks the engine, over one connection, the SQL unaltered, and promises all rows of the answer, as
 *   objects by column name
 * @throws {RangeError | TypeError}
 */
export function sqlTable(
  run: (sql: string) => Promise<unknown[]>,
  options: SqlTableOptions,
): SqlTable {
  if (typeof run !== "function") {
    throw new TypeError(`run must be a function that asks the engine, got ${describe(run)}`);
  }
  const { from, dialect, ...read } = sqlTableDeclaration.read(options);
  const table = { run, ...read, from: tableNamed(from), dialect: dialects[dialect] };
  return new Table(table) as SqlTable;
}

/** Questions about rows in an engine. Each answer is a promise, and so is each rejection. */
class Asked extends Questions<unknown> {
  #table;

  constructor(table: TableOf) {
    super(async (...question) => answer(table, ...question));
    this.#table = table;
  }

  get plan() {
    return new Questions(async (...question) => plan(this.#table, ...question));
  }

  /** The engine selects the rows. */
  where(predicate: unknown): never {
    throw new TypeError(
      `where must be part of \`from\` for a table in an engine, as in { query: "SELECT ... WHERE ..." }, got ${describe(predicate)}`,
    );
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

import { Declaration } from "../core/declaration.js";
import { choice, flag, type Needed, type OptionsOf, optional } from "../core/fields.js";
import { describe } from "../core/options.js";
import { ledger } from "../ledger/fields.js";
import { columnNamed } from "./columns.js";
import type { AnsweredQuery } from "./connection.js";
import { duckdb } from "./duckdb.js";
import { oneStatement } from "./one-statement.js";
import { postgres } from "./postgres.js";
import { spark } from "./spark.js";
import { type Dialect, identifier } from "./writing.js";

/** The dialects that are written. */
export type DialectName = "duckdb" | "postgres" | "spark";

export const dialects = { duckdb, postgres, spark } satisfies Record<DialectName, Dialect>;

const dialectField = choice(Object.keys(dialects) as DialectName[]);
export const dialectOption = dialectField.read;

type Query = { query: string };

export type From = string | string[] | Query;

/** Where the rows are. */
class SqlTableFields {
  /**
   * the table: its name, or a path of names as in `["schema", "events"]`, which are quoted; or `{ query:
   * "SELECT ..." }`, your SQL, which must not contain text from others
   */
  from: Needed<string | string[] | { query: string }> = {
    kind: "name, list of names, { query }",
    example: "events",
    read: fromOption,
  };
  /** the SQL dialect of the engine, which an adaptor knows */
  dialect = optional(dialectField, undefined);
  /** the column of user ids, or null: every row is a different person, as the record then states */
  user: Needed<string | null> = {
    kind: "name of a column, null",
    example: "id",
    read: (name, value) => {
      if (value !== null) columnNamed(name, value);
      return value as string | null;
    },
  };
  /** each answer charges it before it queries the engine for rows */
  ledger = ledger();
  /**
   * whether the table stays unchanged while it is read: then the connection runs without a transaction; default
   * false. Set it for tables that never change, on a connection without transactions.
   */
  immutable = optional(flag(), false);
  /** receives each query after its answer; what an observer learns from them is in docs/engines.md */
  onQuery = optional(listener<AnsweredQuery>(), undefined);
}

/** A function that is told something. */
const listener = <Told>(): Needed<(told: Told) => void> => ({
  kind: "function",
  read: (name, value) => {
    if (typeof value === "function") return value as (told: Told) => void;
    throw new TypeError(`${name} must be a function, got ${describe(value)}`);
  },
});

/**
 * Options of `sqlTable`.
 * @interface
 */
export type SqlTableOptions = OptionsOf<SqlTableFields>;

export const sqlTableDeclaration = new Declaration({ name: "sqlTable", Fields: SqlTableFields });

/** A table by its name, or by a path of names. */
export const tableField = (example: string): Needed<string | string[]> => ({
  kind: "name, list of names",
  example,
  read: (name, value) => {
    const from = fromOption(name, value);
    if (typeof from === "string" || Array.isArray(from)) return from;
    throw new TypeError(`${name} must be a table's name or a list of names, got a query`);
  },
});

function fromOption(option: string, from: unknown): From {
  const isList = Array.isArray(from) && from.length > 0;
  const isQuery =
    typeof (from as Query | null | undefined)?.query === "string" &&
    Object.keys(from as Query).length === 1;
  if (typeof from !== "string" && !isList && !isQuery) {
    throw new TypeError(
      `${option} must be a table's name, a list of names or { query }, got ${describe(from)}`,
    );
  }
  const own = isList ? [...from] : isQuery ? { query: (from as Query).query } : (from as string); // the caller's may change
  if (!isQuery) tableNamed(own, duckdb);
  return own;
}

/** How queries write a table. */
export function tableNamed(
  from: From,
  { hasEscapes, quoted }: Pick<Dialect, "hasEscapes" | "quoted">,
) {
  if (typeof from === "object" && "query" in from) {
    // A comment at the end of a query ends with its line.
    return `(${oneStatement("from", from.query, hasEscapes)}\n)`;
  }
  return [from]
    .flat()
    .map((name) => identifier("from", name, quoted))
    .join(".");
}

import { Declaration } from "../core/declaration.js";
import { choice, type OptionsOf, optional } from "../core/fields.js";
import { describe } from "../core/options.js";
import { nameOption } from "../ledger/parts.js";
import { sha256Of } from "../ledger/sha256.js";
import type { KeptText, LedgerStore } from "../ledger/store.js";
import type { Source } from "./connection.js";
import type { EngineConnection, SqlEngine } from "./engines.js";
import { dialects, tableField, tableNamed } from "./options.js";
import { sourceOf } from "./source.js";
import { type Dialect, hexOf } from "./writing.js";

class LedgerTableFields {
  /** the SQL dialect of the engine, which an adaptor knows; Spark has no statement that compares and replaces */
  dialect = optional(choice(["duckdb", "postgres"] as const), undefined);
  /** the table that keeps ledgers, one a row: its name, or a path of names; default "logstar_ledgers" */
  table = optional(tableField("ledgers"), "logstar_ledgers");
}

/**
 * Options of `ledgerTable`.
 * @interface
 */
export type LedgerTableOptions = OptionsOf<LedgerTableFields>;

export const ledgerTableDeclaration = new Declaration({
  name: "ledgerTable",
  Fields: LedgerTableFields,
  example: { data: [async () => [], "people"], options: { dialect: "postgres" } },
});

/** How often a write is tried that the engine refuses while another one runs, and the pause between, in milliseconds. */
const tries = 10;
const pause = 20;

/** The texts of a ledger's statements. */
interface Statements {
  read: string;
  create: string;
  insert: (text: string) => string;
  update: (text: string, version: string) => string;
  state: string;
}

/**
 * A ledger in a row of a table of DuckDB or PostgreSQL, which any number of machines share. The engine compares the
 * version and replaces the text in one statement. `createLedger` makes the table too, if there is none.
 *
 * @param run asks the engine, each statement in a transaction of its own, and over another connection than tables
 *   that `work` asks; or an adaptor: `postgres(pool)`, `duckdb(connection)`
 * @param name of the ledger
 * @throws {RangeError | TypeError}
 */
export function ledgerTable(
  run: ((sql: string) => Promise<unknown[]>) | SqlEngine,
  name: string,
  options: LedgerTableOptions = {},
): LedgerStore {
  const { dialect: known, ...source } = sourceOf(run);
  nameOption("name", name);
  const { dialect: declared, table } = ledgerTableDeclaration.read(options);
  if (known === "spark") {
    throw new RangeError(
      "run must be of an engine that compares and replaces in one statement, DuckDB or PostgreSQL, got spark",
    );
  }
  if (known !== undefined && declared !== undefined && known !== declared) {
    throw new TypeError(`dialect must be left out or "${known}" here, got "${declared}"`);
  }
  const dialect = known ?? declared;
  if (dialect === undefined) {
    throw new TypeError('dialect must be "duckdb" or "postgres", got undefined');
  }
  const statements = statementsOf(dialects[dialect], table, name);
  return {
    name: `the ledger ${JSON.stringify(name)} of the table`,
    read: () => over(source, (connection) => readRow(connection, statements)),
    write: (text, version) =>
      over(source, async (connection) => {
        if (version === null) await tried(connection, statements.create, async () => false);
        const sql = version === null ? statements.insert(text) : statements.update(text, version);
        const isOther = async () =>
          ((await readRow(connection, statements))?.version ?? null) !== version;
        const rows = await tried(connection, sql, isOther);
        if (rows.length === 0) return false;
        await checkCommitted(connection, rows[0]!, statements);
        return true;
      }),
  };
}

function statementsOf(dialect: Dialect, table: string | string[], named: string): Statements {
  const { quoted, asText, state } = dialect;
  const at = tableNamed(table, dialect);
  const written = (text: string) => dialect.shownText(dialect.textOfHex(hexOf(text)));
  const [name, version, content] = ["name", "version", "content"].map(quoted);
  const told = `${asText(version!)} AS ${version}, ${state} AS ${quoted("state")}`;
  const own = `${name} = ${written(named)}`;
  return {
    read: `SELECT ${asText(content!)} AS ${content}, ${told} FROM ${at} WHERE ${own}`,
    create: `CREATE TABLE IF NOT EXISTS ${at} (${name} text PRIMARY KEY, ${version} text NOT NULL, ${content} text NOT NULL)`,
    insert: (text) =>
      `INSERT INTO ${at} (${name}, ${version}, ${content}) VALUES (${written(named)}, ${written(sha256Of(text))}, ${written(text)}) ON CONFLICT DO NOTHING RETURNING ${told}`,
    update: (text, before) =>
      `UPDATE ${at} SET ${version} = ${written(sha256Of(text))}, ${content} = ${written(text)} WHERE ${own} AND ${version} = ${written(before)} RETURNING ${told}`,
    state: `SELECT ${state} AS ${quoted("state")}`,
  };
}

/** A row of an answer. */
type Row = { content?: unknown; version?: unknown; state?: unknown };

async function over<T>(source: Source, work: (connection: EngineConnection) => Promise<T>) {
  const connection = await source.connect();
  let isBroken = true;
  try {
    const result = await work(connection);
    isBroken = false;
    return result;
  } finally {
    connection.close?.(isBroken);
  }
}

async function readRow(
  connection: EngineConnection,
  { read }: Statements,
): Promise<KeptText | null> {
  const rows = (await connection.run(read)) as Row[];
  if (rows.length === 0) return null;
  const { content: text, version } = rows[0]!;
  if (typeof text !== "string" || version !== sha256Of(text)) {
    throw new RangeError(
      `the row of a ledger must have the hash of its content as its version, got ${describe(version)}`,
    );
  }
  return { text, version };
}

/**
 * Sends a statement, again if the engine refuses it because another one runs.
 * @param isOther whether the row has another version by now: then the write lost, or was done before its error; both
 *   count as lost, so that a charge may be paid twice and is never forgotten
 */
async function tried(connection: EngineConnection, sql: string, isOther: () => Promise<boolean>) {
  for (let left = tries; ; --left) {
    try {
      return (await connection.run(sql)) as Row[];
    } catch (error) {
      if (await isOther()) return [];
      if (left <= 1) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** A charge in a transaction that stays open could be rolled back after the answer. */
async function checkCommitted(
  connection: EngineConnection,
  { state }: Row,
  statements: Statements,
) {
  const [now] = (await connection.run(statements.state)) as [Row];
  if (typeof state === "string" && typeof now?.state === "string" && now.state !== state) return;
  throw new TypeError(
    "run must commit each statement by itself, got two in one transaction: hand over a connection without an open one",
  );
}

import type { Columns } from "../tables/questions.js";
import { knownAs } from "./answer.js";
import { columnNamed, typesQuery } from "./columns.js";
import { type Begun, questionOf, type Table } from "./release.js";
import { namedColumns } from "./rows.js";

/** The first query about rows, which ends the work that asked it. */
class First extends Error {
  sql;

  constructor(sql: string) {
    super("no query is sent");
    this.sql = sql;
  }
}

/**
 * The queries that a question would send first. It sends none and charges nothing. The first query about rows is among
 * them if the table has answered a question about the same columns, and so knows their types.
 */
export async function queriesFirst(
  table: Table,
  name: string,
  columns: Columns,
  asked: unknown[],
  options: object,
): Promise<string[]> {
  const { question, begins, column } = questionOf(table, name, columns, asked, options);
  const { dialect, from, immutable, source } = table;
  const named = namedColumns(table, column).map(({ option, name }) =>
    columnNamed(option, name, dialect.quoted),
  );
  const isWithin = !immutable && dialect.begin !== undefined;
  const sent = [
    ...(isWithin ? [dialect.begin!, ...(source.isOwn ? dialect.settings : [])] : []),
    ...[dialect.probe, dialect.columnsOf(from), typesQuery(dialect, from, named)],
  ];
  const read = table.known.get(knownAs(table, column));
  if (read === undefined) return sent;
  const rows = question.rowsFor(read.rows, read.value);
  const free = { ...begins, read: { ...begins.read, ledger: undefined } };
  const { drawn } = question.released.releaseAnswer(free, () => question.begin?.() ?? {});
  try {
    await question.answers(
      drawn as Begun,
      async (sql) => {
        throw new First(sql);
      },
      rows,
    );
  } catch (error) {
    if (!(error instanceof First)) throw error;
    sent.push(error.sql);
  }
  return sent;
}

// A connection to no engine, for the texts of queries.
import type { Dialect } from "./writing.js";

interface Assumed {
  /** the names of the columns of a question */
  named: readonly string[];
  /** their types, as the engine declares them; undefined: the stand-in ends at the query for them */
  types: readonly (string | null)[] | undefined;
  /** whether it is asked for names and types; default: true */
  isAsked?: boolean;
  /** the rows that the first query about rows finds; default: none, as every later one */
  found?: readonly Record<string, string>[];
  /** whether the stand-in ends at the first query about rows */
  isFirst?: boolean;
}

/** All answers come from one transaction. */
const state = "1";
const nothing = { rows: null };

/**
 * Answers as an engine whose table is empty, and keeps the queries. It knows them by their order: the names of the
 * columns, their types, then rows.
 */
export class StandIn {
  /** the queries, in their order */
  readonly sent: string[] = [];
  /** whether it failed a release, by ending there */
  isEnded = false;
  readonly #dialect;
  readonly #answers;

  constructor(dialect: Dialect, { named, types, isAsked = true, found, isFirst }: Assumed) {
    this.#dialect = dialect;
    const none: (object[] | undefined)[] = isFirst ? [undefined] : [];
    const columns = [
      (named.length > 0 ? named : ["any"]).map((name) => ({ name })), // no table is without columns
      types && [Object.fromEntries(types.map((type, place) => [`type${place}`, type]))],
    ];
    this.#answers = [
      ...(isAsked ? columns : []),
      ...(found ? [found.map((row) => ({ ...row, rows: `${found.length}` }))] : none),
    ];
  }

  /** Answers a query. */
  run = async (sql: string): Promise<unknown[]> => {
    if (sql === "ROLLBACK" || this.isEnded) return [];
    this.sent.push(sql);
    const { begin, settings, probe, probed } = this.#dialect;
    if (sql === begin || sql === "COMMIT" || settings.includes(sql)) return [];
    if (sql === probe) return [{ ...probed, state }];
    const answer = this.#answers.length > 0 ? this.#answers.shift() : [nothing];
    if (answer !== undefined) return answer.map((row) => ({ ...row, state }));
    this.isEnded = true;
    throw new Error("no query is sent");
  };
}

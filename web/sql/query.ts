import { ascending, type Dialect } from "./writing.js";

/** A query from the tables that it defines one after the other. */
export class Query {
  #tables: string[] = [];

  /** @param how "MATERIALIZED " for one that is computed once */
  with(name: string, sql: string, how = "") {
    this.#tables.push(`${name} AS ${how}(${sql})`);
    return this;
  }

  /**
   * Selects the answer, in the order of some columns. Each row contains the number of rows, so that a lost row
   * shows, and the state of the table. An empty answer is a row of NULLs.
   * @param columns by the names that answers have for them
   */
  answer(
    { asText, state, quoted }: Dialect,
    columns: Record<string, string>,
    source: string,
    order: string[] = [],
  ) {
    const answered = { ...columns, rows: asText("COUNT(*) OVER ()") };
    const inner = Object.entries(answered).map(([name, sql]) => `${sql} AS ${quoted(name)}`);
    const places = order.map((_, place) => `place${place}`);
    const placed = order.map((sql, place) => `${sql} AS ${places[place]}`);
    const outer = Object.keys(answered).map((name) => `answer.${quoted(name)}`);
    this.with("answer", `SELECT ${[...inner, ...placed].join(", ")} FROM ${source}`);
    const inOrder = order.length === 0 ? "" : ` ORDER BY ${ascending(...places)}`;
    return `WITH ${this.#tables.join(",\n")}\nSELECT ${outer.join(", ")}, one.${quoted("state")} FROM (SELECT ${state} AS ${quoted("state")}) AS one LEFT JOIN answer ON TRUE${inOrder}`;
  }
}

import { ascending, type Dialect } from "./writing.js";

/** Rows of an answer: columns by the names that it has for them, and the table that they are of. */
type Part = { columns: Record<string, string>; source: string };

/** A query from the tables that it defines one after the other. */
export class Query {
  #tables: string[] = [];
  #also: Part[] = [];

  /** @param how "MATERIALIZED " for one that is computed once */
  with(name: string, sql: string, how = "") {
    this.#tables.push(`${name} AS ${how}(${sql})`);
    return this;
  }

  /** Adds rows with columns of their own to the answer. Each row has NULL in the columns of others. */
  also(columns: Record<string, string>, source: string) {
    this.#also.push({ columns, source });
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
    const count = { rows: asText("COUNT(*) OVER ()") };
    const places = order.map((_, place) => `place${place}`);
    const placed = order.map((sql, place) => `${sql} AS ${places[place]}`);
    const nowhere = places.map((name) => `NULL AS ${name}`);
    const list = (all: Record<string, string>) =>
      Object.entries(all).map(([name, sql]) => `${sql} AS ${quoted(name)}`);
    const select = (of: string[], from: string) => `SELECT ${of.join(", ")} FROM ${from}`;
    const names = [columns, ...this.#also.map(({ columns }) => columns)].flatMap(Object.keys);
    if (this.#also.length === 0) {
      this.with("answer", select([...list({ ...columns, ...count }), ...placed], source));
    } else {
      const none = Object.fromEntries(names.map((name) => [name, "NULL"]));
      const parts = [
        select([...list({ ...none, ...columns }), ...placed], source),
        ...this.#also.map((part) =>
          select([...list({ ...none, ...part.columns }), ...nowhere], part.source),
        ),
      ];
      this.with("parts", parts.join(" UNION ALL "));
      this.with("answer", select(["*", ...list(count)], "parts"));
    }
    const outer = [...names, "rows"].map((name) => `answer.${quoted(name)}`);
    const inOrder = order.length === 0 ? "" : ` ORDER BY ${ascending(...places)}`;
    return `WITH ${this.#tables.join(",\n")}\nSELECT ${outer.join(", ")}, one.${quoted("state")} FROM (SELECT ${state} AS ${quoted("state")}) AS one LEFT JOIN answer ON TRUE${inOrder}`;
  }
}

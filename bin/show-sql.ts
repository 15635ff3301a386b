// `--show-sql`: the SQL of a question, sent to no engine.
import { duckdb } from "#dist/sql/duckdb.js";
import { postgres } from "#dist/sql/postgres.js";
import { spark } from "#dist/sql/spark.js";
import { StandIn } from "#dist/sql/stand-in.js";
import { dialectOf, type EngineOptions, type EngineTable, tableOn } from "./engine.js";

const dialects = { duckdb, postgres, spark };

/** The assumed types of columns, by the kind of their cells. */
const types: Record<keyof typeof dialects, Record<string, string>> = {
  duckdb: {
    ...{ number: "DOUBLE", whole: "BIGINT", bigint: "HUGEINT", text: "VARCHAR" },
    ...{ date: "TIMESTAMP", dates: "TIMESTAMP" },
  },
  postgres: {
    ...{ number: "double precision", whole: "bigint", bigint: "numeric", text: "text" },
    ...{ date: "timestamp without time zone", dates: "timestamp without time zone" },
  },
  spark: {
    ...{ number: "double", whole: "bigint", bigint: "decimal(38,0)", text: "string" },
    ...{ date: "timestamp_ntz", dates: "timestamp_ntz" },
  },
};

/** The columns of a question. */
interface Asked {
  /** the column of values or items, and the kind of its cells */
  value?: { name: string; cells: string } | undefined;
  people: string | null;
  by: string[];
  isPrivate: boolean;
}

/** The columns that a question names, with their types. */
function columnsOf({ value, people, by }: Asked, types: Record<string, string>) {
  const named = [...(people === null ? [] : [people]), ...by];
  return [
    ...(value === undefined ? [] : [{ name: value.name, type: types[value.cells]! }]),
    ...named.map((name) => ({ name, type: types.text! })),
  ];
}

/**
 * A group of so many users that it is released: as a query about groups alone says it, and as one that answers too.
 * All dialects show names as hexadecimal digits.
 */
function manyOf(columns: number) {
  const name = Array(columns).fill("67726f7570").join("/");
  const weight = `${720_720 * 1e6}`;
  return { name, w: weight, found: name, weight, number: "0" };
}

/**
 * Prints the SQL of a question.
 * @param ask receives the table to ask
 */
export async function showSql(
  options: EngineOptions,
  asked: Asked,
  ask: (rows: EngineTable) => Promise<unknown>,
) {
  const { sqlTable } = await import("logstar/sql");
  const name = dialectOf(options);
  const columns = columnsOf(asked, types[name]);
  const engine = new StandIn(dialects[name], {
    named: columns.map(({ name }) => name),
    types: columns.map(({ type }) => type),
    ...(asked.isPrivate && { found: [manyOf(asked.by.length)] }),
  });
  const { from, query, immutable } = options;
  const { people } = asked;
  const table = tableOn(sqlTable, {
    run: engine.run,
    dialect: name,
    people,
    from,
    query,
    immutable,
  });
  try {
    await ask(table);
  } catch (error) {
    // An interior point needs a row of the group that was found: by then every query has been sent.
    const isOfNoRow = asked.isPrivate && (error as Error).name === "TableChanged";
    if (!engine.isEnded && !isOfNoRow) throw error;
  }
  const notes = [
    `SQL for ${name}. Nothing was sent, and nothing is charged.`,
    `An engine states the types of columns first. Assumed here: ${columns.map(({ name, type }) => `${name} is ${type}`).join(", ")}.`,
    "Assumed here: an empty table. With rows, further queries may follow (docs/engines.md).",
  ];
  const statements = engine.sent.map((sql) => `${sql};`);
  console.log([...notes.map((note) => `-- ${note}`), "", ...statements].join("\n"));
}

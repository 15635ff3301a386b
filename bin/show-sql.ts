// `--show-sql`: the SQL of a question, sent to no engine. A stand-in answers as an engine does before it is asked
// about rows, and then as one whose table is empty.
import { duckdb } from "#dist/sql/duckdb.js";
import { postgres } from "#dist/sql/postgres.js";
import { spark } from "#dist/sql/spark.js";
import type { Run } from "./connections.js";
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

/** Answers like an engine, and keeps what it was sent. */
class StandIn {
  sent: string[] = [];

  #dialect;
  #columns;
  #groups;

  constructor(
    dialect: typeof duckdb,
    types: Record<string, string>,
    { value, people, by, isPrivate }: Asked,
  ) {
    const named = [...(people === null ? [] : [people]), ...by];
    this.#dialect = dialect;
    this.#columns = [
      ...(value === undefined ? [] : [{ name: value.name, type: types[value.cells]! }]),
      ...named.map((name) => ({ name, type: types.text! })),
    ];
    this.#groups = isPrivate ? by.length : 0;
  }

  /** The answers that an engine gives first, in their order: the names of the columns, their types, groups. */
  #first = [
    () => this.#columns.map(({ name }) => ({ name })),
    () => [Object.fromEntries(this.#columns.map(({ type }, place) => [`type${place}`, type]))],
    () => [this.#groups > 0 ? { ...manyOf(this.#groups), rows: "1" } : { rows: null }],
  ];

  run: Run = async (sql) => {
    this.sent.push(sql);
    const { begin, probe, probed } = this.#dialect;
    if (sql === begin || sql === "COMMIT") return [];
    if (sql === probe) return [{ ...probed, state }];
    const answer = this.#first.shift() ?? (() => [{ rows: null }]);
    return answer().map((row) => ({ ...row, state }));
  };

  /** The types that its answers assume, in words. */
  get assumed() {
    return this.#columns.map(({ name, type }) => `${name} is ${type}`).join(", ");
  }
}

/** All answers come from one transaction. */
const state = "1";

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
  const engine = new StandIn(dialects[name], types[name], asked);
  const { from, query, immutable } = options;
  const { people } = asked;
  await ask(tableOn(sqlTable, { run: engine.run, dialect: name, people, from, query, immutable }));
  const notes = [
    `SQL for ${name}. Nothing was sent, and nothing is charged.`,
    `An engine states the types of columns first. Assumed here: ${engine.assumed}.`,
    "Assumed here: an empty table. With rows, further queries may follow (docs/engines.md).",
  ];
  const statements = engine.sent.map((sql) => `${sql};`);
  console.log([...notes.map((note) => `-- ${note}`), "", ...statements].join("\n"));
}

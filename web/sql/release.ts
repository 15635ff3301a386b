import { describe } from "../core/options.js";
import type { GroupName } from "../data/group-names.js";
import type { CheckedCall as AskedOf, ReleaseDeclaration } from "../ledger/released.js";
import { interiorPointDeclaration } from "../ranks/interior-point.js";
import { medianDeclaration } from "../ranks/median.js";
import { quantileDeclaration } from "../ranks/quantile.js";
import { quantilesDeclaration } from "../ranks/quantiles.js";
import type { Columns } from "../tables/questions.js";
import type { Planned } from "../tables/types.js";
import type { CancelSignal } from "../worker/controls.js";
import { type Column, columnNamed } from "./columns.js";
import type { AnsweredQuery, QueryRows, Source } from "./connection.js";
import { askedForBounds } from "./found.js";
import { askedForItems } from "./items.js";
import type { Rows } from "./kept-rows.js";
import { askedForRank } from "./rank-questions.js";
import type { Read } from "./rows.js";
import { askedForDeviation, askedForDistinct, askedForVariance } from "./spread-questions.js";
import { askedForBins, askedForCount, askedForMean, askedForSum } from "./sum-questions.js";
import type { Dialect } from "./writing.js";

/** A call. Its options state the loss, for plans. */
export type Asked = AskedOf<{ epsilon: number; delta?: number }>;

/** A table, maybe by groups, as `sqlTable` and `groupBy` read it. */
export interface Table {
  source: Source;
  dialect: Dialect;
  /** as queries write it */
  from: string;
  user: string | null;
  immutable: boolean;
  ledger?: unknown;
  onQuery?: ((query: AnsweredQuery) => void) | undefined;
  /** the columns of questions that were answered, for the texts of queries */
  known: Map<string, Read>;
  /** the column that identifies groups, or several of them */
  by?: string | string[];
  groups?: GroupName[] | "private";
}

/** The core's pending release, charged. Each kind has more, and so have the rows that it is about. */
export type Begun = { id: number; userWeight: number };

/** The answer without the record. `told`, `toldOfInterval`: the parts of it that belong there. */
export type Answered = { told?: object; toldOfInterval?: object; [part: string]: unknown };

/** A question whose public parameters are checked. */
export interface Question {
  released: Pick<ReleaseDeclaration<object>, "releaseAnswer" | "accuracyOf">;
  asked: Asked;
  /** the core's name of the deferred release */
  of: string;
  /** what it begins with */
  begin?: () => { data?: object; reading?: object };
  /** its rows, if the column's kind suits it */
  rowsFor: (rows: Rows, value: Column) => Rows;
  /** the answer without the record, and what of it belongs there */
  answers(begun: Begun, queryRows: QueryRows, rows: Rows): Promise<Answered>;
}

/** Prepares a question from its column, its arguments between column and options, and the options. */
export type Asking = (table: Table, column: string, asked: unknown[], options: object) => Question;

/** By the names of methods. */
const questions: Record<string, Asking> = {
  median: askedForRank(medianDeclaration),
  quantile: askedForRank(quantileDeclaration),
  quantiles: askedForRank(quantilesDeclaration),
  interiorPoint: askedForRank(interiorPointDeclaration),
  count: askedForCount,
  sum: askedForSum,
  mean: askedForMean,
  variance: askedForVariance,
  standardDeviation: askedForDeviation,
  histogram: askedForBins,
  topK: askedForItems,
  countDistinct: askedForDistinct,
  findBounds: askedForBounds,
};

/**
 * Checks a question, as far as it is public.
 * @param name of the method
 * @param columns by their role
 */
export function questionOf(
  table: Table,
  name: string,
  columns: Columns,
  asked: unknown[],
  given: object,
) {
  if (!Object.hasOwn(questions, name)) {
    throw new TypeError(
      `a table in an engine must be asked for ${Object.keys(questions).join(", ")}, got ${name}: fetch the columns and ask \`table\` for it`,
    );
  }
  const { orderBy } = columns;
  if (orderBy !== undefined) {
    throw new TypeError(
      `orderBy must be left out for a table in an engine, got ${describe(orderBy)}`,
    );
  }
  const { signal, options } = withoutSignal(given);
  checkSqlOptions(name, options);
  const column = "values" in columns ? columns.values : undefined;
  if ("values" in columns) columnNamed("column", column);
  const { groups, ledger } = table;
  // The options' own reader rejects other values.
  const isObject = typeof options === "object" && options !== null;
  const whole = isObject
    ? { ...options, ledger, ...(groups !== undefined && { groups }) }
    : options;
  const question = questions[name]!(table, column as string, asked, whole);
  return { column, question, signal, begins: inEngine(table, question) };
}

/** Splits off the signal that cancels: the release does not take it. */
function withoutSignal(given: object): { options: object; signal?: CancelSignal | undefined } {
  if (typeof given !== "object" || given === null || !("signal" in given))
    return { options: given };
  const { signal, ...options } = given as { signal?: CancelSignal };
  if (signal === undefined || typeof signal?.throwIfAborted === "function")
    return { options, signal };
  throw new TypeError(`signal must be an AbortSignal, got ${describe(signal)}`);
}

/** The cost and the accuracy of an answer, without a ledger, which grants slightly less. It queries no engine. */
export async function plan(
  table: Table,
  name: string,
  columns: Columns,
  asked: unknown[],
  options: object,
): Promise<Planned> {
  const free = { ...table, ledger: undefined };
  const { question, begins } = questionOf(free, name, columns, asked, options);
  const { epsilon, delta = 0 } = begins.read;
  return { epsilon, delta, accuracy: question.released.accuracyOf(begins) };
}

type RefusedOptions = { groups?: unknown; ledger?: unknown; outside?: unknown; missing?: unknown };

/** Rejects options that a table in an engine does not support. */
function checkSqlOptions(caller: string, options: RefusedOptions | undefined) {
  for (const name of ["groups", "ledger"] as const) {
    if (options?.[name] === undefined) continue;
    const where = name === "groups" ? "groupBy(column, groups)" : "sqlTable(run, { ledger })";
    throw new TypeError(`${caller}: ${name} must be given by ${where}, got ${name} again`);
  }
  for (const name of ["outside", "missing"] as const) {
    if (options?.[name] !== "throw") continue;
    throw new RangeError(`${name} must not be "throw" for a table in an engine, got "throw"`);
  }
}

/** The deferred release of the core; its record names the engine. */
function inEngine({ dialect }: Table, { of, asked }: Question): Asked {
  const parameters = { ...asked.parameters, engine: dialect.name };
  return { ...asked, of, parameters };
}

import { describe } from "../core/options.js";
import { claimOf, paid } from "../ledger/release.js";
import { foundPoint } from "../ranks/interior-point.js";
import { foundMedian } from "../ranks/median.js";
import { foundQuantile } from "../ranks/quantile.js";
import { foundQuantiles } from "../ranks/quantiles.js";
import { columnNamed } from "./columns.js";
import { reading } from "./connection.js";
import { askedForBounds } from "./found.js";
import { askedForItems } from "./items.js";
import { askedForRank } from "./rank-questions.js";
import { rowsOf } from "./rows.js";
import { askedForDeviation, askedForDistinct, askedForVariance } from "./spread-questions.js";
import { askedForBins, askedForCount, askedForMean, askedForSum } from "./sum-questions.js";

/** @typedef {import("../ledger/released.js").Asked<any>} Asked */

/**
 * A table, maybe by groups, as `sqlTable` and `groupBy` read it.
 * @typedef {object} Table
 * @property {(sql: string) => Promise<any>} run
 * @property {import("./writing.js").Dialect} dialect
 * @property {string} from as queries write it
 * @property {string | null} user
 * @property {boolean} immutable
 * @property {any} ledger
 * @property {string | string[]} [by] the column that tells groups apart, or several of them
 * @property {any[] | "private"} [groups]
 */

/**
 * A question of which everything public was checked.
 * @typedef {object} Question
 * @property {import("../ledger/released.js").Released<any>} released
 * @property {Asked} asked
 * @property {string} of the name in the core of the release that waits for what it has to know
 * @property {() => { data?: any, reading?: any }} [begin] what it begins with
 * @property {(rows: import("./queries.js").Rows, value: import("./columns.js").Column) => import("./queries.js").Rows}
 *   rowsFor which rows it is about, if the column is of a kind that it can be asked of
 * @property {(begun: any, ask: import("./connection.js").Ask, rows: any) => Promise<any>} answers what is handed
 *   back but for the record; `told`: what of it belongs there
 */

/**
 * What asks a question, from its column, what stands between column and options, and the options.
 * @type {Record<string, (table: Table, column: string, asked: any[], options: any) => Question>}
 */
const questions = {
  median: askedForRank(foundMedian),
  quantile: askedForRank(foundQuantile),
  quantiles: askedForRank(foundQuantiles),
  interiorPoint: askedForRank(foundPoint),
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
 * @param {Table} table
 * @param {string} name of the method
 * @param {Record<string, any>} columns by what they are for
 * @param {any[]} asked
 * @param {any} options
 */
function questionOf(table, name, columns, asked, options) {
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
  checkSqlOptions(name, options);
  const column = "values" in columns ? columns.values : undefined;
  if ("values" in columns) columnNamed("column", column);
  const { groups, ledger } = table;
  // What is no object is refused by the options' own reader.
  const isObject = typeof options === "object" && options !== null;
  const given = isObject
    ? { ...options, ledger, ...(groups !== undefined && { groups }) }
    : options;
  const question = questions[name](table, column, asked, given);
  return { column, question };
}

/**
 * Answers a question: what is public is checked, then the engine is asked what columns there are, the ledger is
 * charged, and the engine asked for what the release has to know.
 * @param {Table} table
 * @param {string} name
 * @param {Record<string, any>} columns
 * @param {any[]} asked
 * @param {any} options
 * @returns {Promise<any>}
 */
export async function answer(table, name, columns, asked, options) {
  const { column, question } = questionOf(table, name, columns, asked, options);
  const begins = inEngine(table, question);
  return reading(table, async (ask) => {
    const { value, rows } = await rowsOf(table, ask, column);
    const wanted = question.rowsFor(rows, value);
    const { answers, record } = await charged(table, question, begins, (begun) =>
      question.answers(begun, ask, wanted),
    );
    const { told, ...answer } = answers;
    Object.assign(record.parameters, told); // in the ledger's record too
    return { ...answer, record };
  });
}

/**
 * What an answer would cost, and how far off it may be. Nothing is asked of the engine.
 * @param {Table} table
 * @param {string} name
 * @param {Record<string, any>} columns
 * @param {any[]} asked
 * @param {any} options
 * @returns {Promise<import("../tables/types.js").Planned>}
 */
export async function plan(table, name, columns, asked, options) {
  const { question } = questionOf(table, name, columns, asked, options);
  const begins = inEngine(table, question);
  const { epsilon, delta = 0 } = begins.read;
  return { epsilon, delta, accuracy: question.released.accuracyOf(begins) };
}

/**
 * Refuses what a table in an engine does not know.
 * @param {string} caller
 * @param {any} options
 */
function checkSqlOptions(caller, options) {
  for (const name of ["groups", "ledger"]) {
    if (options?.[name] === undefined) continue;
    const where = name === "groups" ? "groupBy(column, groups)" : "sqlTable(run, { ledger })";
    throw new TypeError(`${caller}: ${name} must be given by ${where}, got ${name} again`);
  }
  for (const name of ["outside", "missing"]) {
    if (options?.[name] !== "throw") continue;
    throw new RangeError(`${name} must not be "throw" for a table in an engine, got "throw"`);
  }
}

/**
 * The release as the core has it for rows that it has to be told of; its record says which engine they are in.
 * @param {Table} table
 * @param {Question} question
 * @returns {Asked}
 */
function inEngine({ dialect }, { of, asked }) {
  const parameters = { ...asked.parameters, engine: dialect.name };
  return { ...asked, of, claim: claimOf(of, asked.request), parameters };
}

/**
 * Charges, then asks the engine for what the release has to know. An error after the charge leaves it spent.
 * @template T
 * @param {Table} table
 * @param {Question} question
 * @param {Asked} begins
 * @param {(drawn: any) => Promise<T>} answer
 */
async function charged(table, { released, begin }, begins, answer) {
  const { drawn, record } = released.draw(begins, () => begin?.() ?? {});
  try {
    return { answers: await answer(drawn), record };
  } catch (error) {
    return paid(table.ledger === undefined ? undefined : "the ledger", () => {
      throw error;
    });
  }
}

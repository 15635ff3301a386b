import { describe } from "../core/options.js";
import { usersCounted } from "../counts/count.js";
import { claimOf, paid } from "../ledger/release.js";
import { foundPoint } from "../ranks/interior-point.js";
import { foundMedian } from "../ranks/median.js";
import { foundQuantile } from "../ranks/quantile.js";
import { foundQuantiles } from "../ranks/quantiles.js";
import { checkUserOptions } from "../ranks/user-options.js";
import { rankedAnswers } from "../ranks/users.js";
import { columnNamed } from "./columns.js";
import { reading } from "./connection.js";
import { countAnswers } from "./counts.js";
import { checkColumnFor, checkKeys, keysOf } from "./keys.js";
import { rankAnswers } from "./ranks.js";
import { rowsOf } from "./rows.js";

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

/** What answers a question about the ranks of a column. @type {Record<string, import("../ledger/released.js").Released<any>>} */
const ranks = {
  median: foundMedian,
  quantile: foundQuantile,
  quantiles: foundQuantiles,
  interiorPoint: foundPoint,
};

/**
 * Answers a question, if it is one that an engine answers.
 * @param {Table} table
 * @param {string} name of the method
 * @param {Record<string, any>} columns by what they are for
 * @param {any[]} asked what stands between column and options
 * @param {any} options
 * @returns {Promise<any>}
 */
export async function answer(table, name, { values: column, orderBy }, [q], options) {
  if (name === "count") return count(table, options);
  if (!Object.hasOwn(ranks, name)) {
    throw new TypeError(
      `a table in an engine must be asked for ${Object.keys(ranks).join(", ")} or count, got ${name}: fetch the columns and ask \`table\` for it`,
    );
  }
  if (orderBy !== undefined) {
    throw new TypeError(
      `orderBy must be left out for a table in an engine, got ${describe(orderBy)}`,
    );
  }
  return rank(table, ranks[name], column, options, q);
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
  if (options?.size !== undefined) {
    throw new TypeError(
      `size must be left out for a table in an engine, got ${describe(options.size)}`,
    );
  }
}

/**
 * The columns as the functions for tables in memory know them: only that they are there.
 * @param {Table} table
 * @param {string} [values]
 */
const columnsOf = ({ user, by }, values) => ({
  ...(values !== undefined && { values }),
  users: user,
  ...(by !== undefined && { groups: by }),
});

/**
 * A record says which engine the rows are in.
 * @param {Table} table
 * @param {Asked} asked
 * @param {string} of
 * @returns {Asked}
 */
function inEngine({ dialect }, asked, of) {
  const parameters = { ...asked.parameters, engine: dialect.name };
  return { ...asked, of, claim: claimOf(of, asked.request), parameters };
}

/**
 * Charges, then asks the engine for what the release has to know. An error after the charge leaves it spent.
 * @template T
 * @param {Table} table
 * @param {import("../ledger/released.js").Released<any>} released
 * @param {Asked} asked
 * @param {(drawn: any) => Promise<T>} answer
 */
async function charged(table, released, asked, answer) {
  const { drawn, record } = released.draw(asked, () => ({ data: { ahead: 4 } }));
  try {
    return { answers: await answer(drawn), record };
  } catch (error) {
    return paid(table.ledger === undefined ? undefined : "the ledger", () => {
      throw error;
    });
  }
}

/**
 * @param {Table} table
 * @param {import("../ledger/released.js").Released<any>} released
 * @param {string} column
 * @param {any} options
 * @param {any} q
 */
async function rank(table, released, column, options, q) {
  const { groups, by, ledger } = table;
  checkSqlOptions(released.name, options);
  columnNamed("column", column);
  const columns = columnsOf(table, column);
  const asked = released.ask({ ...options, groups, ledger }, (read) => {
    checkUserOptions(read, columns);
    if (read.perUser !== undefined && read.perUser !== "spread") {
      throw new RangeError(
        `perUser must be "spread" for a table in an engine, got "${read.perUser}"`,
      );
    }
    checkKeys(read.domain);
    return { q, columns, isKnown: true };
  });
  /** @type {any} */
  const read = asked.read;
  const begins = inEngine(table, asked, "UserRanksWindows");
  const declared = Array.isArray(groups) ? groups.length : by === undefined ? 1 : 0;
  return reading(table, async (ask) => {
    const { value, rows } = await rowsOf(table, ask, column);
    checkColumnFor(value, read.domain);
    const keyed = { ...rows, keys: keysOf(table.dialect, value, read) };
    const { answers: found, record } = await charged(table, released, begins, async (begun) => {
      const answers = await rankAnswers(begun, ask, keyed, declared);
      if (answers !== undefined) return answers;
      throw new Error("the table changed while it was read, which a transaction does not allow");
    });
    const nameOf = Array.isArray(groups) ? (/** @type {number} */ i) => groups[i] : found.nameOf;
    const result = { drawn: found.answers, kept: nameOf, record };
    return rankedAnswers(result, read, (values) => {
      const decoded = values.map(read.domain.decode);
      return released === foundQuantiles ? decoded : decoded[0];
    });
  });
}

/**
 * @param {Table} table
 * @param {any} options
 */
async function count(table, options) {
  const { groups, ledger, user } = table;
  checkSqlOptions("count", options);
  if (groups === undefined && user === null) {
    throw new TypeError("user must be a column of ids to be counted without groups, got null");
  }
  const asked = usersCounted.ask({ ...options, groups, ledger }, () => columnsOf(table));
  const of = groups === "private" ? "GroupDiscoverySums" : "UserHistogramSums";
  const begins = inEngine(table, asked, of);
  return reading(table, async (ask) => {
    const { rows } = await rowsOf(table, ask);
    const { answers, record } = await charged(table, usersCounted, begins, (begun) =>
      countAnswers({ of, ...begun }, ask, rows, asked.read),
    );
    return { ...answers, record };
  });
}

// The CPU time of questions as a table grows in Spark, which makes the rows itself, quickly.
import { integers, reals } from "../../dist/index.js";
import { ratiosOf } from "./ratios.mjs";

/** A whole number below `count` for a row: for each column another. */
const below = (count, column) => `pmod(xxhash64(id, ${column}), ${count})`;
/** A number from 0 to 1 for a row. */
const spread = (column) => `(${below(2 ** 30, column)} / CAST(${2 ** 30} AS DOUBLE))`;

/** Makes the table `growing`: most users have as many rows, and most pages few visits. */
async function createGrowing({ command }, { events, users }) {
  await command("DROP TABLE IF EXISTS growing");
  await command(`CREATE TABLE growing USING parquet AS SELECT
    concat('user ', ${below(users, 1)}) AS visitor,
    CAST(floor(86400 * pow(${spread(2)}, 2)) AS bigint) AS seconds,
    3600 * pow(${spread(3)}, 3) AS score,
    concat('/page/', CAST(floor(20000 * pow(${spread(4)}, 6)) AS bigint)) AS page FROM range(${events})`);
}

const seconds = integers(0, 86399);
const scores = reals({ min: 0, max: 3600 });

const questions = {
  "median of whole seconds, rows are people": {
    user: null,
    ask: (table) => table.median("seconds", { epsilon: 1, domain: seconds }),
    plain: "SELECT percentile_approx(seconds, 0.5) FROM growing",
  },
  "median of doubles, rows are people": {
    user: null,
    ask: (table) => table.median("score", { epsilon: 1, domain: scores }),
    plain: "SELECT percentile_approx(score, 0.5) FROM growing",
  },
  "median of whole seconds by user": {
    ask: (table) => table.median("seconds", { epsilon: 1, domain: seconds }),
    plain: `SELECT percentile_approx(half, 0.5) FROM (SELECT visitor, median(seconds) AS half
      FROM growing GROUP BY visitor)`,
  },
  "top pages, 5 a user": {
    ask: (table) => table.topK("page", { k: 10, kBar: 100, epsilon: 1, delta: 1e-7, perUser: 5 }),
    plain: `SELECT page, COUNT(DISTINCT visitor) AS n FROM growing GROUP BY page ORDER BY n DESC LIMIT 10`,
  },
};

/** From this number of rows on each question is asked once: others take their least of two. */
const many = 10_000_000;

/**
 * Asks about 1,000,000 rows, ten times as many, and so on.
 * @param {import("./engines.mjs").Engine} engine Spark
 * @param {{ events: number, users: number }} most the largest size: smaller ones have users in proportion
 * @param {{ only?: string, told: (size: object, found: object[]) => void, toldOne: (one: object) => void }} how
 *   `told`: of each size; `toldOne`: of each question as soon as it is measured
 */
export async function growthOf(engine, most, { only, told, toldOne }) {
  for (let events = Math.min(most.events, 1_000_000); events <= most.events; events *= 10) {
    const size = { events, users: Math.ceil((most.users * events) / most.events) };
    await createGrowing(engine, size);
    const times = events < many ? 2 : 1;
    const which = { of: questions, from: "growing", times, only, told: toldOne };
    told(size, await ratiosOf(engine, which));
  }
}

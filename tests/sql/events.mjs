// Events of users in an engine: private top pages, median seconds by private country, and weekly active users,
// all from one user-level ledger that is saved and resumed in between. For comparison, the queries without
// privacy, and the time for fetching the columns.
import { integers, Ledger } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";

/** Public weeks: the weeks of the calendar. */
const weeks = Array.from({ length: 8 }, (_, week) =>
  new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
);
/** The permitted seconds of a visit. */
const domain = integers(0, 3600);

/** A number from 0 to 1 for a row or user, equal in every engine. */
const spread = (number, factor) =>
  `(CAST((${number} * ${factor} + 12345) % 4294967291 AS double precision) / 4294967291)`;

/** The whole numbers of each engine, next to the common dialect. */
const dialects = {
  duckdb: {
    series: (count) => `range(${count}) AS r(i)`,
    median: "median(seconds)",
    cut: (value) => `CAST(floor(${value}) AS bigint)`,
  },
  postgres: {
    series: (count) => `generate_series(0, ${count - 1}) AS r(i)`,
    median: "percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds)",
    cut: (value) => `CAST(floor(${value}) AS bigint)`,
  },
  spark: {
    series: (count) => `range(${count}) AS r(i)`,
    median: "percentile_disc(0.5) WITHIN GROUP (ORDER BY seconds)",
    cut: (value) => `CAST(floor(${value}) AS bigint)`,
  },
};

/** A query in the words of a dialect. */
export const writtenEvents = (dialect, sql) =>
  dialect === "spark"
    ? sql.replaceAll("double precision", "double").replaceAll(" AS text)", " AS string)")
    : sql;

/**
 * Makes the table `events`: some users have many rows, some countries few users, and most pages few visits.
 * Each user has one country; some countries are villages of a single user.
 * @param {import("./engines.mjs").Engine} engine
 * @param {{ events: number, users: number }} size
 */
export async function createEvents({ dialect, run, command = run }, { events, users }) {
  const { series, cut } = dialects[dialect];
  const user = cut(`${users} * pow(${spread("CAST(i AS bigint)", 2654435761)}, 2)`);
  const country = cut(`40 * pow(${spread("u", 805459861)}, 2)`);
  const page = cut(`20000 * pow(${spread("CAST(i AS bigint)", 3674653429)}, 6)`);
  const score = `3600 * pow(${spread("CAST(i AS bigint)", 1500450271)}, 3)`;
  // Each user has events in four of the eight weeks.
  const day = cut(
    `28 * ${spread("CAST(i AS bigint)", 982451653)} + 28 * ${spread("u", 472882027)}`,
  );
  const made = dialect === "spark" ? "USING parquet AS" : "AS";
  await command("DROP TABLE IF EXISTS events");
  const create = `CREATE TABLE events ${made} SELECT
    'user ' || CAST(u AS text) AS visitor,
    CASE WHEN u % ${Math.max(1, Math.floor(users / 20))} = 7 THEN 'village ' || CAST(u AS text)
      ELSE 'country ' || CAST(${country} AS text) END AS country,
    '/page/' || CAST(p AS text) AS page, s AS seconds, score, CAST(score AS numeric(12, 4)) AS pay,
    CAST(DATE '2026-01-05' + d AS timestamp) AS happened
    FROM (SELECT u, p, ${cut("score")} AS s, score, CAST(${day} AS integer) AS d
      FROM (SELECT i, ${user} AS u, ${page} AS p, ${score} AS score FROM ${series(events)}) AS drawn) AS made`;
  await command(writtenEvents(dialect, create));
  if (dialect === "postgres") await run("ANALYZE events");
}

/** The first day of the calendar week of an event. */
const withWeek =
  "SELECT *, CAST(CAST(date_trunc('week', happened) AS date) AS text) AS week FROM events";

/** The questions, each with its query without privacy, and the query with the same answer about users. */
const questions = {
  "top pages": {
    from: "events",
    ask: (table) => table.topK("page", { k: 10, kBar: 100, epsilon: 1, delta: 1e-7, perUser: 20 }),
    found: ({ items }) => `${items.length} pages, ${items.slice(0, 3).map(({ item }) => item)}`,
    plain: () =>
      "SELECT page, COUNT(DISTINCT visitor) AS n FROM events GROUP BY page ORDER BY n DESC LIMIT 10",
  },
  "median seconds by country": {
    from: "events",
    ask: (table) =>
      table.groupBy("country", "private").median("seconds", { epsilon: 1, delta: 1e-7, domain }),
    found: ({ groups }) => `${groups.length} countries, ${groups[0]?.group}: ${groups[0]?.value}`,
    plain: ({ median }) => `SELECT country, ${median} AS half FROM events GROUP BY country`,
    // The query above counts rows; this one matches the answer.
    ofUsers: `SELECT country, MIN(seconds) AS half FROM (SELECT country, seconds,
      SUM(w) OVER (PARTITION BY country ORDER BY seconds) AS upto, SUM(w) OVER (PARTITION BY country) AS total
      FROM (SELECT country, seconds, SUM(w) AS w
        FROM (SELECT country, seconds, 720720 / COUNT(*) OVER (PARTITION BY visitor) AS w FROM events) AS weighed
        GROUP BY country, seconds) AS points) AS summed WHERE upto >= total / 2 GROUP BY country`,
  },
  "weekly active users": {
    from: { query: withWeek },
    ask: (table) => table.groupBy("week", weeks).count({ epsilon: 1, perUser: 8 }),
    found: ({ groups }) => groups.map(({ value }) => value).join(" "),
    plain: () => `SELECT week, COUNT(DISTINCT visitor) AS n FROM (${withWeek}) AS w GROUP BY week`,
  },
};

/** A connection that counts an engine's output. */
function counting(run) {
  const out = { queries: 0, rows: 0, bytes: 0, seconds: 0 };
  const counted = async (sql) => {
    const start = performance.now();
    const rows = await run(sql);
    out.seconds += (performance.now() - start) / 1000;
    out.queries += 1;
    out.rows += rows.length;
    for (const row of rows) {
      for (const value of Object.values(row)) out.bytes += value === null ? 0 : `${value}`.length;
    }
    return rows;
  };
  return { counted, out };
}

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - start) / 1000 };
}

/**
 * Asks everything. Saves and resumes the ledger between questions.
 * @param {import("./engines.mjs").Engine} engine with the table `events`
 * @returns {Promise<{ ledger: Ledger, answers: Record<string, any>, times: Record<string, any> }>}
 */
export async function askEvents({ dialect, run }) {
  let saved = JSON.stringify(new Ledger({ epsilon: 3, delta: 1e-6, unit: "user" }));
  const answers = {};
  const times = {};
  for (const [name, { from, ask, found, plain, ofUsers }] of Object.entries(questions)) {
    const ledger = Ledger.fromJSON(saved);
    const { counted, out } = counting(run);
    const table = sqlTable(counted, { from, dialect, user: "visitor", ledger });
    const { result, seconds } = await timed(() => ask(table));
    saved = JSON.stringify(ledger);
    const without = await timed(() => run(plain(dialects[dialect])));
    const same = ofUsers === undefined ? without : await timed(() => run(ofUsers));
    answers[name] = result;
    const { queries, rows, bytes } = out;
    const took = { seconds, plain: without.seconds, ofUsers: same.seconds };
    times[name] = { found: found(result), ...took, queries, rows, bytes };
  }
  return { ledger: Ledger.fromJSON(saved), answers, times };
}

/**
 * Fetches the columns of the median by country, a few thousand rows at a time, and drops them.
 * @param {import("./engines.mjs").Engine} engine
 */
export async function fetchEvents({ stream }) {
  let [rows, bytes] = [0, 0];
  const { seconds } = await timed(async () => {
    for await (const part of stream("SELECT visitor, country, seconds FROM events")) {
      rows += part.length;
      for (const row of part) for (const value of row) bytes += `${value}`.length;
    }
  });
  return { seconds, rows, bytes };
}

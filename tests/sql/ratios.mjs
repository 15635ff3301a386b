// The CPU time of private questions about events, beside that of the same question of users without privacy.
import { readdirSync, readFileSync } from "node:fs";
import { integers, reals } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { writtenEvents } from "./events.mjs";

/** A user's rows weigh one user together. `group`: "0" for all rows, a constant that no engine groups by */
const weighed = (
  column,
  group,
) => `SELECT g, k, SUM(720720 / m) AS w FROM (SELECT ${group} AS g, ${column} AS k,
  COUNT(*) OVER (PARTITION BY visitor) AS m FROM events) AS sized GROUP BY g, k`;

/** Quantiles of users, by group. */
const quantiles = (column, group, qs) => `SELECT g, ${qs
  .map((q) => `MIN(CASE WHEN upto >= total * ${q} THEN k END) AS q${`${q}`.slice(2)}`)
  .join(", ")} FROM (SELECT *, SUM(w) OVER (PARTITION BY g ORDER BY k) AS upto,
  SUM(w) OVER (PARTITION BY g) AS total FROM (${weighed(column, group)}) AS points) AS summed GROUP BY g`;

/** The mean of users' means, by group. */
const means = (column, group) => `SELECT g, AVG(mean) FROM (SELECT u, g, AVG(k) AS mean
  FROM (SELECT visitor AS u, ${group} AS g, ${column} AS k FROM events) AS named GROUP BY u, g) AS means GROUP BY g`;

const distinct = (column) =>
  `SELECT ${column}, COUNT(DISTINCT visitor) AS n FROM events GROUP BY ${column}`;

const tenths = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const loss = { epsilon: 1, delta: 1e-7 };
const domain = integers(0, 3600);
const scores = reals({ min: 0, max: 3600 });

/** Each question: what is asked, and what answers it without privacy. */
const questions = {
  "median of whole numbers": {
    ask: (table) => table.median("seconds", { epsilon: 1, domain }),
    plain: quantiles("seconds", "0", [0.5]),
  },
  "median of doubles": {
    ask: (table) => table.median("score", { epsilon: 1, domain: scores }),
    plain: quantiles("score", "0", [0.5]),
  },
  "median of decimals": {
    ask: (table) => table.median("pay", { epsilon: 1, domain: scores }),
    plain: quantiles("pay", "0", [0.5]),
  },
  "nine quantiles": {
    ask: (table) =>
      table.quantiles("seconds", tenths, { epsilon: 9, domain, algorithm: "separate" }),
    plain: quantiles("seconds", "0", tenths),
  },
  "median by private group": {
    ask: (table) => table.groupBy("country", "private").median("seconds", { ...loss, domain }),
    plain: quantiles("seconds", "country", [0.5]),
  },
  "mean by private group": {
    ask: (table) => table.groupBy("country", "private").mean("seconds", { ...loss, domain }),
    plain: means("seconds", "country"),
  },
  "mean of decimals": {
    ask: (table) => table.mean("pay", { epsilon: 1, domain: integers(0, 3600) }),
    plain: means("pay", "0"),
  },
  "mean within found bounds": {
    ask: (table) => table.mean("score", { epsilon: 1 }),
    plain: means("score", "0"),
  },
  "top pages, 20 a user": {
    ask: (table) => table.topK("page", { k: 10, kBar: 100, ...loss, perUser: 20 }),
    plain: `${distinct("page")} ORDER BY n DESC LIMIT 10`,
  },
  "count by private group": {
    ask: (table) => table.groupBy("country", "private").count({ ...loss, perUser: 1 }),
    plain: distinct("country"),
  },
  "median of rows that are people": {
    user: null,
    ask: (table) => table.median("score", { epsilon: 1, domain: scores }),
    plain: `SELECT MIN(score) FROM (SELECT score, SUM(w) OVER (ORDER BY score) AS upto, SUM(w) OVER () AS total
      FROM (SELECT score, COUNT(*) AS w FROM events GROUP BY score) AS points) AS summed WHERE upto * 2 >= total`,
  },
};

/** The CPU seconds of this process and of an engine's server, with all processes that it started. */
function cpuSeconds({ pid }) {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + (pid === undefined ? 0 : ofServer(pid));
}

const ticks = 100;

function ofServer(pid) {
  // After the name, which is in brackets: the parent's place is 1, the times' places are 11 to 14.
  const statOf = (process) => {
    try {
      return readFileSync(`/proc/${process}/stat`, "utf8").replace(/.*\) /s, "").split(" ");
    } catch {
      return []; // it has ended
    }
  };
  const own = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ name, stat: statOf(name) }))
    .filter(({ name, stat }) => name === `${pid}` || stat[1] === `${pid}`);
  const times = own.map(({ name, stat }) => stat.slice(11, name === `${pid}` ? 15 : 13));
  return times.flat().reduce((sum, time) => sum + Number(time), 0) / ticks;
}

/**
 * Asks each question and its plain query in turn, some times.
 * @param {import("./engines.mjs").Engine} engine with the table
 * @param {{ of?: object, from?: string, times?: number, only?: string, told?: (one: object) => void }} which `of`:
 *   questions by name; `only`: part of the names of those to ask; `told`: of each as soon as it is measured
 * @returns {Promise<{ question: string, private: number, plain: number, queries: number, rows: number }[]>} the least
 *   CPU seconds of each
 */
export async function ratiosOf(
  engine,
  { of = questions, from = "events", times = 2, only = "", told = () => {} } = {},
) {
  const { dialect, run, immutable } = engine;
  const used = async (work) => {
    const start = cpuSeconds(engine);
    await work();
    return cpuSeconds(engine) - start;
  };
  // Spark's machine compiles what it runs often: without this the first question would pay for it.
  const [first] = Object.values(of);
  if (dialect === "spark") {
    await first.ask(sqlTable(run, { from, dialect, user: null, immutable }));
    await run(writtenEvents(dialect, first.plain));
  }
  const found = [];
  for (const [question, { ask, plain, user = "visitor" }] of Object.entries(of)) {
    if (!question.includes(only)) continue;
    const least = { private: Infinity, plain: Infinity };
    let sent = [];
    for (let time = 0; time < times; ++time) {
      sent = [];
      const counted = async (sql) => {
        const answer = await run(sql);
        if (/ AS .rows./.test(sql)) sent.push(answer.length);
        return answer;
      };
      const table = sqlTable(counted, { from, dialect, user, immutable });
      least.private = Math.min(least.private, await used(() => ask(table)));
      least.plain = Math.min(least.plain, await used(() => run(writtenEvents(dialect, plain))));
    }
    const rows = sent.reduce((sum, count) => sum + count, 0);
    const one = { question, ...least, queries: sent.length, rows };
    told(one);
    found.push(one);
  }
  return found;
}

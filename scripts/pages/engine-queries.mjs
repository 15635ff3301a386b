// docs/engine-queries.md: the SQL that `sqlTable` sent for some questions about a small table, in each dialect.
// They are recorded from the package as it was built, asking engines that are started for it. A thread of its own asks
// each engine: the draws of a thread begin with the seed, and the ends of an interval in a query depend on them.
import { once } from "node:events";
import { parentPort, Worker, workerData } from "node:worker_threads";

const seed = 29;
const loss = { epsilon: 1, delta: 1e-6 };

/** Questions as callers write them, about a table whose seconds lie in `domain`. */
const questions = {
  "visits.count({ epsilon })": (visits) => visits.count({ epsilon: 1 }),
  'visits.groupBy("city", ["Lima", "Rome"]).count({ epsilon, perUser: 1 })': (visits) =>
    visits.groupBy("city", ["Lima", "Rome"]).count({ epsilon: 1, perUser: 1 }),
  'visits.sum("seconds", { epsilon, domain })': (visits, domain) =>
    visits.sum("seconds", { epsilon: 1, domain }),
  'visits.mean("seconds", { epsilon, domain })': (visits, domain) =>
    visits.mean("seconds", { epsilon: 1, domain }),
  'visits.findBounds("seconds", { epsilon })': (visits) =>
    visits.findBounds("seconds", { epsilon: 1 }),
  'visits.histogram("seconds", { epsilon, edges: [10, 60] })': (visits) =>
    visits.histogram("seconds", { epsilon: 1, edges: [10, 60] }),
  'visits.topK("city", { k: 2, epsilon, delta, perUser: 3 })': (visits) =>
    visits.topK("city", { k: 2, ...loss, perUser: 3 }),
  'visits.median("seconds", { epsilon, domain })': (visits, domain) =>
    visits.median("seconds", { epsilon: 0.1, domain }),
  'visits.groupBy("city", "private").median("seconds", { epsilon, delta, domain })': (
    visits,
    domain,
  ) => visits.groupBy("city", "private").median("seconds", { ...loss, epsilon: 4, domain }),
  'visits.median("seconds", { epsilon, domain, interval: "population" })': (visits, domain) =>
    visits.median("seconds", { epsilon: 4, domain, interval: "population" }),
  'visits.topK("city", { k: 2, domain: ["Lima", "Rome"], epsilon })': (visits) =>
    visits.topK("city", { k: 2, domain: ["Lima", "Rome"], epsilon: 1 }),
};

/** Users of several rows each, in three cities. */
const rows = Array.from({ length: 900 }, (_, i) => {
  const city = ["Berlin", "Lagos", "Lima"][Math.floor(i / 300)];
  return `('user ${(i * 7) % 250}', ${(i * 37) % 100}, '${city}')`;
});

/** The salts of hashes are new each time. */
const withoutSalt = (sql) => sql.replaceAll(/'[0-9a-f]{32}'/g, "'(32 hexadecimal digits)'");

/** The SQL that each question sends: all statements of the first, then only those about rows. */
async function sentTo({ dialect, run }, { integers, sqlTable }) {
  await run("DROP TABLE IF EXISTS visits");
  await run("CREATE TABLE visits (visitor text, seconds bigint, city text)");
  await run(`INSERT INTO visits VALUES ${rows.join(", ")}`);
  let sent = [];
  const watched = async (sql) => {
    sent.push(withoutSalt(sql));
    return run(sql);
  };
  const visits = sqlTable(watched, { from: "visits", dialect, user: "visitor" });
  const answers = [];
  for (const [question, ask] of Object.entries(questions)) {
    sent = [];
    await ask(visits, integers(0, 3600));
    const isAboutRows = (sql) => /AS kept|kept AS/.test(sql);
    answers.push({ question, queries: sent.filter(isAboutRows), whole: sent });
  }
  return answers;
}

const block = (sql) => `\`\`\`sql\n${sql}\n\`\`\``;

/** @param {string} dialect @param {{ question: string, queries: string[], whole: string[] }[]} answers */
function section(dialect, answers) {
  const [first] = answers;
  const before = first.whole.slice(0, first.whole.indexOf(first.queries[0]));
  return [
    `## ${dialect}`,
    `Before rows are asked for: a transaction, the probe, the names of the columns, their types.`,
    ...before.map(block),
    ...answers.flatMap(({ question, queries }) => [`### \`${question}\``, ...queries.map(block)]),
    `At the end \`${first.whole.at(-1)}\`.`,
  ].join("\n\n");
}

/** What one engine is sent, asked by this thread. @param {"duckdb" | "postgres"} name */
async function recordedHere(name) {
  const { engines } = await import("../../tests/sql/engines.mjs");
  const { integers } = await import("../../dist/index.js");
  const { sqlTable } = await import("../../dist/sql.js");
  const { loadForTesting } = await import("../../dist/testing.js");
  const engine = await engines[name]();
  try {
    await loadForTesting({ seed });
    return section(engine.dialect, await sentTo(engine, { integers, sqlTable }));
  } finally {
    await engine.stop();
  }
}

/** The same, asked by a thread of its own. @param {"duckdb" | "postgres"} name */
async function recorded(name) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { asksEngine: name } });
  const exited = once(thread, "exit"); // which may follow the message before that is heard
  const [text] = await once(thread, "message");
  await exited;
  return text;
}

/** The page, which both engines are started for. */
export async function engineQueriesPage() {
  const sections = await Promise.all([recorded("duckdb"), recorded("postgres")]);
  return `# What is sent to an engine

The SQL that [\`sqlTable\`](engines.md) sent for some questions about a table \`visits\` (\`visitor\` text, \`seconds\` whole
numbers from 0 to 3600, \`city\` text): recorded from a connection, of fixed draws. Only the salts of hashes are left out.
What is drawn from each answer is [proved elsewhere](engines.md#what-is-asked-and-who-sees-it).

Of each row \`u\` says whose it is, \`g\` in which group, \`k\` the key of its value, \`w\` what it weighs of the 720,720
units that make a user. A query of windows has one row a region; where what is drawn depends on what is inside of
some, a second one with the table \`wanted\` asks for that. The first query about private groups also says what each of them weighs, and answers for the table
\`probable\` of those that are probably released.
For an interval a last query asks with the table \`ends\` what lies below and above each interval of a public list.
Where bounds are found, \`m\` are the bits of the double \`k\`, and \`b\` is the bin of its sign and exponent.
Each row of an answer says in \`rows\` how many there are, and in \`state\` which transaction of which connection it is of;
an answer without rows is one row, in which all but \`state\` is NULL.

${sections.join("\n\n")}
`;
}

if (workerData?.asksEngine !== undefined) {
  parentPort?.postMessage(await recordedHere(workerData.asksEngine));
}

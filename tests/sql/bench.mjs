// 10^7 events of 10^5 users in DuckDB and in PostgreSQL, each started here. It compares private queries of one
// saved ledger, the same queries without privacy, the data that leaves the engine, and the time to fetch the
// columns. `-- 100000 1000` other numbers of events and users. With `ratios` and names of engines behind them, `spark`
// among them, it compares the CPU time of questions with that of the same questions of users without privacy. With
// `growth` it does so in Spark for 1,000,000 rows, ten times as many, and so on.
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { buildPackage } from "../../scripts/build.mjs";
import { setUpDebian, setUpJava, setUpWasm } from "../../scripts/setup.mjs";
import { main, say } from "../../scripts/shell.mjs";

const version = (name) => createRequire(import.meta.url)(`${name}/package.json`).version;
const inSeconds = (seconds) => `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
const grouped = (number) => number.toLocaleString("en");

/** @param {{ events: number, users: number }} size */
async function bench(size) {
  // The package exists after its build.
  const { load } = await import("../../dist/index.js");
  const { engines } = await import("./engines.mjs");
  const { askEvents, createEvents, fetchEvents } = await import("./events.mjs");
  await load();
  for (const name of ["duckdb", "postgres"]) {
    const engine = await engines[name](cpus().length);
    try {
      const [about] = await engine.run("SELECT version() AS version");
      say(
        `${name}: ${about.version}, ${grouped(size.events)} events of ${grouped(size.users)} users`,
      );
      await createEvents(engine, size);
      const { ledger, times } = await askEvents(engine);
      const table = Object.entries(times).map(([question, time]) => ({
        question,
        private: inSeconds(time.seconds),
        plain: inSeconds(time.plain),
        "plain, of users": inSeconds(time.ofUsers),
        queries: time.queries,
        "rows out": grouped(time.rows),
        "bytes out": grouped(time.bytes),
        found: time.found,
      }));
      console.table(table);
      const fetched = await fetchEvents(engine);
      say(
        `fetching visitor, country and seconds: ${inSeconds(fetched.seconds)}, ${grouped(fetched.rows)} rows, ${grouped(fetched.bytes)} bytes; spent: epsilon ${ledger.spent.epsilon} in ${ledger.entries.length} entries`,
      );
    } finally {
      await engine.stop();
    }
  }
}

/** Many questions take minutes: each is said at once. */
const sayOne = ({ question, private: own, plain }) =>
  console.log(`${question}: ${inSeconds(own)}, plain ${inSeconds(plain)}`);

/** @param {object[]} found what each question took */
function show(found) {
  const table = found.map(({ plain, ...one }) => ({
    ...{ question: one.question, private: inSeconds(one.private), plain: inSeconds(plain) },
    ...{ ratio: (one.private / plain).toFixed(1), queries: one.queries },
    "rows out": grouped(one.rows),
  }));
  console.table(table);
}

/** @param {string} only part of the questions' names */
async function grow(size, only) {
  const { load } = await import("../../dist/index.js");
  const { engines } = await import("./engines.mjs");
  const { growthOf } = await import("./growth.mjs");
  await load();
  const engine = await engines.spark(cpus().length);
  const told = ({ events, users }, found) => {
    say(`spark: ${grouped(events)} rows of ${grouped(users)} users, CPU seconds`);
    show(found);
  };
  try {
    await growthOf(engine, size, { only, told, toldOne: sayOne });
  } finally {
    await engine.stop();
  }
}

/** @param {string[]} names of engines */
async function compare(size, names, only) {
  const { load } = await import("../../dist/index.js");
  const { engines } = await import("./engines.mjs");
  const { createEvents } = await import("./events.mjs");
  const { ratiosOf } = await import("./ratios.mjs");
  await load();
  for (const name of names) {
    const engine = await engines[name](cpus().length);
    try {
      say(`${name}: ${grouped(size.events)} events of ${grouped(size.users)} users, CPU seconds`);
      await createEvents(engine, size);
      show(await ratiosOf(engine, { only, told: sayOne }));
    } finally {
      await engine.stop();
    }
  }
}

main(async () => {
  setUpWasm();
  setUpDebian("engines");
  const [, , , , word, names = word === "growth" ? "spark" : "duckdb,postgres", only] =
    process.argv;
  if (names.includes("spark")) setUpJava();
  await buildPackage();
  const [events = 10_000_000, users = 100_000] = process.argv.slice(2).map(Number);
  say(
    `${cpus()[0].model}, ${cpus().length} cores; Node ${process.version}; ${version("@duckdb/node-api")}, pg ${version("pg")}`,
  );
  if (word === "ratios") return compare({ events, users }, names.split(","), only);
  if (word === "growth") return grow({ events, users }, only);
  await bench({ events, users });
});

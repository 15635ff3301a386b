// Visits in DuckDB: medians and counts of users, in total, by listed cities and by private cities. The engine
// returns some hundred key ranges; the output distribution is that of all rows. `node examples/engine.mjs`
import { DuckDBInstance } from "@duckdb/node-api";
import { integers, Ledger, load } from "logstar";
import { sqlTable } from "logstar/sql";

await load();

const connection = await (await DuckDBInstance.create()).connect();
await connection.run(`CREATE TABLE visits AS SELECT
  'user ' || (i * i % 50021) AS visitor, (i * 37) % 600 AS seconds,
  CASE WHEN i = 7 THEN 'a hamlet' ELSE 'city ' || (i % 5) END AS city
  FROM range(300000) AS r(i)`);

let queries = 0;
const run = async (sql) => {
  ++queries;
  return (await connection.runAndReadAll(sql)).getRowObjects();
};
const ledger = new Ledger({ epsilon: 2, delta: 1e-6, unit: "user" });
const visits = sqlTable(run, { from: "visits", dialect: "duckdb", user: "visitor", ledger });
const domain = integers(0, 3600);

const users = await visits.count({ epsilon: 0.1 });
console.log(`about ${users.value} users`);

const half = await visits.median("seconds", { epsilon: 0.3, domain });
console.log(`half of the time a user stays less than ${half.value} seconds`);
console.log(`  ${half.record.accuracy.statement}`);
console.log(`  ${half.record.guarantee}`);

const { groups } = await visits
  .groupBy("city", ["city 0", "city 1", "city 9"])
  .median("seconds", { epsilon: 0.5, domain });
for (const { group, value, reason } of groups) console.log(`${group}: ${value ?? reason}`);

const named = await visits
  .groupBy("city", "private")
  .median("seconds", { epsilon: 1, delta: 1e-6, domain });
console.log(`${named.groups.length} cities are named; the hamlet of one user is not.`);

console.log(
  `${queries} queries; left of the budget: epsilon ${ledger.remaining.epsilon.toFixed(1)}`,
);

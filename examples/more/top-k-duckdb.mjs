// Top-k on top of an engine: DuckDB groups 3,000,000 flights and hands over the highest counts only;
// logstar draws from them. The SQL runs on any warehouse: docs/top-k-on-a-warehouse.md.
import { DuckDBInstance } from "@duckdb/node-api";
import { load, topK } from "logstar";
import { flightsFile } from "../data/parquet.mjs";

await load();
const connection = await (await DuckDBInstance.create(":memory:")).connect();
await connection.run(`CREATE VIEW flights AS SELECT origin, destination, CAST(date AS DATE) AS day
  FROM '${flightsFile}' WHERE origin IS NOT NULL AND destination IS NOT NULL`);

/** Rows { item, count }: what topK takes. Counts come as BigInts, which it takes too. */
async function rows(sql) {
  return (await connection.runAndReadAll(sql)).getRowObjects();
}

function show(title, { items, complete, record }) {
  console.log(title);
  for (const { item, count } of items) console.log(`  ${item}  about ${count}`);
  if (!complete) console.log("  (the next ones are too rare to be named)");
  console.log(`  ${record.guarantee}`);
  console.log(`  ${record.accuracy.statement}`);
  console.log(`  Why ${record.parameters.variant}: ${record.parameters.reason}.\n`);
}

// Each flight is protected: it is one row, so it counts at one route. kBar + 1 = 101 rows are enough,
// and ties are broken by the item, never by the engine.
const busiest = await rows(`
  SELECT origin || '-' || destination AS item, count(*) AS count
  FROM flights
  GROUP BY item
  ORDER BY count DESC, item
  LIMIT 101`);
show(
  "Busiest routes, every flight protected:",
  topK(busiest, { k: 10, kBar: 100, epsilon: 1, delta: 1e-8, perUser: 1, counts: true }),
);

// All that an airport did on one day is protected. It counts at no more than 5 destinations, once at each; a
// hash of its own rows selects them, so other airports have no influence.
const reached = await rows(`
  WITH pairs AS (SELECT DISTINCT origin || ' ' || day AS "user", destination AS item FROM flights),
  kept AS (
    SELECT item FROM pairs
    QUALIFY row_number() OVER (PARTITION BY "user" ORDER BY hash("user", item), item) <= 5)
  SELECT item, count(*) AS count
  FROM kept
  GROUP BY item
  ORDER BY count DESC, item
  LIMIT 51`);
show(
  "Airports reached from most places, everything an airport did on a day protected:",
  topK(reached, { k: 5, kBar: 50, epsilon: 1, delta: 1e-8, perUser: 5, counts: true }),
);

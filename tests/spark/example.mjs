// A folder of Parquet in Spark: the median seconds of visits by private city, near the true one. It starts a server of
// its own, installed by `node tests/spark/server.mjs`, and makes the folder. `node tests/spark/example.mjs`
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integers, Ledger, load } from "../../dist/index.js";
import { spark, sqlTable } from "../../dist/sql.js";
import { connectSpark } from "./connect.mjs";
import { startSpark } from "./server.mjs";

await load();
const server = await startSpark();
const session = await connectSpark(server.address, server.folders);
const folder = join(mkdtempSync(join(tmpdir(), "logstar-spark-")), "visits");
try {
  await session.command(`INSERT OVERWRITE DIRECTORY '${folder}' USING parquet
    SELECT concat('user ', id % 4000) AS visitor, id * 37 % 100 AS seconds,
      CASE WHEN id = 5 THEN 'a village' ELSE element_at(array('Berlin', 'Lagos', 'Lima'), CAST(id % 3 AS INT) + 1) END AS city
    FROM range(12000)`);

  const ledger = new Ledger({ epsilon: 2, delta: 1e-6, unit: "user" });
  const from = { query: `SELECT * FROM parquet.\`${folder}\`` }; // a folder that nobody writes to
  const visits = sqlTable(spark(session), { from, user: "visitor", immutable: true, ledger });
  const { groups } = await visits
    .groupBy("city", "private")
    .median("seconds", { epsilon: 2, delta: 1e-6, domain: integers(0, 99) });
  for (const { group, value } of groups) console.log(`${group}: ${value}`);
} finally {
  await session.stop();
  await server.stop();
  rmSync(join(folder, ".."), { recursive: true });
}

// Top-k of a CSV file that is read line by line: `node examples/more/top-k-csv.mjs FILE USER ITEM` ranks the
// column ITEM, each value of the column USER counting at 5 items at most. Without a file it writes one of
// 200,000 flights and ranks destinations; the protected unit is an airport's day.
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { boundContributions, load, topK } from "logstar";
import Papa from "papaparse";
import { flightsFile } from "../data/parquet.mjs";

/** Flights of January 2001, from the Bureau of Transportation Statistics, as plain CSV. */
async function writeFlights(file) {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(`COPY (
    SELECT origin || ' ' || CAST(date AS DATE) AS airport_day, destination
    FROM '${flightsFile}' WHERE origin IS NOT NULL AND destination IS NOT NULL
    ORDER BY date, origin, destination LIMIT 200000) TO '${file}' (HEADER)`);
}

/** Two columns of a CSV file. Each line is read by itself: a stray quote must not swallow others' lines. */
async function columnsOf(file, userName, itemName) {
  const [users, items] = [[], []];
  let [header, leftOut] = [undefined, 0];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === "") continue;
    const { data, errors } = Papa.parse(line, { delimiter: "," });
    const [fields] = data;
    if (header === undefined) header = fields;
    else if (errors.length > 0 || fields.length !== header.length) ++leftOut;
    else {
      users.push(fields[header.indexOf(userName)]);
      items.push(fields[header.indexOf(itemName)]);
    }
  }
  const unknown = [userName, itemName].find((name) => !header?.includes(name));
  if (unknown !== undefined) throw new Error(`no column ${unknown}; there are ${header ?? "none"}`);
  if (leftOut > 0) console.error(`${leftOut} lines are not well formed and were left out.`);
  return { users, items };
}

await load();
let [file, userName = "airport_day", itemName = "destination"] = process.argv.slice(2);
let folder;
if (file === undefined) {
  folder = await mkdtemp(join(tmpdir(), "logstar-"));
  file = join(folder, "flights.csv");
  await writeFlights(file);
}
const events = await columnsOf(file, userName, itemName);
if (folder !== undefined) await rm(folder, { recursive: true });

const bounded = boundContributions(events, { perUser: 5 });
console.log(`${events.items.length} rows. ${bounded.statement}`);
const { items, record } = topK(bounded, { k: 5, kBar: 50, epsilon: 1, delta: 1e-6, counts: true });
for (const { item, count } of items) console.log(`  ${item}  about ${count}`);
console.log(`${record.guarantee}\n${record.accuracy.statement}`);

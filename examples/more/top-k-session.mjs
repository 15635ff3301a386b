// Six rankings from one budget: where do flights from six airports go? A ranking that ends early leaves
// its outcomes to the others. The session is saved in between, and its ledger shows the privacy loss.
import { DuckDBInstance } from "@duckdb/node-api";
import { Ledger, load, TopKSession } from "logstar";
import { flightsFile } from "../data/parquet.mjs";

await load();
const connection = await (await DuckDBInstance.create(":memory:")).connect();

/** The destinations of an airport's flights, the most frequent kBar + 1; every flight is protected. */
async function destinationsFrom(airport) {
  const reader = await connection.runAndReadAll(`
    SELECT destination AS item, count(*) AS count FROM '${flightsFile}'
    WHERE origin = '${airport}' AND destination IS NOT NULL
    GROUP BY item ORDER BY count DESC, item LIMIT 61`);
  return reader.getRowObjects();
}

/** Asks for at most 6 destinations of each airport, as long as there is something left. */
async function rank(session, airports) {
  for (const airport of airports) {
    const k = Math.min(6, session.remaining.outcomes);
    if (k === 0) break;
    const { items, complete } = session.topK(await destinationsFrom(airport), {
      k,
      kBar: 60,
      perUser: 1,
    });
    const names = items.map(({ item }) => item).join(" ");
    console.log(`${airport}: ${names}${complete ? "" : " (no more that are frequent)"}`);
  }
  console.log(`left: ${JSON.stringify(session.remaining)}`);
}

const terms = { outcomes: 25, calls: 6, epsilon: 0.1, delta: 1e-6 };

// Without a ledger: the tightest accounting, saved between two days.
const monday = new TopKSession(terms);
await rank(monday, ["ATL", "DFW", "LAX"]);
const tuesday = TopKSession.fromJSON(JSON.stringify(monday));
await rank(tuesday, ["ORD", "PHX", "DEN"]);

// With a ledger: charged in full, given back what did not come back.
const ledger = new Ledger({ epsilon: 0.1, delta: 1e-6 });
const session = new TopKSession({ ...terms, ledger });
await rank(session, ["ATL", "DFW"]);
session.dispose();
const { epsilon, delta } = ledger.spent;
console.log(`spent: epsilon ${epsilon} of 0.1, delta ${delta} of 0.000001`);

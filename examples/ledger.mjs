// A budget across a project: the analyst draws answers on two days and saves the ledger in between. A data
// officer checks and reads the saved ledger. `node examples/ledger.mjs FILE` reads a saved ledger.
import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv";
import { Ledger, load, median, topK } from "logstar";
import { flights } from "./data/flights.mjs";

const column = (name) => flights.map((flight) => flight[name]);

/** Two answers today, one tomorrow, one too many. */
async function project(file) {
  await load();
  const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
  median(column("delay"), { epsilon: 0.25, ledger });
  topK(column("origin"), { k: 3, epsilon: 0.5, delta: 1e-6, ledger });
  await writeFile(file, JSON.stringify(ledger, null, 2));

  const resumed = Ledger.fromJSON(await readFile(file, "utf8"));
  median(column("distance"), { epsilon: 0.25, ledger: resumed });
  try {
    median(column("distance"), { epsilon: 0.25, ledger: resumed });
  } catch (error) {
    console.log(`${error.name}: ${error.message}\n`);
  }
  await writeFile(file, JSON.stringify(resumed, null, 2));
}

/** The data officer's view. */
async function report(file) {
  const saved = JSON.parse(await readFile(file, "utf8"));
  const schema = new URL(import.meta.resolve("logstar/ledger.schema.json"));
  const validate = new Ajv().compile(JSON.parse(await readFile(schema, "utf8")));
  if (!validate(saved)) throw new Error(`not a saved ledger: ${validate.errors[0].message}`);
  const { budget, spent, entries } = saved;
  console.log(`Budget: epsilon ${budget.epsilon}, delta ${budget.delta}, ${budget.neighbors}`);
  console.log(`Spent:  epsilon ${spent.epsilon}, delta ${spent.delta}`);
  for (const { mechanism, record } of entries) {
    console.log(`- ${mechanism}: epsilon ${record.epsilon}, delta ${record.delta}`);
    console.log(`  ${record.accuracy.statement}`);
  }
}

const [given] = process.argv.slice(2);
const file = given ?? join(tmpdir(), "logstar-ledger.json");
if (given === undefined) await project(file);
await report(file);

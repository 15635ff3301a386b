// Private medians of text and of huge numbers, without a list of possible values.
import { bigIntegers, interiorPoint, load, median, plan, text } from "logstar";
import { flights } from "../data/flights.mjs";

await load();

/** A result of a domain of text, for people. */
const place = ({ text, after }) =>
  after ? `just after everything that begins with "${text}"` : text;

// Where would one cut an index of routes into two volumes of about the same size?
const routes = flights.map(({ origin, destination }) => `${origin}-${destination}`);
const half = median(routes, { epsilon: 0.5, domain: text(64) });
console.log(`The second volume begins ${place(half.value)}.`);
console.log(`  ${half.record.guarantee}`);
console.log(`  ${half.record.accuracy.statement}\n`);

// Numbers of 1,024 bits.
const numbers = routes.map((_, i) => (BigInt(i) + 1n) ** 70n);
const middle = median(numbers, { epsilon: 0.5, delta: 1e-6, domain: bigIntegers(1024) });
console.log(`Half of the numbers have fewer than ${middle.value.toString(2).length + 1} bits.\n`);

// Too few records: the answer is null, and costs the same.
const few = interiorPoint(routes.slice(0, 10), { epsilon: 0.5, delta: 1e-6, domain: text(64) });
console.log(`Of ten flights: ${few.value} (${few.reason})\n`);

console.log("Records that text of 1 KB needs at epsilon 1 and delta 1e-6:");
for (const entry of plan.interiorPoint({ domain: text(1024), epsilon: 1, delta: 1e-6 })) {
  console.log(`  ${entry.algorithm}: ${entry.records}${entry.chosen ? " (what auto takes)" : ""}`);
}

// A private median and a private top-k of real data. Run it twice: the answers differ a little, and
// that is what protects every single flight.
import { load, median, quantile, topK } from "logstar";
import { flights } from "../data/flights.mjs";

await load();
console.log(`${flights.length} flights, each protected as if it were one person's.\n`);

const delays = flights.map((flight) => flight.delay);
const delay = median(delays, { epsilon: 0.5 });
console.log(`Median delay: ${delay.value.toFixed(1)} minutes`);
console.log(`  ${delay.record.guarantee}`);
console.log(`  ${delay.record.accuracy.statement}\n`);

const late = quantile(delays, 0.9, { epsilon: 0.5 });
console.log(`One flight in ten is later than ${late.value.toFixed(1)} minutes`);
console.log(`  ${late.record.guarantee}`);
console.log(`  ${late.record.accuracy.statement}\n`);

const origins = flights.map((flight) => flight.origin);
const top = topK(origins, { k: 5, epsilon: 1, delta: 1e-6 });
console.log(`Busiest airports: ${top.items.map(({ item }) => item).join(", ")}`);
console.log(`  ${top.record.guarantee}`);
console.log(`  ${top.record.accuracy.statement}`);

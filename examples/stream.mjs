// Which airports are busy at which hour? 20,000 domestic flights of early 2001 (Bureau of Transportation
// Statistics of the United States, as npm's vega-datasets carries them), streamed hour by hour of the
// day. Each flight is in one hour, so it can be in one report: perUser is 1.
import { readFile } from "node:fs/promises";
import { HeavyHitterMonitor, Ledger, load } from "logstar";

const file = new URL("../node_modules/vega-datasets/data/flights-20k.json", import.meta.url);
const flights = JSON.parse(await readFile(file, "utf8"));
const hours = Array.from({ length: 24 }, () => []);
flights.forEach(({ date, origin }, flight) => {
  hours[Number(date.slice(11, 13))].push([flight, origin]);
});

await load();
const ledger = new Ledger({ epsilon: 1, delta: 1e-6 });
let monitor = new HeavyHitterMonitor({
  perUser: 1,
  steps: 24,
  ...ledger.remaining,
  expectedUsers: 20_000,
  ledger,
});
const { record } = monitor;

const reports = [];
for (const holdings of hours) {
  reports.push(monitor.step(holdings));
  if (reports.length === 12) {
    // A night's sleep: saved and resumed. The saved state is private: it reveals which flights were counted.
    const saved = JSON.stringify(monitor);
    monitor.dispose();
    monitor = HeavyHitterMonitor.fromJSON(saved);
  }
}
monitor.dispose();

const airports = [...new Set(reports.flat())];
const times = (airport) => reports.filter((items) => items.includes(airport)).length;
airports.sort((a, b) => times(b) - times(a) || (a < b ? -1 : 1));
console.log(`Busy airports by hour of departure, ${flights.length} flights\n`);
console.log(`     ${hours.map((_, hour) => `${hour}`.padStart(2)).join(" ")}`);
for (const airport of airports) {
  console.log(
    `${airport}  ${reports.map((items) => (items.includes(airport) ? " #" : " .")).join(" ")}`,
  );
}
console.log(`\n${record.guarantee}\n${record.accuracy.statement}`);

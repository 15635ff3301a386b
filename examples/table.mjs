// A table of visits, several of each person, as a web page has it from a CSV file: asked by the names of its
// columns, as a whole and by group, from one budget. `node examples/table.mjs`
import { integers, Ledger, load, table } from "logstar";

await load();

/** Lines "person,city,minutes,date", as a file may hold them; some lack something. */
const lines = ["person,city,minutes,date"];
for (let person = 0; person < 3000; ++person) {
  for (let visit = 0; visit <= person % 4; ++visit) {
    const city = person === 0 ? "a hamlet" : ["Lima", "Lagos", "Oslo"][(person + visit) % 3];
    const minutes = person % 50 === 49 ? "" : `${5 + ((person * 7 + visit) % 60)}`;
    lines.push(`p${person},${city},${minutes},2026-0${1 + (visit % 3)}-11`);
  }
}

const [head, ...records] = lines.map((line) => line.split(","));
const rows = records.map((fields) => ({
  ...Object.fromEntries(head.map((name, place) => [name, fields[place]])),
  minutes: fields[2] === "" ? null : Number(fields[2]),
}));

const ledger = new Ledger({ epsilon: 2, delta: 1e-6, unit: "user" });
const visits = table(rows, { user: "person", ledger });
const minutes = integers(0, 240); // public: what could occur

const planned = visits.plan.median("minutes", { epsilon: 0.3, domain: minutes });
console.log(`It will cost epsilon ${planned.epsilon}. ${planned.accuracy.statement}`);
const middle = visits.median("minutes", { epsilon: 0.3, domain: minutes });
console.log(`Half of the visits take less than ${middle.value} minutes.`);
console.log(`  ${middle.record.guarantee}`);

const { value: people } = visits.count({ epsilon: 0.2 });
console.log(`About ${people} people came, with ${rows.length} rows.`);

const cities = visits.groupBy("city", "private");
const byCity = cities.median("minutes", { epsilon: 0.8, delta: 1e-6, domain: minutes });
for (const { group, value } of byCity.groups) console.log(`${group}: ${value} minutes`);
console.log("The hamlet of one person is not named.");

const months = ["2026-01", "2026-02", "2026-03"];
const long = visits.where((row) => row.minutes >= 30);
const byMonth = long.groupBy((row) => row.date.slice(0, 7), months);
for (const { group, value } of byMonth.count({ epsilon: 0.5, perUser: 3 }).groups) {
  console.log(`${group}: about ${value} people stayed half an hour or more`);
}
console.log(`Left of the budget: epsilon ${ledger.remaining.epsilon.toFixed(1)}`);

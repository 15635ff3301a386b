// Is what you built on the library still private? Two ways to publish head counts by department, audited
// on made-up data that differ in one person: `node examples/more/audit.mjs`.
import { laplaceCount, load, topK } from "logstar";
import { audit } from "logstar/audit";

await load();

const team = [
  ...Array.from({ length: 40 }, () => ({ department: "sales" })),
  ...Array.from({ length: 30 }, () => ({ department: "support" })),
];
const withOneMore = [...team, { department: "legal" }];

// Each count is private; which departments there are is read off the data.
function counted(people) {
  const names = new Set(people.map(({ department }) => department));
  const count = (name) => people.filter(({ department }) => department === name).length;
  return Object.fromEntries(
    [...names].map((name) => [name, laplaceCount(count(name), { epsilon: 1 }).value]),
  );
}

// Here the departments have to be found privately, too.
function ranked(people) {
  const departments = people.map(({ department }) => department);
  return topK(departments, { k: 3, epsilon: 1, delta: 1e-3, counts: true }).items;
}

const first = await audit(counted, [team, withOneMore], { epsilon: 1, runs: 2000 });
console.log(`Counts by department. ${first.statement}\n`);

const second = await audit(ranked, [team, withOneMore], { epsilon: 1, delta: 1e-3, runs: 2000 });
console.log(`The largest departments. ${second.statement}`);

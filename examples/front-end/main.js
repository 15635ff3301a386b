// Asks a CSV with several rows per person by column names; the page shows how each person is protected beside
// the answer.
import { decimals, Ledger, load, table } from "logstar";
import Papa from "papaparse";

const $ = (id) => document.querySelector(`#${id}`);
// The budget for all releases about the people of this file. A real page keeps it: ledger.toJSON(),
// Ledger.fromJSON().
await load();
const ledger = new Ledger({ epsilon: 2, delta: 1e-6, unit: "user" });

$("file").addEventListener("change", () => {
  Papa.parse($("file").files[0], {
    header: true,
    skipEmptyLines: true,
    transform: (cell, column) => (column === "salary" ? Number(cell || Number.NaN) : cell),
    complete: ({ data }) => show(data),
  });
});

/** @param {{ id: string, department: string, salary: number }[]} rows */
function show(rows) {
  const staff = table(rows, { user: "id", ledger });
  const asked = {
    epsilon: 0.5,
    delta: 1e-9,
    domain: decimals(0, 1e6, 0),
    label: "pay by department",
  };
  const { groups, record } = staff.groupBy("department", "private").median("salary", asked);
  $("answers").replaceChildren(
    ...groups.map(({ group, value }) => {
      const row = document.createElement("tr");
      for (const text of [group, value ?? "too few to say"]) row.insertCell().textContent = text;
      return row;
    }),
  );
  $("promise").textContent = `${record.guarantee} ${record.accuracy.statement}`;
  $("left").textContent = `Left: epsilon ${ledger.remaining.epsilon} of ${ledger.budget.epsilon}.`;
}

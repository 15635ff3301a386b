// Learns the minimum flipper length of a gentoo from labelled penguins with differential privacy, and compares
// the rule with the best one.
import { integers, learnThreshold, load, plan } from "logstar";
import { penguins } from "./data/penguins.mjs";

await load();
const x = penguins.map((penguin) => penguin.flipper);
const y = penguins.map((penguin) => penguin.species === "Gentoo");

const domain = integers(100, 300); // millimetres; common knowledge, not read off the data
const { value: rule, record } = learnThreshold({ x, y, ones: "above", domain, epsilon: 1 });

const errorsOf = (predict) => x.filter((flipper, i) => predict(flipper) !== Number(y[i])).length;
const best = Math.min(...x.map((cut) => errorsOf((flipper) => (flipper > cut ? 1 : 0))));

console.log(`${x.length} penguins, each protected.\n`);
console.log(`Private rule: a penguin with flippers longer than ${rule.threshold} mm is a gentoo`);
console.log(`  ${record.guarantee}`);
console.log(`  ${record.accuracy.statement}`);
console.log(`  predict(230) = ${rule.predict(230)}, predict(180) = ${rule.predict(180)}`);
console.log(`  as JSON: ${JSON.stringify(rule)}\n`);

console.log("Not private, for comparison only:");
console.log(`  the private rule labels ${errorsOf((flipper) => rule.predict(flipper))} wrongly`);
console.log(`  the best threshold labels ${best} wrongly\n`);

console.log("Records needed for an error rate of at most 5%, if some threshold makes no error:");
for (const { algorithm, by = "", records, freshRecords, chosen } of plan.learnThreshold({
  domain,
  epsilon: 1,
  delta: 1e-6,
  accuracy: 0.05,
})) {
  const fresh = `(${freshRecords} for fresh penguins too)`;
  console.log(
    `  ${algorithm.padEnd(15)} ${by.padEnd(16)} ${records} ${fresh}${chosen ? ", chosen" : ""}`,
  );
}

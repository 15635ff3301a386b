// A private median of salaries, and how good it is before and after: `node examples/salaries.mjs`.
// A formula generates the salaries: 5,000 points of a log-logistic curve, the usual shape of incomes, with a
// median of 42,000.
import { accuracy, load, median, quantiles, reals } from "logstar";

const salaries = Float64Array.from({ length: 5000 }, (_, i) => {
  const share = (i + 0.5) / 5000;
  return 42_000 * (share / (1 - share)) ** 0.25;
});
const euros = (value) => `${(Math.round(value / 100) / 10).toFixed(1)} thousand`;

await load();

// Before anything is spent: how far off will it be? From the options alone, without the data.
console.log("A median at epsilon 0.5:");
console.log(`  ${accuracy.median({ epsilon: 0.5 }).statement}\n`);

// No bounds are needed. Run it again, and the answer is a little different.
const middle = median(salaries, { epsilon: 0.5 });
console.log(`Half of the people earn less than ${euros(middle.value)}.`);
console.log(`  ${middle.record.guarantee}\n`);

// Several at once; four digits are enough for a salary, and make the answers more exact.
const domain = reals({ min: 0, digits: 4 });
const curve = quantiles(salaries, [0.1, 0.25, 0.75, 0.9], { epsilon: 1, domain });
const [tenth, quarter, threeQuarters, ninety] = curve.value.map(euros);
console.log(`One in ten earns less than ${tenth}, one in four less than ${quarter},`);
console.log(`one in four more than ${threeQuarters}, one in ten more than ${ninety}.`);
console.log(`  ${curve.record.accuracy.statement}\n`);

console.log("Together epsilon 1.5. A ledger would have counted: see examples/ledger.mjs.");

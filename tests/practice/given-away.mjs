// Whether "null" replaces good answers: its frequency where plain answers nearly always lie in the data.
import { pointsOf } from "../../build/programs/demo/data/domain-points.js";
import { lawOfRank } from "../../build/programs/demo/data/rank-law.js";
import { distinctValues } from "../../build/programs/demo/data/sorted-column.js";
import { weighedPoints } from "../../build/programs/demo/data/weighed-points.js";
import { quantile } from "../../dist/index.js";
import { domainOf } from "./questions.mjs";
import { dataSet } from "./shapes.mjs";

/** Domains as the laws of the page take them; the exact laws check these against the library's. */
const domains = {
  numbers: { type: "every" },
  "decimals 0 to 1e6": { type: "range", low: 0, high: 1e6, digits: 2 },
  "integers 0 to 1e9": { type: "range", low: 0, high: 1e9, digits: 0 },
  ages: { type: "range", low: 0, high: 120, digits: 0 },
};
export const kindsOfLaws = Object.keys(domains);

/** The weight below and above the data, as shares of the domain's weight. */
function beyond(sorted, domain) {
  const points = weighedPoints(domain);
  const [before, after] = points.outside;
  const below = points.between(before, sorted[0]);
  const above = points.between(sorted.at(-1), after);
  const whole = points.between(before, after);
  return { below: below / whole, above: above / whole };
}

/**
 * Whether plain answers lie outside the data with a probability below m/171, where m is the weight beyond the
 * data on the side of the rarer rank. Then less than 10% of answers may be null (docs/guarantees/none.md,
 * Corollary 3).
 */
function isGood(sorted, q, epsilon, domain) {
  const { below, above } = beyond(sorted, domain);
  const mass = q === 0.5 ? below + above : q < 0.5 ? below : above;
  const law = lawOfRank(sorted, distinctValues(sorted, pointsOf(domain)), { q, epsilon, domain });
  const { below: left, above: right } = law.sumBy([sorted[0], sorted.at(-1)]);
  return left + right < mass / 171;
}

/**
 * The number of null answers where fewer than one in ten is allowed.
 * @param {{ kind: string, q: number, epsilon: number, n: number, runs: number, confidence?: number }} cell
 *   `confidence` differs from 0.95 only to test the test
 */
export function givenAway({ kind, q, epsilon, n, runs, confidence }) {
  const domain = domains[kind];
  let asked = 0;
  let nulls = 0;
  for (let run = 0; run < runs; ++run) {
    const values = Float64Array.from(dataSet(kind, run, n).values);
    if (!isGood(values.toSorted(), q, epsilon, domain)) continue;
    asked += 1;
    const options = { epsilon, domain: domainOf(kind), ...(confidence && { confidence }) };
    nulls += quantile(values, q, options).value === null ? 1 : 0;
  }
  return { asked, nulls };
}

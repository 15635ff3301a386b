// Mistakes about ledgers and sessions: charges that are forgotten, repeated or shared.
import * as logstar from "../../build/enumerating/index.js";

const pure = { epsilon: 2, domain: logstar.integers(0, 3) };

/** The mistake's name, the case whose inputs must show it, and the mistake. */
export const mistakesOfLedgers = [
  [
    "two steps of a session by a threshold have all of its loss each",
    "TopKSession, threshold",
    (rows) => {
      const terms = { k: 1, epsilon: 6, delta: 0.3, variant: "threshold", noise: "laplace" };
      const [first, second] = [0, 1].map(() => logstar.topK(rows, { ...terms, perUser: 1 }));
      return { answers: [first.items, second.items], record: first.record };
    },
  ],
  [
    "a second question is not charged",
    "ThresholdMonitor",
    (rows) => {
      const options = { threshold: 1, perRecord: 1, epsilon: 3, delta: 0.2, method: "sampled" };
      const asked = [1, 2].map(() => {
        const monitor = new logstar.ThresholdMonitor({ ...options, rows });
        const { record } = monitor;
        const answer = monitor.ask((row) => row);
        monitor.dispose();
        return { answer, record };
      });
      return { answers: asked.map(({ answer }) => answer), record: asked[0].record };
    },
  ],
  [
    "a refused call answers all the same, and its charge is forgotten",
    "Ledger, charges and refused calls",
    (values) => {
      const ledger = new logstar.Ledger({ epsilon: 2 });
      const answers = [1, 1.5].map((epsilon) => {
        try {
          return logstar.median(values, { ...pure, epsilon, ledger });
        } catch {
          return logstar.median(values, { ...pure, epsilon });
        }
      });
      return spending(answers, ledger);
    },
  ],
  [
    "a ledger is resumed as it was before the last charge",
    "Ledger, saved and resumed",
    (values) => {
      const ledger = new logstar.Ledger({ epsilon: 4 });
      const saved = ledger.toJSON();
      const answers = [logstar.median(values, { ...pure, ledger })];
      const resumed = logstar.Ledger.fromJSON(saved);
      answers.push(logstar.median(values, { ...pure, epsilon: 1, ledger: resumed }));
      return spending(answers, resumed);
    },
  ],
  [
    "parts are not disjoint",
    "LedgerParts, one more in a part",
    ({ north, south }) => {
      const ledger = new logstar.Ledger({ epsilon: 2 });
      const region = ledger.parallel("region", "they are not");
      const answers = ["north", "south"].map((name) =>
        logstar.median([...north, ...south], { ...pure, ledger: region.part(name) }),
      );
      return spending(answers, ledger);
    },
  ],
  [
    "each step may spend what all of them may",
    "LedgerSteps, pure",
    (values) => {
      const ledger = new logstar.Ledger({ epsilon: 2 });
      ledger.steps("weekly", { steps: 3, epsilon: 2 });
      const answers = [1, 2, 3].map(() => logstar.median(values, pure));
      return spending(answers, ledger);
    },
  ],
  [
    "a ledger shows how many records a release had",
    "Ledger, charges and refused calls",
    (values) => {
      const ledger = new logstar.Ledger({ epsilon: 2 });
      const part = ledger.parallel("size", "data sets of a size").part(`${values.length}`);
      return spending([logstar.median(values, { ...pure, ledger: part })], ledger);
    },
  ],
  [
    "a ledger shows what was answered to nobody",
    "Ledger, charges and refused calls",
    (values) => {
      const ledger = new logstar.Ledger({ epsilon: 4 });
      const { value } = logstar.median(values, { ...pure, ledger });
      const part = ledger.parallel("place", "no record is at two places").part(`${value}`);
      return spending([logstar.median(values, { ...pure, epsilon: 1, ledger: part })], ledger);
    },
    /after the answers .* it shows/,
  ],
];

/** The result of a script about a ledger, in the form of cases/ledgers.mjs. */
function spending(answers, ledger) {
  const record = { ...ledger.spent, neighbors: "add-remove" };
  return { answers, record, ledger: ledger.toJSON() };
}

// Mistakes that must be detected, because a check that cannot fail proves nothing. Each is made in JavaScript
// around the library and runs on inputs of a case on which the library keeps its claims.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../build/enumerating/index.js";
import { cases } from "./cases.mjs";
import { check } from "./check.mjs";

await logstar.load();

const isNone = (x) => x === null || x === undefined || Number.isNaN(x?.valueOf());
const pure = { epsilon: 2, domain: logstar.integers(0, 3) };
const pure3 = { epsilon: 2, domain: logstar.integers(0, 2) };
const inGroups = { ...pure3, epsilon: 4, delta: 0.05, confidence: 0.3, groups: "private" };
const head = { k: 1, kBar: 2, epsilon: 4, delta: 0.3, variant: "limited-domain" };

const two = logstar.integers(0, 2);
/** Rows without users: each is a person. */
const asRows = ({ users: _, ...rows }) => ({ ...rows, users: null });

/** The mistake's name, the case whose inputs must show it, and the mistake. */
const mistakes = [
  [
    "rows are counted for users",
    "count, in one group",
    (rows) => logstar.count(asRows(rows), { epsilon: 8, groups: ["b", "a"], perUser: 1 }),
  ],
  [
    "each row of a sum is taken for a user",
    "sum, together",
    (rows) => logstar.sum(asRows(rows), { epsilon: 8, domain: two }),
  ],
  [
    "a user weighs in a mean what the user's rows do",
    "mean, together",
    (rows) => logstar.mean(asRows(rows), { epsilon: 8, domain: two }),
  ],
  [
    "groups that occur are answered as if they were public",
    "count, in one group",
    (rows) => {
      const groups = [...new Set(rows.groups)].filter((group) => !isNone(group));
      return logstar.count(rows, { epsilon: 8, groups: [...groups, "other"], perUser: 1 });
    },
  ],
  [
    "a user counts in each group for what is paid for one",
    "count, in one group",
    (rows) => {
      const of = (group) =>
        logstar.count(rows, { epsilon: 8, groups: [group], perUser: 1 }).groups[0];
      const { record } = logstar.count(rows, { epsilon: 8, groups: ["a"], perUser: 1 });
      return { groups: ["b", "a"].map(of), record };
    },
  ],
  [
    "a column is filtered by itself, so that labels stand beside other records",
    "learnThreshold, exponential, clamp",
    ({ x, y }) => {
      const kept = x.filter((value) => !isNone(value));
      const labels = y.filter((label) => !isNone(label));
      const length = Math.min(kept.length, labels.length);
      const both = { x: kept.slice(0, length), y: labels.slice(0, length) };
      return logstar.learnThreshold({ ...both, ...pure });
    },
  ],
  [
    "each record counts twice",
    "median, exponential, clamp",
    (values) =>
      logstar.median(
        values.flatMap((value) => [value, value]),
        pure,
      ),
  ],
  [
    "a missing value is forgotten: the call throws",
    "median, exponential, clamp",
    (values) => {
      if (values.some(isNone)) throw new TypeError("values must be numbers");
      return logstar.median(values, pure);
    },
    /threw TypeError: values must be numbers/,
  ],
  [
    "a missing value empties the column",
    "median, exponential, clamp",
    (values) => logstar.median(values.some(isNone) ? [] : values, pure),
  ],
  [
    "the record says how many values were left out",
    "median, exponential, drop",
    (values) => {
      const { value, record } = logstar.median(values, pure);
      return { value, record: { ...record, dropped: values.filter(isNone).length } };
    },
  ],
  [
    "the domain is read off the data",
    "median, exponential, clamp",
    (values) => {
      const known = values.filter(Number.isSafeInteger);
      const domain = logstar.integers(Math.min(0, ...known), Math.max(1, ...known));
      return logstar.median(values, { ...pure, domain });
    },
  ],
  [
    "counts keep their places when a value is left out",
    "quantile, grouped by unequal counts, drop",
    ({ values, counts }) => {
      const kept = values.filter((value) => !isNone(value));
      const stale = counts.slice(0, kept.length);
      return logstar.quantile({ values: kept, counts: stale }, 0.25, pure);
    },
  ],
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
    "users are not cut down to what they may count at",
    "topK, users in pairs, 1 a user",
    (rows) => {
      const known = rows.filter((row) => !row.some(isNone));
      return logstar.topK(
        known.map(([, item]) => item),
        head,
      );
    },
  ],
  [
    "ties are broken by where rows stood",
    "topK, limited-domain",
    (rows) => {
      const { record } = logstar.topK(rows, head);
      return { items: rows.slice(0, 1), record };
    },
  ],
  [
    "the record claims half of what was spent",
    "laplaceCount, add-remove",
    (count) => {
      const { value, record } = logstar.laplaceCount(count, { epsilon: 1 });
      return { value, record: { ...record, epsilon: record.epsilon / 2 } };
    },
  ],
  [
    "the record claims no delta",
    "sanitizePoints, stable",
    (rows) => {
      const { value, record } = logstar.sanitizePoints(rows, { epsilon: 4, delta: 0.3 });
      return { value, record: { ...record, delta: 0 } };
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
    "three quantiles are drawn apart, each with all of epsilon",
    "quantiles, three, clamp, no bits for ties",
    (values) => {
      const three = { ...pure, domain: logstar.integers(0, 2) };
      const drawn = [0.25, 0.5, 0.75].map((q) => logstar.quantile(values, q, three));
      return { value: drawn.map(({ value }) => value), record: drawn[0].record };
    },
  ],
  [
    "a text with a lone surrogate is refused",
    "median, text, clamp",
    (values) => {
      if (values.some((value) => !(value ?? "").isWellFormed())) {
        throw new TypeError("values must be text");
      }
      return logstar.median(values, { epsilon: 2, domain: logstar.text(1) });
    },
    /threw TypeError: values must be text/,
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
    "each row of a user counts in full",
    "median, rows of users",
    ({ values, users }) => {
      const whole = values.filter((value, i) => !isNone(value) && !isNone(users[i]));
      return logstar.median({ values: whole, users: null }, pure3);
    },
  ],
  [
    "groups come in the order in which they occur",
    "interiorPoint, private groups",
    (rows) => {
      const { groups, record } = logstar.interiorPoint(rows, inGroups);
      const place = ({ group }) => rows.groups.indexOf(group);
      return { groups: groups.toSorted((a, b) => place(a) - place(b)), record };
    },
  ],
  [
    "every group that occurs is named",
    "interiorPoint, private groups",
    (rows) => {
      const names = [...new Set(rows.groups.filter((name) => !isNone(name)))].toSorted();
      if (names.length === 0) names.push("none");
      return logstar.interiorPoint(rows, { ...inGroups, groups: names });
    },
  ],
  [
    "what a user has in each group counts in full",
    "median, users in groups",
    ({ values, users, groups }) => {
      const found = ["n", "m"].map((name) => {
        const of = (column) => column.filter((_, i) => groups[i] === name);
        return logstar.median({ values: of(values), users: of(users) }, pure3);
      });
      return { values: found.map(({ value }) => value), record: found[0].record };
    },
  ],
  [
    "a user's value is corrected by what others have",
    "median, sum of each user",
    ({ values, users }) => {
      const mean = values.reduce((sum, value) => sum + (value || 0), 0) / (values.length || 1);
      const seen = values.map((value) => value && Math.round(mean));
      return logstar.median({ values: seen, users }, { ...pure3, perUser: "sum" });
    },
  ],
  [
    "each of several quantiles spends all of epsilon",
    "quantiles, rows of one user changed",
    (rows) => {
      const drawn = [0.25, 0.5].map((q) =>
        logstar.quantile(rows, q, { ...pure3, epsilon: 4, neighbors: "replace" }),
      );
      return { value: drawn.map(({ value }) => value), record: drawn[0].record };
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

for (const [what, name, run, fault = /of a claim of/] of mistakes) {
  test(`the inputs of ${name} reject it: ${what}`, async () => {
    const example = cases.find((one) => one.name === name);
    assert.ok(example, `there is no case ${name}`);
    const mistaken = { ...example, run: (_, data) => run(data) };
    const { faults } = await check(mistaken, { untilFault: true });
    assert.match(faults.join(), fault);
  });
}

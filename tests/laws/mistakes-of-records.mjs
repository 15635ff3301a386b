// Mistakes about records: missing values, domains and claims.
import * as logstar from "../../build/enumerating/index.js";

export const isNone = (x) => x === null || x === undefined || Number.isNaN(x?.valueOf());
const pure = { epsilon: 2, domain: logstar.integers(0, 3) };
export const head = { k: 1, kBar: 2, epsilon: 4, delta: 0.3, variant: "limited-domain" };

/** The mistake's name, the case whose inputs must show it, and the mistake. */
export const mistakesOfRecords = [
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
];

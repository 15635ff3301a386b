// Sanitized distributions: the checks of their statements, on awkward columns.
import { integers, sanitizeThresholds } from "../../../dist/index.js";
import { chanceOf, claimed, numbersOf, range } from "./reading.mjs";

const delta = 1e-6;
const domain = integers(0, 2 ** 40);

const fewValues = integers(0, 99);

/** Shapes of columns with a count of each value. */
const counted = [
  ["no records", []],
  ["one record", [5]],
  ["all equal, at an end", range(300, () => 0)],
  ["spread", range(300, (i) => i % 100)],
].flatMap(([shape, values]) =>
  [{ epsilon: 1 }, { epsilon: 0.5, neighbors: "replace", confidence: 0.7 }].map((options) => ({
    of: "sanitizeThresholds",
    title: `${JSON.stringify(options)}, counts, ${shape}`,
    draw: (reworded = (one) => one) => {
      const { value, record } = sanitizeThresholds(values, { domain: fewValues, ...options });
      const statement = reworded(record.accuracy.statement);
      const [off] = numbersOf(
        /`cdf` is off by at most ([\d,]+) records at every value\./,
        statement,
      );
      const missed = range(100, (x) => x).some((x) => {
        const below = values.filter((one) => one <= x).length;
        return Math.abs(value.cdf(x) * values.length - below) > off + 1e-9;
      });
      return [claimed("cdf", chanceOf(statement), missed)];
    },
  })),
);

const ofQuantiles = [
  ["one record", () => [5]],
  ["all equal, at an end", () => range(3000, () => 0)],
  ["on all scales", () => range(3000, (i) => Math.floor(2 ** (i / 76)))],
  ["two values", () => range(3000, (i) => (i < 1000 ? 0 : 2 ** 40))],
].flatMap(([shape, made]) =>
  [
    { epsilon: 4 },
    { epsilon: 4, points: 30, confidence: 0.7 },
    { epsilon: 8, neighbors: "replace", points: 3 },
    { epsilon: 1, delta, method: "paper", size: 1e9, grouped: 1e5 },
  ].map(({ grouped = 1, ...options }) => ({
    of: "sanitizeThresholds",
    title: `${JSON.stringify(options)}, ${shape}`,
    draw: (reworded = (one) => one) => {
      const values = made();
      const isPaper = grouped > 1;
      const data = isPaper ? { values, counts: values.map(() => grouped) } : values;
      const { value, record } = sanitizeThresholds(data, { domain, ...options });
      const statement = reworded(record.accuracy.statement);
      const n = values.length * grouped;
      const sorted = [...values].sort((a, b) => a - b);
      const places = new Map(sorted.map((one, i) => [one, (i + 1) * grouped])); // at or below each value
      if (isPaper) {
        const [most, off] = numbersOf(
          /^If there are at most ([\d,]+) records: .*, the number at or below every value is off by at most ([\d,]+)\.$/,
          statement,
        );
        if (n > most) return [];
        const total = value?.counts.reduce((sum, one) => sum + one, 0) ?? 0;
        const said = (x) => (value === null ? 0 : Math.round(value.cdf(x) * total));
        const missed = [...places].some(([x, below]) => Math.abs(said(x) - below) > off);
        return [claimed("numbers", chanceOf(statement), missed)];
      }
      const [off] = numbersOf(/`cdf` is off by at most ([\d,]+) records plus/, statement);
      const [share] = numbersOf(/plus ([\d.]+)% of all records at every value/, statement);
      const limit = off / n + share / 100 + 1e-12;
      const befores = [...places.keys()].filter((x) => x > 0 && !places.has(x - 1));
      const missed =
        [...places].some(([x, below]) => Math.abs(value.cdf(x) - below / n) > limit) ||
        befores.some((x) => {
          const below = sorted.findIndex((one) => one >= x);
          return Math.abs(value.cdf(x - 1) - below / n) > limit;
        });
      return [claimed("cdf", chanceOf(statement), missed)];
    },
  })),
);

export const sanitizingCases = [...ofQuantiles, ...counted];

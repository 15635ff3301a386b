// The table of docs/choosing-an-algorithm.md states the choices of "auto".
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as logstar from "../../dist/index.js";

const page = readFileSync(new URL("../../docs/choosing-an-algorithm.md", import.meta.url), "utf8");
await logstar.load();

const { bigIntegers, decimals, integers, reals, text } = logstar;
const domains = {
  "reals()": reals(),
  "decimals(0, 1e6, 2)": decimals(0, 1e6, 2),
  "integers(0, 120)": integers(0, 120),
  "text(64)": text(64),
  "bigIntegers(1024)": bigIntegers(1024),
};
const even = (count) => Array.from({ length: count }, (_, i) => (i + 1) / (count + 1));
const rows = { values: [], users: [] };
const median = (data) => (options) => logstar.median(data, options);
const quantile = (data) => (options) => logstar.quantile(data, 0.95, options);
const several = (data, qs) => (options) => logstar.quantiles(data, qs, options);

/** The calls behind a row. */
const questions = {
  "median, quantile": [median([]), quantile([])],
  median: [median([])],
  "0.95-quantile": [quantile([])],
  "two quantiles": [several([], [0.25, 0.75])],
  "quartiles, deciles": [several([], even(3)), several([], even(9))],
  percentiles: [several([], even(99))],
  "interior point": [(options) => logstar.interiorPoint([], options)],
  "median, quantile of users": [median(rows), quantile(rows)],
  "deciles of users": [several(rows, even(9))],
  "interior point of users": [(options) => logstar.interiorPoint(rows, options)],
};

const table = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| (`[^|]+) \| (`[^|]+) \|$/gm)]
  .map(([, ...cells]) => cells)
  .filter(([question]) => question in questions);

/** The domains in the cell; if it has none, the domains that no other row of the question has. */
function domainsOf(question, cell) {
  const named = (text) => Object.keys(domains).filter((name) => text.includes(name));
  if (named(cell).length > 0) return named(cell);
  const others = table.filter(([of]) => of === question).flatMap(([, one]) => named(one));
  return Object.keys(domains).filter((name) => !others.includes(name));
}

test("auto follows the page's table at epsilon 0.1 and 1, and charges the stated loss", () => {
  assert.deepEqual(new Set(table.map(([question]) => question)), new Set(Object.keys(questions)));
  for (const [question, cell, without, withDelta] of table) {
    for (const name of domainsOf(question, cell)) {
      for (const ask of questions[question]) {
        for (const epsilon of [0.1, 1]) {
          for (const [delta, said] of [
            [0, without],
            [1e-6, withDelta],
          ]) {
            const { record } = ask({ epsilon, delta, domain: domains[name] });
            const charged = record.delta > 0 ? ", charges it" : "";
            const { algorithm } = record.parameters;
            const where = `${question} of ${name}, delta ${delta}`;
            assert.equal(`\`${algorithm}\`${charged}`, said, where);
          }
        }
      }
    }
  }
});

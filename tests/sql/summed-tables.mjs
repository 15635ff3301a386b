// Awkward numbers and their sums in memory, to compare with those of an engine.
import assert from "node:assert/strict";
import { running } from "./running.mjs";
import { inMemory } from "./seen.mjs";
import * as seen from "./seen-sums.mjs";
import { create } from "./tables.mjs";

/** The non-zero sums, in order. */
export const sorted = (sums) =>
  [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([name, sum]) => `${name}: ${sum}`)
    .sort();

export const names = ({ u, g, h }) => ({
  value: "v",
  user: u && "u",
  group: h ? ["g", "h"] : g && "g",
});
export const columnsOf = ({ v, u, g, h }) => ({
  values: inMemory(...v),
  users: u ? u[1] : null,
  groups: h ? g[1].map((part, row) => [part, h[1][row]]) : g?.[1],
});

/**
 * Compares the sums of a table.
 * @param {"totals" | "ends" | "moments" | "bins"} what
 * @param {Record<string, [string, any[]]>} table v, maybe u, g and h
 */
export async function compare(what, table, options) {
  const expected = sorted(seen[`${what}InMemory`](columnsOf(table), options));
  for (const engine of running) {
    await create(engine, "odd", table);
    const sums = await seen[`${what}InEngine`](engine, "odd", names(table), options);
    assert.deepEqual(sorted(sums), expected, `${engine.dialect}, ${what}`);
  }
  return expected;
}

export const doubles = [
  ...[0, -0, 1, -1, 0.5, 1.5, 2.5, -0.5, -1.5, 0.1 + 0.2, 5e-324, 0.49999999999999994, 2 ** 53],
  ...[1e18, -1e18, 9.3e18, 1e300, -Number.MAX_VALUE, Infinity, -Infinity, NaN, null, 1e-7],
  ...[123456789.125, 0.285, 1.005, 2.675, 4503599627370495.5],
];
const wholes = [0, 1, -1, 2, 3, 4503599627370497, null, 2 ** 53 - 1, -(2 ** 53 - 1), 7, 7, -3];
const texts = [
  ...["0", "0.5", "1.5", "-0.5", "-1.5", "2.5", "0.4999", "0.5001", null, "2.675"],
  ...["99999999999999.9999", "-99999999999999.9999", "0.0001", "0.2850", "1.0050"],
];
const wide = [...texts, "12345678901234567890123456789012.345678", "9007199254740993.000001"];
export const kinds = [
  ["double", doubles],
  ["whole", wholes],
  ["exact", texts],
  ["wide", wide],
];
export const users = (values) => values.map((_, row) => (row === 4 ? null : `user ${row % 5}`));
export const groups = (values) =>
  values.map((_, row) => (row === 6 ? null : ["x", "y", "it's"][row % 3]));

export const oddItems = [
  ...["a", "A", "a ", "", "'", '"', "o'clock", "\\", "; DROP TABLE odd; --", "%", "NULL", "ä"],
  ...["a\u0308", "ß", "😀", "\ufffd", "\ufeff", "\u{1f600}b", "\uffff", "01", "\n"],
];

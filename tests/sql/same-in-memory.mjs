// Compares the records of a table in memory with those in each engine.
import assert from "node:assert/strict";
import { running } from "./running.mjs";
import { inMemory, seenInEngine, seenInMemory } from "./seen.mjs";
import { create } from "./tables.mjs";

export const sorted = (seen) => [...seen].sort(([a], [b]) => (`${a}` < `${b}` ? -1 : 1));

/**
 * Compares a table with a value, a user and perhaps a group per row; two columns may form the group.
 * @param {Record<string, [string, any[]]>} table v, u, maybe g, and maybe h
 * @param {{ domain: any, outside?: string, list?: any[], userWeight?: number }} options
 */
export async function compare({ v, u, g, h }, { domain, outside = "clamp", list, userWeight }) {
  const options = { domain, outside, list, userWeight };
  const columns = { v, ...(u && { u }), ...(g && { g }), ...(h && { h }) };
  const names = { value: "v", user: u && "u", group: h ? ["g", "h"] : g && "g" };
  const groups = h ? g[1].map((part, row) => [part, h[1][row]]) : g?.[1];
  const memory = { values: inMemory(...v), users: u ? u[1] : null, groups };
  const expected = seenInMemory(memory, options);
  for (const engine of running) {
    await create(engine, "odd", columns);
    const seen = await seenInEngine(engine, "odd", names, options);
    assert.deepEqual(sorted(seen), sorted(expected), engine.dialect);
  }
  return expected;
}

export const oddNames = [
  ...[
    "a",
    "A",
    "a ",
    " a",
    "",
    "'",
    '"',
    "o'clock",
    "\\",
    "\\x41",
    "; DROP TABLE odd; --",
    "%",
    "NULL",
  ],
  ...["ä", "a\u0308", "ß", "ss", "😀", "\ufffd", "\ufeff", "é", "É", "1", "01", "null", "\n", "\t"],
];

// Users with a row in each of three teams, in memory and in each engine.
import { decimals, integers } from "../../dist/index.js";
import { sqlTable } from "../../dist/sql.js";
import { running } from "./running.mjs";

const users = 300;
export const rows = Array.from({ length: 3 * users }, (_, row) => row);
/**
 * Users with a row in each of three teams; two thirds of them saw only "home", the others "page 1" and one more
 * page.
 */
export const events = {
  id: ["text", rows.map((row) => `user ${row % users}`)],
  value: ["whole", rows.map((row) => (row * 37) % 100)],
  team: ["text", rows.map((row) => ["a", "b", "it's"][Math.floor(row / users)])],
  page: [
    "text",
    rows.map((row) => (row % users < 200 ? "home" : `page ${row % 9 < 6 ? 1 : row % 9}`)),
  ],
  day: ["day", rows.map((row) => `2026-03-0${1 + (row % 5)}`)],
};
export const domain = integers(0, 99);
export const edges = [25, 50, 75];
export const loss = { epsilon: 20, delta: 1e-6 };

/** Every question about sums, with its arguments: for all rows, then by group. */
export const questions = [
  ["count", { epsilon: 1000 }, { perUser: 3 }],
  ["count", { epsilon: 1000, perUser: "spread" }, {}],
  ["sum", "value", { epsilon: 1000, domain: integers(0, 300) }, {}],
  ["sum", "value", { epsilon: 1000, domain: integers(0, 300) }, { perUser: 20 }],
  // Lopsided: the two ends have different weights.
  ["mean", "value", { epsilon: 1000, domain: integers(0, 400) }, {}],
  ["mean", "value", { epsilon: 1000, domain: decimals(0, 99, 1), confidence: 0.99 }, {}],
  ["histogram", "value", { epsilon: 1000, edges }, {}],
  ["histogram", "value", { epsilon: 1000, edges, perUser: 3, neighbors: "replace" }, {}],
  ["histogram", "page", { epsilon: 1000, items: ["home", "page 1", "nobody's"] }, {}],
  ["histogram", "day", { epsilon: 1000, edges: [new Date("2026-03-03")] }, {}],
].map((question) => [question[0], question.slice(1, -1), question.at(-1)]);
export const topOptions = { k: 2, kBar: 5, epsilon: 20, delta: 1e-6, perUser: 3 };

export const tableIn = ({ dialect, run, immutable }, options = {}) =>
  sqlTable(run, { from: "events", dialect, user: "id", immutable, ...options });

export async function inEach(check) {
  for (const engine of running) await check(engine);
}

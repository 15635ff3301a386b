// Windows from the keys of all rows and by cells of the domain: the same regions.
import assert from "node:assert/strict";
import { dates, decimals, integers, reals } from "../../dist/index.js";
import { allWindowsQuery, windowsQuery } from "../../dist/sql/queries.js";
import { rowsIn, rowsOf, whole } from "./seen.mjs";
import { create } from "./tables.mjs";

const doubles = [
  ...[0, -0, 1, -1, 0.5, 1.5, 1.5, 1.5, 0.1 + 0.2, 5e-324, -5e-324, 2.2250738585072014e-308],
  ...[0.9999999999999999, 1.0000000000000002, 2 ** 53, 1e18, -1e19, 1e300, -1e300, 3, 3, 3.5],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, Infinity, -Infinity, NaN, null, 2.675],
];
/** The last key of a cell of 245 keys and the first of the next, on either side of 0. */
const wholes = [-491, -490, -246, -245, -1, 0, 0, 1, 244, 245, 245, 245, 489, 490, 999999, 2 ** 52];
const farthest = [2n ** 62n, -(2n ** 62n), 2n ** 63n - 1n, -(2n ** 63n), 0n, 2n ** 50n, null];
const exact = ["0", "0.5", "-0.5", "2.5", "-1.005", "99999999999999.9999", "2.5", "1234.5", null];
const days = ["2026-01-01", "1969-12-31", "0001-01-01", "9999-12-31", "2026-01-02", null];
const times = ["2026-03-04 20:00:00.5", "1969-12-31 23:59:59.999999", "2026-03-04 20:00:01"];

/** Columns of values, and domains that have cells. */
export const cases = [
  ["double", doubles, [reals(), reals({ min: -1, max: 1e10 }), decimals(-1, 1, 12)]],
  ["whole", wholes, [integers(-500_000, 500_000), reals({ min: 0, max: 300 })]],
  ["whole", farthest, [integers(-(2n ** 62n), 2n ** 62n)]],
  ["exact", exact, [decimals(-2, 3000, 3), reals()]],
  ["day", days, [dates("1960-01-01", "2100-01-01", "hour")]],
  ["time", times, [dates("1969-01-01", "2026-12-31", "second")]],
  ["double", [], [reals()]],
  ["double", [7], [reals()]],
  ["double", Array.from({ length: 9 }, () => 7), [reals()]],
];

const regionsOf = async (engine, sql) =>
  (await rowsOf(engine, sql)).map(({ i, first, last, w }) => [i, first, last, w].join(" "));

/** Windows of some rows on either side of a rank, and those one unit of weight narrower and wider. */
const windows = [0, 1, 2, 5].flatMap((people) =>
  [-1n, 0n, 1n].flatMap((off, place) => {
    const margin = BigInt(people) * BigInt(whole) + off;
    const rank = { numerator: ((people + 4 * place) % 9) + 1, denominator: 10 };
    return margin < 0n ? [] : [{ ...rank, margin, bin: place === 1 ? 2n * BigInt(whole) : 1n }];
  }),
);
/** All at once, the narrow ones at once, and each by itself. */
const everyAsked = [
  (rows, weight) => allWindowsQuery(rows, weight, windows),
  (rows, weight) => allWindowsQuery(rows, weight, windows.slice(0, 3)),
  ...windows.map((window) => (rows, weight) => windowsQuery(rows, weight, window)),
];

/**
 * The columns of questions, how many of these there are, and what a user weighs: some rows of users that weigh 4 weigh
 * nothing.
 */
const named = [
  { value: "v", weight: whole, questions: 7 },
  { value: "v", group: "g", weight: whole, questions: 4 },
  { value: "v", user: "u", weight: whole, questions: 4 },
  { value: "v", user: "u", group: "g", weight: 4, questions: 3 },
];

/**
 * Compares both forms of each table, in a group of its own and in two that are listed.
 * @param {{ of?: any[], most?: number, change?: (sql: string) => string }} options `most`: the first of the questions;
 *   `change`: what becomes of the query by cells
 * @returns {Promise<{ queries: number, differing: number, regions: number }>}
 */
export async function compareForms(
  engine,
  { of = cases, most = Infinity, change = (sql) => sql } = {},
) {
  const found = { queries: 0, differing: 0, regions: 0 };
  for (const [kind, values, domains] of of) {
    const g = values.map((_, row) => (row % 3 === 1 ? "b" : "a"));
    const u = values.map((_, row) => `user ${row % 5}`);
    await create(engine, "forms", { v: [kind, values], u: ["text", u], g: ["text", g] });
    for (const domain of domains) {
      for (const { weight, questions, ...names } of named) {
        const list = names.group && ["b", "nobody", "a"];
        const rows = await rowsIn(engine, "forms", names, { domain, outside: "clamp", list });
        const { cell, ...keys } = rows.keys;
        assert.ok(cell, domain.name);
        for (const ask of everyAsked.slice(0, Math.min(most, questions))) {
          const byCells = change(ask(rows, weight));
          assert.match(byCells, /\bcelled\b/);
          const [expected, seen] = [
            await regionsOf(engine, ask({ ...rows, keys }, weight)),
            await regionsOf(engine, byCells),
          ];
          found.queries += 1;
          found.regions += expected.length;
          if (`${seen}` !== `${expected}`) found.differing += 1;
        }
      }
    }
  }
  return found;
}

/** What makes the forms differ: each has to show. */
export const broken = {
  "a cell left out": (sql) =>
    sql.replace(
      "FROM marked WHERE touched = 0",
      "FROM marked WHERE touched = 0 AND c <> (SELECT MIN(c) FROM marked)",
    ),
  "a cell that touches a window kept whole": (sql) =>
    sql.replace("THEN 1 ELSE 0 END) AS touched", "AND c % 2 <> 0 THEN 1 ELSE 0 END) AS touched"),
  "weights before a cell forgotten": (sql) =>
    sql.replace("MIN(marked.upto - marked.w) AS before", "MIN(marked.w - marked.w) AS before"),
};

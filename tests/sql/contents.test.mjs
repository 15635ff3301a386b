// The contents of key ranges: an engine counts a user's rows outside of them and orders the others, by Theorem 12 of
// docs/guarantees/windows.md. Their weights are those of all of the user's rows in order.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers } from "../../dist/index.js";
import { dialects } from "../../dist/sql/options.js";
import { contentsQuery } from "../../dist/sql/queries.js";
import { inEach, startEngines } from "./running.mjs";
import { keyedRows, rowsIn, rowsOf, weighed, whole } from "./seen.mjs";
import { create } from "./tables.mjs";

/** Users of 1 to 40 rows, most of which do not divide a user's weight; with equal keys and missing ones. */
const sizes = [1, 2, 5, 17, 19, 23, 34, 40];
const users = sizes.flatMap((rows, user) => Array.from({ length: rows }, () => `user ${user}`));
const values = users.map((_, row) => (row % 29 === 3 ? null : (row * row * 7 + row) % 31));
const groups = users.map((_, row) => ["b", "a", "c", "a"][(row * row + (row >> 2)) % 4]);
const list = ["c", "a", "nobody", "b"];
const options = { domain: integers(0, 30), outside: "clamp" };

startEngines(94, (engine) =>
  create(engine, "contents", {
    ...{ v: ["whole", values], u: ["text", users], g: ["text", groups] },
  }),
);

/** Ranges of keys, by group: of one group and of several, next to each other, apart, and of a group without rows (2). */
const asked = [
  [[0, 7, 11]],
  [[0, 0, 30]],
  [
    [1, 3, 3],
    [1, 9, 14],
  ],
  [
    [0, 29, 30],
    [1, 0, 0],
    [1, 12, 20],
    [3, 5, 25],
  ],
  [
    [2, 0, 30],
    [3, 8, 9],
  ],
];

const forms = [
  { names: { value: "v", user: "u" } },
  { names: { value: "v", user: "u", group: "g" }, list },
];

/** Each key of each range with its weight, and how many rows it has of each weight. */
function inMemory(wanted, list, userWeight) {
  const columns = { values, users, ...(list && { groups }) };
  const rows = weighed(keyedRows(columns, { ...options, list }), userWeight);
  const seen = new Map();
  wanted.forEach(([group, first, last], i) => {
    for (const row of rows) {
      if (row.group !== group || row.key < first || row.key > last || row.weight === 0) continue;
      const name = `${i}: ${row.key} of ${row.weight}`;
      seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  });
  return [...seen].map(([name, count]) => `${name}, ${count}`).sort();
}

async function inEngine(engine, { wanted, names, list, userWeight, change = (sql) => sql }) {
  const rows = await rowsIn(engine, "contents", names, { ...options, list });
  const ranges = wanted.map(([group, first, last]) => {
    const [low, high] = [first, last].map((key) => rows.keys.written({ key: BigInt(key) }));
    return { group, first: low, last: high, from: 0n, to: 10n ** 15n, bin: 1n };
  });
  const answer = await rowsOf(engine, change(contentsQuery(rows, userWeight, ranges, true)));
  return answer
    .map(({ i, first, last, w, c }) => {
      assert.equal(first, last, "a bin of weight 1 has one key");
      return `${i}: ${first} of ${w}, ${c}`;
    })
    .sort();
}

const questions = forms.flatMap(({ names, list }) =>
  [whole, 4].flatMap((userWeight) =>
    asked
      .filter((wanted) => list !== undefined || wanted.every(([group]) => group === 0))
      .map((wanted) => ({ wanted, names, list, userWeight })),
  ),
);

test("contents of key ranges weigh what the same rows weigh among all rows of their users", async () => {
  await inEach(async (engine) => {
    for (const question of questions) {
      const { wanted, list, userWeight } = question;
      const expected = inMemory(wanted, list, userWeight);
      assert.ok(expected.length > 0);
      assert.deepEqual(await inEngine(engine, question), expected, engine.dialect);
    }
  });
});

/** What makes them differ, in a query that counts a user's rows outside of a range: each has to show. */
const brokenCounts = {
  "a user's rows before a range forgotten": (sql) =>
    sql.replace("COUNT(CASE WHEN k < lo THEN 1 END) AS below", "0 AS below"),
  "a user's rows in earlier groups forgotten": (sql) => sql.replace("- c + below", "* 0 + below"),
  "one row too many of each user": (sql) => sql.replace("COUNT(*) AS c", "COUNT(*) + 1 AS c"),
};

/** In a query that numbers all rows of a user. */
const brokenNumbers = {
  "a user's rows in earlier groups forgotten": (sql) =>
    sql.replace(
      "ROW_NUMBER() OVER (PARTITION BY counted.u ",
      "ROW_NUMBER() OVER (PARTITION BY counted.u, g ",
    ),
  "one row too many of each user": (sql) =>
    sql.replace(" AS bigint) AS m,", " AS bigint) + 1 AS m,"),
};

test("control: other numbers of rows show", async () => {
  await inEach(async (engine) => {
    const broken = dialects[engine.dialect].scansOnce ? brokenNumbers : brokenCounts;
    for (const [name, change] of Object.entries(broken)) {
      const differing = [];
      for (const question of questions) {
        const { wanted, list, userWeight } = question;
        const seen = await inEngine(engine, { ...question, change });
        differing.push(`${seen}` !== `${inMemory(wanted, list, userWeight)}`);
      }
      assert.ok(differing.includes(true), `${engine.dialect}: ${name}`);
    }
  });
});

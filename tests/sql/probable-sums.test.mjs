// One query finds the probable groups and adds up their rows: its sums are those of the same groups, listed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers } from "../../dist/index.js";
import { windowsQuery } from "../../dist/sql/queries.js";
import {
  endsQuery,
  groupWeightsQuery,
  momentsQuery,
  totalsQuery,
} from "../../dist/sql/sum-queries.js";
import { inEach, startEngines } from "./running.mjs";
import { rowsIn, rowsOf, whole } from "./seen.mjs";
import { create } from "./tables.mjs";

/** Users of 1 to 40 rows in up to five groups, most of which do not divide a user's weight; some lack a value. */
const sizes = [1, 2, 5, 17, 19, 23, 34, 40];
const users = sizes.flatMap((rows, user) => Array.from({ length: rows }, () => `user ${user}`));
const values = users.map((_, row) => (row % 29 === 3 ? null : (row * row * 7 + row) % 31));
const towns = users.map(
  (_, row) => ["b", "a", "c", "a", "b", "a", "d", "e"][(row * row + (row >> 2)) % 8],
);
const names = { value: "v", user: "u", group: "g" };
const options = { domain: integers(0, 30), outside: "clamp" };
const ends = [0n, 30n];

startEngines(95, (engine) =>
  create(engine, "probable", {
    ...{ v: ["whole", values], u: ["text", users], g: ["text", towns] },
  }),
);

const everyKey = { numerator: 1, denominator: 2, margin: 2n ** 60n, bin: 1n };
const questions = {
  weights: (rows) => groupWeightsQuery(rows, whole),
  means: (rows) => endsQuery(rows, whole, ends),
  moments: (rows) => momentsQuery(rows, whole, ends),
  totals: (rows) => totalsQuery(rows, ends, { salt: "5a17" }),
  windows: (rows) => windowsQuery(rows, whole, everyKey),
};

const sorted = (answer) => answer.map((row) => JSON.stringify(row)).sort();
/** Those about the groups that count, without what the engine adds to each row. */
const answersIn = (answer) =>
  answer
    .filter(({ found = null }) => found === null)
    .map(({ number: _1, found: _2, weight: _3, rows: _4, state: _5, ...own }) => own);

test("a query that finds probable groups answers as queries of these groups, by users with several rows in several groups", async () => {
  await inEach(async (engine) => {
    const all = await rowsIn(engine, "probable", names, options);
    const weights = (await rowsOf(engine, groupWeightsQuery(all, whole))).map(({ name, w }) => ({
      name: all.group.read(`${name}`),
      weight: BigInt(w),
    }));
    const { length } = weights;
    assert.equal(length, 5, "all towns occur");
    weights.sort((a, b) => (a.weight < b.weight ? -1 : 1));
    for (const place of [0, 2, length - 1]) {
      const from = weights[place].weight;
      const list = weights
        .slice(place)
        .map(({ name }) => name)
        .sort();
      const listed = await rowsIn(engine, "probable", names, { ...options, list });
      const probable = { ...all, probable: { userWeight: whole, from } };
      for (const [name, query] of Object.entries(questions)) {
        const answer = await rowsOf(engine, query(probable));
        const expected = await rowsOf(engine, query(listed));
        assert.deepEqual(
          sorted(answersIn(answer)),
          sorted(answersIn(expected)),
          `${engine.dialect}: ${name}`,
        );
        const found = answer.filter(({ found = null }) => found !== null);
        assert.equal(found.length, length);
        for (const { found: town, weight, number } of found) {
          const group = all.group.read(`${town}`);
          assert.equal(BigInt(weight), weights.find((one) => one.name === group).weight, group);
          assert.equal(number === null ? -1 : Number(number), list.indexOf(group), group);
        }
      }
    }
  });
});

// A release in an engine that failed and is tried again has the law of one that did not fail, and controls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { integers, mean, median } from "../../../build/enumerating/index.js";
import { EngineFailed, sqlTable } from "../../../build/enumerating/sql.js";
import { divergence } from "../divergence.mjs";
import { answerOf, apart, scope, rows as some, tableOf } from "../engine.mjs";
import { enumerate } from "../enumerate.mjs";

const isAboutRows = (sql) => /AS "rows"/.test(sql);

/** The answer, by as many tries as it takes. */
async function persistent(asked) {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof EngineFailed)) throw error;
    assert.equal(error.isFree, true);
    return persistent(error.retry());
  }
}

/** Each query about rows fails once before its answer. */
function failingOnce(run) {
  const failed = new Set();
  return async (sql) => {
    if (!isAboutRows(sql) || failed.has(sql)) return run(sql);
    failed.add(sql);
    throw new Error("the connection is gone");
  };
}

const few = { users: ["a", "a", "b", "c", "d"], values: [1, 2, 2, 0, 3] };

test("a release whose queries each fail once and are retried has the law of the same rows in memory", async () => {
  const rank = { epsilon: 0.1, domain: integers(0, 7), abstain: false };
  const sums = { epsilon: 2, domain: integers(0, 3) };
  const found = { epsilon: 12, delta: 0.3, domain: integers(0, 3) };
  for (const [rows, ask, expected] of [
    [few, (table) => table.median("v", rank), () => median(few, rank)],
    [few, (table) => table.mean("v", sums), () => mean(few, sums)],
    [
      some,
      (table) => table.groupBy("g", "private").mean("v", found),
      () => mean(some, { ...found, groups: "private" }),
    ],
  ]) {
    const { run, options } = await tableOf(rows);
    let failures = 0;
    const law = await enumerate(async () => {
      const failing = failingOnce(run);
      const counted = (sql) =>
        failing(sql).catch((error) => {
          ++failures;
          throw error;
        });
      return answerOf(await persistent(ask(sqlTable(counted, options))));
    }, scope);
    const memory = await enumerate(() => answerOf(expected()), scope);
    assert.ok(failures >= law.mass.size, `${failures}`);
    const found = apart(law, memory);
    assert.ok(found.most < 1e-12 && found.missing < 1e-9, JSON.stringify(found));
  }
});

/** Two tables that differ in a user's rows. */
const [with1, without1] = [
  { users: ["a", "b", "c"], values: [1, 2, 3] },
  { users: ["a", "b"], values: [1, 2] },
];
const epsilon = Math.log(2);
const rank = { epsilon, domain: integers(0, 7), abstain: false };

test("control: a table that changed between two tries exceeds the claim", async () => {
  const later = { users: ["a", "a", "b", "c"], values: [1, 2, 2, 0] }; // without a user of `few`
  const [first, second] = [await tableOf(few, "t"), await tableOf(later, "later")];
  const coarse = { epsilon: 0.1, domain: integers(0, 7), abstain: false }; // ranges hide keys
  /** The first query about rows reads the first table, and later ones the second. */
  const lawOf = (isChanging) =>
    enumerate(async () => {
      let answered = 0;
      const failing = failingOnce(async (sql) => {
        if (!isAboutRows(sql)) return first.run(sql);
        const isLater = isChanging && answered++ > 0;
        return isLater ? second.run(sql.replaceAll('"t"', '"later"')) : first.run(sql);
      });
      return answerOf(await persistent(sqlTable(failing, first.options).median("v", coarse)));
    }, scope);
  const [same, changed] = [await lawOf(false), await lawOf(true)];
  const found = divergence(same, changed, coarse.epsilon);
  assert.ok(found > 0.01, `${found}`);
});

test("control: fresh bits without a charge after failures that depend on the draw exceed the claim", async () => {
  /** As if the row of a user made the answers about it fail: the caller asks anew until there is another one. */
  const lawOf = async (rows) => {
    const { table } = await tableOf(rows);
    const ofC = rows.users.includes("c");
    return enumerate(async () => {
      const first = answerOf(await table.median("v", rank));
      if (!ofC || first.value < 3) return first;
      return answerOf(await table.median("v", rank));
    }, scope);
  };
  const [one, other] = [await lawOf(with1), await lawOf(without1)];
  assert.ok(divergence(one, other, epsilon) > 0.01, `${divergence(one, other, epsilon)}`);
});

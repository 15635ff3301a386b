// Statements that would allow as many errors as there are records: they name the size from which they
// promise anything.
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 47 });

const { accuracy, integers } = await import("../../dist/index.js");
const { cases } = await import("./statements/all.mjs");
const { numberOf } = await import("./statements/reading.mjs");

/** The accuracy statement of a case. */
function statementOf({ draw }) {
  const read = new Error("read");
  let statement;
  try {
    draw((one) => {
      statement = one;
      throw read;
    });
  } catch (error) {
    if (error !== read) throw error;
  }
  return statement;
}

const statements = [...new Set(cases.map(statementOf).filter((one) => one !== undefined))];
/** The errors of a rule or of a distribution, over all records. */
const allowed =
  /(?:mislabels at most|`cdf` is off by at most) ([\d,]+) (?:records|points|of the|of these)/;

test("the statements of all functions that have one are parsed", () => {
  assert.ok(statements.length > 60, `${statements.length}`);
  assert.ok(statements.filter((one) => allowed.test(one)).length > 15);
});

test("no statement states a share of all records that is all of them", () => {
  for (const statement of statements) {
    const [, share = "0"] = /plus ([\d.]+)% of all/.exec(statement) ?? [];
    assert.ok(Number(share) < 100, statement);
  }
});

test("a statement of errors names the number of records below which it allows all of them", () => {
  for (const statement of statements) {
    // A tolerance in the condition has no accuracy statement.
    const promised = statement.replace(/^If .*?mislabels at most [^:]*: /, "");
    const [, errors] = allowed.exec(promised) ?? [];
    if (errors === undefined) continue;
    const [, fewest] = /This promises nothing for fewer than ([\d,]+) /.exec(promised) ?? [];
    assert.ok(fewest !== undefined, statement);
    const [, share = "0"] = /plus ([\d.]+)% of all/.exec(promised) ?? [];
    const n = numberOf(fewest);
    const part = Number(share) / 100;
    if (/With fewer/.test(promised)) continue; // the next test
    assert.ok(numberOf(errors) + part * (n - 1) >= (n - 1) * (1 - 1e-9), statement);
    assert.ok(numberOf(errors) - 1 + part * n < n * (1 + 1e-5), statement);
  }
});

/** The least number of records in all, and the errors from there on and with fewer. */
const sliced =
  /(each label has at least|at least|From) ([\d,]+) (?:records|points|users).*? at most ([\d,]+) .*? plus ([\d.]+)% .*With fewer.*? at most ([\d,]+) .*This promises nothing for fewer than ([\d,]+) /;

test("a statement by slices names the number of records below which both promises allow all of them", () => {
  const found = statements.flatMap((one) => (sliced.test(one) ? [sliced.exec(one)] : []));
  assert.ok(found.length >= 2, `${found.length}`);
  for (const [statement, about, ...numbers] of found) {
    const [one, errors, share, fewer, n] = numbers.map(numberOf);
    const least = about.startsWith("each") ? 2 * one : one;
    const isAll = (most, records) => most + (share / 100) * records >= records * (1 - 1e-4);
    const says = (records) => !isAll(records < least ? fewer : errors, records);
    assert.ok(!says(n - 1), statement);
    if (n > least) assert.ok(isAll(errors, least), statement);
    assert.ok(says(n + 2), statement);
  }
});

test("if the share alone covers all points, no accuracy is stated", () => {
  const options = { epsilon: 1, algorithm: "sanitizers", domain: integers(0, 999), points: 3 };
  const { statement } = accuracy.learnRectangle({ ...options, dimensions: 8 });
  assert.equal(
    statement,
    "No accuracy is promised with these options, however many points there are.",
  );
});

// Rows with unexpected field names. Public names are rejected before the charge. The contents of an array are
// private, so the call answers from the rows that count and warns the operator.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";

await logstar.load();

const asked = { k: 1, epsilon: 1, delta: 1e-6, perUser: 1 };
const newLedger = (unit) => new logstar.Ledger({ epsilon: 9, delta: 1e-3, unit });

/** The warnings and the result of a call. */
function warned(run) {
  const { warn } = console;
  const warnings = [];
  console.warn = (text) => warnings.push(text);
  try {
    return { result: run(), warnings };
  } finally {
    console.warn = warn;
  }
}

test("columns with unexpected names are rejected before the charge", () => {
  for (const columns of [
    { users: [1, 2], item: ["a", "b"] },
    { user: [1, 2], items: ["a", "b"] },
    { values: ["a", "b"], count: [1, 2] },
    { users: [1, 2], values: ["a", "b"], extra: [1, 2] },
  ]) {
    for (const unit of ["user", "record"]) {
      const ledger = newLedger(unit);
      assert.throws(() => logstar.topK(columns, { ...asked, ledger }), {
        name: "TypeError",
        message:
          /^rows must be .*by these names|^unknown column extra: rows of users take values, users/,
      });
      assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
    }
  }
});

const answers = {
  topK: (rows, ledger) => logstar.topK(rows, { ...asked, ledger }),
  "TopKSession.topK": (rows, ledger) => {
    const { k, perUser, ...terms } = asked;
    return new logstar.TopKSession({ outcomes: 2, calls: 1, ...terms, ledger }).topK(rows, {
      k,
      perUser,
    });
  },
};

for (const [name, answer] of Object.entries(answers)) {
  test(`${name} returns nothing and warns of the field if no row of an array has it`, () => {
    for (const [row, field] of [
      [{ user: 1, page: "a" }, "item"],
      [{ uid: 1, item: "a" }, "user"],
      [{ item: "a", cnt: 5 }, "user"],
    ]) {
      const ledger = newLedger("user");
      const { result, warnings } = warned(() => answer(Array(100).fill(row), ledger));
      assert.deepEqual(result.items, []);
      assert.ok(ledger.spent.epsilon > 0);
      assert.deepEqual(warnings, [
        `logstar, for the owner of the data only: no row has a field "${field}", so none of them counts; rows of users are { user, item }, counts { item, count }`,
      ]);
      // The result equals that of rows with a missing field.
      const { result: alike, warnings: none } = warned(() =>
        answer(Array(100).fill({ user: null, item: null }), newLedger("user")),
      );
      assert.deepEqual(none, []);
      assert.deepEqual(JSON.stringify(result), JSON.stringify(alike));
    }
  });
}

test("no warning appears if one row has the field, or if there are no rows", () => {
  const rows = [{ user: 1 }, { user: 2, item: "a" }];
  for (const some of [rows, [], [null], [[1, "a"]], ["a"]]) {
    assert.deepEqual(warned(() => logstar.topK(some, asked)).warnings, []);
  }
});

test("an array without perUser is rejected for that reason if the ledger counts users", () => {
  const ledger = newLedger("user");
  const { perUser: _, ...options } = asked;
  for (const one of [ledger, ledger.parallel("town", "one a town").part("north")]) {
    for (const rows of [[{ user: 1, item: "a" }], ["a"], []]) {
      assert.throws(() => logstar.topK(rows, { ...options, ledger: one }), {
        name: "TypeError",
        message:
          "perUser must be given for an array if the ledger counts users, as each row would count as a separate user (the maximum number of items per user, or Infinity), got undefined",
      });
    }
  }
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
});

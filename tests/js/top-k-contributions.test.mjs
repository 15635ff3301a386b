// From rows with user ids to a histogram of distinct users, and then to a ranking.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { boundContributions, Ledger, load, TopKSession, topK } from "../../dist/index.js";

before(() => load());

const rows = [
  ["ann", "tea"],
  ["ann", "tea"],
  ["bob", "tea"],
  ["bob", "milk"],
  ["cy", "rum"],
  ["ann", "milk"],
];
const all = { perUser: Number.POSITIVE_INFINITY };
const asObject = ({ values, counts }) =>
  Object.fromEntries(values.map((value, i) => [value, counts[i]]));

test("a user counts once at each item, in every form of rows", () => {
  const users = rows.map(([user]) => user);
  const items = rows.map(([, item]) => item);
  for (const events of [
    rows,
    new Set(rows),
    rows.map(([user, item]) => ({ user, item })),
    (function* () {
      yield* rows;
    })(),
    { users, items },
    { users: { toArray: () => users }, items },
    { values: items, users },
  ]) {
    const bounded = boundContributions(events, all);
    assert.deepEqual(asObject(bounded), { tea: 2, milk: 2, rum: 1 });
    assert.equal(bounded.perUser, Number.POSITIVE_INFINITY);
  }
});

test("typed columns of near, far and negative numbers count equally", () => {
  for (const [users, items] of [
    [Int32Array.of(-3, -3, 5, 5), Uint8Array.of(7, 7, 7, 9)],
    [Int32Array.of(-(2 ** 31), -(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 1), Float64Array.of(7, 7, 7, 9)],
    [BigInt64Array.of(1n, 1n, 2n, 2n), [7, 7, 7, 9]],
  ]) {
    assert.deepEqual(asObject(boundContributions({ users, items }, all)), { 7: 2, 9: 1 });
  }
});

test("no rows make an empty histogram", () => {
  for (const events of [[], { users: [], items: [] }, { users: new Int32Array(), items: [] }]) {
    assert.deepEqual(asObject(boundContributions(events, { perUser: 2 })), {});
  }
});

test("each of a user's items is kept equally often (30,000 users, alpha 1e-6)", () => {
  const n = 30000;
  const users = Int32Array.from({ length: 5 * n }, (_, i) => Math.floor(i / 5));
  // The first item of each user occurs twice more, which must not make it likelier.
  const items = Int32Array.from({ length: 5 * n }, (_, i) => [0, 0, 0, 1, 2][i % 5]);
  const { values, counts, statement } = boundContributions({ users, items }, { perUser: 2 });
  assert.deepEqual(values, [0, 1, 2]);
  assert.equal(
    counts.reduce((a, b) => a + b),
    2 * n,
  );
  // Each is binomial (30,000, 2/3); 5.2 standard deviations are 425.
  for (const count of counts) assert.ok(Math.abs(count - (2 * n) / 3) < 425, `${count}`);
  assert.match(statement, /no more than 2 of the user's items, chosen uniformly/);
});

test("without user ids every row is a user, and the result states so", () => {
  const bounded = boundContributions({ items: ["a", "a", "b"] }, { perUser: 4 });
  assert.deepEqual(asObject(bounded), { a: 2, b: 1 });
  assert.equal(bounded.perUser, 1);
  assert.match(bounded.statement, /no user ids: every row counts as a separate user/);
});

test("topK takes rows with user ids, bounded or not, with the same record", () => {
  const users = Int32Array.from({ length: 6000 }, (_, i) => i % 2000);
  const items = Array.from({ length: 6000 }, (_, i) => "abc"[Math.floor(i / 2000)]);
  const options = { k: 2, epsilon: 4, delta: 1e-6 };
  const direct = topK({ users, items }, { ...options, perUser: 3 });
  const first = topK(boundContributions({ users, items }, { perUser: 3 }), options);
  const pairs = topK(
    [...users].map((user, i) => [user, items[i]]),
    { ...options, perUser: 3 },
  );
  const values = topK({ values: items, users }, { ...options, perUser: 3 });
  for (const result of [direct, first, pairs, values]) {
    assert.equal(result.complete, true);
    assert.equal(result.record.parameters.perUser, 3);
    // An array may contain the highest counts only, so the choice compares only drawing algorithms.
    const { reason } = result.record.parameters;
    const parameters = { ...direct.record.parameters, reason };
    assert.equal(result === pairs, reason !== direct.record.parameters.reason);
    assert.deepEqual(result.record, { ...direct.record, parameters });
  }
  assert.throws(() => topK([[1, "a"]], options), {
    message: /perUser must be given for rows with/,
  });
  for (const columns of [
    { users, items },
    { values: items, users },
  ]) {
    const draws = { ...options, variant: "limited-domain" };
    assert.throws(() => topK(columns, draws), { message: /^perUser must be given/ });
    assert.equal(topK(columns, options).record.parameters.perUser, "spread");
  }
  assert.deepEqual(
    topK([], { ...options, perUser: 1 }).record,
    topK([[1, "a"]], { ...options, perUser: 1 }).record,
  );
});

test("rows bounded to perUser cannot be declared with a smaller bound", () => {
  const bounded = boundContributions(rows, { perUser: 2 });
  const options = { k: 1, epsilon: 1, delta: 1e-6 };
  assert.throws(() => topK(bounded, { ...options, perUser: 1 }), {
    message: "perUser must be at least the bound of the rows, 2, got 1",
  });
  assert.equal(topK(bounded, { ...options, perUser: 3 }).record.parameters.perUser, 3);
  assert.throws(() => topK(boundContributions(rows, all), { ...options, perUser: 9 }), {
    message: "perUser must be at least the bound of the rows, Infinity, got 9",
  });
});

test("rows are read, and a user's items chosen, after the charge", () => {
  const options = { k: 1, epsilon: 1, delta: 1e-6, perUser: 1 };
  const ledger = new Ledger({ epsilon: 2, delta: 2e-6 });
  assert.throws(() => topK([["ann", {}]], { ...options, ledger }), {
    name: "TypeError",
    message: /; the ledger stays charged$/,
  });
  assert.equal(ledger.entries.length, 1);
  topK(rows, { ...options, ledger });
  assert.equal(ledger.entries.length, 2);
});

test("rows of the wrong kind are rejected by name", () => {
  const refuse = (events, message, options = all) =>
    assert.throws(() => boundContributions(events, options), { message });
  refuse({ users: [1], items: [1, 2] }, "users must be as many as items, 2, got 1");
  refuse([["a", 1], "b"], /events must all be \[user, item\] or \{ user, item \}, got text among/);
  refuse(7, /events must be \{ users, items \} or an iterable/);
  refuse({ users: [{}], items: [1] }, /users must hold items that are text/);
  refuse({ values: [1, 2], users: [1] }, "users must be as many as values, 2, got 1");
  refuse(
    { values: [1], users: [1], groups: [1] },
    /unknown column groups: rows of users take values, users/,
  );
  refuse({ values: [1], orderBy: [1] }, /unknown column orderBy: rows of users take values, users/);
  refuse([[1, {}]], /rows must hold items that are text/);
  refuse(rows, "perUser must be a whole number from 1 to 1000000000, got 0", { perUser: 0 });
  refuse(rows, "perUser must be a number, got undefined", {});
  refuse(rows, /unknown option peruser; did you mean perUser/, { peruser: 1 });
});

test("a record states users if rows have user ids, and records if every row is a user", () => {
  const options = { k: 1, epsilon: 1, delta: 1e-6 };
  const { record } = topK(rows, { ...options, perUser: 2 });
  assert.equal(record.protects, "users");
  assert.match(record.guarantee, /^Adding or removing all rows of one user changes/);
  const replaced = topK(rows, { ...options, perUser: 2, neighbors: "replace" }).record;
  assert.match(replaced.guarantee, /^Changing the rows of one user changes/);
  const plain = topK(["a", "b"], options).record;
  assert.match(plain.guarantee, /^Adding or removing one record changes/);
});

test("every row is one person if rows are of different people, and the record says so", () => {
  const options = { k: 2, epsilon: 4, delta: 1e-3 };
  const values = Array.from({ length: 3000 }, (_, i) => ["a", "b", null][i % 3]);
  const { items, record } = topK({ values, users: null }, options);
  assert.deepEqual(items.map(({ item }) => item).sort(), ["a", "b"]);
  assert.equal(record.protects, "users");
  assert.equal(record.parameters.perUser, 1);
  assert.equal(record.parameters.users, "every row is a different person");
  const plain = topK(values, options).record;
  assert.equal(plain.protects, undefined);
  assert.equal(plain.parameters.users, "every row is a user of its own");
  const session = new TopKSession({ outcomes: 4, calls: 2, epsilon: 8, delta: 1e-3 });
  const asked = session.topK({ values, users: null }, { k: 2 }).record;
  session.dispose();
  assert.equal(asked.protects, "users");
  assert.equal(asked.parameters.users, "every row is a different person");
});

test("a histogram of rows without users protects records, by a word and not by a sentence", () => {
  for (const rows of [{ items: ["a", "a"] }, { values: ["a", "a"], users: null }]) {
    const { protects, perUser } = boundContributions(rows, { perUser: 3 });
    assert.equal(protects, "records");
    assert.equal(perUser, 1);
  }
  const { protects } = boundContributions({ items: ["a"], users: [1] }, { perUser: 3 });
  assert.equal(protects, "users");
});

test("a histogram protects users unless it says records, and no other word is taken", () => {
  const options = { k: 1, epsilon: 1, delta: 1e-3, perUser: 1 };
  const counted = { values: ["a"], counts: [900] };
  const protectedBy = (rows) => topK(rows, options).record.protects ?? "records";
  assert.equal(protectedBy(counted), "users");
  assert.equal(protectedBy({ ...counted, protects: "users" }), "users");
  assert.equal(protectedBy({ ...counted, protects: "records" }), "records");
  assert.throws(() => protectedBy({ ...counted, protects: "rows" }), {
    name: "RangeError",
    message: 'rows.protects must be "users" or "records", got "rows"',
  });
});

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Ledger, load, topK } from "../../dist/index.js";

before(() => load());

/** 2,000, 1,900, 1,800, ... rows of letters: 100 apart, so epsilon 1 almost always keeps their order. */
const rows = [..."abcdefgh"].flatMap((letter, rank) => Array(2000 - 100 * rank).fill(letter));
const options = { k: 3, epsilon: 3, delta: 1e-6 };
const top = (result) => result.items.map(({ item }) => item);

test("topK returns the most frequent items of rows, Maps, columns and grouped rows", () => {
  const map = new Map([..."abcdefgh"].map((letter, rank) => [letter, 2000 - 100 * rank]));
  const grouped = [...map].map(([item, count]) => ({ item, count }));
  for (const data of [
    rows,
    new Set(),
    map,
    grouped,
    { values: [...map.keys()], counts: [...map.values()] },
    { values: [...map.keys()], counts: BigInt64Array.from([...map.values()], BigInt) },
  ]) {
    const result = topK(data, data === grouped ? { ...options, perUser: 1 } : options);
    if (data instanceof Set) assert.deepEqual(result.items, []);
    else assert.deepEqual(top(result).sort(), ["a", "b", "c"]);
  }
});

test("fewer than k items are returned if the others are rare, and `complete` states so", () => {
  const result = topK([...rows, ..."rare items"], { ...options, k: 10 });
  assert.deepEqual(top(result).sort(), [..."abcdefgh"]);
  assert.equal(result.complete, false);
  assert.equal(topK(rows, options).complete, true);
});

test("an item of one user alone is never returned (in 1,000 runs with probability below 1e-9)", () => {
  for (let i = 0; i < 1000; ++i) {
    assert.deepEqual(topK(["alone"], { k: 1, epsilon: 1, delta: 1e-12 }).items, []);
  }
});

test("items may be anything a Map distinguishes, lone surrogates and NUL included", () => {
  const items = ["\ud800", "a\0b", 5, 7n, true, ""];
  const many = items.flatMap((item) => Array(500).fill(item));
  const found = new Set(top(topK(many, { k: 6, epsilon: 5, delta: 1e-3 })));
  assert.deepEqual(found, new Set(items));
});

test("the record states the spent loss and does not depend on the data", () => {
  const { record } = topK(rows, options);
  assert.equal(record.epsilon, 3);
  assert.equal(record.delta, 1e-6);
  assert.equal(record.parameters.variant, "threshold");
  assert.equal(record.parameters.perUser, 1);
  assert.equal(record.parameters.users, "every row is a user of its own");
  assert.equal(record.parameters.k, 3);
  assert.match(record.guarantee, /epsilon 3, delta 0.000001/);
  assert.deepEqual(topK(["x"], options).record, record);
  const histogram = topK(new Map([["x", 5]]), options).record;
  assert.equal(histogram.parameters.variant, "strict");
  assert.equal(histogram.parameters.perUser, "any number");
});

const refusals = [
  [{ k: 0 }, "k must be a whole number from 1 to 1000000, got 0"],
  [{ k: 2.5 }, "k must be a whole number from 0 to 9007199254740991, got 2.5"],
  [{ kBar: 2 }, "kBar must be a whole number from 3 to 10000000, got 2"],
  [{ delta: 0 }, "delta must be a number above 0 and below 1, got 0"],
  [{ delta: 1 }, "delta must be a number above 0 and below 1, got 1"],
  [{ delta: undefined }, "delta must be a number, got undefined"],
  [{ epsilon: 1e9 }, "epsilon must be a number from 1e-9 to 10000, got 1e+09"],
  [{ perUser: 0 }, "perUser must be a whole number from 1 to 1000000000, got 0"],
  [{ kbar: 9 }, "topK: unknown option kbar; did you mean kBar?"],
];

for (const [change, message] of refusals) {
  test(`rejected: ${message}`, () => {
    assert.throws(() => topK(rows, { ...options, ...change }), { message });
  });
}

test("a delta of 1e-300 works: only very frequent items come back", () => {
  assert.deepEqual(topK(rows, { ...options, epsilon: 0.001, delta: 1e-300 }).items, []);
  assert.equal(topK(rows, { ...options, epsilon: 30, delta: 1e-300 }).complete, true);
});

test("rows of the wrong kind are rejected by name", () => {
  assert.throws(() => topK("text", options), {
    name: "TypeError",
    message: /rows must be an iterable of items/,
  });
  assert.throws(() => topK(new Map([["a", -1]]), options), {
    message: "counts must be whole numbers >= 0, got a number",
  });
  assert.throws(
    () =>
      topK(
        [
          { item: "a", count: 1 },
          { item: "a", count: 2 },
        ],
        { ...options, perUser: 1 },
      ),
    {
      message: "rows must be grouped: one item occurs twice",
    },
  );
  const refuse = (data, message) =>
    assert.throws(() => topK(data, { ...options, perUser: 1 }), { message });
  const expected = "rows must hold items that are text, numbers, BigInts or booleans, got";
  const named = "; counts are rows { item, count }, users rows { user, item }, by these names";
  refuse([{}], `${expected} an object (Object) among them${named}`);
  refuse([["ann", "a", "b"]], `${expected} an object (Array) among them${named}`);
  refuse([Symbol("a")], `${expected} a symbol among them`);
  refuse(new Set([{ item: "a", count: 9 }]), `${expected} an object (Object) among them${named}`);
  refuse([{ item: "a", count: 9 }, "b"], "rows must be all { item, count } or all items");
  refuse(new Map([["a", "9"]]), "counts must be whole numbers >= 0, got text");
  refuse({ values: ["a"], counts: [1, 2] }, "counts must be as many as values, 1, got 2");
});

test("the record for no rows equals that for some rows, in every form", () => {
  const given = (data, more) => topK(data, { ...options, ...more }).record;
  assert.deepEqual(given([]), given(["a"]));
  assert.deepEqual(given(new Map()), given(new Map([["a", 1]])));
  assert.deepEqual(given({ values: [], counts: [] }), given({ values: ["a"], counts: [1] }));
  for (const perUser of [1, 5, Number.POSITIVE_INFINITY]) {
    assert.deepEqual(given([], { perUser }), given([{ item: "a", count: 1 }], { perUser }));
  }
  assert.equal(given([], { perUser: Number.POSITIVE_INFINITY }).parameters.perUser, "any number");
  assert.throws(() => given([{ item: "a", count: 1 }]), {
    name: "TypeError",
    message:
      "perUser must be given for { item, count } rows (the maximum number of items per user, or Infinity), got undefined",
  });
});

test("the choice among items that share the last place depends on the items alone, of all kinds", async () => {
  const { topRows } = await import("../../dist/data/histogram.js");
  const items = [10, "1a", 2, -1, 7n, 10n, true, false, "", "10", "a\0"].concat([
    "\ud800",
    "\udfff",
    "\uffff",
    "\u{1f600}",
    Number.POSITIVE_INFINITY,
    0.5,
  ]);
  const ordered = topRows(items, items.length).items;
  for (let round = 0; round < 300; ++round) {
    const shuffled = items
      .map((item, i) => [Math.sin(round * 97 + i * 31), item])
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item);
    const limit = 1 + (round % items.length);
    assert.deepEqual(topRows(shuffled, limit).items, ordered.slice(0, limit));
  }
});

test("text is ordered by its UTF-8 bytes", async () => {
  const { compareItems } = await import("../../dist/data/item-order.js");
  const words = ["", "a", "aa", "b", "Z", "\u007f", "\u0080", "\u07ff", "\u0800", "\ud7ff"].concat([
    "\ue000",
    "\uffff",
    "\u{10000}",
    "\u{10ffff}",
    "a\u{10000}",
    "a\uffff",
  ]);
  for (const a of words) {
    for (const b of words.filter((word) => word !== a)) {
      assert.equal(Math.sign(compareItems(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }
  }
});

test("200,000 items that occur once each are cut to the first ones in order", async () => {
  const { topRows } = await import("../../dist/data/histogram.js");
  const distinct = Array.from({ length: 2e5 }, (_, i) => `item ${String(i).padStart(7, "0")}`);
  assert.deepEqual(topRows([...distinct].reverse(), 3).items, distinct.slice(0, 3));
  assert.deepEqual(topRows([...distinct, "item 0000009"], 2).items, ["item 0000009", distinct[0]]);
});

test("ties are broken by the items' own bytes, for any order of arrival", async () => {
  const { topRows } = await import("../../dist/data/histogram.js");
  const tied = ["b", "a", "\u{1f600}", "\uffee", "aa", "Z"];
  for (const order of [tied, [...tied].reverse()]) {
    assert.deepEqual(topRows(order, 4).items, ["Z", "a", "aa", "b"]);
    assert.deepEqual(topRows(order, 6).items, ["Z", "a", "aa", "b", "\uffee", "\u{1f600}"]);
  }
});

// Regression: a ledger grants 2^-44 less than requested, which decided between two bounds. The charge used the
// rho of one (0.020278), the draw another (0.022364).
test("a ledger is charged for the parameters of the draw, also if two bounds are equally good", () => {
  const even = { k: 6, kBar: 60, epsilon: 0.98658792554638552, delta: 1e-6, perUser: Infinity };
  const run = (options) => {
    const { record } = topK(["a", "b", "a"], { ...even, variant: "strict", ...options });
    return record.parameters;
  };
  const charge = (epsilon) => {
    const ledger = new Ledger({ epsilon: 10, delta: 1e-3, composition: "concentrated" });
    const { itemEpsilon, composition } = run({ epsilon, ledger });
    const [{ charged }] = ledger.entries;
    assert.ok(charged.rho >= (6 * itemEpsilon ** 2) / 8, `${charged.rho}`);
    return { composition, charged };
  };
  // The draw and the charge go by the granted loss, for which another bound may be the better one.
  assert.equal(run({}).composition, "sum of the steps");
  assert.equal(charge(even.epsilon).composition, "concentrated composition of bounded-range steps");
  const { composition, charged } = charge(0.9865879255464425);
  assert.equal(composition, "sum of the steps");
  assert.ok(charged.rho < 0.0203);
});

// The count behind the last item hides the end of the list. When it was lost for rows of users, it was 0.
test("an item that ties with an omitted one is not released, for users too", () => {
  const rows = Array.from({ length: 200 }, (_, user) => (user < 100 ? "a" : "b"));
  const asked = { k: 1, kBar: 1, epsilon: 5, delta: 1e-6, variant: "limited-domain" };
  assert.deepEqual(topK(rows, asked).items, []);
  const pairs = rows.map((item, user) => [user, item]);
  assert.deepEqual(topK(pairs, { ...asked, perUser: 1 }).items, []);
});

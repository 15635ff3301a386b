// A saved ledger is sealed with the number of its entries and the head, a hash of its contents.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { before, test } from "node:test";
import { Ledger, laplaceCount, load, TopKSession } from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { unsealed } from "./unsealed.mjs";

before(() => load());

const plainOf = (ledger) => JSON.parse(JSON.stringify(ledger));
const damaged = { name: "RangeError", message: /^the saved ledger is damaged: / };

/** A ledger with one entry of each kind. */
function used() {
  const ledger = new Ledger({ epsilon: 5, delta: 1e-3, unit: undefined });
  const note = { label: "Ergebnis für März 🗓", date: "2026-03-02" };
  laplaceCount(5, { epsilon: 0.1, ledger, ...note });
  const part = ledger.parallel("region", "where they live").part("north");
  laplaceCount(5, { epsilon: 0.2, ledger: part });
  const weekly = ledger.steps("weekly", { steps: 3, epsilon: 0.3 });
  laplaceCount(5, { epsilon: weekly.perStep.epsilon, ledger: weekly });
  const terms = { outcomes: 3, calls: 2, epsilon: 0.5, delta: 1e-6, ledger };
  const session = new TopKSession(terms);
  session.topK(["a", "a"], { k: 1 });
  session.dispose();
  new TopKSession(terms); // stays open
  return ledger;
}

/** The page's definition, written independently. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}
const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/** The value with the names of every object in reverse order. */
function turned(value) {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([name, one]) => [name, turned(one)]));
}

test("the head is the hash that the page defines, and count is the number of entries", () => {
  const empty =
    '{"budget":{"composition":"basic","delta":0,"epsilon":1,"neighbors":"add-remove","tail":0},"entries":[],"groups":[]}';
  assert.equal(new Ledger({ epsilon: 1 }).head, sha256(empty));
  const ledger = used();
  const { budget, entries, groups, count, head } = plainOf(ledger);
  assert.equal(count, 5);
  assert.equal(head, sha256(canonical({ budget, entries, groups })));
  assert.equal(ledger.head, head);
});

test("the head of many entries is that hash too, whatever the names in their records", () => {
  const ledger = new Ledger({ epsilon: 5 });
  const terms = { epsilon: 1e-3, delta: 0, neighbors: "add-remove", boundedRange: false };
  for (let i = 0; i < 1201; ++i) {
    const { attach } = ledger.charge({ ...terms, mechanism: `mechanism ${i % 40}` });
    if (i % 3 === 0) attach(JSON.parse(`{"b":[{"z":1,"a":null}],"__proto__":{"d":${i},"c":"ü"}}`));
  }
  const plain = plainOf(ledger);
  const { budget, entries, groups, head } = plain;
  assert.equal(head, sha256(canonical({ budget, entries, groups })));
  assert.deepEqual(plainOf(Ledger.fromJSON(plain, { head })), plain);
});

test("the head is the same in browsers, which lack Node's own hash", () => {
  const ledger = used();
  ledger.parallel("half a character: \ud83d", "declared");
  const { head } = ledger;
  const own = process.getBuiltinModule;
  let asked = 0;
  process.getBuiltinModule = () => {
    ++asked;
  };
  try {
    assert.equal(ledger.head, head);
    assert.equal(Ledger.fromJSON(JSON.stringify(ledger), { head }).head, head);
  } finally {
    process.getBuiltinModule = own;
  }
  assert.equal(asked, 4);
});

test("a saved ledger is the same for any storage: as text, as an object, spaced, with reordered names", () => {
  const ledger = used();
  const { head } = ledger;
  const plain = plainOf(ledger);
  for (const saved of [
    ...[JSON.stringify(ledger), ledger.toJSON(), structuredClone(ledger.toJSON())],
    ...[JSON.stringify(plain, null, 2), turned(plain)],
  ]) {
    const resumed = Ledger.fromJSON(saved, { head });
    assert.equal(resumed.head, head);
    assert.deepEqual(plainOf(resumed), plain);
  }
});

test("any change or loss in budget, groups and entries is rejected as damage", () => {
  const text = JSON.stringify(used());
  let changes = 0;
  const refused = (change) => {
    const plain = JSON.parse(text);
    change(plain);
    assert.throws(() => Ledger.fromJSON(plain), damaged, JSON.stringify(plain));
    ++changes;
  };
  const visit = (at, path) => {
    for (const name of Object.keys(at)) {
      const home = (plain) => path.reduce((inside, key) => inside[key], plain);
      const value = at[name];
      if (typeof value === "object" && value !== null) visit(value, [...path, name]);
      else {
        const other = typeof value === "number" ? value + 1 : `${value}x`;
        refused((plain) => {
          home(plain)[name] = other;
        });
      }
      if (!Array.isArray(at)) refused((plain) => delete home(plain)[name]);
    }
  };
  const { budget, groups, entries } = JSON.parse(text);
  visit(budget, ["budget"]);
  visit(groups, ["groups"]);
  visit(entries, ["entries"]);
  assert.ok(changes > 150, `${changes}`);
  refused((plain) => plain.entries.pop());
  refused((plain) => plain.entries.push(plain.entries[0]));
  refused((plain) => plain.entries.reverse());
  refused((plain) => {
    plain.head = plain.head.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  });
});

test("an error names the damage: the number of missing entries, or the mismatch", () => {
  const plain = plainOf(used());
  const refused = (more, name, message) =>
    assert.throws(() => Ledger.fromJSON({ ...plain, ...more }), { name, message });
  refused(
    { entries: plain.entries.slice(1) },
    "RangeError",
    "the saved ledger is damaged: entries must be 5, as many as were saved, got 4",
  );
  refused(
    { budget: { ...plain.budget, epsilon: 9 } },
    "RangeError",
    / damaged: head must be "[0-9a-f]{64}", the hash of its budget, groups and entries, got "[0-9a-f]+"$/,
  );
  refused({ head: undefined }, "RangeError", /, got undefined$/);
  refused({ count: undefined }, "TypeError", "count must be a number, got undefined");
});

test("an older copy is rejected if the caller passes the head, and resumes otherwise", () => {
  const ledger = used();
  const before = JSON.stringify(ledger);
  const older = ledger.head;
  laplaceCount(5, { epsilon: 0.1, ledger });
  const { head } = ledger;
  assert.notEqual(head, older);
  assert.equal(
    Ledger.fromJSON(JSON.stringify(ledger), { head }).spent.epsilon,
    ledger.spent.epsilon,
  );
  assert.throws(() => Ledger.fromJSON(before, { head }), {
    name: "RangeError",
    message: `head must be "${older}", the hash of the saved ledger with 5 entries, got "${head}": this is an older copy, or another ledger`,
  });
  assert.equal(Ledger.fromJSON(before).head, older);
});

test("a ledger saved without a head loads, and is checked against a given head", () => {
  const ledger = used();
  const saved = unsealed(ledger);
  assert.deepEqual(Ledger.fromJSON(saved).toJSON(), ledger.toJSON());
  assert.deepEqual(Ledger.fromJSON(saved, { head: ledger.head }).toJSON(), ledger.toJSON());
  saved.entries.pop();
  assert.equal(Ledger.fromJSON(saved).entries.length, 4);
  assert.throws(() => Ledger.fromJSON(saved, { head: ledger.head }), /^RangeError: head must be/);
});

test("an invalid head, or an unknown option, is rejected by name", () => {
  const saved = JSON.stringify(used());
  for (const head of [null, 5, "", "abc", "G".repeat(64), "A".repeat(64), `${"a".repeat(64)}\n`]) {
    assert.throws(() => Ledger.fromJSON(saved, { head }), {
      name: "TypeError",
      message: /^head must be the hash of a ledger, 64 hexadecimal digits, got /,
    });
  }
  assert.throws(() => Ledger.fromJSON(saved, { heads: "" }), {
    name: "TypeError",
    message: "Ledger.fromJSON: unknown option heads; did you mean head?",
  });
  assert.throws(() => Ledger.fromJSON(saved, null), { name: "TypeError" });
});

test("a value that JSON cannot represent is rejected by name", () => {
  const plain = plainOf(used());
  plain.entries[0].record.round = plain;
  assert.throws(() => Ledger.fromJSON(plain), {
    name: "TypeError",
    message: "a ledger must hold what can be written as JSON",
  });
});

test("the head changes exactly with charges, records, steps and settlements", () => {
  const ledger = new Ledger({ epsilon: 1, delta: 1e-3 });
  const seen = new Set();
  const isNew = () => {
    const { head } = ledger;
    assert.equal(ledger.head, head);
    const { size } = seen;
    return seen.add(head).size > size;
  };
  assert.ok(isNew());
  const cost = { mechanism: "mine", epsilon: 0.1, delta: 0, boundedRange: false };
  const { attach } = ledger.charge({ ...cost, neighbors: "add-remove" });
  assert.ok(isNew());
  attach({ mechanism: "mine" });
  assert.ok(isNew());
  const weekly = ledger.steps("weekly", { steps: 2, epsilon: 0.2 });
  assert.ok(isNew());
  laplaceCount(5, { epsilon: weekly.perStep.epsilon, ledger: weekly });
  assert.ok(isNew());
  const session = new TopKSession({ outcomes: 2, calls: 1, epsilon: 0.2, delta: 1e-6, ledger });
  assert.ok(isNew());
  session.dispose();
  assert.ok(isNew());
  ledger.parallel("region", "where they live");
  assert.ok(isNew());
  assert.throws(() => laplaceCount(5, { epsilon: 2, ledger }), { name: "BudgetExceeded" });
  ledger.steps("weekly", { steps: 2, epsilon: 0.2 });
  ledger.parallel("region", "where they live");
  assert.equal(isNew(), false);
});

test("a ledger in the worker has the same head and checks it", async () => {
  const there = await connect();
  try {
    const here = used();
    const moved = await there.Ledger.fromJSON(here, { head: here.head });
    assert.equal(await moved.head, here.head);
    await there.laplaceCount(5, { epsilon: 0.1, ledger: moved });
    const again = Ledger.fromJSON(await moved.toJSON(), { head: await moved.head });
    assert.equal(again.entries.length, 6);
    await assert.rejects(there.Ledger.fromJSON(here, { head: again.head }), {
      name: "RangeError",
      message: /^head must be "[0-9a-f]{64}", the hash of the saved ledger/,
    });
  } finally {
    await there.dispose();
  }
});

// An exhausted ledger gives the same answer for all data: nothing is read before the charge. Regression: data
// were first read, checked and counted. With outside: "throw" the error revealed, free and repeatedly, whether
// the greatest value was inside the domain.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as logstar from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { calls as functionCalls } from "./valid-calls.mjs";
import { memberCalls } from "./valid-member-calls.mjs";

const { Ledger, median } = logstar;
await logstar.load();
const remote = await connect();
after(() => remote.dispose());

const calls = Object.entries({ ...functionCalls, ...memberCalls }).filter(
  ([, { ledger }]) => ledger !== undefined,
);

const looked = () => {
  throw new Error("looked at");
};

/** An array that allows access to its length only. */
function sealed(length) {
  return new Proxy(Array(length).fill(0), {
    get: (array, name) => {
      if (name === Symbol.iterator) return looked;
      return typeof name === "string" && /^\d/.test(name) ? looked() : array[name];
    },
    ownKeys: looked,
  });
}

/** Data that record whether they were read. */
const unread = {
  "an array": () => sealed(60),
  "an empty array": () => sealed(0),
  "an iterable": () => ({ [Symbol.iterator]: looked }),
  "a vector": () => ({ toArray: looked }),
  "grouped values": () => ({ values: sealed(3), counts: sealed(4) }),
  "rows of users": () => ({ users: sealed(3), items: sealed(4) }),
  "users in groups": () => ({ users: sealed(3), groups: sealed(4) }),
  "values of users": () => ({ values: sealed(3), users: sealed(4), groups: sealed(5) }),
  "a quality": () => looked,
};

/** Data with every kind of error. */
const wrong = {
  "NaN and infinities": () => [Number.NaN, Number.POSITIVE_INFINITY, -5, 1e300],
  "values of no kind": () => [{}, null, undefined, "a", 5n],
  "no values": () => [],
  "BigInts outside": () => BigInt64Array.of(-1n, 2n ** 62n),
  "counts of something else": () => ({ values: [1], counts: [-1, 5] }),
  "users of something else": () => ({ users: [null], items: [1, {}] }),
  "rows listed twice": () => [
    { item: "a", count: 1, score: 0.5, width: 0 },
    { item: "a", count: 1, score: 1 },
  ],
  "a count that is none": () => 1.5,
  "one that is out of range": () => 2 ** 60,
};

/** The places of data in a call: an argument, or several options. */
const inOptions = ["x", "y", "unlabelled", "rows", "columns"];

/** The call with these data instead, each column of several replaced. */
function withData({ args, ledger }, data) {
  const given = args();
  const isTable = typeof given[1] === "object" && "user" in given[1];
  if (isTable && Array.isArray(given[0])) given[0] = rowsOf(given[0], data);
  else if (ledger > 0)
    given[0] = Object.hasOwn(given[0], "users") ? columnsOf(given[0], data) : data;
  const options = given[ledger];
  for (const name of inOptions) {
    if (options[name] === undefined) continue;
    const isAxes = Array.isArray(options[name]) && typeof options[name][0] === "object";
    options[name] = isAxes ? options[name].map(() => data) : data;
  }
  return given;
}

/** A table of rows with public fields and with these data in each field. */
function rowsOf([{ ...fields }], data) {
  if (!Array.isArray(data)) return data;
  const names = Object.keys(fields);
  const get = (i) => ({ enumerable: true, get: () => data[i] });
  return Array.from({ length: data.length }, (_, i) =>
    Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, get(i)]))),
  );
}

/** Rows of users with these data in each column. */
function columnsOf(rows, data) {
  const names = Object.keys(rows).filter((name) => rows[name] !== null);
  return { ...rows, ...Object.fromEntries(names.map((name) => [name, data])) };
}

/** A ledger without budget. */
function exhausted(made, neighbors) {
  const ledger = new made.Ledger({ epsilon: 1e-9, neighbors });
  return Promise.resolve(ledger);
}

/** The kind of a data holder is public: a function rejects a holder of the wrong kind for that reason. */
const isOfNoUse = /must be|needs|must have|unknown column/;

async function outcome(run) {
  try {
    await run();
    return "an answer";
  } catch (error) {
    return error.name === "BudgetExceeded" ? error.name : `${error.name}: ${error.message}`;
  }
}

for (const [name, call] of calls) {
  test(`${name}: an exhausted ledger rejects without reading a value`, async () => {
    let refused = 0;
    for (const [kind, data] of Object.entries({ ...unread, ...wrong })) {
      for (const changes of [{}, { outside: "throw" }, { neighbors: "replace" }]) {
        const given = withData(call, data());
        const options = given[call.ledger];
        if ("outside" in changes && !("outside" in options)) continue;
        if ("neighbors" in changes && !("neighbors" in options)) continue;
        const ledger = await exhausted(logstar, changes.neighbors ?? "add-remove");
        given[call.ledger] = { ...options, ...changes, ledger };
        const said = await outcome(() => call.of(...given));
        assert.doesNotMatch(said, /looked at|an answer|stays charged/, kind);
        if (said === "BudgetExceeded") ++refused;
        else assert.match(said, isOfNoUse, kind);
        assert.equal(ledger.entries.length, 0);
      }
    }
    assert.ok(refused > 0, `${refused}`);
  });
}

test("without a charge, no outcome depends on whether a maximum lies inside the domain", () => {
  for (const outside of ["clamp", "drop", "throw"]) {
    for (const values of [[5], [5, 500], [Number.NaN], [], ["five"]]) {
      const ledger = new logstar.Ledger({ epsilon: 1 });
      const options = { domain: logstar.integers(0, 9), outside, ledger };
      assert.throws(() => logstar.median(values, { ...options, epsilon: 2 }), {
        name: "BudgetExceeded",
      });
      assert.equal(ledger.spent.epsilon, 0);
    }
  }
});

test("exhausted monitors and sessions reject without reading a value", () => {
  const shared = { epsilon: 1, delta: 1e-3 };
  const threshold = new logstar.AboveThreshold({ threshold: -1e6, epsilon: 1, rows: [1, 2, 3] });
  assert.equal(
    threshold.ask(() => true),
    true,
  );
  assert.throws(() => threshold.ask(looked), { name: "BudgetExceeded" });
  const heavy = new logstar.HeavyHitterMonitor({ perUser: 1, steps: 1, ...shared });
  heavy.step([]);
  assert.throws(() => heavy.step(sealed(3)), { name: "BudgetExceeded" });
  const session = new logstar.TopKSession({ outcomes: 2, calls: 1, ...shared });
  session.topK([], { k: 1 });
  assert.throws(() => session.topK(sealed(3), { k: 1 }), { name: "BudgetExceeded" });
});

test("a session's call is used up before its rows are read", () => {
  const session = new logstar.TopKSession({ outcomes: 5, calls: 2, epsilon: 1, delta: 1e-3 });
  assert.throws(() => session.topK([{}], { k: 2 }), { message: /; the session stays charged$/ });
  assert.deepEqual(session.remaining, { outcomes: 3, calls: 1 });
});

/** Data that cannot even cross to the worker, next to some that can. */
const uncrossing = {
  "a function among values": () => [1, () => 2],
  "a symbol far down": () => [...Array(100).fill(1), Symbol("s")],
  "an iterable that fails": () => ({
    *[Symbol.iterator]() {
      yield 1;
      throw new RangeError("no more");
    },
  }),
  "a vector that fails": () => ({
    toArray() {
      throw new TypeError("no column");
    },
  }),
};

test("through the worker an exhausted ledger answers the same, for any data", async () => {
  const ledger = await exhausted(remote, "add-remove");
  for (const [kind, data] of Object.entries({ ...wrong, ...uncrossing })) {
    if (typeof data() === "number" || "counts" in data() || "users" in data()) continue;
    const options = { epsilon: 1, outside: "throw", ledger };
    assert.equal(await outcome(() => remote.median(data(), options)), "BudgetExceeded", kind);
    const asked = { k: 1, epsilon: 1, delta: 1e-6, ledger };
    assert.equal(await outcome(() => remote.topK(data(), asked)), "BudgetExceeded", kind);
    const learn = { x: data(), y: [1], epsilon: 1, ledger };
    assert.equal(await outcome(() => remote.learnThreshold(learn)), "BudgetExceeded", kind);
  }
  assert.deepEqual(ledger.spent, { epsilon: 0, delta: 0 });
});

test("data that cannot cross to the worker are charged there, as unreadable data are", async () => {
  for (const [kind, data] of Object.entries(uncrossing)) {
    const ledger = await new remote.Ledger({ epsilon: 1 });
    const said = await outcome(() => remote.median(data(), { epsilon: 0.5, ledger }));
    assert.match(said, /^(TypeError|RangeError): .*; the ledger stays charged$/, kind);
    assert.equal(ledger.spent.epsilon, 0.5, kind);
  }
});

test("an Arrow column of an unsupported type spends nothing: types are public", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const column = { type: { typeId: 12, toString: () => "List<Int32>" }, data: [sealedData()] };
  assert.throws(
    () => median(column, { epsilon: 0.5, ledger }),
    /got an Arrow column of List<Int32>/,
  );
  assert.equal(ledger.spent.epsilon, 0);
});

// Regression: the note on the charge replaced errors that cannot be extended, and was added repeatedly.
test("an error thrown by data passes through, with one note on the charge", () => {
  const ledger = new Ledger({ epsilon: 2 });
  const read = (error) => ({
    [Symbol.iterator]: () => {
      throw error;
    },
  });
  const gone = new DOMException("gone", "AbortError");
  assert.throws(() => median(read(gone), { epsilon: 0.5, ledger }), gone);
  const own = new Error("no more");
  for (let i = 0; i < 2; ++i) {
    assert.throws(() => median(read(own), { epsilon: 0.5, ledger }), own);
    assert.equal(own.message, "no more; the ledger stays charged");
  }
  assert.equal(ledger.spent.epsilon, 1.5);
});

/** Throws on any access. */
function sealedData() {
  return new Proxy({}, { get: () => assert.fail("data were read") });
}

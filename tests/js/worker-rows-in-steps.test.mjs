// logstar/worker: the columns of many rows are read in steps, after the call and before it starts in the worker.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { dates, integers } from "../../dist/index.js";
import { connect } from "../../dist/worker.js";

const records = 100_000;
const rowsPerStep = 16_384;
/** With epsilon 1,000 the answer is a record. */
const epsilon = 1000;
const domain = integers(0, 99);
const asked = { epsilon, domain, perUser: "spread" };

let logstar;
before(async () => {
  logstar = await connect();
});
after(() => logstar.dispose());

let isCounting = true;
afterEach(() => {
  isCounting = false;
});

/** Counts the readings of fields in each task: the count begins again with every `setImmediate`. */
function counted(count, ageOf = () => 40) {
  const reads = { now: 0, most: 0, all: 0 };
  isCounting = true;
  class Row {
    constructor(i) {
      this.id = i;
      this.town = i % 2 ? "a" : "b";
    }
    get age() {
      reads.all += 1;
      reads.most = Math.max(reads.most, ++reads.now);
      return ageOf(this.id);
    }
  }
  const nextTask = () => {
    reads.now = 0;
    if (isCounting) setImmediate(nextTask);
  };
  setImmediate(nextTask);
  return { reads, rows: Array.from({ length: count }, (_, i) => new Row(i)) };
}

const tableOf = (rows, more) => logstar.table(rows, { user: "id", ...more });

test("no task reads more rows than a step has, and each row is read once", async () => {
  const { reads, rows } = counted(records);
  const answer = tableOf(rows).median("age", asked);
  assert.ok(reads.all <= rowsPerStep); // the call itself keeps the list
  assert.equal((await answer).value, 40);
  assert.equal(reads.all, records);
  assert.ok(reads.most <= rowsPerStep);
});

test("control: the count sees a reading of all rows in one task", () => {
  const { reads, rows } = counted(records);
  for (const { age } of rows) assert.equal(age, 40);
  assert.equal(reads.most, records);
});

test("no task asks a predicate or a function of a group about more rows than a step has", async () => {
  const { reads, rows } = counted(records);
  const people = tableOf(rows)
    .where(({ age }) => age === 40)
    .groupBy(({ age, town }) => `${town} ${age}`, ["a 40", "b 40"]);
  const { groups } = await people.count({ epsilon, perUser: 1 });
  assert.deepEqual(
    groups.map(({ value }) => value),
    [records / 2, records / 2],
  );
  assert.ok(reads.most <= rowsPerStep);
});

test("the rows are those that the list has at the call", async () => {
  const { rows } = counted(records);
  const answer = tableOf(rows).count({ epsilon, perUser: 1 });
  rows.length = 0;
  assert.equal((await answer).value, records);
});

test("few rows are read within the call", async () => {
  const { reads, rows } = counted(1000);
  const answer = tableOf(rows).median("age", asked);
  assert.equal(reads.all, 1000);
  assert.equal((await answer).value, 40);
});

test("calls of one table keep their order", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 3 * epsilon, unit: "user" });
  const table = tableOf(counted(records).rows, { ledger });
  const done = [];
  const first = table.median("age", asked).then(() => done.push("first"));
  const second = table
    .where(() => false)
    .count({ epsilon, perUser: 1 })
    .then(({ value }) => done.push(`second ${value}`));
  const third = table.median("age", { ...asked, epsilon: 1.5 * epsilon });
  await assert.rejects(third, { name: "BudgetExceeded" });
  await Promise.all([first, second]);
  assert.deepEqual(done, ["first", "second 0"]);
});

test("an unknown column and a wrong option cost nothing", async () => {
  const ledger = await new logstar.Ledger({ epsilon, unit: "user" });
  const { rows } = counted(records);
  const table = tableOf(rows, { ledger });
  assert.throws(() => table.median("pay", asked), /column must be a column of the rows/);
  await assert.rejects(table.median("age", { ...asked, epsilon: -1 }), { name: "RangeError" });
  assert.deepEqual(ledger.remaining, { epsilon, delta: 0 });
});

test("an error of one row rejects the call with itself, after the charge", async () => {
  const ledger = await new logstar.Ledger({ epsilon, unit: "user" });
  const { rows } = counted(records, (id) => {
    if (id === records - 1) throw new RangeError("no age here");
    return 40;
  });
  await assert.rejects(tableOf(rows, { ledger }).median("age", asked), {
    name: "RangeError",
    message: "no age here; the ledger stays charged",
  });
  assert.deepEqual(ledger.remaining, { epsilon: 0, delta: 0 });
});

test("a value that cannot cross is an error of the data that names its type only", async () => {
  const ledger = await new logstar.Ledger({ epsilon: 2 * epsilon, unit: "user" });
  const { rows } = counted(records, (id) => (id === records - 1 ? Symbol("secret") : 40));
  await assert.rejects(tableOf(rows, { ledger }).median("age", asked), {
    name: "TypeError",
    message:
      "values must hold what can cross to the worker, got a symbol among it; the ledger stays charged",
  });
  assert.deepEqual(ledger.remaining, { epsilon, delta: 0 });
  await tableOf(counted(records).rows, { ledger }).median("age", asked);
});

test("a cancelled call reads no further, and costs nothing", async () => {
  const ledger = await new logstar.Ledger({ epsilon, unit: "user" });
  const controller = new AbortController();
  const { reads, rows } = counted(records, (id) => {
    if (id === 0) controller.abort();
    return 40;
  });
  const cancelled = tableOf(rows, { ledger }).median("age", {
    ...asked,
    signal: controller.signal,
  });
  await assert.rejects(cancelled, { name: "AbortError" });
  assert.equal(reads.all, rowsPerStep);
  assert.deepEqual(ledger.remaining, { epsilon, delta: 0 });
});

test("no task reads more rows for a session of slices, or for a cut, than a step has", async () => {
  const { reads, rows } = counted(records, (id) => id % 1000);
  const begun = new logstar.RowSliceSession(rows, {
    user: "age",
    slices: 3,
    compute: { epsilon },
    delta: 1e-6,
  });
  assert.ok(reads.all <= rowsPerStep);
  rows.length = 0; // the session keeps the list
  const session = await begun;
  assert.equal(reads.all, records);
  const cuts = [
    { by: "age", from: "high", length: 100, perUser: "max" },
    { by: (own) => -own[0].age, from: "low", length: 100 },
  ];
  const sums = [];
  for (const cut of cuts) {
    const slice = await session.slice(cut);
    sums.push(slice.rows.length % 100); // users have 100 rows each
    const users = new Set(slice.rows.map(({ id }) => id % 1000));
    assert.ok(Math.max(...users) - Math.min(...users) < users.size);
  }
  assert.deepEqual(sums, [0, 0]);
  assert.ok(reads.most <= rowsPerStep);
});

test("an error of a key rejects the cut with itself", async () => {
  const { rows } = counted(records);
  const session = await new logstar.RowSliceSession(rows, {
    user: null,
    slices: 1,
    compute: { epsilon },
    delta: 1e-6,
  });
  const by = ({ id }) => {
    if (id === records - 1) throw new RangeError("no key here");
    return id;
  };
  await assert.rejects(session.slice({ by, from: "low", length: 10 }), /no key here/);
});

test("dates, and groups of several columns, are read in steps too", async () => {
  const born = new Date("2000-01-02");
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, town: "a", shop: 1, born }));
  const { groups } = await tableOf(rows)
    .groupBy(["town", "shop"], [["a", 1]])
    .count({ epsilon, perUser: 1 });
  assert.equal(groups[0].value, 20_000);
  const days = dates("2000-01-01", "2000-01-31");
  const { value } = await tableOf(rows).median("born", { ...asked, domain: days });
  assert.deepEqual(value, born);
});

// The notes of callers on a release, `label` and `date`: in its record and in the ledger's entry, also after
// saving.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { Ajv } from "ajv";
import * as logstar from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import { connect } from "../../dist/worker.js";
import { declarations, releases } from "./declared-calls.mjs";
import { unsealed } from "./unsealed.mjs";

const { Ledger, laplaceCount, median } = logstar;
before(() => loadForTesting({ seed: 1 }));

const note = { label: "spring report", date: "2026-03-02" };
const noteOf = ({ label, date }) => ({ label, date });
const nothing = { label: undefined, date: undefined };
const values = [1, 2, 3];
const saved = (one) => JSON.parse(JSON.stringify(one));

test("every release and charge accepts a label and a date", () => {
  const paying = declarations.filter(({ Fields }) => "ledger" in new Fields());
  const others = ["Ledger.charge", "Ledger.openSession", "Ledger.steps", "TopKSession.topK"];
  const names = [...paying, ...releases]
    .map(({ name }) => name)
    .filter((name) => !["table", "sqlTable"].includes(name)); // they charge for their queries
  assert.ok(names.length > 30, names.join());
  for (const name of [...names, ...others]) {
    const { Fields } = declarations.find((one) => one.name === name);
    const fields = new Fields();
    assert.ok("label" in fields && "date" in fields, name);
  }
});

for (const { name, title, args, ledger: place } of releases) {
  test(`${title} has its notes in its record and its entry, and is the same without them`, () => {
    const call = (more) => {
      const ledger = new Ledger({ epsilon: 1e4, delta: 0.9 });
      const given = args();
      const options = given.length - 1;
      given[options] = { ...given[options], ...nothing, ...more };
      if (place !== undefined) given[options].ledger = ledger;
      return { record: logstar[name](...given).record, entries: ledger.entries };
    };
    const noted = call(note);
    const plain = call({});
    assert.deepEqual(noteOf(noted.record), note);
    assert.ok(!("label" in plain.record) && !("date" in plain.record));
    assert.deepEqual({ ...noted.record, ...nothing }, { ...plain.record, ...nothing });
    if (place === undefined) return;
    assert.equal(noted.entries.length, 1);
    assert.deepEqual(noteOf(noted.entries[0]), note);
    assert.ok(!("label" in plain.entries[0]) && !("date" in plain.entries[0]));
    assert.deepEqual(noted.entries[0].charged, plain.entries[0].charged);
  });
}

/** Draws with one seed, in a separate process: this one cannot load the library twice. */
function drawn(more) {
  const code = `
    import { laplaceCount, median, TopKSession } from "./dist/index.js";
    import { loadForTesting } from "./dist/testing.js";
    await loadForTesting({ seed: 1 });
    const more = ${JSON.stringify(more)};
    const session = new TopKSession({ outcomes: 9, calls: 9, epsilon: 1, delta: 1e-6, ...more });
    console.log(JSON.stringify([
      Array.from({ length: 20 }, () => laplaceCount(1000, { epsilon: 0.01, ...more }).value),
      Array.from({ length: 20 }, () => median([1, 2, 3], { epsilon: 1, algorithm: "exponential", ...more }).value),
      session.topK(["a", "b"], { k: 1, ...more }).items,
    ]));`;
  const options = { cwd: fileURLToPath(new URL("../..", import.meta.url)), encoding: "utf8" };
  return execFileSync("node", ["--input-type=module", "--eval", code], options);
}

test("notes change no draw", () => {
  assert.equal(drawn(note), drawn({}));
});

test("monitors keep their notes, also after they resume", () => {
  const ledger = new Ledger({ epsilon: 9, delta: 1e-3 });
  const terms = { epsilon: 1, ledger, ...note };
  const heavy = { perUser: 1, delta: 1e-6, ...terms };
  for (const [made, Of, given] of [
    [new logstar.AboveThreshold({ ...terms, threshold: 5, rows: values }), logstar.AboveThreshold],
    [
      new logstar.ThresholdMonitor({
        ...terms,
        delta: 1e-6,
        perRecord: 1,
        threshold: 5,
        rows: values,
      }),
      logstar.ThresholdMonitor,
    ],
    [new logstar.HeavyHitterMonitor(heavy), logstar.HeavyHitterMonitor, undefined],
  ]) {
    assert.deepEqual(noteOf(made.record), note);
    const data = Of === logstar.HeavyHitterMonitor ? given : { rows: values };
    assert.deepEqual(noteOf(Of.fromJSON(saved(made), data).record), note);
  }
  assert.deepEqual(ledger.entries.map(noteOf), [note, note, note]);
});

test("a session's entry has the session's notes, its answers' records have their own", () => {
  const ledger = new Ledger({ epsilon: 9, delta: 1e-3 });
  const asked = { label: "first answer" };
  const session = new logstar.TopKSession({
    ...{ outcomes: 3, calls: 2, epsilon: 1, delta: 1e-6, ledger },
    ...note,
  });
  assert.equal(session.topK(["a"], { k: 1, ...asked }).record.label, "first answer");
  assert.ok(!("label" in session.topK(["a"], { k: 1 }).record));
  const slices = new logstar.SliceSession(values, {
    ...{ slices: 2, compute: { epsilon: 0.1, delta: 1e-5 }, delta: 1e-4, ledger },
    ...note,
  });
  const slice = slices.slice({ length: 2, from: "low" });
  assert.equal(slices.median(slice, asked).record.label, "first answer");
  const entries = saved(Ledger.fromJSON(saved(ledger))).entries;
  assert.deepEqual(entries.map(noteOf), [note, note]);
  assert.deepEqual(
    entries.map(({ records }) => records[0].label),
    ["first answer", "first answer"],
  );
});

test("declared steps have notes in the entry, and each step its own in its record", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const plan = { steps: 2, epsilon: 0.5 };
  const weekly = ledger.steps("weekly", { ...plan, ...note });
  assert.equal(ledger.steps("weekly", { ...plan, label: "another" }), weekly);
  const { epsilon } = weekly.perStep;
  const week = { label: "week 1", date: "2026-01-05" };
  assert.deepEqual(noteOf(median(values, { epsilon, ledger: weekly, ...week }).record), week);
  const [entry] = Ledger.fromJSON(saved(ledger)).entries;
  assert.deepEqual(noteOf(entry), note);
  assert.deepEqual(entry.records.map(noteOf), [week]);
});

test("manual charges have notes, also in a part, and a rejected charge leaves none", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const cost = { mechanism: "mine", epsilon: 0.5, delta: 0, boundedRange: false };
  const request = { ...cost, neighbors: "add-remove" };
  const north = ledger.parallel("side", "towns lie in one of them").part("north");
  assert.throws(() => ledger.charge({ ...request, epsilon: 2, label: "too much" }));
  north.charge({ ...request, ...note });
  ledger.charge(request);
  assert.deepEqual(ledger.entries.map(noteOf), [note, nothing]);
  assert.deepEqual(ledger.entries[0].part, { group: "side", name: "north" });
  assert.deepEqual(Ledger.fromJSON(saved(ledger)).entries, ledger.entries);
});

test("tables pass notes on, and plan without them", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const people = values.map((id) => ({ id, salary: 10 * id }));
  const rows = logstar.table(people, { user: "id", ledger });
  rows.median("salary", { epsilon: 0.1, ...note });
  assert.deepEqual(ledger.entries.map(noteOf), [note]);
  const planned = rows.plan.median("salary", { epsilon: 0.1 });
  assert.deepEqual(rows.plan.median("salary", { epsilon: 0.1, ...note }), planned);
});

test("notes cross to the worker and back", async () => {
  const there = await connect();
  try {
    const ledger = await new there.Ledger({ epsilon: 1 });
    const date = new Date("2026-03-02T09:30:00Z");
    const { record } = await there.median(values, { epsilon: 0.1, ledger, ...note, date });
    const found = { ...note, date: "2026-03-02T09:30:00.000Z" };
    assert.deepEqual(noteOf(record), found);
    assert.deepEqual((await ledger.entries).map(noteOf), [found]);
  } finally {
    await there.dispose();
  }
});

test("a date is a Date, of another realm too, or a day, or a time with its zone", () => {
  const dateOf = (date) => laplaceCount(5, { epsilon: 1, date }).record.date;
  const time = Date.UTC(2026, 2, 2, 9, 30);
  assert.equal(dateOf(new Date(time)), "2026-03-02T09:30:00.000Z");
  assert.equal(dateOf(runInNewContext(`new Date(${time})`)), "2026-03-02T09:30:00.000Z");
  for (const text of [
    ...["2026-03-02", "2024-02-29", "2026-03-02T09:30Z", "2026-03-02T09:30:00Z"],
    ...["2026-03-02T09:30:00.123456+05:45", "2026-03-02T23:30:00-11:00", "0001-01-01"],
  ]) {
    assert.equal(dateOf(text), text);
  }
});

test("invalid labels and dates are rejected by name before any charge", () => {
  const ledger = new Ledger({ epsilon: 1 });
  const refused = (more, name, message) => {
    const call = () => median(values, { epsilon: 0.1, ledger, ...more });
    assert.throws(call, { name, message });
    const plain = unsealed(unspoilt);
    Object.assign(plain.entries[0], saved(more));
    if (typeof Object.values(more)[0] !== "string") return; // JSON has another value there, or no value
    assert.throws(() => Ledger.fromJSON(plain), {
      name,
      message: new RegExp(`^entries.${message.source.slice(1)}`),
    });
  };
  const unspoilt = new Ledger({ epsilon: 1 });
  median(values, { epsilon: 0.1, ledger: unspoilt });
  for (const label of ["", "x".repeat(201), "😀".repeat(101)]) {
    refused({ label }, "RangeError", /^label must be text of 1 to 200 characters, got \d+$/);
  }
  for (const label of [null, 5, {}, ["a"]])
    refused({ label }, "TypeError", /^label must be text, got/);
  for (const date of [
    ...["", "today", "2026", "2026-3-2", "2026-02-30", "2025-02-29", "2026-13-01", "02.03.2026"],
    ...[
      "2026-03-02T09:30",
      "2026-03-02 09:30Z",
      "2026-03-02T25:30Z",
      "2026-03-02Z",
      "2026-03-02\n",
    ],
    ...[new Date(Number.NaN), new Date(8e15)],
  ]) {
    refused({ date }, "RangeError", /^date must be a Date or ISO 8601 text as 2026-03-02 or/);
  }
  for (const date of [null, 20260302, {}]) {
    refused({ date }, "TypeError", /^date must be a Date or ISO 8601 text, got/);
  }
  assert.equal(ledger.entries.length, 0);
  median(values, { epsilon: 0.1, ledger, label: "x".repeat(200) });
});

test("the schema includes notes", () => {
  const file = new URL("../../dist/ledger.schema.json", import.meta.url);
  const validate = new Ajv().compile(JSON.parse(readFileSync(file, "utf8")));
  const ledger = new Ledger({ epsilon: 1 });
  median(values, { epsilon: 0.1, ledger, ...note });
  const plain = saved(ledger);
  assert.ok(validate(plain), JSON.stringify(validate.errors));
  for (const wrong of [{ label: "" }, { date: "spring" }]) {
    const other = saved(plain);
    Object.assign(other.entries[0].record, wrong);
    assert.equal(validate(other), false);
  }
});

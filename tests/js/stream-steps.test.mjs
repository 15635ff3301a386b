// The stream on the page: other rows change neither the list of steps nor the step in which a row counts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Column } from "../../build/programs/demo/data/columns.js";
import {
  contributions,
  stepNames,
  streamSteps,
} from "../../build/programs/demo/data/stream-steps.js";

const period = { from: "2024-01-29", to: "2024-02-11" };

/** The flags of a table of dates and numbers for each step, and the names of the steps. */
function streamOf(rows, unit) {
  const columns = ["date", "delay"].map((name, index) => {
    const column = new Column(name);
    column.add(rows, index, Array.from(rows.keys()));
    return column.finish();
  });
  const table = { rows: rows.length };
  const request = {
    stepBy: { column: "date", unit, ...period },
    condition: { type: "above", column: "delay", limit: 5 },
    column: (wanted) => columns.find(({ name }) => name === wanted),
  };
  const { names } = streamSteps(table, request);
  return {
    names,
    flags: names.map((_, step) => [...contributions(table, { ...request, step })]),
  };
}

const rows = Array.from({ length: 40 }, (_, i) => [
  `2024-02-${String(1 + (i % 20)).padStart(2, "0")}`,
  `${i % 9}`,
]);

// Regression: the steps were the dates that occur, or equal parts of the file. A row with a new date added a
// step to the publication, and any row moved others to another part.
test("an added row, at any place and of any date, changes only its own flags", () => {
  for (const unit of ["day", "week"]) {
    const before = streamOf(rows, unit);
    for (const date of ["2024-02-03", "2024-01-30", "1999-12-31", "2024-02-30", "", "soon"]) {
      for (const at of [0, 17, rows.length]) {
        const { names, flags } = streamOf(rows.toSpliced(at, 0, [date, "8"]), unit);
        assert.deepEqual(names, before.names);
        assert.deepEqual(
          flags.map((step) => step.toSpliced(at, 1)),
          before.flags,
        );
        assert.ok(flags.filter((step) => step[at] === 1).length <= 1);
      }
    }
  }
});

test("the number of parts is the same for any data, and each row draws its part alone", () => {
  const { names } = streamOf([], "part");
  assert.equal(names.length, 60);
  assert.deepEqual(streamOf(rows, "part").names, names);
  const drawn = Array.from({ length: 5 }, () => streamOf([["", "8"]], "part").flags);
  for (const flags of drawn) assert.equal(flags.flat().filter(Boolean).length, 1);
  // Each of the 12 rows with a flag has one of 60 parts: two draws agree with probability 60^-12.
  const drawnAnew = Array.from({ length: 2 }, () => streamOf(rows, "part").flags.join("|"));
  assert.notEqual(...drawnAnew, "not by its place in the file");
});

test("the steps are all days or weeks of a period, also empty ones", () => {
  assert.equal(stepNames({ unit: "day", ...period }).length, 14);
  assert.deepEqual(stepNames({ unit: "week", ...period }), ["2024-01-29", "2024-02-05"]);
  for (const wrong of [{ from: "" }, { to: "" }, { to: "2024-01-28" }, { to: "2054-01-28" }]) {
    assert.throws(
      () => stepNames({ unit: "day", ...period, ...wrong }),
      /^Error: The first and the last day must be dates, at most 1000 days apart\. Choose them/,
    );
  }
});

test("a weighted row contributes its number, cut to 0 and the most, and an empty cell none", () => {
  const table = ["5", "20", "-3", "", "10"].map((cell) => ["2024-02-01", "9", cell]);
  const columns = ["date", "delay", "miles"].map((name, index) => {
    const column = new Column(name);
    column.add(table, index, Array.from(table.keys()));
    return column.finish();
  });
  const request = {
    stepBy: { column: "date", unit: "day", from: "2024-02-01", to: "2024-02-02" },
    condition: { type: "above", column: "delay", limit: 5 },
    weight: { column: "miles", most: 10 },
    column: (wanted) => columns.find(({ name }) => name === wanted),
  };
  const rowsOf = { rows: table.length };
  assert.deepEqual([...contributions(rowsOf, { ...request, step: 0 })], [0.5, 1, 0, 0, 1]);
  assert.deepEqual([...contributions(rowsOf, { ...request, step: 1 })], [0, 0, 0, 0, 0]);
  assert.deepEqual([...streamSteps(rowsOf, request).counts], [25, 0]);
});

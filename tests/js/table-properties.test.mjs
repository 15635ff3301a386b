// A table makes the same requests as direct calls of its functions, for generated rows in each form, with
// predicates and groups. The seed is printed, and PROPERTY_SECONDS sets how long to search.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as arrow from "apache-arrow";
import fc from "fast-check";
import * as logstar from "../../dist/index.js";
import { ReleaseDeclaration } from "../../dist/ledger/released.js";
import { loadForTesting } from "../../dist/testing.js";
import { tryFor } from "../laws/seconds.mjs";

before(() => loadForTesting({ seed: 1 }));

/** The request and the data of a call, as they reach the core. */
const requests = [];
const { releaseAnswer } = ReleaseDeclaration.prototype;
ReleaseDeclaration.prototype.releaseAnswer = function (asked, read) {
  return releaseAnswer.call(this, asked, () => {
    const found = read();
    const { of, request, parameters } = asked;
    requests.push({ of, request, parameters, data: found.data, reading: found.reading });
    return found;
  });
};

/** The request of a call, or its error. */
function requestOf(run) {
  requests.length = 0;
  try {
    const { record } = run();
    return { request: requests[0], record };
  } catch (error) {
    return { threw: `${error}`, request: requests[0] };
  }
}

const none = fc.constantFrom(null, undefined, Number.NaN);
const mostly = (usual, odd) => fc.oneof({ arbitrary: usual, weight: 5 }, odd);
const rows = fc.array(
  fc.record(
    {
      id: mostly(fc.constantFrom("ann", "bob", "", "__proto__", "\ud800", 3, 3n, true, -0), none),
      value: mostly(fc.constantFrom(0, 1, 2, 3, -0, 99, Infinity, -Infinity), none),
      town: mostly(fc.constantFrom("a", "b", "\0", 7, 7n, false), none),
      day: fc.integer({ min: 0, max: 3 }),
    },
    { requiredKeys: ["day"] },
  ),
  { maxLength: 12 },
);
/** The same types in each column, as Arrow requires. */
const plainRows = fc.array(
  fc.record({
    id: mostly(fc.constantFrom("ann", "bob", "cy", ""), fc.constant(null)),
    value: mostly(fc.constantFrom(0, 1, 2, 3, -0, 99), fc.constant(null)),
    town: mostly(fc.constantFrom("a", "b", "é"), fc.constant(null)),
    day: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 1, maxLength: 12 },
);

const names = ["id", "value", "town", "day"];
const columnsOf = (list) =>
  Object.fromEntries(names.map((name) => [name, list.map((row) => row[name])]));
const orNaN = (list) => Float64Array.from(list, (value) => value ?? Number.NaN);
const typed = (list) => {
  const columns = columnsOf(list);
  return { ...columns, value: orNaN(columns.value), day: Uint8Array.from(columns.day) };
};
const vectors = (list) => {
  const { id, value, town, day } = columnsOf(list);
  return {
    id: arrow.vectorFromArray(id, new arrow.Utf8()),
    value: arrow.vectorFromArray(value, new arrow.Float64()),
    town: arrow.vectorFromArray(town, new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32())),
    day: arrow.vectorFromArray(day, new arrow.Int32()),
  };
};

/** Ways to hold rows: as a table takes them, and as columns made by hand. */
const forms = {
  "array of objects": { list: rows, held: (list) => list, byHand: columnsOf },
  "object of columns": {
    list: rows.filter(({ length }) => length > 0),
    held: columnsOf,
    byHand: columnsOf,
  },
  "typed columns": { list: plainRows, held: typed, byHand: typed },
  "Arrow table": {
    list: plainRows,
    held: (list) => new arrow.Table(vectors(list)),
    byHand: vectors,
  },
};

/** The selected rows of a table, and of a list. */
const choices = fc.constantFrom(
  { some: (table) => table, of: (list) => list },
  {
    some: (table) => table.where(({ day }) => day > 0),
    of: (list) => list.filter(({ day }) => day > 0),
  },
  {
    some: (table) => table.where(({ value }) => value !== 1).where(({ day }) => day % 2),
    of: (list) => list.filter(({ value, day }) => value !== 1 && day % 2 === 1),
  },
);
const isNone = (one) => one === null || one === undefined || Number.isNaN(one);

/** The key of grouping, with the column of groups made by hand. */
const groupings = fc.constantFrom(
  { by: undefined },
  { by: "town", groups: ["b", "a", "c"], column: (columns) => columns.town },
  { by: "town", groups: "private", column: (columns) => columns.town },
  {
    by: ["town", "day"],
    groups: [
      ["b", 1],
      ["a", 0],
    ],
    column: (_, list) => list.map(({ town, day }) => (isNone(town) ? null : [town, day])),
  },
  {
    by: (row) => (row.day === 3 ? null : `day ${row.day}`),
    groups: ["day 1", "day 0"],
    column: (_, list) => list.map(({ day }) => (day === 3 ? null : `day ${day}`)),
  },
  {
    by: ({ town, day }) => [day, `${town}`],
    groups: "private",
    column: (_, list) =>
      list.map(({ town, day }) => [day, `${town ?? (town === null ? null : undefined)}`]),
  },
);

const domain = logstar.integers(0, 3);
const usual = { epsilon: 1, domain };
const ranks = { abstain: true };
const questions = fc.constantFrom(
  { name: "median", options: usual, more: ranks },
  { name: "median", options: { ...usual, outside: "drop", missing: "throw" }, more: ranks },
  { name: "median", options: { ...usual, perUser: "last" }, orderBy: "day", more: ranks },
  { name: "quantile", asked: [0.3], options: { ...usual, perUser: "mean", abstain: false } },
  { name: "quantiles", asked: [[0.25, 0.5]], options: usual, more: ranks },
  { name: "interiorPoint", options: { ...usual, neighbors: "replace" }, more: ranks },
  { name: "count", options: { epsilon: 1, perUser: 1 } },
  { name: "sum", options: usual },
  { name: "mean", options: usual },
  { name: "histogram", options: { epsilon: 1, edges: [1, 2] } },
);

for (const [form, { list: lists, held, byHand }] of Object.entries(forms)) {
  test(`${form}: a table makes the same request as a direct call`, async (t) => {
    const calls = fc.record({
      ...{ list: lists, choice: choices, grouping: groupings, question: questions },
      user: fc.constantFrom("id", null),
    });
    await tryFor(t, 0.25, calls, ({ list, choice, grouping, question, user }) => {
      const { name, asked = [], options, more, orderBy } = question;
      if (list.length > 0 && !list.some((row) => "id" in row && "value" in row && "town" in row))
        return;
      const { by, groups } = grouping;
      const paid = { ...options, ...(groups === "private" && { delta: 1e-3 }) };
      const some = choice.some(logstar.table(held(list), { user }));
      const table = by === undefined ? some : some.groupBy(by, groups);
      const column = name === "count" ? [] : ["value"];
      const one = requestOf(() =>
        table[name](...column, ...asked, { ...paid, ...(orderBy && { orderBy }) }),
      );
      const left = choice.of(list);
      const columns = byHand(left);
      const data = {
        ...(name !== "count" && { values: columns.value }),
        ...(name === "count" && user === null && { values: left.map(() => true) }),
        users: user === null ? null : columns.id,
        ...(by !== undefined && { groups: grouping.column(columns, left) }),
        ...(orderBy && { orderBy: columns[orderBy] }),
      };
      const other = requestOf(() =>
        logstar[name](data, ...asked, { ...more, ...paid, ...(groups && { groups }) }),
      );
      assert.ok(one.request !== undefined || one.threw !== undefined);
      assert.deepEqual(one, other);
    });
  });
}

test("control: a table that ignores its predicate, or its groups, makes another request", () => {
  const list = [0, 1, 2].map((day) => ({ id: "ann", value: day, town: "ab"[day % 2], day }));
  const table = logstar.table(list, { user: "id" });
  const all = requestOf(() => table.median("value", usual));
  const some = requestOf(() => table.where(({ day }) => day > 0).median("value", usual));
  const grouped = requestOf(() => table.groupBy("town", ["a"]).median("value", usual));
  const other = requestOf(() => table.groupBy("town", ["b"]).median("value", usual));
  for (const { request } of [all, some, grouped, other]) assert.notEqual(request, undefined);
  assert.notDeepEqual(all.request, some.request);
  assert.notDeepEqual(grouped.request.data, other.request.data);
});

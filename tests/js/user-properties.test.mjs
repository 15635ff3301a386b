// Properties of every table of users. The order of rows, the names of users, the form of columns and rows that
// do not count leave every count unchanged. An added row of one user changes no other user. No exception,
// record or charge depends on one user. Cases are generated; the seed is printed, and PROPERTY_SECONDS sets how
// long to search. For laws of the same tables see tests/laws/user-properties.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as direct from "../../dist/index.js";
import { tryFor } from "../laws/seconds.mjs";
import { answeredOf, columnsOf, isThere, plainForms, userTables } from "../laws/tables.mjs";
import { counted, domain, given, keepSame, loud, near, remote, slack } from "./both-libraries.mjs";

/** Rows that do not count, for any user of the table: rows that lack a user, a group or a value. */
const idle = (table) => {
  const [user = "ann"] = table.rows.find(([one]) => isThere(one)) ?? [];
  const [group] = answeredOf(table.groups);
  return [
    [null, group, 1, 0],
    [undefined, group, 1, 0],
    [user, null, 1, 0],
    [user, group, null, 0],
    [user, group, Number.NaN, 0],
    [user, group, new Date("no"), 0],
  ];
};

test("order, names and forms of users change no count", async (t) => {
  await tryFor(t, 0.2, given, (one) => keepSame(direct, one));
});

test("the worker counts as the main entry does, in every form", async (t) => {
  await tryFor(t, 0.15, userTables(), async (table) => {
    near(await counted(remote, table), await counted(direct, table), "here");
  });
});

/** The figures with groups and values: rows without a value count in the others. */
const ofWholeRows = (all) => all.slice(3);

test("rows with a missing field affect no result", async (t) => {
  await tryFor(t, 0.1, userTables(), async (table) => {
    const more = { ...table, rows: [...table.rows, ...idle(table)], forms: plainForms };
    const [now, before] = [await counted(direct, more), await counted(direct, table)];
    // Without groups, a row without a group counts.
    const all = (list) => ofWholeRows(list).filter((_, i) => i !== 1);
    near(all(now), all(before), "rows that do not count");
  });
});

test("an empty group is answered like any other, and changes no other group", async (t) => {
  await tryFor(t, 0.1, userTables(), async (table) => {
    const names = answeredOf(table.groups);
    const more = await counted(direct, table, { groups: [...names, "nobody else"] });
    const before = await counted(direct, table, { groups: names });
    const shown = more.map((list) => (list.length === names.length + 1 ? list.slice(0, -1) : list));
    near(shown.slice(0, 6), before.slice(0, 6), "a group more");
    for (const list of [more[1], more[2], more[3]]) assert.ok(Math.abs(list.at(-1)) <= slack);
  });
});

test("an added row of one user moves no other user", async (t) => {
  const cases = fc.tuple(userTables(), fc.nat(11)).filter(([{ rows }]) => rows.length > 0);
  await tryFor(t, 0.1, cases, async ([table, at]) => {
    const row = table.rows[at % table.rows.length];
    // Groups named after the users: each user's contribution is answered separately.
    const own = (rows) => ({
      ...{ ...table, groups: table.users },
      rows: rows.map(([user, , ...rest]) => [user, user, ...rest]),
      forms: { ...table.forms, groups: table.forms.users },
    });
    const everybody = [...new Set(table.rows.map(([user]) => user))].filter(isThere);
    if (everybody.length === 0) return;
    const given = (rows) => counted(direct, own(rows), { groups: everybody });
    const [now, before] = [await given([...table.rows, row]), await given(table.rows)];
    const others = everybody.map((_, i) => i).filter((i) => everybody[i] !== row[0]);
    for (const list of [1, 2, 3, 5]) {
      for (const i of others) near([[now[list][i]]], [[before[list][i]]], `${everybody[i]}`);
    }
  });
});

test("if every user has one row, users: null counts the same", async (t) => {
  await tryFor(t, 0.05, userTables(), async (table) => {
    const rows = table.rows.map(([, ...rest], i) => [i, ...rest]);
    const each = { ...table, users: "number", rows, forms: { ...table.forms, users: "array" } };
    const groups = answeredOf(table.groups);
    const options = { ...loud, groups, domain: domain() };
    const numbers = ({ groups: found }) => found.map(({ value }) => value);
    const sums = (columns) => numbers(direct.sum(columns, options));
    const { users, groups: of, values } = columnsOf(each);
    const again = columnsOf(each);
    const people = { values: again.values, users: null, groups: again.groups };
    near([sums({ users, groups: of, values })], [sums(people)], "different people");
  });
});

// Properties of every table of users. The order of rows, the names of users, the form of columns and rows that
// do not count leave every count unchanged. An added row of one user changes no other user. No exception,
// record or charge depends on one user. Cases are generated; the seed is printed, and PROPERTY_SECONDS sets how
// long to search. For laws of the same tables see tests/laws/user-properties.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import * as direct from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { canonical } from "../laws/canonical.mjs";
import { finds, tryFor } from "../laws/seconds.mjs";
import {
  answeredOf,
  columnsOf,
  isThere,
  neighbouringTables,
  plainForms,
  userTables,
} from "../laws/tables.mjs";

let remote;
before(async () => {
  await direct.load();
  remote = await connect();
});
after(() => remote.dispose());

/** An epsilon so large that noise exceeds `slack` only with probability e^-40. The bound covers weights of
 * users, of their counts, and of their means times the number of users. */
const loud = { epsilon: 10_000 };
const slack = 0.05;
/** Each row of a user with twelve rows adds more than this, and noise is smaller. */
const nobody = 0.03;
const domain = () => direct.integers(-3, 9);

/** All counts of a table almost without noise: lists of numbers, and the figures of empty groups. */
async function counted(library, table, { groups = answeredOf(table.groups) } = {}) {
  const of = (...names) => {
    const all = columnsOf(table);
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  };
  const values = ({ groups: found }) => found.map(({ value }) => value);
  const spread = values(
    await library.count(of("users", "groups"), { ...loud, groups, perUser: "spread" }),
  );
  const means = await library.mean(of("values", "users", "groups"), {
    ...{ ...loud, groups, domain: domain() },
  });
  return [
    [(await library.count(of("users"), loud)).value],
    spread,
    values(await library.count(of("users", "groups"), { ...loud, groups, perUser: 9 })),
    values(
      await library.sum(of("values", "users", "groups"), { ...loud, groups, domain: domain() }),
    ),
    [(await library.sum(of("values", "users"), { ...loud, domain: domain() })).value],
    // In an empty group noise decides whether a mean exists, and its value.
    means.groups.map(({ value, users }) => (users > nobody ? value * users : null)),
    ...values(
      await library.histogram(of("values", "users", "groups"), { ...loud, groups, edges: [0, 2] }),
    ).map((bins) => bins.map(({ count }) => count)),
  ];
}

function near(found, wanted, title) {
  assert.equal(found.length, wanted.length, title);
  found.forEach((list, i) => {
    list.forEach((one, j) => {
      const other = wanted[i][j];
      const isNear =
        one === null || other === null ? one === other : Math.abs(one - other) <= slack;
      assert.ok(isNear, `${title}: number ${j} of list ${i} is ${one}, not ${other}`);
    });
  });
}

const shuffled = (list, order) =>
  list
    .map((one, i) => [order[i % order.length], i, one])
    .sort(([a, i], [b, j]) => a - b || i - j)
    .map(([, , one]) => one);

/** Renames all users uniquely: by their places, as text, numbers or BigInts. */
function renamed(table, kind) {
  const places = new Map();
  const name = (user) => {
    if (!isThere(user)) return user;
    if (!places.has(user)) places.set(user, places.size);
    const place = places.get(user);
    return kind === "text" ? `user ${place}` : kind === "bigint" ? BigInt(place) : -3 * place;
  };
  const rows = table.rows.map(([user, ...rest]) => [name(user), ...rest]);
  return { ...table, users: kind, rows, forms: { ...table.forms, users: "array" } };
}

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

const given = userTables().chain((table) =>
  fc
    .record({
      order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      kind: fc.constantFrom("text", "number", "bigint"),
    })
    .map((more) => ({ table, ...more })),
);

/** Changes of a table without effect on its counts. */
const same = {
  "another order of rows": ({ table, order }) => ({ ...table, rows: shuffled(table.rows, order) }),
  "other names of users": ({ table, kind }) => renamed(table, kind),
  "plain columns": ({ table }) => ({ ...table, forms: plainForms }),
};

async function keepSame(library, { table, ...more }) {
  const wanted = await counted(library, table);
  for (const [title, of] of Object.entries(same)) {
    near(await counted(library, of({ table, ...more })), wanted, title);
  }
}

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

/** Every function of tables, with options that are public. */
const loss = fc.constantFrom(0.1, 1, 20).map((epsilon) => ({ epsilon, delta: 1e-3 }));
const pure = ({ delta, ...options }) => options;
const publicOf = (table) => ({ groups: answeredOf(table.groups) });
const searched = () => ({ groups: "private" });
const pick = (table, names) => {
  const all = columnsOf(table);
  return Object.fromEntries(names.map((name) => [name, all[name]]));
};
const ungrouped = ["values", "users"];
const grouped = [...ungrouped, "groups"];
const whole = { domain: direct.integers(-3, 9) };
const calls = {
  "count, together": (library, table, options) =>
    library.count(pick(table, ["users"]), pure(options)),
  "count, public groups": (library, table, options) =>
    library.count(pick(table, ["users", "groups"]), {
      ...{ ...pure(options), ...publicOf(table), perUser: 2 },
    }),
  "count, private groups": (library, table, options) =>
    library.count(pick(table, ["users", "groups"]), { ...options, ...searched(), perUser: 1 }),
  discoverGroups: (library, table, options) =>
    library.discoverGroups(pick(table, ["users", "groups"]), options),
  "sum, public groups": (library, table, options) =>
    library.sum(pick(table, grouped), { ...pure(options), ...publicOf(table), ...whole }),
  "sum, private groups": (library, table, options) =>
    library.sum(pick(table, grouped), { ...options, ...searched(), ...whole }),
  "mean, together": (library, table, options) =>
    library.mean(pick(table, ungrouped), { ...pure(options), ...whole }),
  "mean, found bounds": (library, table, options) =>
    library.mean(pick(table, ungrouped), pure(options)),
  "sum, found bounds": (library, table, options) =>
    library.sum(pick(table, grouped), { ...pure(options), ...publicOf(table) }),
  "variance, private groups": (library, table, options) =>
    library.variance(pick(table, grouped), { ...options, ...searched(), ...whole }),
  "standardDeviation, public groups": (library, table, options) =>
    library.standardDeviation(pick(table, grouped), {
      ...{ ...pure(options), ...publicOf(table), ...whole },
    }),
  findBounds: (library, table, options) =>
    library.findBounds(pick(table, ungrouped), pure(options)),
  "histogram, private groups": (library, table, options) =>
    library.histogram(pick(table, grouped), { ...options, ...searched(), edges: [0, 2] }),
  "median, together": (library, table, options) =>
    library.median(pick(table, ungrouped), { ...pure(options), domain: direct.reals() }),
  "median, public groups": (library, table, options) =>
    library.median(pick(table, grouped), { ...pure(options), ...publicOf(table), ...whole }),
  "quantile, abstaining": (library, table, options) =>
    library.quantile(pick(table, ungrouped), 0.9, { ...pure(options), ...whole, abstain: true }),
  "quantiles, private groups": (library, table, options) =>
    library.quantiles(pick(table, grouped), [0.25, 0.5], {
      ...{ ...options, ...searched(), ...whole },
    }),
  "interiorPoint, private groups": (library, table, options) =>
    library.interiorPoint(pick(table, grouped), { ...options, ...searched(), ...whole }),
  ...Object.fromEntries(
    ["median", "mean", "sum", "min", "max"].flatMap((perUser) =>
      [direct.reals(), direct.integers(-3, 9)].map((domain) => [
        `median, ${perUser} of each user, ${domain.name}`,
        (library, table, options) =>
          library.median(pick(table, ungrouped), { ...pure(options), domain, perUser }),
      ]),
    ),
  ),
  "median, last of each user": (library, table, options) =>
    library.median(pick(table, [...grouped, "orderBy"]), {
      ...{ ...pure(options), ...publicOf(table), ...whole, perUser: "last" },
    }),
  "topK, values of users": (library, table, options) =>
    library.topK(pick(table, ungrouped), { ...options, k: 2, kBar: 3, perUser: 2 }),
};

const asked = fc
  .record({
    name: fc.constantFrom(...Object.keys(calls)),
    neighbors: fc.constantFrom("add-remove", "replace"),
    options: loss,
  })
  .chain((one) => neighbouringTables(one.neighbors).map((pair) => ({ ...one, pair })));

/** The outcome of a call on a table: the record or the message, and the ledger afterwards. */
async function outcomeOf(library, run, table, { neighbors, options }) {
  const ledger = await new library.Ledger({ epsilon: 1000, delta: 0.5, neighbors, unit: "user" });
  const outcome = {};
  try {
    const { record } = await run(library, table, { ...options, neighbors, ledger });
    // A found range is part of the answer, as it is drawn.
    const { foundRange: _, ...parameters } = record.parameters;
    outcome.record = canonical({ ...record, parameters });
  } catch (error) {
    outcome.threw = `${error}`;
  }
  const entries = await ledger.entries;
  return { ...outcome, entries: entries.length, spent: canonical(await ledger.spent) };
}

/** No exception, one charge, and the same record on both. */
async function holds(library, run, { pair: [table, other], ...asked }) {
  const one = await outcomeOf(library, run, table, asked);
  assert.equal(one.threw, undefined);
  assert.equal(one.entries, 1);
  assert.deepEqual(await outcomeOf(library, run, other, asked), one);
  return one;
}

test("no exception, record or charge depends on a single user", async (t) => {
  await tryFor(t, 0.12, asked, (one) => holds(direct, calls[one.name], one));
});

test("through the worker exceptions, records and charges are the same", async (t) => {
  await tryFor(t, 0.18, asked, async (one) => {
    const there = await holds(remote, calls[one.name], one);
    assert.deepEqual(await outcomeOf(direct, calls[one.name], one.pair[0], one), there);
  });
});

test("control: the test finds a library that reads columns separately, or identifies users by their printed form", async () => {
  const rowwise = (read) => ({
    ...direct,
    ...Object.fromEntries(
      ["count", "sum", "mean", "histogram"].map((name) => [
        name,
        (data, options) => direct[name](read(data), options),
      ]),
    ),
  });
  const lists = (data) =>
    Object.fromEntries(Object.entries(data).map(([name, column]) => [name, [...column]]));
  // Omits missing values from one column only, so that later values move to other users.
  const shifted = rowwise((data) => {
    const { values, ...rest } = lists(data);
    if (values === undefined) return rest;
    const kept = values.filter(isThere);
    return { ...rest, values: [...kept, ...Array(values.length - kept.length).fill(null)] };
  });
  const printed = rowwise((data) => {
    const { users, ...rest } = lists(data);
    return { ...rest, users: users.map((user) => (isThere(user) ? `${user}` : null)) };
  });
  for (const library of [shifted, printed]) await finds(given, (one) => keepSame(library, one));
});

test("control: the test finds an exception, or a charge, that depends on one user", async () => {
  const isNew = (table) => table.rows.some(([user]) => [99, 99n, "new"].includes(user));
  const wrong = [
    (run) => (library, table, options) => {
      if (isNew(table)) throw new RangeError("somebody is there");
      return run(library, table, options);
    },
    (run) => (library, table, options) => {
      if (isNew(table)) run(library, table, options);
      return run(library, table, options);
    },
  ];
  for (const breaking of wrong) {
    await finds(asked, (one) => holds(direct, breaking(calls[one.name]), one));
  }
});

// Properties of generated tables: no exception, record or charge depends on a single user.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as direct from "../../dist/index.js";
import { canonical } from "../laws/canonical.mjs";
import { finds, tryFor } from "../laws/seconds.mjs";
import { answeredOf, columnsOf, isThere, neighbouringTables } from "../laws/tables.mjs";
import { given, keepSame, remote } from "./both-libraries.mjs";

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

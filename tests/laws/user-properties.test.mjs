// Properties of the exact laws of tables of users. The order of rows, the names of users and the form of
// columns change no law. Users of one row each have the law of records. Neighbours, by one user with all rows,
// keep the claim. Cases are generated; the seed is printed, and PROPERTY_SECONDS sets how long to search.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import fc from "fast-check";
import * as logstar from "../../build/enumerating/index.js";
import { canonical } from "./canonical.mjs";
import { check } from "./check.mjs";
import { enumerate } from "./enumerate.mjs";
import { finds, tryFor } from "./seconds.mjs";
import { answeredOf, columnsOf, neighbouringTables, plainForms, userTables } from "./tables.mjs";
import { connected } from "./worker/connected.mjs";

await logstar.load();
const where = await connected();
after(() => where.library.dispose());

/** A small domain, and few units per user where noise applies: laws with few enough outcomes to walk. */
const small = logstar.integers(0, 2);
const scope = { userWeight: 2 };
const pick = (table, ...names) => {
  const all = columnsOf(table);
  return Object.fromEntries(names.map((name) => [name, all[name]]));
};
const listed = (table) => ({ groups: answeredOf(table.groups).slice(0, 1) });
const ranked = { epsilon: 4, domain: small, confidence: 0.3 };

const calls = {
  median: (library, table, options) =>
    library.median(pick(table, "values", "users"), { ...ranked, ...options }),
  "median, abstaining": (library, table, options) =>
    library.median(pick(table, "values", "users"), { ...ranked, ...options, abstain: true }),
  "quantile, public groups": (library, table, options) =>
    library.quantile(pick(table, "values", "users", "groups"), 0.9, {
      ...{ ...ranked, ...options, groups: answeredOf(table.groups) },
    }),
  quantiles: (library, table, options) =>
    library.quantiles(pick(table, "values", "users"), [0.25, 0.5], {
      ...{ ...ranked, algorithm: "separate", ...options },
    }),
  "interiorPoint, private groups": (library, table, options) =>
    library.interiorPoint(pick(table, "values", "users", "groups"), {
      ...{ ...ranked, delta: 0.05, groups: "private", ...options },
    }),
  ...Object.fromEntries(
    ["median", "mean", "sum", "min", "max"].map((perUser) => [
      `median, ${perUser} of each user`,
      (library, table, options) =>
        library.median(pick(table, "values", "users"), { ...ranked, ...options, perUser }),
    ]),
  ),
  "median, first of each user": (library, table, options) =>
    library.median(pick(table, "values", "users", "orderBy"), {
      ...{ ...ranked, ...options, perUser: "first" },
    }),
  "count, spread": (library, table, options) =>
    library.count(pick(table, "users", "groups"), {
      ...{ epsilon: 8, ...options, ...listed(table), perUser: "spread" },
    }),
  "count, one group a user": (library, table, options) =>
    library.count(pick(table, "users", "groups"), {
      ...{ epsilon: 8, ...options, groups: answeredOf(table.groups).slice(0, 2), perUser: 1 },
    }),
  discoverGroups: (library, table, options) =>
    library.discoverGroups(pick(table, "users", "groups"), { epsilon: 8, delta: 0.1, ...options }),
  sum: (library, table, options) =>
    library.sum(pick(table, "values", "users"), { epsilon: 8, domain: small, ...options }),
  mean: (library, table, options) =>
    library.mean(pick(table, "values", "users", "groups"), {
      ...{ epsilon: 8, domain: small, ...options, ...listed(table) },
    }),
  countDistinct: (library, table, options) =>
    library.countDistinct(pick(table, "values", "users"), { epsilon: 8, perUser: 1, ...options }),
  histogram: (library, table, options) =>
    library.histogram(pick(table, "values", "users"), {
      ...{ epsilon: 8, edges: [1], ...options },
    }),
  topK: (library, table, options) =>
    library.topK(pick(table, "values", "users"), {
      ...{ k: 1, kBar: 2, epsilon: 4, delta: 0.3, variant: "strict", perUser: 1, ...options },
    }),
};
/** The number of rows to try: fewer if each group, or each choice, multiplies the outcomes. */
const rowsOf = (name) => (/count|discover|histogram|mean|topK/.test(name) ? 4 : 6);
const names = Object.keys(calls);
/** Laws with about a hundred outcomes: tried now and then. */
const isWide = (name) => /^(mean|histogram)$/.test(name);
const named = fc.oneof(
  { arbitrary: fc.constantFrom(...names.filter((name) => !isWide(name))), weight: 12 },
  fc.constantFrom(...names.filter(isWide)),
);
/** The calls that take few messages. */
const brief = fc.constantFrom(...names.filter((name) => /^(median|quantiles|topK)/.test(name)));

const lawOf = (name, table, { library = logstar, walk } = {}) =>
  enumerate(() => calls[name](library, table, {}), scope, walk);

/** Compares two laws up to the omitted tails of noise. */
function sameLaw(p, q, within = 1e-9) {
  for (const key of new Set([...p.mass.keys(), ...q.mass.keys()])) {
    const [a, b] = [p.mass.get(key) ?? 0, q.mass.get(key) ?? 0];
    assert.ok(Math.abs(a - b) < within, `${key.slice(0, 200)}: ${a} and ${b}`);
  }
}

/** The rows in another order, of users under other names, in plain columns. */
function disguised(table, order, suffix) {
  const name = (user) =>
    typeof user === "string" || typeof user === "bigint" || typeof user === "boolean"
      ? `${typeof user} ${user} ${suffix}`
      : typeof user === "number" && !Number.isNaN(user)
        ? `number ${user + 0} ${suffix}`
        : user;
  const rows = table.rows
    .map(([user, ...rest], i) => [order[i % order.length], [name(user), ...rest]])
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row);
  return { ...table, users: "text", rows, forms: plainForms };
}

const givenOf = (some) =>
  some.chain((name) =>
    fc.record({
      name: fc.constant(name),
      table: userTables(rowsOf(name)),
      order: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
      suffix: fc.string({ maxLength: 3 }),
    }),
  );

test("order, names and forms of tables change no law", async (t) => {
  await tryFor(t, 0.35, givenOf(named), async ({ name, table, order, suffix }) => {
    sameLaw(await lawOf(name, table), await lawOf(name, disguised(table, order, suffix)));
  });
});

test("the properties hold through the worker, whose law equals that of the main entry", async (t) => {
  await tryFor(t, 0.2, givenOf(brief), async ({ name, table }) => {
    sameLaw(await lawOf(name, table), await lawOf(name, table, where));
  });
});

const pairs = fc
  .constantFrom("add-remove", "replace")
  .chain((neighbors) =>
    named.chain((name) =>
      neighbouringTables(neighbors, rowsOf(name) - 2).map((pair) => ({ neighbors, name, pair })),
    ),
  );

/** These have noise short enough at twice the loss under replace. The noise of the other functions would be so
 * short that its cut tails matter. */
const isTwice = /^(count, one|discover|histogram|mean)/;
const optionsOf = (name, neighbors) => ({
  neighbors,
  ...(neighbors === "replace" && isTwice.test(name) ? { epsilon: 16 } : {}),
});

async function keepsClaim({ name, neighbors, pair }, run = calls[name]) {
  const example = {
    name,
    run: (library, table) => run(library, table, optionsOf(name, neighbors)),
    pairs: [pair.map((table) => () => table)],
    scope,
  };
  assert.deepEqual((await check(example)).faults, []);
}

test("neighbours by one user with all rows keep the claim, and no neighbour throws", async (t) => {
  await tryFor(t, 0.4, pairs, (one) => keepsClaim(one));
});

/** The answer without the record and the message, which name the unit of privacy. */
async function told(run) {
  const law = await enumerate(async () => {
    const { record: _, message: __, ...answer } = await run();
    return { answer: canonical(answer) };
  });
  return law;
}

/** The abstain score is rounded to 2^-20 of the weight of one record, or of one unit of a user (none.md). */
const roundingOfNone = (epsilon) => epsilon * 2 ** -20;

test("the law for users of one row each equals the law for records", async (t) => {
  const column = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 6 });
  await tryFor(t, 0.05, column, async (values) => {
    const users = values.map((_, i) => `user ${i}`);
    for (const name of ["median", "interiorPoint"]) {
      for (const abstain of [false, true]) {
        const options = { epsilon: 2, domain: small, algorithm: "exponential", abstain };
        const within = abstain ? roundingOfNone(options.epsilon) : undefined;
        const records = await told(() => logstar[name](values, options));
        sameLaw(records, await told(() => logstar[name]({ values, users }, options)), within);
        sameLaw(records, await told(() => logstar[name]({ values, users: null }, options)), within);
      }
    }
  });
});

test("control: the test finds laws that depend on the order of rows, or on one more user than claimed", async () => {
  const tables = userTables(6).map((table) => ({ ...table, forms: plainForms }));
  const ofFirst = ({ rows, ...table }) => ({ ...table, rows: rows.slice(0, 1) });
  await finds(tables, async (table) => {
    const back = { ...table, rows: table.rows.toReversed() };
    sameLaw(await lawOf("median", ofFirst(table)), await lawOf("median", ofFirst(back)));
  });
  // Treats each row as a user.
  const forgotten = (library, table, options) => {
    const { values } = columnsOf(table);
    return library.median({ values, users: null }, { ...ranked, ...options });
  };
  const ofMedians = neighbouringTables("add-remove").map((pair) => ({
    ...{ name: "median", neighbors: "add-remove", pair },
  }));
  await finds(ofMedians, (one) => keepsClaim(one, forgotten));
});

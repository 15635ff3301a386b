// The library here and through a worker, with nearly noiseless counts of generated tables.
import assert from "node:assert/strict";
import { after } from "node:test";
import fc from "fast-check";
import * as direct from "../../dist/index.js";
import { connect } from "../../dist/worker.js";
import { answeredOf, columnsOf, isThere, plainForms, userTables } from "../laws/tables.mjs";

await direct.load();
export const remote = await connect();
after(() => remote.dispose());

/** An epsilon so large that noise exceeds `slack` only with probability e^-40. The bound covers weights of
 * users, of their counts, and of their means times the number of users. */
export const loud = { epsilon: 10_000 };
export const slack = 0.05;
/** Each row of a user with twelve rows adds more than this, and noise is smaller. */
const nobody = 0.03;
export const domain = () => direct.integers(-3, 9);

/** All counts of a table almost without noise: lists of numbers, and the figures of empty groups. */
export async function counted(library, table, { groups = answeredOf(table.groups) } = {}) {
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

export function near(found, wanted, title) {
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

export const given = userTables().chain((table) =>
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

export async function keepSame(library, { table, ...more }) {
  const wanted = await counted(library, table);
  for (const [title, of] of Object.entries(same)) {
    near(await counted(library, of({ table, ...more })), wanted, title);
  }
}

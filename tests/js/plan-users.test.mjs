// Plans for users state the figures that the functions then promise and keep.
import assert from "node:assert/strict";
import { test } from "node:test";
import { accuracy, integers, interiorPoint, median, plan, quantiles } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const domain = integers(0, 999);
const loss = { epsilon: 1, delta: 1e-6 };

/** Users with one row each in one group, spread over the domain. */
const rowsOf = (count, group = "a") => ({
  values: Float64Array.from({ length: count }, (_, i) => 100 + ((i * 7919) % 800)),
  users: Array.from({ length: count }, (_, i) => `user ${i}`),
  groups: Array.from({ length: count }, () => group),
});

test("the planned numbers are those of records and of accuracy", () => {
  const known = { ...loss, domain, groups: "private" };
  const [exponential, cut] = plan.usersNeeded({ ...known, q: 0.5 });
  const { record } = median(rowsOf(200), known);
  assert.equal(record.accuracy.error, exponential.error);
  const { statement } = accuracy.median(known);
  for (const users of [exponential.users, exponential.namedFrom, exponential.halfReleasedAt]) {
    assert.ok(statement.includes(` ${Math.ceil(users)} `), `${users}: ${statement}`);
  }
  assert.equal(cut.users, Number.POSITIVE_INFINITY);
  assert.equal(cut.why, "It finds interior points only.");
  const inside = plan.usersNeeded(known);
  assert.equal(inside[1].users, accuracy.interiorPoint(known).error);
});

test("plan.usersNeeded accepts an unneeded delta and does not spend it", () => {
  const [exponential] = plan.usersNeeded({ ...loss, domain, q: 0.5 });
  assert.deepEqual(exponential.loss, { epsilon: 1, delta: 0 });
  assert.ok(exponential.usual > 0.6 && exponential.usual < 0.8, `${exponential.usual}`);
});

test("chosen is the algorithm of functions without a named one", () => {
  const rows = rowsOf(300);
  for (const options of [
    { epsilon: 1 },
    loss,
    { ...loss, groups: ["a"] },
    { ...loss, groups: "private" },
  ]) {
    const { groups: _, ...plain } = rows;
    const { record } = interiorPoint(options.groups ? rows : plain, { domain, ...options });
    const chosen = plan.usersNeeded({ domain, ...options }).find((one) => one.chosen);
    assert.equal(record.parameters.algorithm, chosen.algorithm);
    assert.ok(record.epsilon === chosen.loss.epsilon && record.delta === chosen.loss.delta);
  }
});

test("with the planned users a private group is released and its quartiles lie inside the data", () => {
  const options = { ...loss, domain, groups: "private" };
  const [{ users, namedFrom }] = plan.usersNeeded({ ...options, q: [0.25, 0.5, 0.75] });
  const rows = rowsOf(Math.ceil(Math.max(users, namedFrom)));
  let kept = 0;
  for (let run = 0; run < 200; run += 1) {
    const { groups } = quantiles(rows, [0.25, 0.5, 0.75], options);
    kept += groups.length === 1 && groups[0].value.every((value) => value >= 100 && value <= 899);
  }
  // Either fails with probability at most 1 in 20; fewer than 150 of 200 without a failure have probability
  // below 1e-6.
  assert.ok(kept >= 150, `${kept}`);
});

test("groups of halfReleasedAt users are released half of the time, of namedFrom mostly and of a few never", () => {
  const options = { ...loss, domain, groups: "private" };
  const [{ halfReleasedAt, namedFrom }] = plan.usersNeeded({ ...options, q: 0.5 });
  const named = (users) =>
    Array.from({ length: 400 }, () => median(rowsOf(users), options).groups.length).filter(Boolean)
      .length;
  // The expected number is at least 200 of 400; fewer than 150 has a probability below 1e-6.
  assert.ok(named(Math.ceil(halfReleasedAt)) >= 150);
  assert.ok(named(2) < 10);
  // The expected number is at least 380; fewer than 355 has a probability below 1e-6.
  assert.ok(named(Math.ceil(namedFrom)) >= 355);
});

test("plan.usersNeeded rejects by name a request that no function accepts", () => {
  const refused = (options, message) =>
    assert.throws(() => plan.usersNeeded({ epsilon: 1, domain, ...options }), { message });
  refused({ q: 0.5, delta: 1 }, /^delta must be 0 or a number above 0 and below 1/);
  refused({ q: 2 }, /^q must be /);
  refused({ q: "0.5" }, /^q must be a number/);
  refused({ q: [0.5, 0.25] }, /increasing/);
  refused({ discoveryShare: 0.2 }, /^discoveryShare belongs to groups: "private"/);
  refused({ groups: [] }, /^groups must be 1 to/);
  refused({ groups: "private" }, /^delta must be/);
  refused({ users: 5 }, /unknown option users/);
});

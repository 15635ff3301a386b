// Any failing allocation is a RangeError. The module then answers as if it had succeeded. The ledger is charged
// in full or not at all, as the error states.
//
// `npm test` lets some allocations of each call fail. ALLOCATIONS=all fails every allocation of a repeated
// call. Calibrations fill the module's caches with tens of thousands of allocations: a sample of those fails.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";
import { calls as functionCalls } from "../js/valid-calls.mjs";
import { memberCalls } from "../js/valid-member-calls.mjs";
import { namespaceCalls } from "../js/valid-namespace-calls.mjs";
import { canonical } from "../laws/canonical.mjs";
import { drawAgain, failing, moment, returnTo, started } from "./failing-module.mjs";

const calls = { ...functionCalls, ...memberCalls, ...namespaceCalls };
const all = process.env.ALLOCATIONS === "all";
const mostAtFirst = all ? 100 : 4;
/** Only plans allocate more often, 25,000 times; they draw and charge nothing. */
const mostLater = all ? 8000 : 4;
const mostOfPlans = all ? 1000 : 4;
/** Later allocations fail only one in this number: they differ only in how the error is made. */
const together = all ? 8 : 2;

/** A call that is ready, with a ledger if it takes one. An object that it makes first goes into `kept`. */
function prepared(name, ledger, kept = {}) {
  const { of, use, ledger: place } = calls[name];
  const args = calls[name].args();
  if (place !== undefined) args[place] = { ...args[place], ledger };
  drawAgain();
  return () => {
    const made = of(...args);
    if (use === undefined) return made;
    kept.made = made;
    return [made, use(made, ...args)];
  };
}

const newLedger = () => new logstar.Ledger({ epsilon: 9999, delta: 0.5 });
/** The saved state of a ledger without the parts of its entries that answers add. */
function chargesOf(ledger) {
  const { spent, remaining, entries } = JSON.parse(JSON.stringify(ledger));
  const bare = ({ record: _, records: __, ...entry }) => entry;
  return { spent, remaining, entries: entries.map(bare) };
}

/** A call without failing allocations, from a given state. */
function expectedFrom(then, name) {
  returnTo(then);
  const ledger = newLedger();
  const { value, thrown, allocations } = failing(prepared(name, ledger), 0, false);
  assert.equal(thrown, undefined, `${name} fails by itself: ${thrown?.stack}`);
  return {
    answer: canonical(value),
    saved: JSON.stringify(ledger),
    charges: chargesOf(ledger),
    allocations,
  };
}

/** At most `most` numbers from 1 to `last`, spread over the range. */
function someOf(last, most) {
  const count = Math.min(last, most);
  return Array.from({ length: count }, (_, i) => 1 + Math.floor(((i + 0.5) * last) / count));
}

const refused =
  /^the data must fit into the 4 GiB of WebAssembly memory(; the (ledger|session) stays charged)?$/;

/** The charge is that of a successful call or zero, and the error says which. */
function checkCharge(ledger, thrown, expected, described) {
  const charged = /stays charged$/.test(thrown.message);
  const charges = charged ? expected.charges : chargesOf(newLedger());
  assert.deepEqual(chargesOf(ledger), charges, `${described}: ${thrown.message}`);
}

const mine = {
  ...{ mechanism: "my own", epsilon: 1, delta: 0, neighbors: "add-remove", boundedRange: false },
};

function check(then, name, number, later, expected) {
  const described = `${name}, allocation ${number} of ${expected.allocations}${later ? " and later ones" : ""}`;
  returnTo(then);
  const ledger = newLedger();
  const kept = {};
  const { value, thrown } = failing(prepared(name, ledger, kept), number, later);
  if (thrown === undefined) {
    assert.equal(canonical(value), expected.answer, described);
    assert.equal(JSON.stringify(ledger), expected.saved, described);
  } else {
    assert.equal(thrown.name, "RangeError", `${described}: ${thrown.stack}`);
    assert.match(thrown.message, refused, described);
    if (kept.made === undefined) checkCharge(ledger, thrown, expected, described);
    else assert.deepEqual(chargesOf(ledger), expected.charges, described); // its charge includes the answer
    JSON.stringify(kept.made);
  }
  // The module keeps the caches that it filled before it failed.
  const again = newLedger();
  assert.equal(
    canonical(prepared(name, again)()),
    expected.answer,
    `${described}: the next answer`,
  );
  assert.equal(JSON.stringify(again), expected.saved, `${described}: the next ledger`);
  ledger.charge(mine);
  logstar.Ledger.fromJSON(JSON.stringify(ledger)).charge(mine);
}

function checkFrom(then, name, most) {
  const expected = expectedFrom(then, name);
  const afterwards = moment();
  someOf(expected.allocations, most(expected.allocations)).forEach((number, index) => {
    check(then, name, number, false, expected);
    if (index % together === 0) check(then, name, number, true, expected);
  });
  return afterwards;
}

for (const name of Object.keys(calls)) {
  test(`${name}: any failing allocation is a RangeError, and leaves module and ledger intact`, () => {
    const madeOnce = checkFrom(started, name, () => mostAtFirst);
    checkFrom(madeOnce, name, (made) => (made > mostLater ? mostOfPlans : mostLater));
  });
}

test("control: a failing allocation in the middle of a call ends the call", () => {
  returnTo(started);
  const { thrown } = failing(prepared("median", newLedger()), 6, false);
  assert.match(thrown.message, refused);
});

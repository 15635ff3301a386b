// Arbitrary input to every export. The result is an answer or a documented error, before the charge unless the
// error is about the data. It is never a trap, a hang or a number from broken parameters.
import assert from "node:assert/strict";
import test from "node:test";
import * as logstar from "../../dist/index.js";
import { severalTypes } from "../exact/listed.mjs";
import {
  bad,
  badNumbers,
  checkError,
  isPlain,
  nextBad,
  placesOf,
  put,
  shown,
} from "../js/bad-values.mjs";
import { exportedMembers, others } from "../js/exported-members.mjs";
import { calls as functionCalls } from "../js/valid-calls.mjs";
import { memberCalls } from "../js/valid-member-calls.mjs";
import { namespaceCalls } from "../js/valid-namespace-calls.mjs";

await logstar.load();

const calls = { ...functionCalls, ...memberCalls, ...namespaceCalls };

/** Calls an export. Returns its error, after checking that it is documented, and the ledger, unless an object
 *  was rightly charged. */
function attempt(name, args, described) {
  const { of, use, ledger } = calls[name];
  let kept;
  let paid = false;
  if (ledger !== undefined && typeof args[ledger] === "object" && args[ledger] !== null) {
    kept = new logstar.Ledger({ epsilon: 9999, delta: 0.5 });
    if (!("ledger" in args[ledger])) args[ledger] = { ...args[ledger], ledger: kept };
  }
  const start = process.cpuUsage();
  let thrown;
  try {
    const made = of(...args);
    paid = use !== undefined;
    if (!givesBack.test(name)) checkStated(made, described);
    checkStated(use?.(made, ...args), described);
  } catch (error) {
    thrown = error;
  }
  // Processor time: independent of other load on this machine.
  const seconds = process.cpuUsage(start).user / 1e6;
  assert.ok(seconds < 20, `${described} took ${seconds} s`);
  if (thrown !== undefined) checkError(thrown, described);
  return { thrown, kept: paid ? undefined : kept };
}

/** These give back the caller's own values: a saved record, or items to fill in. */
const givesBack = /fromJSON|^SanitizedPoints\.sample$/;

/** No stated or planned number is NaN. Answers are any values that are data. */
function checkStated(result, described) {
  const answers = ["value", "items", "values", "counts"];
  const stated = result?.record ?? (isPlain(result) || Array.isArray(result) ? result : {});
  for (const [name, part] of Object.entries(stated)) {
    if (result?.record === undefined && answers.includes(name)) continue;
    assert.ok(!Number.isNaN(part), `${described}: ${name} is NaN`);
    if (typeof part === "object" && part !== null) checkStated(part, `${described}: ${name}`);
  }
}

/** Whether the place holds data, or a value that only the data can show to be wrong. */
const ofData = [
  ...["x", "y", "unlabelled", "rows", "columns", "values", "counts", "users", "items"],
  ...["domain", "grid", "size", "orderBy"],
];
/** `groups` is a column of rows of users, and an option. */
const isData = ([place, option]) =>
  option === undefined || ofData.includes(option) || (option === "groups" && place === 0);

const at = (args, [i, option]) => (option === undefined ? args[i] : args[i][option]);

test("every export and every member with parameters has a valid call in this test", () => {
  const given = new Set(Object.keys(calls).map((name) => name.split(",")[0]));
  assert.deepEqual([...given].sort(), exportedMembers());
  for (const name of others) assert.ok(name in logstar, name);
  for (const [name, { args }] of Object.entries(calls)) {
    assert.equal(attempt(name, args(), name).thrown, undefined, name);
  }
});

for (const name of Object.keys(calls)) {
  test(`${name}: each argument and option in turn is replaced by every bad value`, () => {
    for (const place of placesOf(calls[name].args())) {
      for (const value of nextBad()) {
        const args = calls[name].args();
        put(args, place, value);
        const described = `${name} with ${shown(value)} as ${place.join(".")}`;
        const { thrown, kept } = attempt(name, args, described);
        if (kept === undefined) continue;
        // A rejected data value is charged: only a reader of the data can know it.
        const paid = thrown === undefined || thrown.message.endsWith("; the ledger stays charged");
        if (paid) assert.ok(kept.spent.epsilon > 0, `${described} is for free`);
        else assert.deepEqual(kept.spent, { epsilon: 0, delta: 0 }, described);
        if (thrown !== undefined && paid) assert.ok(isData(place), `${described} is charged`);
      }
    }
  });
}

/** Every argument and named option of every call, each with a valid value. */
const places = Object.keys(calls).flatMap((name) => {
  const args = calls[name].args();
  return placesOf(args).map((place) => ({ name, place, valid: at(args, place) }));
});

/** The error with this value in the place: the call must throw. */
function refused({ name, place }, value) {
  const args = calls[name].args();
  put(args, place, value);
  const described = `${name} with ${shown(value)} as ${place.join(".")}`;
  const { thrown } = attempt(name, args, described);
  assert.ok(thrown !== undefined, `${described} is taken`);
  const option = place[1] ?? "";
  assert.ok(thrown.message.includes(option), `${described}: ${thrown.message}`);
}

/** Options of several valid types, and unused options that do no harm. */
const open = [
  ...severalTypes,
  ...["SanitizedThresholds.cdf.0", "ThresholdHypothesis.constant", "ThresholdHypothesis.threshold"],
  ...["HeavyHitterMonitor.threshold", "LedgerPart.name", "PointHypothesis.1"],
  ...[
    "dates.0",
    "dates.1",
    "integers.0",
    "integers.1",
    ...["median.perUser", "quantile.perUser"], // "spread" and the like, or a number of rows
    "PointHypothesis.predict.0",
    "SanitizedPoints.count.0",
    "table.user",
    "RowSliceSession.slice.by", // a column or a function
    ...["learnRectangle.grid", "plan.learnRectangle.grid"], // a number of cells, or a grid for each axis
  ],
];

/** "private" or a list of names; any text or number may be a name. */
const namesGroups = ({ place }) => place.at(-1) === "groups";

/** A number of rows is valid where a word chooses the rows that count. */
const isNumberOfRows = ({ place }, value) =>
  place.at(-1) === "perUser" && (Number.isInteger(value) || value === Infinity) && value >= 1;

test("no export accepts a wrong type as a number, text or flag, and errors name options", () => {
  for (const one of places) {
    const kind = typeof one.valid;
    const isSaved = one.name.includes("fromJSON"); // bad-saved.test.mjs
    if (!["number", "string", "boolean"].includes(kind) || isSaved || namesGroups(one)) continue;
    if (open.includes([one.name.split(",")[0], ...one.place.slice(-1)].join("."))) continue;
    for (const value of nextBad()) {
      if (typeof value === kind || value === undefined || isNumberOfRows(one, value)) continue;
      refused(one, value);
    }
  }
});

const wrong = {
  epsilon: [...badNumbers.filter((x) => !(x >= 1e-9 && x <= 1e4)), undefined],
  delta: badNumbers.filter((x) => !(x >= 0 && x < 1)),
  totalDelta: badNumbers.filter((x) => !(x >= 0 && x < 1)),
  confidence: badNumbers.filter((x) => !(x > 0 && x < 1)),
  k: badNumbers.filter((x) => !(x >= 1 && x <= 5 && Number.isInteger(x))),
  perUser: badNumbers.filter((x) => !(x >= 1 && (Number.isInteger(x) || x === Infinity))),
};

test("epsilon, delta, confidence, k and perUser out of range are rejected by name, by every function", () => {
  for (const [option, values] of Object.entries(wrong)) {
    // A spent loss may be any number from 0 on.
    const isSpent = ({ name }) => /charge|openSession/.test(name);
    const those = places.filter((one) => one.place[1] === option && !isSpent(one));
    assert.ok(those.length > 0, option);
    for (const one of those) for (const value of values) refused(one, value);
  }
});

test("no export accepts an invalid ledger", () => {
  for (const name of Object.keys(calls).filter((one) => calls[one].ledger !== undefined)) {
    for (const value of [...nextBad(), { charge: () => ({}) }, logstar.Ledger, calls]) {
      if (value === undefined) continue;
      const args = calls[name].args();
      put(args, [calls[name].ledger, "ledger"], value);
      const described = `${name} with ${typeof value} as ledger`;
      const { thrown } = attempt(name, args, described);
      assert.equal(thrown?.name, "TypeError", described);
      assert.match(thrown.message, /^ledger/, described);
    }
  }
});

test("5,000 calls with several wrong values at once", () => {
  let state = 20201123; // a fixed seed: Numerical Recipes' congruential generator
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const names = Object.keys(calls);
  for (let i = 0; i < 5000; ++i) {
    const name = names[random(names.length)];
    const args = calls[name].args();
    const places = placesOf(args).filter((place) => place.length > 1 || random(4) === 0);
    const changed = [];
    for (let j = 0; j < 3 && places.length > 0; ++j) {
      const place = places[random(places.length)];
      if (place.length > 1 && !isPlain(args[place[0]])) continue; // already replaced as a whole
      const value = bad[random(bad.length)];
      put(args, place, value);
      changed.push(`${place.join(".")} = ${shown(value)}`);
    }
    attempt(name, args, `${name} with ${changed.join(", ")}`);
  }
});

test("after all these calls the module still answers correctly", () => {
  const { value } = logstar.median(
    Float64Array.from({ length: 5000 }, (_, i) => i),
    { epsilon: 1 },
  );
  assert.ok(Math.abs(value - 2500) < 100, `${value}`);
});

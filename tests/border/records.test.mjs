// Records that miss something. Cause: every column dropped its own missing values. So one such record paired
// every later record with its neighbour's label or coordinates, and decided the answer.
import assert from "node:assert/strict";
import test from "node:test";
import { accuracy, learnLabelPrivate, learnRectangle, learnSemiPrivate } from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";
import {
  answer,
  columnsOf,
  domain,
  labelsOf,
  learners,
  missing,
  spread,
} from "./learned-records.mjs";

await loadForTesting({ seed: 1 });

const extreme = [-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, -1e308];

/** The records with one more at the start, and with one more among them. */
const withOneMore = (records, one) => [0, 100].map((place) => records.toSpliced(place, 0, one));

for (const [name, learner] of Object.entries(learners)) {
  const axes = Math.max(1, learner[0]);
  const records = spread(name.includes("boxes") ? 40 : 400, axes);
  const sure = () => assert.equal(answer(learner, records), "0,1");

  test(`${name}: a missing coordinate removes its record only`, () => {
    sure();
    for (const value of missing) {
      for (let axis = 0; axis < axes; ++axis) {
        for (const label of [0, 1]) {
          const at = Array(axes).fill(50).with(axis, value);
          for (const more of withOneMore(records, { at, label })) {
            assert.equal(answer(learner, more), "0,1", `${value} on axis ${axis}`);
          }
        }
      }
    }
  });

  test(`${name}: a missing label removes its record only`, () => {
    for (const label of missing) {
      for (const more of withOneMore(records, { at: Array(axes).fill(10), label })) {
        assert.equal(answer(learner, more), "0,1", `${label}`);
      }
    }
  });

  test(`${name}: a record of extreme values is one record`, () => {
    for (const value of extreme) {
      for (let axis = 0; axis < axes; ++axis) {
        const at = Array(axes).fill(50).with(axis, value);
        for (const more of withOneMore(records, { at, label: 1 })) {
          assert.equal(answer(learner, more), "0,1", `${value} on axis ${axis}`);
        }
      }
    }
  });
}

const runs = 300;
const repeated = (draw) => Array.from({ length: runs }, () => draw());

/**
 * Asserts that answers to neighbours differ by at most a factor e^epsilon. Each share is within `off` of its
 * probability, except in one comparison in a million (Hoeffding, over all answers and both directions).
 */
function assertAlike(first, second, epsilon) {
  const answers = [...new Set([...first, ...second])];
  const off = Math.sqrt(Math.log((4 * answers.length) / 1e-6) / (2 * runs));
  const share = (list, one) => list.filter((got) => got === one).length / runs;
  for (const one of answers) {
    for (const [a, b] of [
      [share(first, one), share(second, one)],
      [share(second, one), share(first, one)],
    ]) {
      assert.ok(a - off <= Math.exp(epsilon) * (b + off), `${one}: ${a} against ${b}`);
      assert.ok(1 - a - off <= Math.exp(epsilon) * (1 - b + off), `not ${one}: ${a} against ${b}`);
    }
  }
}

test("boxes from public data: a record with a missing value does not invert the answer", () => {
  const records = spread(200, 1);
  const draw = (list) => () => {
    const { value } = learnSemiPrivate({
      x: columnsOf(list),
      y: labelsOf(list),
      rules: "boxes",
      unlabelled: [[10, 50]],
      domain,
      epsilon: 0.1,
    });
    return `${value.lowest}-${value.highest}`;
  };
  const more = repeated(draw([{ at: [Number.NaN], label: 1 }, ...records]));
  assertAlike(repeated(draw(records)), more, 0.1);
  const replaced = repeated(draw(records.with(0, { at: [Number.NaN], label: 1 })));
  assertAlike(repeated(draw(records)), replaced, 0.1);
  assert.ok(more.filter((one) => one === "50-50").length > 0.9 * runs);
});

test("private labels: a missing label does not invert the answer", () => {
  const records = spread(200, 1);
  for (const rules of ["boxes", "thresholds"]) {
    const draw = (list) => () => {
      const [x, y] = [columnsOf(list), labelsOf(list)];
      const options = { y, rules, ones: "above", domain, epsilon: 0.1 };
      const { value } = learnLabelPrivate({ ...options, x: rules === "boxes" ? x : x[0] });
      return [10, 50].map((one) => value.predict(rules === "boxes" ? [one] : one)).join();
    };
    const changed = records.with(0, { at: [10], label: null });
    assertAlike(repeated(draw(records)), repeated(draw(changed)), 0.1);
  }
});

test("by slices: a point with a missing coordinate does not pair the others differently", () => {
  const options = { domain, epsilon: 1, delta: 1e-6, algorithm: "slices" };
  const { error } = accuracy.learnRectangle({ ...options, dimensions: 8 });
  // As many points at 10 as two slices take. If rows are paired rightly, the third side lies at 50.
  const n = 20 * Math.floor(error / 16);
  const values = Array.from({ length: n }, (_, i) => (i % 10 === 0 ? 10 : 50));
  const lowest = (x) => {
    const y = Array(x[0].length).fill(1);
    const { value } = learnRectangle({ ...options, x, y });
    return value.lowest.join();
  };
  const full = Array(7).fill([50, ...values]);
  const corner = ["10", "10", ...Array(6).fill("50")].join();
  assert.equal(lowest(Array(8).fill(values)), corner);
  assert.equal(lowest([[Number.NaN, ...values], ...full]), corner);
});

test("a thousand records without their second coordinate are a thousand records fewer", () => {
  const records = spread(40, 2);
  const thousand = Array.from({ length: 1000 }, () => ({ at: [10, Number.NaN], label: 1 }));
  for (const [name, learner] of Object.entries(learners)) {
    if (learner[0] < 2) continue;
    const enough = name.includes("boxes") ? records : spread(400, 2);
    assert.equal(answer(learner, [...thousand, ...enough]), "0,1", name);
    assert.doesNotThrow(() => answer(learner, thousand), name);
  }
});

test("a missing label changes neither the records that build rules nor their use", () => {
  const shown = [];
  const learn = (y) =>
    learnLabelPrivate({
      x: [1, null, 2, 3, 4, 5],
      y,
      building: 3,
      epsilon: 1,
      rules: (values) => {
        shown.push(values);
        return [{ predict: () => 1 }];
      },
    });
  learn([0, 1, 0, 1, 0, 1]);
  learn([null, Number.NaN, 0, 1, undefined, 1]);
  assert.deepEqual(shown, [
    [1, 2],
    [1, 2],
  ]);
});

test("public points with a missing coordinate build nothing", () => {
  const unlabelled = [
    [10, 50, Number.NaN, 20],
    [10, 50, 20, null],
  ];
  const learner = learners["learnSemiPrivate, boxes"].with(2, {
    rules: "boxes",
    unlabelled,
    epsilon: 5,
  });
  assert.equal(answer(learner, spread(40, 2)), "0,1");
});

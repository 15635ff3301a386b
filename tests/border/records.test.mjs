// Records that miss something. Cause: every column dropped its own missing values. So one such record paired
// every later record with its neighbour's label or coordinates, and decided the answer.
import assert from "node:assert/strict";
import test from "node:test";
import {
  accuracy,
  dates,
  integers,
  learnLabelPrivate,
  learnPoint,
  learnRectangle,
  learnSemiPrivate,
  learnThreshold,
} from "../../dist/index.js";
import { loadForTesting } from "../../dist/testing.js";

await loadForTesting({ seed: 1 });

const domain = integers(0, 60);
const missing = [Number.NaN, null, undefined, new Date(Number.NaN)];
const extreme = [-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, -1e308];

/** `n` records in turn at 10 and at 50 on every axis, of label 1 at 50. */
const spread = (n, axes) =>
  Array.from({ length: n }, (_, i) => ({
    at: Array(axes).fill(i % 2 === 0 ? 10 : 50),
    label: i % 2,
  }));
const columnsOf = (records) => records[0].at.map((_, axis) => records.map(({ at }) => at[axis]));
const labelsOf = (records) => records.map(({ label }) => label);

/** The prediction of a rule at 10 and at 50 of every axis. */
const said = ({ value }, axes) =>
  value === null
    ? "nothing"
    : [10, 50].map((one) => Number(value.predict(axes === 0 ? one : Array(axes).fill(one)))).join();

const rules = [10, 50].flatMap((place) => [
  { predict: (one) => one === place },
  { predict: (one) => one !== place },
]);

/** Each learner with its number of axes (0: x is the column), with options that make its answer certain. */
const learners = {
  "learnThreshold, exponential": [0, learnThreshold, { ones: "above", epsilon: 5 }],
  "learnThreshold, cut": [
    0,
    learnThreshold,
    { ones: "above", epsilon: 5, delta: 1e-6, algorithm: "cut" },
  ],
  "learnThreshold, interior-point": [
    0,
    learnThreshold,
    { ones: "above", epsilon: 5, delta: 1e-6, algorithm: "interior-point" },
  ],
  "learnThreshold, sanitizer": [
    0,
    learnThreshold,
    { ones: "above", epsilon: 50, algorithm: "sanitizer", points: 3 },
  ],
  "learnPoint, stable": [0, learnPoint, { domain: undefined, epsilon: 5, delta: 1e-6 }],
  "learnPoint, gap": [
    0,
    learnPoint,
    { domain: undefined, epsilon: 5, delta: 1e-6, algorithm: "gap" },
  ],
  "learnRectangle, axis by axis": [2, learnRectangle, { epsilon: 30 }],
  "learnRectangle, outermost": [
    2,
    learnRectangle,
    { epsilon: 30, delta: 1e-6, algorithm: "outermost" },
  ],
  "learnRectangle, slices": [2, learnRectangle, { epsilon: 30, delta: 1e-6, algorithm: "slices" }],
  "learnRectangle, sanitizers": [
    2,
    learnRectangle,
    { epsilon: 60, algorithm: "sanitizers", points: 3 },
  ],
  "learnSemiPrivate, boxes": [
    2,
    learnSemiPrivate,
    {
      rules: "boxes",
      unlabelled: [
        [10, 50],
        [10, 50],
      ],
      epsilon: 5,
    },
  ],
  "learnSemiPrivate, thresholds": [
    0,
    learnSemiPrivate,
    { rules: "thresholds", unlabelled: [10, 50], ones: "above", epsilon: 5 },
  ],
  "learnSemiPrivate, listed": [0, learnSemiPrivate, { domain: undefined, rules, epsilon: 5 }],
  "learnLabelPrivate, boxes": [2, learnLabelPrivate, { rules: "boxes", epsilon: 5 }],
  "learnLabelPrivate, thresholds": [
    0,
    learnLabelPrivate,
    { rules: "thresholds", ones: "above", epsilon: 5 },
  ],
  "learnLabelPrivate, a function": [
    0,
    learnLabelPrivate,
    { domain: undefined, rules: () => rules, epsilon: 5 },
  ],
};

/** The answer of a learner to these records. */
function answer([axes, learn, options], records) {
  const columns = columnsOf(records);
  const x = axes === 0 ? columns[0] : columns;
  return said(learn({ domain, ...options, x, y: labelsOf(records) }), axes);
}

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

test("columns of any kind omit the same records", () => {
  const n = 400;
  const days = dates("2020-01-01", "2020-03-01");
  const day = (i) => new Date(Date.UTC(2020, 0, i % 2 === 0 ? 10 : 50));
  const learn = (x, y, of) =>
    learnRectangle({ x, y, domain: of, epsilon: 40, delta: 1e-6, algorithm: "slices" }).value;
  const wide = integers(0n, 60n);
  const x = [
    Array.from({ length: n }, (_, i) => day(i)).with(3, null),
    BigInt64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 10n : 50n)),
    Float32Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 10 : 50)).with(7, Number.NaN),
  ];
  const y = Array.from({ length: n }, (_, i) => i % 2 === 1).with(9, undefined);
  const box = learn(x, y, [days, wide, domain]);
  assert.deepEqual(box.lowest, [day(1), 50n, 50]);
  assert.deepEqual(box.highest, [day(1), 50n, 50]);
});

test('outside: "throw" allows no missing value', () => {
  const message = /must not be missing \(because missing or outside is "throw"\)/;
  for (const options of [{ epsilon: 1 }, { epsilon: 1, algorithm: "sanitizer" }]) {
    for (const value of missing) {
      const base = { ...options, domain, outside: "throw" };
      const refused = (x, y) =>
        assert.throws(() => learnThreshold({ ...base, x, y }), { name: "RangeError", message });
      refused([10, value], [0, 1]);
      refused([10, 50], [value, 1]);
      assert.doesNotThrow(() =>
        learnThreshold({ ...base, outside: "drop", x: [10, value], y: [value, 1] }),
      );
    }
  }
});

test("a label other than 0, 1 or missing is rejected, whatever else is missing", () => {
  for (const [name, learner] of Object.entries(learners)) {
    const records = spread(4, Math.max(1, learner[0]));
    for (const label of ["1", 2, 0.5, {}, new Date(0), -1n]) {
      const at = Array(records[0].at.length).fill(Number.NaN);
      for (const one of [
        { at, label },
        { ...records[0], label },
      ]) {
        const run = () => answer(learner, [one, ...records]);
        assert.throws(run, { name: "TypeError", message: /^y must be labels/ }, name);
      }
    }
  }
});

test("columns of different lengths are rejected by name before anything is drawn", () => {
  for (const [name, [axes, learn, options]] of Object.entries(learners)) {
    const x = Array(Math.max(1, axes)).fill([10, 50, 10]);
    const given = (columns) => (axes === 0 ? columns[0] : columns);
    const refused = (columns, y, message) =>
      assert.throws(
        () => learn({ domain, ...options, x: given(columns), y }),
        { name: "RangeError", message },
        name,
      );
    refused(x, [0, 1], /^y must be as many as x, 3, got 2/);
    if (axes > 1) {
      refused(x.with(1, [10]), [0, 1, 0], /^x must be columns of one length, got 3, 1/);
    }
  }
  const boxes = learners["learnSemiPrivate, boxes"][2];
  assert.throws(
    () =>
      learnSemiPrivate({
        ...boxes,
        domain,
        x: [[10], [10]],
        y: [1],
        unlabelled: [[10, 50], [10]],
      }),
    { name: "RangeError", message: "unlabelled must be columns of one length, got 2, 1" },
  );
});

test("an item that looks like a row of a histogram is one record, whatever its count", () => {
  const x = [{ item: "a", count: 1e6 }];
  assert.throws(() => learnPoint({ x, y: [1], epsilon: 1, delta: 1e-6 }), {
    name: "TypeError",
    message: /^rows must hold items that are text/,
  });
});

// Objects that stay, asked by fixed scripts: each run makes its own, and gives all answers together.
import * as logstar from "../../../build/enumerating/index.js";
import { changed, inForm, missing, oddNumbers, withAndWithout } from "../awkward.mjs";

/** Everything an object answers to a script, with its record; disposes of it. */
function answersOf(object, script) {
  try {
    return { answers: script(object), record: object.record };
  } finally {
    object.dispose();
  }
}

const small = logstar.integers(0, 3);
const lists = [[], [1, 0]];

/** Contributions, one a record: what a question says of records is read by the same rules everywhere. */
const contributions = [0, 1, ...missing.slice(0, 3), true, ...oddNumbers];
const added = inForm(withAndWithout(lists, contributions));
const other = inForm(changed(lists, contributions));

/** What is asked second depends on what was answered first. */
const askTwice = (mechanism) => {
  const first = mechanism.ask((row) => row);
  return [first, mechanism.ask(first ? (row) => row === 1 : () => true)];
};

const aboveThreshold = (options) => (rows) =>
  answersOf(
    new logstar.AboveThreshold({ threshold: 1, maxAnswers: 2, epsilon: 10, rows, ...options }),
    askTwice,
  );

const monitor = (options) => (rows) =>
  answersOf(
    new logstar.ThresholdMonitor({
      ...{ threshold: 1, perRecord: 1, epsilon: 3, delta: 0.2, method: "sampled", rows },
      ...options,
    }),
    askTwice,
  );

/** Holdings of users, in any order; and of one with none, one, several, and missing ones. */
const holdings = [
  [1, "a"],
  [2, "a"],
  [4, "b"],
  [5, "b"],
];
const ofOne = [[], ["a"], ["b", "b"], ["c", "a"], [null], [Number.NaN, "b"], ["\ud800"]];
const stream = ofOne.flatMap((items) =>
  [3, Number.NaN, null, "1"].flatMap((user) =>
    [[], holdings, holdings.toReversed()].map((others) => [
      others,
      [...holdings.slice(0, others.length), ...items.map((item) => [user, item])],
    ]),
  ),
);
const heavy = (options) => (held) =>
  answersOf(
    new logstar.HeavyHitterMonitor({
      ...{ perUser: 2, steps: 2, epsilon: 3, delta: 0.2, method: "sampled", ...options },
    }),
    (m) => [m.step(held), m.step(held)],
  );

const ranking = (options) => (rows) => {
  const terms = { outcomes: 2, calls: 2, epsilon: 6, delta: 0.3, kBar: 2, ...options };
  const session = new logstar.TopKSession(terms);
  try {
    const first = session.topK(rows, { k: 1 });
    const kBar = first.items.length > 0 ? 2 : 1;
    return { answers: [first, session.topK(rows, { k: 1, kBar })], record: terms };
  } finally {
    session.dispose();
  }
};

const slices = (options) => (values) => {
  const terms = { compute: { epsilon: 4 }, sliceEpsilon: 4, delta: 0.3, ...options };
  const session = new logstar.SliceSession(values, { domain: small, slices: 2, ...terms });
  try {
    const low = session.median(session.slice({ length: 1, from: "low" }));
    const high = session.median(session.slice({ length: 1, from: "high" }));
    return { answers: [low.value, high.value], record: session.loss };
  } finally {
    session.dispose();
  }
};

/** @type {import("../check.mjs").Case[]} */
export const sessions = [
  { name: "AboveThreshold", run: aboveThreshold({}), pairs: added },
  {
    name: "AboveThreshold, a number with the yes",
    run: (rows) =>
      answersOf(
        new logstar.AboveThreshold({ threshold: 1, epsilon: 10, rows, numericShare: 0.5 }),
        (mechanism) => mechanism.askNumber((row) => row),
      ),
    pairs: inForm(withAndWithout([[1]], [1, null, Number.NaN])),
  },
  {
    name: "AboveThreshold, columns, one changed",
    run: (columns) =>
      answersOf(
        new logstar.AboveThreshold({
          ...{ threshold: 1, epsilon: 10, columns, neighbors: "replace" },
        }),
        (mechanism) => mechanism.ask(({ a, b }) => a + b),
      ),
    pairs: inForm(
      changed(
        [[[1, 0]]],
        [
          [0, 0],
          [1, 1],
          [Number.NaN, 1],
          [1, Number.NaN],
        ],
      ),
      (rows) => ({
        a: Float64Array.from(rows, ([a]) => a),
        b: Float64Array.from(rows, ([, b]) => b),
      }),
    ),
  },
  {
    name: "AboveThreshold, missing: throw",
    run: aboveThreshold({ missing: "throw" }),
    throws: /missing/,
    pairs: inForm(withAndWithout([[1]], [1, null, Number.NaN])),
  },
  { name: "ThresholdMonitor", run: monitor({}), pairs: added },
  { name: "ThresholdMonitor, one changed", run: monitor({ neighbors: "replace" }), pairs: other },
  { name: "HeavyHitterMonitor", run: heavy({}), pairs: inForm(stream) },
  {
    name: "TopKSession",
    run: ranking({}),
    pairs: inForm(withAndWithout([[], ["a"], ["a", "b", "a"]], ["a", "b", "\0", "", ...missing])),
  },
  ...["clamp", "drop"].map((outside) => ({
    name: `SliceSession, ${outside}`,
    run: slices({ outside }),
    cut: 1e-6, // the claim has room for what is cut
    pairs: inForm(withAndWithout([[1], [0, 3]], [0, ...missing.slice(1), -0, -7, 99])),
  })),
];

// Objects queried by fixed scripts: each run makes its own object and returns all answers together.
import { integers } from "../../../build/enumerating/index.js";
import { changed, inForm, missing, oddNumbers, withAndWithout } from "../awkward.mjs";

/** All answers of an object to a script, with its record; disposes of the object. */
export async function answersOf(making, script) {
  const object = await making;
  try {
    return { answers: await script(object), record: object.record };
  } finally {
    await object.dispose();
  }
}

/** A query on rows: a function if it can cross, otherwise its answers for each row. */
const about = (library, rows, of) => ("connect" in library ? rows.map(of) : of);

const small = integers(0, 3);
const lists = [[], [1, 0]];

/** Contributions, one per record: all functions read them by the same rules. */
const contributions = [0, 1, ...missing.slice(0, 3), true, ...oddNumbers];
const added = inForm(withAndWithout(lists, contributions));
const other = inForm(changed(lists, contributions));
/** For laws with many outcomes. */
const few = inForm(withAndWithout([[1]], [0, 1, null, Number.NaN]));

/** The second query depends on the first answer. */
const askTwice = (library, rows) => async (mechanism) => {
  const first = await mechanism.ask(about(library, rows, (row) => row));
  const second = first ? (row) => row === 1 : () => true;
  return [first, await mechanism.ask(about(library, rows, second))];
};

const aboveThreshold = (options) => (library, rows) =>
  answersOf(
    new library.AboveThreshold({ threshold: 1, maxAnswers: 2, epsilon: 10, rows, ...options }),
    askTwice(library, rows),
  );

const monitor = (options) => (library, rows) =>
  answersOf(
    new library.ThresholdMonitor({
      ...{ threshold: 1, perRecord: 1, epsilon: 3, delta: 0.2, method: "sampled", rows },
      ...options,
    }),
    askTwice(library, rows),
  );

/** Holdings of users in any order, and one user with none, one, several, or missing items. */
const holdings = [
  [1, "a"],
  [2, "a"],
  [4, "b"],
  [5, "b"],
];
const ofOne = [[], ["a"], ["b", "b"], ["c", "a"], [null], [Number.NaN, "b"], ["\ud800"]];
const stream = ofOne.flatMap((items) =>
  [3, Number.NaN, null, "1"].flatMap((user) =>
    [[], holdings.toReversed()].map((others) => [
      others,
      [...holdings.slice(0, others.length), ...items.map((item) => [user, item])],
    ]),
  ),
);
const heavy = (options) => (library, held) =>
  answersOf(
    new library.HeavyHitterMonitor({
      ...{ perUser: 2, steps: 2, epsilon: 3, delta: 0.2, method: "sampled", ...options },
    }),
    async (m) => [await m.step(held), await m.step(held)],
  );

const ranking = (options) => async (library, rows) => {
  const terms = { outcomes: 2, calls: 2, epsilon: 6, delta: 0.3, kBar: 2, ...options };
  const record = { ...terms, neighbors: "add-remove" };
  const session = await new library.TopKSession(terms);
  try {
    const first = await session.topK(rows, { k: 1 });
    const kBar = first.items.length > 0 ? 2 : 1;
    return { answers: [first, await session.topK(rows, { k: 1, kBar })], record };
  } finally {
    await session.dispose();
  }
};

/** By a threshold: each answer contains noisy counts, and the first answer decides the second query. */
const thresholdRanking = (options) => async (library, rows) => {
  const terms = {
    ...{ outcomes: 2, calls: 2, epsilon: 6, delta: 0.3, perUser: 1, variant: "threshold" },
    ...options,
  };
  const session = await new library.TopKSession(terms);
  try {
    const first = await session.topK(rows, { k: 1 });
    const second = await session.topK(first.items.length > 0 ? rows : rows.toReversed(), { k: 1 });
    const record = { neighbors: "add-remove", ...terms };
    return { answers: [first, second], record };
  } finally {
    await session.dispose();
  }
};

const slices = (options) => async (library, values) => {
  const neighbors = options.neighbors ?? "add-remove";
  const terms = { compute: { epsilon: 4 }, sliceEpsilon: 4, delta: 0.3, ...options };
  const session = await new library.SliceSession(values, { domain: small, slices: 2, ...terms });
  try {
    const low = await session.median(await session.slice({ length: 1, from: "low" }));
    const high = await session.median(await session.slice({ length: 1, from: "high" }));
    return { answers: [low.value, high.value], record: { ...session.loss, neighbors } };
  } finally {
    await session.dispose();
  }
};

const sum = ({ a, b }) => a + b;

/** @type {import("../check.mjs").Case[]} */
export const sessions = [
  { name: "AboveThreshold", wide: true, run: aboveThreshold({}), pairs: few },
  {
    name: "AboveThreshold, a number with the yes",
    wide: true,
    run: (library, rows) =>
      answersOf(
        new library.AboveThreshold({ threshold: 1, epsilon: 10, rows, numericShare: 0.5 }),
        (mechanism) => mechanism.askNumber(about(library, rows, (row) => row)),
      ),
    pairs: inForm(withAndWithout([[1]], [1, null, Number.NaN])),
  },
  {
    name: "AboveThreshold, columns, one changed",
    run: (library, columns) =>
      answersOf(
        new library.AboveThreshold({
          ...{ threshold: 1, epsilon: 10, columns, neighbors: "replace" },
        }),
        (mechanism) =>
          mechanism.ask("connect" in library ? columns.a.map((a, i) => a + columns.b[i]) : sum),
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
    wide: true,
    run: aboveThreshold({ missing: "throw" }),
    throws: /missing/,
    pairs: inForm(withAndWithout([[1]], [1, null, Number.NaN])),
  },
  { name: "ThresholdMonitor", run: monitor({}), pairs: added },
  { name: "ThresholdMonitor, one changed", run: monitor({ neighbors: "replace" }), pairs: other },
  { name: "HeavyHitterMonitor", wide: true, run: heavy({}), pairs: inForm(stream) },
  {
    name: "TopKSession",
    run: ranking({}),
    pairs: inForm(withAndWithout([[], ["a"], ["a", "b", "a"]], ["a", "b", "\0", "", ...missing])),
  },
  {
    name: "TopKSession, threshold",
    wide: true,
    run: thresholdRanking({}),
    scope: { cut: 1e-4 }, // the claim includes the cut mass
    pairs: inForm(withAndWithout([[], ["a"]], ["a", "b", null])),
  },
  {
    name: "TopKSession, threshold, one changed",
    wide: true,
    run: thresholdRanking({ neighbors: "replace", epsilon: 12 }),
    scope: { cut: 1e-4 }, // the claim includes the cut mass
    pairs: inForm(changed([[], ["a"]], ["a", "b", null])),
  },
  {
    name: "SliceSession, clamp",
    wide: true,
    run: slices({ outside: "clamp" }),
    scope: { cut: 1e-4 }, // the claim includes the cut mass
    pairs: inForm(withAndWithout([[0, 3]], [0, null, Number.NaN, -0, -7, 99])),
  },
  {
    name: "SliceSession, drop",
    wide: true,
    run: slices({ outside: "drop" }),
    scope: { cut: 1e-4 },
    pairs: inForm(withAndWithout([[0, 3]], [-7, null, 0])),
  },
];

// Interactive mechanisms, queried in every way that depends on earlier answers.
//
// Excluded: charging hitters and Laplace monitors, whose calibration takes a tenth of a second on every resume,
// and the printed monitor ("paper"), whose noise has too many outcomes. Only the native tests enumerate those
// laws (tests/exact/sparse_vector).
import { changed, inForm, missing, withAndWithout } from "../awkward.mjs";

const lists = [[], [1, 0]];
const awkward = [0, 1, ...missing.slice(1, 3), true, -7];
const added = inForm(withAndWithout(lists, awkward));
const other = inForm(changed([[], [1]], awkward));
/** For turns that take milliseconds. */
const fewAdded = inForm([
  [[1], [1, 1]],
  [
    [0, 1],
    [1, null, 0],
  ],
]);
const fewOther = inForm([
  [[1], [0]],
  [[1], [null]],
]);

/** A query on rows: a function if it can cross, otherwise its answers for each row. */
const about = (of) => (library, rows) => ("connect" in library ? rows.map(of) : of);
const ofRows = [about((row) => row), about((row) => row === 1), about(() => true)];

/** Queries as counts that a caller made. */
const counts = [(_, rows) => rows.length, (_, rows) => -rows.filter((row) => row === 1).length];

const asked = {
  ask: (object, question) => object.ask(question),
  depth: 3,
};
const onRows = (kind, options) => ({
  ...asked,
  questions: ofRows,
  begin: (library, rows) => new library[kind]({ ...options, rows }),
  resume: (library, saved, rows) => library[kind].fromJSON(saved, { rows }),
});

// Counts are around the given threshold, not around a shifted one.
const above = { threshold: 1, maxAnswers: 2, epsilon: 8, centred: false };
const monitor = { threshold: 1, perRecord: 2, epsilon: 3, delta: 0.2 };
const hitters = { perUser: 2, steps: 2, epsilon: 3, delta: 0.2, method: "sampled" };

/** The holdings in a step: the given ones, or the same item for all users. */
const steps = [(_, held) => held, (_, held) => held.map(([user]) => [user, "a"])];
const holdings = [
  [1, "a"],
  [2, "b"],
];
const streams = [
  [[], [[3, "a"]]],
  ...[
    [3, "a"],
    [3, null],
    [Number.NaN, "a"],
    [3, "\ud800"],
  ].map((one) => [holdings, [one, ...holdings]]),
];

/** @type {import("../conversations.mjs").Conversation[]} */
export const conversations = [
  {
    name: "AboveThreshold, every adversary",
    local: true,
    pairs: added,
    ...onRows("AboveThreshold", above),
  },
  {
    name: "AboveThreshold, every adversary, one changed",
    pairs: fewOther,
    ...onRows("AboveThreshold", { ...above, epsilon: 12, neighbors: "replace" }),
    local: true,
  },
  {
    name: "AboveThreshold, every adversary, numbers with the yeses",
    pairs: inForm(withAndWithout([[1]], [1, null])),
    ...onRows("AboveThreshold", { ...above, epsilon: 12, maxAnswers: 1, numericShare: 0.5 }),
    ask: (object, question) => object.askNumber(question),
    depth: 2,
    local: true,
  },
  {
    name: "AboveThreshold, every adversary, counts",
    pairs: inForm([
      [[], [1]],
      [[0], [0, 1]],
    ]),
    ...asked,
    questions: counts,
    begin: (library) => new library.AboveThreshold({ ...above, epsilon: 8 }),
    resume: (library, saved) => library.AboveThreshold.fromJSON(saved),
    local: true,
  },
  ...["charging", "sampled"].flatMap((method) => [
    {
      name: `ThresholdMonitor, every adversary, ${method}`,
      pairs: method === "sampled" ? added : fewAdded,
      local: method !== "sampled",
      scope: { cutsLoops: method === "charging" },
      ...onRows("ThresholdMonitor", { ...monitor, method }),
    },
    {
      name: `ThresholdMonitor, every adversary, ${method}, one changed`,
      pairs: method === "sampled" ? other : fewOther,
      local: method !== "sampled",
      scope: { cutsLoops: method === "charging" },
      ...onRows("ThresholdMonitor", { ...monitor, method, neighbors: "replace" }),
    },
  ]),
  {
    name: "HeavyHitterMonitor, every adversary, sampled",
    pairs: inForm(streams),
    questions: steps,
    begin: (library) => new library.HeavyHitterMonitor(hitters),
    resume: (library, saved) => library.HeavyHitterMonitor.fromJSON(saved),
    ask: (object, held) => object.step(held),
    depth: 2,
  },
];

// Labelled records: a label or one coordinate may be missing, and the whole record with it.
import * as arrow from "apache-arrow";
import { integers } from "../../../build/enumerating/index.js";
import { changed, inForm, missing, oddNumbers, withAndWithout } from "../awkward.mjs";

const small = integers(0, 3);
const none = Number.NaN;

/** Records [x, y] as columns. */
const columns = (records) => ({ x: records.map(([x]) => x), y: records.map(([, y]) => y) });
const lists = [
  [],
  [
    [0, 1],
    [1, 1],
    [3, 0],
  ],
  [
    [2, 0],
    [2, 1],
  ],
];
const labelled = [
  ...[0, 3, ...missing, ...oddNumbers].flatMap((x) => [
    [x, 0],
    [x, 1],
  ]),
  ...missing.slice(0, 3).flatMap((y) => [
    [0, y],
    [none, y],
  ]),
  [1, true],
  [1, 0n],
  [1, 1n],
];
const added = withAndWithout(lists, labelled);
const other = changed(lists, labelled);

const threshold = (options) => (library, data) =>
  library.learnThreshold({ ...data, epsilon: 2, domain: small, ...options });
const point = (options) => (library, data) =>
  library.learnPoint({ ...data, epsilon: 4, delta: 0.2, confidence: 0.5, ...options });

const approximate = { epsilon: 4, delta: 0.1, confidence: 0.5 };
const thresholds = ["exponential", "cut", "interior-point", "rec-concave"].flatMap((algorithm) =>
  ["clamp", "drop"].map((outside) => ({
    name: `learnThreshold, ${algorithm}, ${outside}`,
    run: threshold({ ...(algorithm === "exponential" ? {} : approximate), algorithm, outside }),
    pairs: inForm(added, columns),
  })),
);

/** Rows [user, x, y]: one user with several rows, among others, is added or has other rows. */
const rowsOfOthers = [
  ["u", 0, 1],
  ["u", 3, 0],
  ["v", 1, 1],
  ["v", 1, 1],
];
const ownRows = [
  [[2, 0]],
  [
    [0, 1],
    [3, 0],
    [3, 1],
  ],
  [
    [0, 1],
    [none, 1],
    [1, null],
  ],
  [[none, 0]],
  Array(4).fill([0, 1]),
];
const ofUser = (user, own) => own.map((row) => [user, ...row]);
const userAdded = [[], rowsOfOthers].flatMap((table) => [
  ...ownRows.map((own) => [table, [...ofUser("w", own), ...table]]),
  ...missing.map((user) => [table, [...table, ...ofUser(user, ownRows[0])]]),
]);
const userChanged = ownRows.flatMap((own, i) =>
  [...ownRows.slice(0, i), []].map((before) => [
    [...rowsOfOthers, ...ofUser("w", before)],
    [...ofUser("w", own), ...rowsOfOthers],
  ]),
);
const ofUsers = (rows) => ({
  users: rows.map(([user]) => user),
  ...columns(rows.map(([, ...record]) => record)),
});

/** Records [x1, x2, y] for boxes. */
const boxes = (records) => ({
  x: [records.map(([x]) => x), records.map(([, x]) => x)],
  y: records.map(([, , y]) => y),
});
const inBoxes = [
  [
    [0, 1, 1],
    [1, 0, 0],
  ],
];
const onAxes = [0, none, null, Number.POSITIVE_INFINITY, -0].flatMap((x) => [
  [x, 1, 1],
  [1, x, 0],
  [x, x, 1],
]);
const boxRecords = [...onAxes, [1, 1, null], [none, 1, null]];

/** Rules by number, since an answer cannot identify a caller's own rules. */
const rules = [0, 1, 2, 3].map((cut) => ({ predict: (x) => (x < cut ? 1 : 0) }));
const numbered = async (release) => {
  const { value, record } = await release;
  return { value: rules.indexOf(value), record };
};

/** x is public: labels change, and the record with a missing label stays or leaves. */
const labels = [
  [1, 1, 0],
  [1, 1, 1],
  [0, 1, 0],
].flatMap((y) =>
  y.flatMap((_, i) => [0, 1, null, none, undefined, true].map((label) => [y, y.with(i, label)])),
);

/** @type {import("../check.mjs").Case[]} */
export const learning = [
  ...thresholds,
  { name: "learnThreshold, users", run: threshold({}), pairs: inForm(userAdded, ofUsers) },
  {
    name: "learnThreshold, users, cut",
    run: threshold({ ...approximate, algorithm: "cut", outside: "drop" }),
    pairs: inForm(userAdded, ofUsers),
  },
  {
    name: "learnThreshold, one user changed",
    run: threshold({ neighbors: "replace" }),
    pairs: inForm(userChanged, ofUsers),
  },
  {
    name: "learnThreshold, different people",
    run: threshold({}),
    pairs: inForm(added, (records) => ({ ...columns(records), users: null })),
  },
  {
    name: "learnThreshold, one changed",
    also: ["ThresholdHypothesis"],
    run: threshold({ neighbors: "replace", ones: "above" }),
    pairs: inForm(other, columns),
  },
  {
    name: "learnThreshold, Arrow",
    run: threshold({}),
    pairs: inForm(
      withAndWithout(lists, [
        [0, 1],
        [null, 1],
        [1, null],
        [null, null],
      ]),
      (records) => ({
        x: arrow.vectorFromArray(columns(records).x, new arrow.Float64()),
        y: arrow.vectorFromArray(columns(records).y, new arrow.Int8()),
      }),
    ),
  },
  {
    name: "learnThreshold, outside: throw",
    run: threshold({ outside: "throw" }),
    throws: /must not be missing|inside the domain/,
    pairs: inForm(added, columns),
  },
  ...["stable", "gap"].map((algorithm) => ({
    name: `learnPoint, ${algorithm}`,
    run: point({ algorithm }),
    pairs: inForm(added, columns),
  })),
  {
    name: "learnPoint, one changed",
    also: ["PointHypothesis"],
    run: point({ neighbors: "replace" }),
    pairs: inForm(other, columns),
  },
  {
    name: "learnPoint, proper",
    run: point({ proper: true, domain: integers(0, 9), accuracy: 1 / 4, confidence: 0.05 }),
    pairs: inForm(withAndWithout(lists, [...labelled.slice(0, 4), [none, 1], [1, null]]), columns),
  },
  {
    name: "learnSemiPrivate",
    local: true,
    run: (library, data) => numbered(library.learnSemiPrivate({ ...data, rules, epsilon: 2 })),
    pairs: inForm(added, columns),
  },
  {
    name: "learnSemiPrivate, one changed",
    local: true,
    run: (library, data) =>
      numbered(library.learnSemiPrivate({ ...data, rules, epsilon: 2, neighbors: "replace" })),
    pairs: inForm(other, columns),
  },
  {
    name: "learnSemiPrivate, thresholds",
    run: (library, data) =>
      library.learnSemiPrivate({
        ...{ ...data, rules: "thresholds", unlabelled: [0, 2, 3], domain: small, epsilon: 2 },
      }),
    pairs: inForm(added, columns),
  },
  {
    name: "learnSemiPrivate, boxes",
    run: (library, data) =>
      library.learnSemiPrivate({
        ...{ ...data, rules: "boxes", epsilon: 2, domain: small },
        unlabelled: [
          [0, 2],
          [1, 3],
        ],
      }),
    pairs: inForm(withAndWithout(inBoxes, boxRecords), boxes),
  },
  {
    name: "learnLabelPrivate",
    local: true,
    run: (library, y) =>
      numbered(library.learnLabelPrivate({ x: [0, 1, 2], y, rules: () => rules, epsilon: 2 })),
    pairs: inForm(labels),
  },
  {
    name: "learnLabelPrivate, thresholds",
    run: (library, y) =>
      library.learnLabelPrivate({
        ...{
          x: [0, 1, none, 1, 2],
          y,
          rules: "thresholds",
          building: 3,
          epsilon: 2,
          domain: small,
        },
      }),
    pairs: inForm(labels.map((pair) => pair.map((y) => [1, 0, ...y]))),
  },
];

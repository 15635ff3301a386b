// Rows of items: rankings, published counts, choices among candidates.
import * as arrow from "apache-arrow";
import { changed, inForm, missing, oddNumbers, oddTexts, withAndWithout } from "../awkward.mjs";

const lists = [[], ["a"], ["a", "b", "a"], ["a", "a", "b", "b", "c", "c"]];
const strange = [0, 7n, true, ...oddTexts, ...missing, ...oddNumbers];
const added = withAndWithout(lists, ["a", "b", "c", ...strange]);
const other = changed(lists, ["a", "b", ...strange]);
// For laws with many outcomes.
const fewAdded = withAndWithout(
  [["a"], ["a", "a", "a"]],
  ["a", "b", null, Number.NaN, "\ud800", -0],
);
const fewOther = changed([["a", "a"]], ["a", "b", null, "\ud800", Number.NaN, 0]);

const loose = { k: 1, kBar: 2, epsilon: 4, delta: 0.3 };
const topK = (options) => (library, rows) => library.topK(rows, { ...loose, ...options });

const rowsOf = [
  ...["limited-domain", "strict", "optimised-threshold"].map((variant) => ({ variant })),
  { variant: "laplace", epsilon: 8 },
  { variant: "fixed-threshold", kBar: 1, epsilon: 8 },
].flatMap((options) => [
  {
    name: `topK, ${options.variant}`,
    run: topK(options),
    pairs: inForm(options.epsilon === 8 ? fewAdded : added),
    scope: { cut: 1e-9 },
  },
  {
    name: `topK, ${options.variant}, one changed`,
    local: options.variant === "laplace",
    run: topK({ ...options, neighbors: "replace", epsilon: 8 }),
    pairs: inForm(options.epsilon === 8 ? fewOther : other),
    scope: { cut: 1e-9 },
  },
]);

/** Every occurring item has noise, and each multiplies the outcomes, so there are few rows. */
const above = ["laplace", "gaussian"].flatMap((noise) => {
  const options = { variant: "threshold", noise, kBar: undefined, counts: true };
  return [
    {
      name: `topK, threshold, ${noise}`,
      run: topK(options),
      pairs: inForm(fewAdded),
      scope: { cut: 1e-9 },
    },
    {
      name: `topK, threshold, ${noise}, one changed`,
      run: topK({ ...options, neighbors: "replace", epsilon: 8 }),
      pairs: inForm(fewOther),
      scope: { cut: 1e-9 },
    },
  ];
});

/** A user with none, one, several or only missing items, next to two others. */
const others = [
  ["u", "a"],
  ["u", "b"],
  ["v", "a"],
];
const belongings = [
  [],
  ["a"],
  ["b", "b", "b", "b"],
  ["c", "b"],
  [null, "a"],
  [Number.NaN],
  ["\ud800", undefined, "a"],
];
const usersAdded = belongings.flatMap((items) =>
  [Number.NaN, null, "w", 3, "__proto__"].flatMap((user) => {
    const rows = items.map((item) => [user, item]);
    // A missing user does not exist: each of its rows is left out.
    return [
      [[], rows],
      [others, [...others, ...rows]],
      [others, [rows[0], ...others, ...rows.slice(1)].filter(Boolean)],
    ];
  }),
);
const userForms = {
  pairs: (rows) => rows,
  objects: (rows) => rows.map(([user, item]) => ({ user, item })),
  columns: (rows) => ({ users: rows.map(([user]) => user), items: rows.map(([, item]) => item) }),
  values: (rows) => ({ values: rows.map(([, item]) => item), users: rows.map(([user]) => user) }),
};
const users = Object.entries(userForms).flatMap(([form, of]) =>
  [
    { perUser: 1, variant: "limited-domain" },
    { perUser: 2, variant: "limited-domain", epsilon: 6 },
    { perUser: Infinity, variant: "strict", epsilon: 6 },
  ].map((options) => ({
    name: `topK, users in ${form}, ${options.perUser} a user`,
    run: topK(options),
    pairs: inForm(usersAdded, of),
  })),
);

/** Histograms before and after one user with these items. */
const counts = [
  ["a", 2],
  ["b", 1],
];
function andUser(items) {
  const histogram = new Map(counts);
  for (const item of items) histogram.set(item, (histogram.get(item) ?? 0) + 1);
  return [...histogram];
}
const histograms = [["a"], ["b"], ["c"], [null], [Number.NaN], ["\ud800"], [""]].map((items) => [
  counts,
  andUser(items),
]);
for (const item of ["a", null, "\ud800"]) histograms.push([[], [[item, 1]]]);
const histogramForms = {
  Map: (rows) => new Map(rows),
  "item and count": (rows) => rows.map(([item, count]) => ({ item, count })),
  "values and counts": (rows) => ({
    values: rows.map(([item]) => item),
    counts: rows.map(([, count]) => count),
  }),
};

const sanitize = (options) => (library, rows) =>
  library.sanitizePoints(rows, { epsilon: 4, delta: 0.3, method: "stable", ...options });

const scores = (list) => list.map((score, i) => ({ item: `item ${i}`, score }));
/** Qualities before and after one record, which moves each by at most 1. */
const qualities = [
  [
    [0, 1, 2],
    [1, 1, 3],
  ],
  [
    [-0, 0, 5],
    [1, -1, 4],
  ],
  [
    [2, 2, 2],
    [3, 3, 3],
  ],
];

/** @type {import("../check.mjs").Case[]} */
export const items = [
  ...rowsOf,
  ...above,
  ...users,
  {
    name: "topK, different people",
    run: topK({ variant: "limited-domain" }),
    pairs: inForm(added, (list) => ({ values: list, users: null })),
  },
  ...Object.entries(histogramForms).map(([form, of]) => ({
    name: `topK, ${form}`,
    run: topK({ perUser: 1, variant: "limited-domain" }),
    pairs: inForm(histograms, of),
  })),
  {
    name: "topK, bounded by boundContributions",
    also: ["boundContributions"],
    run: async (library, events) => {
      const bounded = await library.boundContributions(events, { perUser: 1 });
      return library.topK(bounded, { ...loose, variant: "strict" });
    },
    pairs: inForm(usersAdded),
  },
  {
    name: "topK, counts",
    run: topK({ counts: true, variant: "limited-domain", epsilon: 8 }),
    pairs: inForm(fewAdded),
  },
  {
    name: "topK, Arrow",
    run: topK({ variant: "limited-domain" }),
    pairs: inForm(withAndWithout(lists, ["b", null, ""]), (list) =>
      arrow.vectorFromArray(list, new arrow.Utf8()),
    ),
  },
  {
    name: "topK, missing: throw",
    run: topK({ variant: "limited-domain", missing: "throw" }),
    throws: /must not be missing/,
    pairs: inForm(withAndWithout(lists, ["b", ...missing])),
  },
  {
    name: "sanitizePoints, stable",
    also: ["SanitizedPoints"],
    wide: true,
    run: sanitize({}),
    pairs: inForm(fewAdded),
  },
  {
    name: "sanitizePoints, rounds",
    wide: true,
    run: sanitize({ method: "rounds", epsilon: 8 }),
    pairs: inForm(withAndWithout([["a"], ["a", "a"]], ["a", null, "\ud800"])),
    scope: { cut: 1e-9 },
  },
  {
    name: "sanitizePoints, one changed",
    run: sanitize({ neighbors: "replace", epsilon: 8 }),
    pairs: inForm(fewOther),
  },
  ...Object.entries(histogramForms).map(([form, of]) => ({
    name: `sanitizePoints, ${form}`,
    wide: true,
    run: sanitize({}),
    pairs: inForm(histograms, of),
  })),
  ...["exponential", "permute-and-flip", "stable", "gap", "choosing"].map((method) => ({
    name: `selectBest, ${method}`,
    run: (library, list) =>
      library.selectBest(list, {
        ...{ epsilon: 3, method },
        ...(["stable", "gap", "choosing"].includes(method) ? { delta: 0.1 } : {}),
      }),
    pairs: inForm(qualities, scores),
  })),
  {
    name: "selectBest, gap with others",
    run: (library, list) =>
      library.selectBest(list, { epsilon: 3, delta: 0.1, method: "gap", others: 0 }),
    pairs: inForm(qualities, scores),
  },
  ...["exponential", "permute-and-flip"].map((method) => ({
    name: `selectBest, ${method}, two`,
    run: (library, list) => library.selectBest(list, { k: 2, epsilon: 3, method }),
    pairs: inForm(qualities, scores),
  })),
  {
    name: "selectBest, quarters",
    run: (library, list) => library.selectBest(list, { epsilon: 3, sensitivity: 0.25 }),
    pairs: inForm(qualities, (list) => scores(list.map((score) => score / 4))),
  },
  ...["peel", "laplace"].map((variant) => ({
    name: `topK, ${variant} of a list`,
    run: (library, rows) =>
      library.topK(rows, { k: 2, domain: ["a", "b", "c"], epsilon: 4, variant }),
    pairs: inForm(fewAdded),
    // Without a delta all mass counts: less of it is cut than the comparison resolves.
    scope: { cut: 1e-11 },
  })),
  {
    name: "selectBest, a Map",
    run: (library, map) => library.selectBest(map, { epsilon: 3 }),
    pairs: inForm(qualities, (list) => new Map(list.map((score, i) => [i, score]))),
  },
];

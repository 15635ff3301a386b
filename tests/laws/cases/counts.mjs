// Counts, sums, means and histograms of users, together and by group, and private groups: neighbours differ by
// one user with all rows. Where rows are spread, a user has two units of weight, not 720720.
import { inForm, missing } from "../awkward.mjs";

const scope = { userWeight: 2 };

/** Rows of others: [user, group, value]. */
const others = [
  ["u", "a", 1],
  ["v", "a", 0],
  ["u", "b", 2],
];
/** The rows of one user: none, one, several, in one group or more, and rows that do not count. */
const belongings = [
  [["a", 1]],
  [["b", 99]],
  [
    ["b", -3],
    ["b", 1],
  ],
  [
    ["a", 2],
    ["b", 0],
    ["b", 2],
  ],
  [
    ["c", 1],
    [null, 1],
    ["a", Number.NaN],
  ],
];
const ofUser = (user, rows) => rows.map((row) => [user, ...row]);

/** One more user, with rows at the start, at the end, or among the others' rows. */
const added = [[], others].flatMap((base) =>
  belongings.flatMap((rows, i) => {
    const user = ["w", 3, "__proto__"][i % 3];
    const [first, ...rest] = ofUser(user, rows);
    return [[base, user === 3 ? [first, ...base, ...rest] : [...base, first, ...rest]]];
  }),
);
/** A missing user is no user: these rows do not count. */
const nobody = missing.map((user) => [others, [...others, ...ofUser(user, belongings[3])]]);
/** One user with other rows or none, or another user. */
const changed = [...belongings, []].flatMap((rows, i, every) =>
  [every[(i + 1) % every.length], belongings[3]].map((more) => [
    [...others, ...ofUser("w", rows)],
    [...ofUser("x", more), ...others],
  ]),
);

/** All rows in one group, as each released group multiplies the number of outcomes. */
const inOne = [
  ["u", "a", 1],
  ["v", "a", 0],
];
const few = [
  [["a", 1]],
  [
    ["a", 2],
    ["a", 0],
  ],
  [
    ["a", 99],
    [null, 1],
    ["b", Number.NaN],
  ],
];
const fewAdded = [[], inOne].flatMap((base) =>
  few.map((rows) => [base, [...base, ...ofUser("w", rows)]]),
);
const fewChanged = [
  ...few.map((rows, i) => [
    [...inOne, ...ofUser("w", rows)],
    [...ofUser("x", few[(i + 1) % few.length]), ...inOne],
  ]),
  [ofUser("w", [["a", 1]]), ofUser("w", [["b", 1]])],
];

const columns =
  (...names) =>
  (rows) =>
    Object.fromEntries(
      Object.entries({ users: 0, groups: 1, values: 2, orderBy: 2 })
        .filter(([name]) => names.includes(name))
        .map(([name, place]) => [name, rows.map((row) => row[place])]),
    );

const loose = { epsilon: 24 };
const listed = { groups: ["b", "a"] };
const searched = { groups: "private", delta: 0.1 };

/** @param {any} library */
const domainOf = (library) => library.integers(0, 2);

/** A function under both neighbour relations: replace at twice the loss, so that its noise is as small. */
const ways = (
  name,
  mode,
  run,
  of,
  { isWide = false, isShort = isWide, replaced = isWide ? 48 : 16, bins = {} } = {},
) => [
  {
    name: `${name}, ${mode}`,
    wide: isWide,
    run: (library, data) => run(library, data, {}),
    pairs: inForm(isShort ? fewAdded : [...added, ...nobody], of),
    scope: { ...scope, ...bins },
  },
  {
    name: `${name}, ${mode}, one changed`,
    wide: isWide,
    run: (library, data) => run(library, data, { neighbors: "replace", epsilon: replaced }),
    pairs: inForm(isShort ? fewChanged : changed, of),
    scope: { ...scope, ...bins },
  },
];

const all = columns("users", "values");
const grouped = columns("users", "groups");
const whole = columns("users", "groups", "values");
const inOrder = columns("users", "values", "orderBy");
const last = columns("users", "groups", "values", "orderBy");

const counting = (options) => (library, data, more) =>
  library.count(data, { epsilon: 8, ...options, ...more });
const summing = (options) => async (library, data, more) =>
  library.sum(data, { ...options, ...more, domain: await domainOf(library) });
const averaging = (options) => async (library, data, more) =>
  library.mean(data, { ...options, ...more, domain: await domainOf(library) });
const spreading = (name, options) => async (library, data, more) =>
  library[name](data, { ...options, ...more, domain: await domainOf(library) });
const distinct = (options) => (library, data, more) =>
  library.countDistinct(data, { ...options, ...more });
const binning = (options) => (library, data, more) =>
  library.histogram(data, { ...options, ...more });

/** Three bins, all with noise; the native tests enumerate the means and sums that follow. */
const fewBins = { isShort: true, bins: { fewBins: true } };

const gaussian = { delta: 0.1, noise: "gaussian" };

/** The cases before, with one value of each user. */
const short = { isShort: true };

/** @type {import("../check.mjs").Case[]} */
export const counts = [
  // Noise that costs no more under replace: at 16 it is so short that its cut tails matter.
  ...ways("count", "together", counting({}), columns("users"), { replaced: 8 }),
  ...ways("count", "in one group", counting({ ...listed, perUser: 1 }), grouped),
  ...ways("count", "in two groups", counting({ ...listed, perUser: 2 }), grouped),
  ...ways("count", "spread", counting({ ...listed, perUser: "spread" }), grouped),
  ...ways("count", "private groups", counting({ ...searched, perUser: 1 }), grouped),
  ...ways(
    "count",
    "in two groups, Gaussian",
    counting({ ...listed, ...gaussian, perUser: 2 }),
    grouped,
    short,
  ),
  ...ways(
    "count",
    "private groups, Gaussian",
    counting({ ...searched, ...gaussian, perUser: 2 }),
    grouped,
    short,
  ),
  ...ways("count", "private groups, spread", counting({ ...searched, perUser: "spread" }), grouped),
  ...ways(
    "discoverGroups",
    "spread",
    (library, data, more) => library.discoverGroups(data, { epsilon: 8, delta: 0.1, ...more }),
    grouped,
  ),
  ...ways("sum", "together", summing({ epsilon: 8 }), all, { replaced: 8 }),
  ...ways("sum", "public groups", summing({ epsilon: 8, ...listed }), whole),
  ...ways("sum", "in one group", summing({ epsilon: 8, ...listed, perUser: 1 }), whole),
  ...ways("sum", "in two groups", summing({ epsilon: 8, ...listed, perUser: 2 }), whole),
  ...ways(
    "sum",
    "in two groups, Gaussian",
    summing({ epsilon: 1, ...listed, ...gaussian, perUser: 2 }),
    whole,
    { ...short, replaced: 2 },
  ),
  ...ways(
    "findBounds",
    "rows of users",
    (library, data, more) => library.findBounds(data, { epsilon: 6, ...more }),
    all,
    { ...fewBins, replaced: 12 },
  ),
  ...ways("sum", "private groups", summing({ ...loose, ...searched, discoveryShare: 0.5 }), whole, {
    isWide: true,
  }),
  ...ways("mean", "private groups", averaging({ ...loose, ...searched }), whole, { isWide: true }),
  ...ways("histogram", "private groups", binning({ ...loose, ...searched, edges: [1] }), whole, {
    isWide: true,
  }),
  ...ways("mean", "together", averaging({ epsilon: 8 }), all),
  ...ways("mean", "one public group", averaging({ epsilon: 8, groups: ["a"] }), whole),
  ...ways("variance", "together", spreading("variance", { epsilon: 12 }), all, {
    isWide: true,
    replaced: 24,
  }),
  ...ways(
    "standardDeviation",
    "one public group, the total of each",
    spreading("standardDeviation", { epsilon: 12, groups: ["a"], perUser: "sum" }),
    whole,
    { isWide: true, replaced: 24 },
  ),
  ...ways("countDistinct", "one item a user", distinct({ epsilon: 8, perUser: 1 }), all, {
    replaced: 8,
  }),
  ...ways("countDistinct", "two items a user", distinct({ epsilon: 8, perUser: 2 }), all, {
    replaced: 8,
  }),
  ...ways("histogram", "edges", binning({ epsilon: 8, edges: [1] }), all),
  ...ways("histogram", "items", binning({ epsilon: 8, items: [0, 2], perUser: 1 }), all),
  ...ways(
    "histogram",
    "public groups",
    binning({ epsilon: 8, items: [0, 1], groups: ["a"], perUser: 2 }),
    whole,
  ),
  ...ways("sum", "greatest of each", summing({ epsilon: 8, perUser: "max" }), all, { replaced: 8 }),
  ...ways(
    "sum",
    "last of each, by group",
    summing({ epsilon: 8, ...listed, perUser: "last" }),
    last,
    short,
  ),
  ...ways("mean", "total of each", averaging({ epsilon: 8, perUser: "sum" }), all, short),
  ...ways("mean", "first of each", averaging({ epsilon: 8, perUser: "first" }), inOrder, short),
  ...ways("histogram", "mean of each", binning({ epsilon: 8, edges: [1], perUser: "mean" }), all),
  ...ways(
    "histogram",
    "last of each, in a public group",
    binning({ epsilon: 8, items: [0, 2], groups: ["a"], perUser: "last" }),
    last,
    short,
  ),
];

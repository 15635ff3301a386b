// Counts, sums, means and histograms of users, together and by group, and groups that are found: neighbours
// differ by one user with all rows. Users weigh two units where rows are spread, not 720720.
import { inForm, missing } from "../awkward.mjs";

const scope = { userWeight: 2 };

/** Rows of others: [user, group, value]. */
const others = [
  ["u", "a", 1],
  ["v", "a", 0],
  ["u", "b", 2],
];
/** What one user may have: nothing, one row, several, in one group or more, and rows that do not count. */
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

/** One more user, whose rows stand at the start, at the end, or among those of others. */
const added = [[], others].flatMap((base) =>
  belongings.flatMap((rows) =>
    ["w", 3, "__proto__"].map((user) => {
      const [first, ...rest] = ofUser(user, rows);
      return user === 3
        ? [base, [first, ...base, ...rest]]
        : [base, [...base, ...ofUser(user, rows)]];
    }),
  ),
);
/** A missing user is none: its rows count for nobody. */
const nobody = missing.map((user) => [others, [...others, ...ofUser(user, belongings[3])]]);
/** The same user with other rows or none, or another one. */
const changed = [...belongings, []].flatMap((rows, i, every) =>
  [every[(i + 1) % every.length], belongings[3]].map((more) => [
    [...others, ...ofUser("w", rows)],
    [...ofUser("x", more), ...others],
  ]),
);

const columns =
  (...names) =>
  (rows) =>
    Object.fromEntries(
      Object.entries({ users: 0, groups: 1, values: 2 })
        .filter(([name]) => names.includes(name))
        .map(([name, place]) => [name, rows.map((row) => row[place])]),
    );

const loose = { epsilon: 8, discoveryShare: 0.5 };
const listed = { groups: ["b", "a"] };
const searched = { groups: "private", delta: 0.1 };
const noShare = ({ discoveryShare: _, ...options }) => options;

/** @param {any} library */
const domainOf = (library) => library.integers(0, 2);

/**
 * A function both ways, with what each kind of groups adds.
 */
const ways = (name, mode, run, of, { wide = false } = {}) => [
  {
    name: `${name}, ${mode}`,
    wide,
    run: (library, data) => run(library, data, {}),
    pairs: inForm([...added, ...nobody], of),
    scope,
  },
  {
    name: `${name}, ${mode}, one changed`,
    wide,
    run: (library, data) => run(library, data, { neighbors: "replace" }),
    pairs: inForm(changed, of),
    scope,
  },
];

const all = columns("users", "values");
const grouped = columns("users", "groups");
const whole = columns("users", "groups", "values");

const counting = (options) => (library, data, more) =>
  library.count(data, { ...noShare(loose), ...options, ...more });
const summing = (options) => async (library, data, more) =>
  library.sum(data, { ...options, ...more, domain: await domainOf(library) });
const averaging = (options) => async (library, data, more) =>
  library.mean(data, { ...options, ...more, domain: await domainOf(library) });
const binning = (options) => (library, data, more) =>
  library.histogram(data, { ...options, ...more });

/** @type {import("../check.mjs").Case[]} */
export const counts = [
  ...ways("count", "together", counting({}), columns("users")),
  ...ways("count", "in one group", counting({ ...listed, perUser: 1 }), grouped),
  ...ways("count", "in two groups", counting({ ...listed, perUser: 2 }), grouped),
  ...ways("count", "spread", counting({ ...listed, perUser: "spread" }), grouped),
  ...ways("count", "private groups", counting({ ...searched, perUser: 1 }), grouped),
  ...ways("count", "private groups, spread", counting({ ...searched, perUser: "spread" }), grouped),
  ...ways(
    "discoverGroups",
    "spread",
    (library, data, more) => library.discoverGroups(data, { epsilon: 8, delta: 0.1, ...more }),
    grouped,
  ),
  ...ways("sum", "together", summing({ epsilon: 8 }), all),
  ...ways("sum", "public groups", summing({ epsilon: 8, ...listed }), whole),
  ...ways("sum", "private groups", summing({ ...loose, ...searched, epsilon: 40 }), whole, {
    wide: true,
  }),
  ...ways("mean", "private groups", averaging({ ...loose, ...searched, epsilon: 60 }), whole, {
    wide: true,
  }),
  ...ways(
    "histogram",
    "private groups",
    binning({ ...loose, ...searched, epsilon: 60, edges: [1] }),
    whole,
    { wide: true },
  ),
  ...ways("mean", "together", averaging({ epsilon: 8 }), all),
  ...ways("mean", "one public group", averaging({ epsilon: 8, groups: ["a"] }), whole),
  ...ways("histogram", "edges", binning({ epsilon: 8, edges: [1] }), all),
  ...ways("histogram", "items", binning({ epsilon: 8, items: [0, 2], perUser: 1 }), all),
  ...ways(
    "histogram",
    "public groups",
    binning({ epsilon: 8, items: [0, 1], groups: ["a"], perUser: 2 }),
    whole,
  ),
];

// Rows of users: one user more or fewer with all rows, or one with other rows.
import { integers, reals, text } from "../../../build/enumerating/index.js";
import { inForm, missing } from "../awkward.mjs";

// A row: user, group, value, and when. The groups are named so that a new user's group comes before and after
// the others.
const others = [
  ["u", "m", 1, 1],
  ["u", "m", 0, 2],
  ["v", "m", 2, 1],
  ["v", "n", 0, 2],
];
const alike = Array.from({ length: 6 }, (_, i) => [`user ${i >> 1}`, "m", 2, i]);
const halved = Array.from({ length: 8 }, (_, i) => [i, i < 4 ? "m" : "n", i < 4 ? 2 : 0, i]);
const tables = [[], others, alike, halved];

/** All possible rows of one user. */
const belongings = [
  [["m", 2]],
  [
    ["m", 0],
    ["m", 2],
    ["m", 2],
  ],
  [
    ["m", 0],
    ["n", 0],
  ],
  [
    ["b", 0],
    ["z", 2],
    ["m", 2],
  ],
  [
    [null, 0],
    ["m", null],
    ["m", 0],
  ],
  [
    ["m", 99],
    ["n", -7],
  ],
  [["m", Number.NaN]],
  [["n", undefined]],
  [
    ["m", Number.POSITIVE_INFINITY],
    ["m", Number.NEGATIVE_INFINITY],
  ],
];
const rowsOf = (user, own) => own.map(([group, value], place) => [user, group, value, place]);

/** One user placed before the others, among them and after them. */
const added = tables.flatMap((table) =>
  belongings.flatMap((own) => {
    const rows = rowsOf("w", own);
    return [
      [table, [...rows, ...table]],
      [table, [...table.slice(0, 1), ...rows, ...table.slice(1)]],
      [[...table].reverse(), [...table, ...rows]],
    ];
  }),
);
/** A user without an id does not exist. */
const nobody = tables.flatMap((table) =>
  missing.map((user) => [table, [...rowsOf(user, [["m", 0]]), ...table]]),
);
const changed = tables.flatMap((table) =>
  [...belongings, []].flatMap((own, place, all) =>
    all.slice(0, place).map((before) => [
      [...table, ...rowsOf("w", before)],
      [...rowsOf("w", own), ...table],
    ]),
  ),
);
/** For laws with many outcomes. */
const few = (pairs) => pairs.filter((_, place) => place % 3 === 0);

const column = (rows, place) => rows.map((row) => row[place]);
const ungrouped = (rows) => ({ values: column(rows, 2), users: column(rows, 0) });
const grouped = (rows) => ({ ...ungrouped(rows), groups: column(rows, 1) });
const ordered = (rows) => ({ ...ungrouped(rows), orderBy: column(rows, 3) });
const one = inForm([...added, ...nobody], ungrouped);
const oneOther = inForm(changed, ungrouped);
const inGroups = inForm([...few(added), ...nobody], grouped);
const otherInGroups = inForm(few(changed), grouped);

const usual = { epsilon: 2, domain: integers(0, 2) };
const paid = { epsilon: 4, delta: 0.05, domain: integers(0, 2), confidence: 0.3 };
const replace = { neighbors: "replace" };
const declared = { groups: ["n", "m"] };

/** @type {(name: string, call: (library: any, data: any) => any, pairs: any) => any} */
const ranked = (name, run, pairs) => ({ name, run, pairs });
const median = (options) => (library, data) => library.median(data, { ...usual, ...options });
const high = (options) => (library, data) => library.quantile(data, 0.9, { ...usual, ...options });
const both = (options) => (library, data) =>
  library.quantiles(data, [0.25, 0.5], { ...usual, algorithm: "separate", ...options });
const recursive = (options) => (library, data) =>
  library.quantiles(data, [0.25, 0.5], { ...usual, algorithm: "recursion", ...options });
const noBits = { scope: { tieBits: 0 } };
/** A few rows get an answer sometimes only with an epsilon this large. */
const answered = { abstain: true, epsilon: 20, confidence: 0.2 };
/** Groups of few users are released only with a large part of a large epsilon. */
const found = { epsilon: 16, delta: 0.1, groups: "private", discoveryShare: 0.5 };
const inHalves = { wide: true, scope: { userWeight: 2 } };
const inside = (options) => (library, data) => library.interiorPoint(data, { ...paid, ...options });

const numbers = [[], [1], [0, 2, 2], [2, 2, 2, 2, 2, 2, 2, 2]];
const records = inForm(
  numbers.flatMap((list) => [0, 1, 2, null, 99].map((value) => [list, [...list, value]])),
);

/** @type {import("../check.mjs").Case[]} */
export const users = [
  ranked("median, rows of users", median({}), one),
  ranked("median, rows of users, drop", median({ outside: "drop", abstain: true }), one),
  ranked("median, rows of one user changed", median(replace), oneOther),
  ranked("quantile, rows of users", high(answered), one),
  ranked("quantile, rows of one user changed", high(replace), oneOther),
  ranked("quantiles, rows of users", both(answered), one),
  ranked("quantiles, rows of one user changed", both({ ...replace, epsilon: 4 }), oneOther),
  { ...ranked("quantiles, rows of users, recursion, no bits", recursive({}), one), ...noBits },
  {
    ...ranked("quantiles, rows of users, recursion, abstaining", recursive(answered), one),
    ...noBits,
  },
  {
    ...ranked(
      "quantiles, rows of one user changed, recursion",
      recursive({ ...replace, abstain: false }),
      oneOther,
    ),
    ...noBits,
  },
  {
    ...ranked(
      "quantiles, users in groups, recursion",
      recursive({ ...declared, abstain: false }),
      inGroups,
    ),
    ...noBits,
  },
  ranked("median, at most two rows of users", median({ perUser: 2 }), one),
  ranked("median, at most one row of one changed", median({ ...replace, perUser: 1 }), oneOther),
  ranked(
    "quantile, at most one row of users in groups",
    high({ ...declared, perUser: 1 }),
    inGroups,
  ),
  {
    ...ranked("quantiles, at most two rows of users", recursive({ perUser: 2 }), one),
    ...noBits,
  },
  ranked("interiorPoint, at most two rows of users", inside({ perUser: 2 }), one),
  ranked("interiorPoint, rows of users, exponential", inside({ delta: 0 }), one),
  ranked("interiorPoint, rows of users", inside({}), one),
  ranked("interiorPoint, rows of one user changed", inside(replace), oneOther),
  ranked("median, users in groups", median(declared), inGroups),
  ranked("median, users in groups, abstain", median({ ...declared, abstain: true }), inGroups),
  ranked("quantile, one changed in groups", high({ ...declared, ...replace }), otherInGroups),
  ranked("interiorPoint, users in groups", inside(declared), inGroups),
  // Group discovery uses a large part of epsilon, as the groups have few users.
  {
    ...ranked("median, private groups", median(found), inForm(few(few(added)), grouped)),
    ...inHalves,
  },
  {
    ...ranked(
      "median, private groups, one changed",
      median({ ...found, epsilon: 32, ...replace }),
      inForm(few(few(few(changed))), grouped),
    ),
    ...inHalves,
  },
  ranked("interiorPoint, private groups", inside({ groups: "private" }), inGroups),
  ranked(
    "interiorPoint, private groups, one changed",
    inside({ groups: "private", ...replace }),
    otherInGroups,
  ),
  ...["median", "mean", "sum", "min", "max"].flatMap((perUser) => [
    ranked(`median, ${perUser} of each user`, median({ perUser }), one),
    ranked(
      `median, ${perUser} of each user in groups`,
      median({ perUser, ...declared }),
      inForm(few(added), grouped),
    ),
  ]),
  ...["first", "last"].map((perUser) =>
    ranked(`median, ${perUser} of each user`, median({ perUser }), inForm(added, ordered)),
  ),
  ...["median", "mean", "sum", "min", "max", "first", "last"].map((perUser) =>
    ranked(
      `median, ${perUser} of one user changed`,
      median({ perUser, ...replace }),
      inForm(few(changed), ["first", "last"].includes(perUser) ? ordered : ungrouped),
    ),
  ),
  ranked(
    "median, sum of each user changed, doubles",
    median({ perUser: "sum", domain: reals({ min: 0, max: 1e-300, digits: 1 }), ...replace }),
    inForm(few(few(changed)), ungrouped),
  ),
  {
    name: "median, rows of users with words",
    also: ["text"],
    run: (library, data) =>
      library.median(data, { epsilon: 2, domain: text(1), perUser: "max", abstain: true }),
    pairs: inForm(few(added), (rows) => ({
      ...ungrouped(rows),
      values: column(rows, 2).map((value) => (value === null ? null : ("a\0ÿb"[value] ?? "z"))),
    })),
  },
  ranked("median, abstaining", median({ abstain: true }), records),
  ranked("quantile, abstaining", high(answered), records),
  { ...ranked("quantiles, abstaining", recursive(answered), records), ...noBits },
  ranked("interiorPoint, abstaining", inside({ abstain: true }), records),
];

// Tables with named columns, in each form of rows: neighbours differ by one user with several rows. Where rows
// are spread, a user has two units of weight, not 720720.
import * as arrow from "apache-arrow";
import { integers } from "../../../build/enumerating/index.js";
import { inForm, missing } from "../awkward.mjs";

const scope = { userWeight: 2 };
const row = (user, town, value) => ({ user, town, value });

/** Rows of others. */
const others = [row("u", "a", 1), row("v", "a", 0), row("u", "b", 2)];
/**
 * The possible rows of one user: one row, several, in shared towns and in the user's own, and rows that do not
 * count.
 */
const belongings = [
  [row("w", "a", 2)],
  [row("w", "b", 0), row("w", "b", 2)],
  [row("w", "A", 0), row("w", "z", 1)],
  [row("w", null, 2), row("w", "a", Number.NaN), row("w", "a", 99)],
  [{ user: "w" }, row("w", undefined, undefined), row("w", "b", -7)],
];
const added = [[], others].flatMap((base) =>
  belongings.flatMap((own) => [
    [base, [...own, ...base]],
    [[...base].reverse(), [...base, ...own]],
  ]),
);
/** Rows without a user, and invalid rows. */
const nobody = [...missing.map((user) => row(user, "a", 0)), null, undefined].map((none) => [
  others,
  [none, ...others],
]);
/** One more row, of another user each. */
const oneRowEach = [0, 2].map((place) => [
  others,
  others.toSpliced(place, 0, belongings[4][place]),
]);
const changed = [...belongings, []].flatMap((own, place, all) =>
  all.slice(0, place).map((before) => [
    [...others, ...before],
    [...own, ...others],
  ]),
);
const few = (pairs) => pairs.filter((_, place) => place % 2 === 0);

/** A query on a valid row that lacks a field. */
const isWhole = (list) => list.every((one) => one !== null && one !== undefined);
const columnsOf = (list) => ({
  user: list.map(({ user }) => user),
  town: list.map(({ town }) => town),
  value: list.map(({ value }) => value),
});
const orNull = (list, kind) => list.map((one) => (typeof one === kind ? one : null));
const inArrow = (list) => {
  const { user, town, value } = columnsOf(list);
  return new arrow.Table({
    user: arrow.vectorFromArray(orNull(user, "string"), new arrow.Utf8()),
    town: arrow.vectorFromArray(
      orNull(town, "string"),
      new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32()),
    ),
    value: arrow.vectorFromArray(orNull(value, "number"), new arrow.Float64()),
  });
};
const whole = (pairs) => pairs.filter((pair) => pair.every(isWhole));

const all = [...added, ...nobody];
const listed = inForm(all);
const fewListed = inForm(few(all));
const inColumns = inForm(whole(all), columnsOf);
const asArrow = inForm(whole(all), inArrow);
const changedRows = inForm(few(changed));

const domain = integers(0, 2);
const usual = { epsilon: 2, domain };
const found = { epsilon: 10, delta: 0.05, domain, confidence: 0.3 };
const of = (library, rows, more) => library.table(rows, { user: "user", ...more });
const even = ({ value }) => value !== 1;
const initial = ({ town, value }) => (town ? [town[0].toLowerCase(), value === 0] : null);
const parts = [
  ["a", true],
  ["b", false],
];

/** @type {import("../check.mjs").Case[]} */
export const tables = [
  {
    name: "table, median of objects",
    run: (library, rows) => of(library, rows).median("value", usual),
    pairs: listed,
  },
  {
    name: "table, median of columns",
    run: (library, rows) => of(library, rows).median("value", { ...usual, epsilon: 8 }),
    pairs: inColumns,
  },
  {
    name: "table, median of an Arrow table",
    run: (library, rows) => of(library, rows).median("value", { ...usual, abstain: false }),
    pairs: asArrow,
  },
  {
    name: "table, one user changed",
    run: (library, rows) =>
      of(library, rows).quantile("value", 0.9, {
        ...{ ...usual, neighbors: "replace", epsilon: 20, confidence: 0.2 },
      }),
    pairs: changedRows,
  },
  {
    name: "table, some rows of objects",
    run: (library, rows) =>
      of(library, rows)
        .where(even)
        .median("value", { ...usual, epsilon: 8 }),
    pairs: listed,
  },
  {
    name: "table, some rows of columns by group",
    run: (library, rows) =>
      of(library, rows)
        .where(even)
        .groupBy("town", ["b", "a"])
        .median("value", { ...usual, epsilon: 8 }),
    pairs: inColumns,
  },
  {
    name: "table, quantiles of some rows of an Arrow table",
    run: (library, rows) =>
      of(library, rows)
        .where(even)
        .quantiles("value", [0.25, 0.5], { ...usual, abstain: false, algorithm: "separate" }),
    pairs: asArrow,
  },
  {
    name: "table, groups of several columns",
    run: (library, rows) =>
      of(library, rows)
        .groupBy(
          ["town", "value"],
          [
            ["b", 2],
            ["a", 0],
          ],
        )
        .median("value", { ...usual, abstain: false }),
    pairs: listed,
  },
  {
    name: "table, interior points of groups that a function names",
    run: (library, rows) =>
      of(library, rows).groupBy(initial, "private").interiorPoint("value", found),
    pairs: listed,
  },
  {
    name: "table, interior points of private groups of several columns, one changed",
    run: (library, rows) =>
      of(library, rows)
        .groupBy(["town", "user"], "private")
        .interiorPoint("value", { ...found, neighbors: "replace" }),
    pairs: changedRows,
  },
  {
    name: "table, count",
    run: (library, rows) => of(library, rows).where(even).count({ epsilon: 4 }),
    pairs: listed,
  },
  {
    name: "table, count of groups that a function names",
    run: (library, rows) =>
      of(library, rows).groupBy(initial, parts).count({ epsilon: 8, perUser: 1 }),
    pairs: fewListed,
    scope,
    wide: true,
  },
  {
    name: "table, count of different people",
    run: (library, rows) => of(library, rows, { user: null }).count({ epsilon: 4 }),
    pairs: inForm(oneRowEach),
  },
  {
    name: "table, sum",
    run: (library, rows) => of(library, rows).sum("value", { epsilon: 8, domain: integers(-1, 2) }),
    pairs: fewListed,
    scope,
  },
  {
    name: "table, mean",
    run: (library, rows) => of(library, rows).mean("value", { epsilon: 8, domain }),
    pairs: fewListed,
    scope,
    wide: true,
  },
  {
    name: "table, topK",
    run: (library, rows) =>
      of(library, rows).topK("town", {
        ...{ k: 1, kBar: 2, epsilon: 4, delta: 0.2, perUser: 1, variant: "strict" },
      }),
    pairs: listed,
  },
  {
    name: "table, topK of some columns of different people",
    run: (library, rows) =>
      of(library, rows, { user: null })
        .where(even)
        .topK("town", { k: 1, kBar: 2, epsilon: 4, delta: 0.2, variant: "strict" }),
    pairs: inForm(oneRowEach, columnsOf),
  },
  {
    name: "table, learnThreshold",
    run: (library, rows) => of(library, rows).learnThreshold("value", "label", usual),
    pairs: inForm(whole(few(all)), (list) =>
      list.map((one) => ({ ...one, label: one.town === "b" ? 1 : 0 })),
    ),
  },
  {
    name: "table, histogram by town",
    run: (library, rows) =>
      of(library, rows)
        .groupBy("town", ["a"])
        .histogram("value", { epsilon: 8, edges: [1] }),
    pairs: fewListed,
    scope,
    wide: true,
  },
];

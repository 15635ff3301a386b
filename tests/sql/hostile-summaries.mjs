// The summaries of a table with a column of any type, in each place that a column can have: sums over users.
import { dates, decimals, integers, reals } from "../../dist/index.js";
import { groupsInEngine, seenInEngine } from "./seen.mjs";
import { binOf, gridInEngine, binsInEngine as powersInEngine, rangeFrom } from "./seen-found.mjs";
import {
  binsInEngine,
  endsInEngine,
  itemsInEngine,
  momentsInEngine,
  totalsInEngine,
} from "./seen-sums.mjs";

/** @typedef {import("./engines.mjs").Engine} Engine */
/** @typedef {(engine: Engine, table: string) => Promise<Map<unknown, number | bigint>>} Summary */

const few = integers(0, 9);
const list = ["a", "b"];

const numberDomains = [
  ...[reals(), reals({ min: -1, max: 1e10 }), integers(-5, 5), integers(-(2n ** 62n), 2n ** 62n)],
  ...[decimals(0, 1, 3), decimals(-1e6, 1e6, 2), decimals(-1, 1, 12)],
];
const timeDomains = [
  ...[dates("2026-01-01", "2026-12-31"), dates("0001-01-01", "9998-12-31", "millisecond")],
  dates("1970-01-01T00:00:00.001Z", "2026-12-31T23:59:59.999Z", "minute"),
];
const edges = [
  [Number.NEGATIVE_INFINITY, -1, 0, 0.5, 1e300, Number.POSITIVE_INFINITY],
  [-(2n ** 70n), -1n, 0n, 2n ** 62n],
  [new Date("1970-01-01"), new Date("2026-06-01T12:00:00.001Z")],
];

const ranges = [
  rangeFrom(binOf(0), binOf(0)),
  rangeFrom(binOf(-5e-324), binOf(5e-324)),
  rangeFrom(binOf(-1), binOf(1e18)),
  rangeFrom(0, 4196),
];

const asValue = { value: "x", user: "u", group: "g" };
const asUser = { value: "v", user: "x", group: "g" };
const asGroup = { value: "v", user: "u", group: "x" };
const asGroups = { value: "v", user: "u", group: ["g", "x"] };

/** Counts as a Map. */
const tallied = async (items) => new Map(await items);

/** Names of groups in the table, and the names in `more`, which it may lack. */
async function namesIn(engine, table, columns, more) {
  const found = await groupsInEngine(engine, table, columns, { domain: few, outside: "clamp" });
  const names = [...more, ...found.keys()];
  const known = new Map(names.map((name) => [[name].flat().map(text).join(), name]));
  return [...known.values()];
}

const text = (part) => `${typeof part === "bigint" ? "number" : typeof part} ${part}`;
const odd = [
  "nobody",
  7,
  -(2n ** 127n),
  2n ** 127n,
  2n ** 64n,
  true,
  0.25,
  Number.POSITIVE_INFINITY,
];

/** @type {Record<"value" | "user" | "group" | "item", Record<string, Summary>>} what is told, by the column's place */
export const summaries = {
  value: {
    ...Object.fromEntries(
      ["clamp", "drop"].flatMap((outside) =>
        [...numberDomains, ...timeDomains].map((domain) => [
          `ranks of ${domain.name}, ${outside}`,
          (engine, table) => seenInEngine(engine, table, asValue, { domain, outside, list }),
        ]),
      ),
    ),
    ...Object.fromEntries(
      [integers(-5, 5), integers(-(2n ** 56n), 2n ** 56n), decimals(-1, 1, 3)].flatMap((domain) => [
        [
          `totals of ${domain.name}`,
          (engine, table) => totalsInEngine(engine, table, asValue, { domain, list }),
        ],
        [
          `means of ${domain.name}`,
          (engine, table) => endsInEngine(engine, table, asValue, { domain, list }),
        ],
        [
          `variances of ${domain.name}`,
          (engine, table) => momentsInEngine(engine, table, asValue, { domain, list }),
        ],
      ]),
    ),
    ...Object.fromEntries(
      [false, true].flatMap((isOfTotals) => [
        [
          `powers of two, ${isOfTotals}`,
          (engine, table) => powersInEngine(engine, table, asValue, { list, isOfTotals }),
        ],
        ...ranges.map((within, place) => [
          `range ${place}, ${isOfTotals}`,
          (engine, table) => gridInEngine(engine, table, asValue, { list, isOfTotals, within }),
        ]),
      ]),
    ),
    ...Object.fromEntries(
      edges.map((some, place) => [
        `bins ${place}`,
        (engine, table) => binsInEngine(engine, table, asValue, { list, edges: some, perUser: 1 }),
      ]),
    ),
  },
  user: {
    ranks: (engine, table) =>
      seenInEngine(engine, table, asUser, { domain: few, outside: "clamp", list }),
    totals: (engine, table) => totalsInEngine(engine, table, asUser, { domain: few, list }),
    "totals in few groups": (engine, table) =>
      totalsInEngine(engine, table, asUser, { domain: few, list, perUser: 1 }),
    means: (engine, table) => endsInEngine(engine, table, asUser, { domain: few, list }),
    "powers of two of totals": (engine, table) =>
      powersInEngine(engine, table, asUser, { list, isOfTotals: true }),
    weights: (engine, table) =>
      groupsInEngine(engine, table, asUser, { domain: few, outside: "clamp" }),
    chosen: (engine, table) =>
      binsInEngine(engine, table, asUser, { edges: [2, 5], list, perUser: 2 }),
    items: (engine, table) =>
      tallied(itemsInEngine(engine, table, { value: "v", user: "x" }, 1000, 2)),
  },
  group: {
    private: (engine, table) =>
      groupsInEngine(engine, table, asGroup, { domain: few, outside: "clamp" }),
    "private pairs": (engine, table) =>
      groupsInEngine(engine, table, asGroups, { domain: few, outside: "clamp" }),
  },
  item: {
    items: (engine, table) =>
      tallied(itemsInEngine(engine, table, { value: "x", user: "u" }, 1000, 2)),
    "all items": (engine, table) =>
      tallied(itemsInEngine(engine, table, { value: "x", user: "u" }, 1000, undefined)),
  },
};

/**
 * The summaries of listed groups and items: by their names in a table.
 * @returns {Promise<Record<string, Summary>>}
 */
export async function listedSummaries(engine, table) {
  const groups = await namesIn(engine, table, asGroup, odd);
  const pairs = await namesIn(
    engine,
    table,
    asGroups,
    odd.map((name) => ["a", name]),
  );
  return {
    groups: (one, part) =>
      seenInEngine(one, part, asGroup, { domain: few, outside: "clamp", list: groups }),
    "pairs of groups": (one, part) =>
      binsInEngine(one, part, asGroups, { edges: [2], list: pairs, perUser: 3 }),
    "listed items": (one, part) =>
      binsInEngine(one, part, { value: "x", user: "u" }, { items: groups }),
  };
}

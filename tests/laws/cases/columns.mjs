// One column of values: medians, quantiles, interior points.
import * as arrow from "apache-arrow";
import { dates, decimals, integers, reals } from "../../../build/enumerating/index.js";
import { changed, inForm, missing, oddNumbers, withAndWithout } from "../awkward.mjs";

const small = integers(0, 3);
const lists = [[], [1], [0, 2, 3], [2, 2, 2, 2, 2]];
const usual = () => ({ epsilon: 2, domain: small });
const approximate = () => ({ epsilon: 8, delta: 0.05, confidence: 0.3, domain: small });
const wideApproximate = () => ({ ...approximate(), domain: reals() });

const median = (options) => (library, values) => library.median(values, options);
const rows = (ones, form) => inForm(withAndWithout(lists, ones), form);
const plain = rows([0, 3, ...missing, ...oddNumbers]);

function* once(list) {
  yield* list;
}

/** Holes at missing values. */
const holed = (list) => {
  const array = Array(list.length);
  list.forEach((one, i) => {
    if (one !== undefined) array[i] = one;
  });
  return array;
};

const grouped = (list) => ({ values: list, counts: list.map(() => 1) });
const arrowDoubles = (list) => arrow.vectorFromArray(list, new arrow.Float64());

const algorithms = [
  ["median", "exponential", usual()],
  ["median", "cut", approximate()],
  ["median", "rec-concave", approximate()],
  ["quantile", "exponential", usual(), 0.25],
  ["quantile", "cut", approximate(), 0.7],
  ["interiorPoint", "exponential", usual()],
  ["interiorPoint", "cut", approximate()],
  ["interiorPoint", "rec-concave", approximate()],
].flatMap(([name, algorithm, options, ...more]) =>
  ["clamp", "drop"].map((outside) => ({
    name: `${name}, ${algorithm}, ${outside}`,
    run: (library, values) => library[name](values, ...more, { ...options, algorithm, outside }),
    pairs: plain,
  })),
);

/** On 64 bits cut choice uses its forms with a delta. */
const forms = [
  ["median", "at two rates", {}],
  ["quantile", "a size declared", { size: 4 }, 0.7],
  ["interiorPoint", "with nothing", {}],
].map(([name, form, more, ...rank]) => ({
  name: `${name}, cut, ${form}`,
  run: (library, values) =>
    library[name](values, ...rank, { ...wideApproximate(), ...more, algorithm: "cut" }),
  // Values are read as above.
  pairs: rows([0, null, 99]),
}));

/** About the number of records from which slices are drawn, and one record that is present, missing or outside. */
const aboutSlices = [
  [0, ...Array(13).fill(1)],
  [...Array(12).fill(0), 1, 1],
];

// By slices each run plans again, and most have thousands of paths: tests/exact enumerates those.
const several = [
  {
    name: "quantiles, slices, one that drops",
    run: (library, values) =>
      library.quantiles(values, [0.1, 0.9], {
        ...{ epsilon: 8, delta: 0.3, confidence: 0.5, domain: integers(0, 1) },
        ...{ algorithm: "slices", neighbors: "replace", missing: "drop", outside: "drop" },
      }),
    pairs: inForm(changed(aboutSlices, [0, null, 1, 99, 0])),
  },
  {
    name: "quantiles, separate",
    run: (library, values) =>
      library.quantiles(values, [0.25, 0.75], {
        ...{ ...usual(), algorithm: "separate", abstain: false },
      }),
    pairs: plain,
  },
];

/** With a guess, whose weights the draw uses, and values outside of the guess and of the domain. */
const expecting = { ...usual(), domain: integers(0, 3, { expect: [1, 2] }) };
const guessed = [
  { name: "median, a guess", run: median(expecting), pairs: plain },
  {
    name: "quantile, a guess, one that drops",
    run: (library, values) =>
      library.quantile(values, 0.25, { ...expecting, missing: "drop", outside: "drop" }),
    pairs: plain,
  },
  {
    name: "interiorPoint, a guess around 0, rows of users",
    run: (library, values) =>
      library.interiorPoint(
        { values, users: values.map((_, user) => user) },
        { ...usual(), domain: integers(-3, 3, { expect: [0, 0] }), abstain: true },
      ),
    pairs: inForm(withAndWithout([[], [1], [0, 2, 3]], [0, 3, -7])),
  },
];

/** Where the number of records is public there is no noise to walk through; users' counts are in tests/exact. */
const withIntervals = ["data", "population"].map((interval) => ({
  name: `median, an interval of the ${interval}, one that drops`,
  run: (library, values) =>
    library.median(values, {
      ...{ epsilon: 8, confidence: 0.5, domain: small, neighbors: "replace" },
      ...{ interval, missing: "drop", outside: "drop" },
    }),
  pairs: inForm(changed([[1], [0, 2, 3], [2, 2, 2, 2, 2]], [0, null, 3, 99])),
}));

const typed = [
  ...[Float64Array, Float32Array].map((Kind) => [Kind, [0, 3, Number.NaN, ...oddNumbers]]),
  ...[Int8Array, Int16Array, Int32Array].map((Kind) => [Kind, [0, 3, -7, 99]]),
  ...[Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array].map((Kind) => [Kind, [0, 3, 99]]),
].map(([Kind, ones]) => ({
  name: `median, ${Kind.name}`,
  run: median(usual()),
  pairs: rows(ones, (list) => Kind.from(list)),
}));

/** The depth of a point in the data: one added record raises it by at most 1. */
const depth = (values) => (point) =>
  Math.min(values.filter((x) => x <= point).length, values.filter((x) => x >= point).length);

/** The quality at each of four points. */
const depths = (values) =>
  [0, 1, 2, 3].map((point) => ({ width: 1, quality: depth(values)(point) }));

const big = (list) => list.map(BigInt);
const ofBigInts = withAndWithout(lists.map(big), [0n, 3n, -7n, 99n, 2n ** 63n - 1n]);
const wide = withAndWithout(lists.map(big), [0n, -(2n ** 70n), 2n ** 70n, ...missing]);
const days = ["2026-01-01", "2026-01-02", "2026-01-03"].map((day) => new Date(day));
const far = [new Date(8.64e15), new Date(0)];

/** @type {import("../check.mjs").Case[]} */
export const columns = [
  ...algorithms,
  ...forms,
  ...several,
  ...guessed,
  ...withIntervals,
  ...typed,
  {
    name: "median, an iterable read once",
    run: median(usual()),
    pairs: rows([0, ...missing, 99], once),
  },
  { name: "median, holes", run: median(usual()), pairs: rows([0, undefined], holed) },
  { name: "median, grouped", run: median(usual()), pairs: rows([0, ...missing, -0, 99], grouped) },
  {
    name: "quantile, grouped by unequal counts, drop",
    run: (library, values) => library.quantile(values, 0.25, { ...usual(), outside: "drop" }),
    pairs: inForm(
      withAndWithout(
        [Object.entries([1, 5, 0, 3]).map(([value, count]) => [Number(value), count])],
        [0, ...missing, -0, 99].map((value) => [value, 1]),
      ),
      (entries) => ({ values: entries.map(([v]) => v), counts: entries.map(([, n]) => n) }),
    ),
  },
  { name: "median, Arrow", run: median(usual()), pairs: rows([0, null, 99], arrowDoubles) },
  {
    name: "median, Arrow of 64-bit integers",
    run: median({ ...usual(), domain: integers(0n, 3n) }),
    pairs: inForm(withAndWithout(lists.map(big), [0n, null, 99n]), (list) =>
      arrow.vectorFromArray(list, new arrow.Int64()),
    ),
  },
  {
    name: "median, BigInt64Array",
    run: median({ ...usual(), domain: integers(0n, 3n) }),
    pairs: inForm(ofBigInts, (list) => BigInt64Array.from(list)),
  },
  {
    name: "median, BigInts",
    also: ["integers"],
    run: median({ ...usual(), domain: integers(0n, 3n) }),
    pairs: inForm(wide),
  },
  {
    name: "median, BigInts, drop",
    run: median({ ...usual(), domain: integers(0n, 3n), outside: "drop" }),
    pairs: inForm(wide),
  },
  {
    name: "median, dates",
    also: ["dates"],
    run: median({ ...usual(), domain: dates("2026-01-01", "2026-01-04", "day") }),
    pairs: inForm(withAndWithout([[], days], [days[0], ...missing, ...far])),
  },
  {
    name: "median, decimals",
    also: ["decimals"],
    run: median({ ...usual(), domain: decimals(0, 0.3, 1) }),
    pairs: inForm(withAndWithout([[], [0.1, 0.2]], [0.1, 0.15, ...missing, ...oddNumbers])),
  },
  ...["exponential", "rec-concave"].map((algorithm) => ({
    name: `quasiConcaveMax, ${algorithm}`,
    local: true,
    run: (library, values) =>
      library.quasiConcaveMax(depth(values), {
        ...{ grid: [0, 1, 2, 3], epsilon: 4, algorithm, confidence: 0.5 },
        ...(algorithm === "exponential" ? {} : { delta: 0.1 }),
      }),
    pairs: rows([0, 3, ...missing, ...oddNumbers]),
  })),
  {
    name: "quasiConcaveMax, runs",
    run: (library, values) => library.quasiConcaveMax(depths(values), { epsilon: 4, size: 4 }),
    pairs: rows([0, 3, ...missing, ...oddNumbers]),
  },
  {
    name: "median, one changed",
    run: median({ ...usual(), neighbors: "replace" }),
    pairs: inForm(changed(lists, [0, ...missing, 3, ...oddNumbers])),
  },
  {
    name: "quantile, one changed, drop",
    run: (library, values) =>
      library.quantile(values, 0.25, { ...usual(), neighbors: "replace", outside: "drop" }),
    pairs: inForm(changed(lists, [0, ...missing, 3, ...oddNumbers])),
  },
  {
    name: "interiorPoint, one changed",
    run: (library, values) =>
      library.interiorPoint(values, { ...approximate(), neighbors: "replace" }),
    pairs: inForm(changed(lists, [0, ...missing, 3, ...oddNumbers])),
  },
  {
    name: "median, missing: throw",
    run: median({ ...usual(), missing: "throw" }),
    throws: /must not be missing/,
    pairs: rows([0, ...missing, 99]),
  },
  {
    name: "median, outside: throw",
    run: median({ ...usual(), outside: "throw", missing: "drop" }),
    throws: /inside the domain/,
    pairs: rows([0, ...missing, 99]),
  },
];

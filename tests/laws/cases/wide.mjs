// Domains of text and of large whole numbers, and functions based on quantiles. Ties are broken by one bit per
// record or none here: the default of 16 has too many outcomes, and privacy holds for any number.
import * as arrow from "apache-arrow";
import { bigIntegers, integers, reals, text } from "../../../build/enumerating/index.js";
import { changed, inForm, missing, oddNumbers, oddTexts, withAndWithout } from "../awkward.mjs";

const outsides = ["clamp", "drop"];
const byte = { epsilon: 2, domain: text(1) };
const texts = [[], ["b", "a\ufffd"]];
const strange = ["a", "zz", "a\tb", "\u00e9", ...oddTexts, null, undefined];
const bits = { epsilon: 2, domain: bigIntegers(2) };
const bigs = [[], [1n], [0n, 3n]];
const oddBigs = [0n, 3n, 4n, -1n, 2n ** 64n, -(2n ** 200n), null, undefined];

/** A few records get an answer sometimes only with an epsilon this large. */
const answered = { abstain: true, epsilon: 20, confidence: 0.2 };
/** Of three numbers. */
const tiny = reals({ min: 0, max: 1e-323 });
const small = integers(0, 2);
const lists = [[], [1], [0, 2, 2]];
const awkward = [0, 2, ...missing, ...oddNumbers];
const added = inForm(withAndWithout(lists, awkward));
const other = inForm(changed(lists, awkward));
const odd = [2, null, Number.NaN, 99, -0];
const few = inForm(withAndWithout([[0, 2]], odd));

const outermost = { epsilon: 12, delta: 0.2, algorithm: "outermost", confidence: 0.1 };
/** Records [x, y] on one axis. */
const onAxis = (records) => ({ x: [records.map(([x]) => x)], y: records.map(([, y]) => y) });
const points = [
  [1, 1],
  [0, 1],
  [null, 1],
  [1, undefined],
  [99, 0],
  [-0, 1],
];
const onAxes = [
  [],
  [
    [0, 0],
    [1, 1],
    [1, 1],
    [2, 1],
  ],
];
/** More copies of a point, for functions that need more than a few. */
const four = (records) => [...records, ...Array(8).fill([1, 1])];
const axis = inForm(withAndWithout(onAxes, points), onAxis);
const axisChanged = inForm(changed(onAxes.map(four), points), onAxis);
/** With a few records lost in the noise. */
const crowd = (records) => [...records, ...Array(40).fill([1, 1])];
const crowded = inForm(withAndWithout([crowd(onAxes[1])], points.slice(0, 3)), onAxis);
/** About as many as slices need under either relation, with points of label 1 at one of two values. */
const manyPoints = (count) => [[0, 0], [1, 0], ...Array(count - 2).fill([1, 1])];
const sliced = inForm(withAndWithout([13, 14].map(manyPoints), points.slice(0, 3)), onAxis);
const slicedChanged = inForm(changed([26].map(manyPoints), points.slice(0, 3)), onAxis);

/** @type {import("../check.mjs").Case[]} */
export const wide = [
  ...outsides.flatMap((outside) => [
    {
      name: `median, text, ${outside}`,
      also: ["text"],
      wide: true,
      run: (library, values) => library.median(values, { ...byte, outside }),
      pairs: inForm(withAndWithout(texts, strange)),
    },
    {
      name: `quantile, large whole numbers, ${outside}`,
      also: ["bigIntegers"],
      run: (library, values) => library.quantile(values, 0.4, { ...bits, outside }),
      pairs: inForm(withAndWithout(bigs, oddBigs)),
    },
  ]),
  {
    name: "interiorPoint, text, one changed",
    also: ["text"],
    wide: true,
    run: (library, values) => library.interiorPoint(values, { ...byte, neighbors: "replace" }),
    pairs: inForm(changed(texts, strange)),
  },
  {
    name: "median, text, Arrow",
    also: ["text"],
    wide: true,
    run: (library, values) => library.median(values, byte),
    pairs: inForm(withAndWithout(texts, ["", "zz", null]), (list) =>
      arrow.vectorFromArray(list, new arrow.Utf8()),
    ),
  },
  {
    name: "interiorPoint, large whole numbers, one changed",
    also: ["bigIntegers"],
    run: (library, values) => library.interiorPoint(values, { ...bits, neighbors: "replace" }),
    pairs: inForm(changed(bigs, oddBigs)),
  },
  {
    name: "median, text, outside: throw",
    also: ["text"],
    wide: true,
    throws: /inside the domain/,
    run: (library, values) => library.median(values, { ...byte, outside: "throw" }),
    pairs: inForm(withAndWithout([["a"]], ["zz", "a"])),
  },
  {
    name: "median, large whole numbers, outside: throw",
    also: ["bigIntegers"],
    throws: /inside the domain/,
    run: (library, values) => library.median(values, { ...bits, outside: "throw" }),
    pairs: inForm(withAndWithout([[1n]], [4n, 0n])),
  },
  {
    name: "median, reals",
    also: ["reals"],
    run: (library, values) => library.median(values, { epsilon: 2, domain: tiny }),
    pairs: inForm(withAndWithout([[], [0, 5e-324, 2]], [5e-324, ...missing, ...oddNumbers])),
  },
  ...outsides.map((outside) => ({
    name: `quantiles, three, ${outside}, no bits for ties`,
    scope: { tieBits: 0 },
    run: (library, values) =>
      library.quantiles(values, [0.25, 0.5, 0.75], {
        ...{ epsilon: 2, domain: small, outside, abstain: false },
      }),
    pairs: added,
  })),
  {
    name: "quantiles, two, a bit for ties",
    scope: { tieBits: 1 },
    wide: true,
    run: (library, values) =>
      library.quantiles(values, [0.3, 0.8], { epsilon: 2, domain: small, abstain: false }),
    pairs: few,
  },
  ...["add-remove", "replace"].map((neighbors) => ({
    name: `quantiles, three, abstaining, no bits for ties, ${neighbors}`,
    scope: { tieBits: 0 },
    run: (library, values) =>
      library.quantiles(values, [0.25, 0.5, 0.75], { ...answered, domain: small, neighbors }),
    pairs: neighbors === "replace" ? other : added,
  })),
  {
    name: "quantiles, two, abstaining, a bit for ties",
    scope: { tieBits: 1 },
    wide: true,
    run: (library, values) => library.quantiles(values, [0.3, 0.8], { ...answered, domain: small }),
    pairs: few,
  },
  {
    name: "quantiles, three, no bits for ties, one changed",
    scope: { tieBits: 0 },
    run: (library, values) =>
      library.quantiles(values, [0.25, 0.5, 0.75], {
        ...{ epsilon: 2, domain: small, neighbors: "replace", abstain: false },
      }),
    pairs: other,
  },
  ...["add-remove", "replace"].map((neighbors) => ({
    name: `sanitizeThresholds, counts of all values, ${neighbors}`,
    also: ["SanitizedThresholds"],
    run: (library, values) =>
      library.sanitizeThresholds(values, { epsilon: 4, domain: integers(0, 1), neighbors }),
    pairs: neighbors === "replace" ? inForm(changed([[0, 2]], odd)) : few,
  })),
  {
    name: "sanitizeThresholds, quantiles, no bits for ties",
    also: ["SanitizedThresholds"],
    scope: { tieBits: 0 },
    run: (library, values) =>
      library.sanitizeThresholds(values, { epsilon: 2, domain: small, points: 3 }),
    pairs: added,
  },
  {
    name: "sanitizeThresholds, quantiles, no bits for ties, one changed",
    also: ["SanitizedThresholds"],
    scope: { tieBits: 0 },
    run: (library, values) =>
      library.sanitizeThresholds(values, {
        ...{ epsilon: 2, domain: small, points: 3, neighbors: "replace" },
      }),
    pairs: other,
  },
  {
    name: "learnRectangle, sanitizers, an axis, no bits for ties",
    also: ["RectangleHypothesis"],
    scope: { tieBits: 0 },
    wide: true,
    run: (library, data) =>
      library.learnRectangle({
        ...{ ...data, epsilon: 20, delta: 0.2, domain: small, algorithm: "sanitizers", points: 1 },
      }),
    pairs: crowded,
  },
  ...["add-remove", "replace"].map((neighbors) => ({
    name: `learnRectangle, sanitizers by slices, an axis, ${neighbors}`,
    also: ["RectangleHypothesis"],
    wide: true,
    run: (library, data) =>
      library.learnRectangle({
        ...{ ...data, epsilon: neighbors === "replace" ? 40 : 32, delta: 0.5, confidence: 0.1 },
        ...{ domain: integers(0, 1), algorithm: "sanitizers", points: 2, by: "slices", neighbors },
      }),
    pairs: neighbors === "replace" ? slicedChanged : sliced,
  })),
  ...["add-remove", "replace"].map((neighbors) => ({
    name: `learnRectangle, axis by axis, an axis, ${neighbors}`,
    also: ["RectangleHypothesis"],
    run: (library, data) =>
      library.learnRectangle({
        ...{ ...data, epsilon: 2, domain: small, neighbors, algorithm: "axis-by-axis" },
      }),
    pairs: neighbors === "replace" ? inForm(changed(onAxes, points), onAxis) : axis,
  })),
  ...["add-remove", "replace"].flatMap((neighbors) =>
    Object.entries({
      "of all values": { domain: small },
      "of two cells": { domain: small, grid: 2 },
      "with edges": { domain: reals(), grid: [[0.5, 1.5]] },
    }).map(([grid, options]) => ({
      name: `learnRectangle, a grid ${grid}, an axis, ${neighbors}`,
      also: ["RectangleHypothesis"],
      run: (library, data) =>
        library.learnRectangle({ ...data, ...options, epsilon: 2, neighbors }),
      pairs: neighbors === "replace" ? inForm(changed(onAxes, points), onAxis) : axis,
    })),
  ),
  {
    name: "learnRectangle, a grid, two axes",
    also: ["RectangleHypothesis"],
    run: (library, { x, y }) =>
      library.learnRectangle({ x: [...x, x[0]], y, epsilon: 2, domain: integers(0, 3), grid: 2 }),
    pairs: axis,
  },
  {
    name: "learnRectangle, axis by axis, two axes",
    also: ["RectangleHypothesis"],
    wide: true,
    run: (library, { x, y }) =>
      library.learnRectangle({
        ...{ x: [...x, x[0]], y, epsilon: 2, domain: integers(0, 1), algorithm: "axis-by-axis" },
      }),
    pairs: inForm(withAndWithout([onAxes[1].slice(0, 2)], points.slice(0, 4)), onAxis),
  },
  ...["add-remove", "replace"].flatMap((neighbors) =>
    [0, 1].map((tolerance) => ({
      name: `learnRectangle, outermost${tolerance ? ", one wrong label" : ""}, an axis, ${neighbors}`,
      also: ["RectangleHypothesis"],
      scope: { cut: 1e-4 },
      wide: true,
      run: (library, data) =>
        library.learnRectangle({ ...data, ...outermost, tolerance, domain: small, neighbors }),
      pairs: neighbors === "replace" ? axisChanged : axis,
    })),
  ),
];

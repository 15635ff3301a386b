// The kinds of draws of tests/parity/draws.txt that are about learners and sanitizers;
// tests/unit/parity has the same in C++.
import * as logstar from "../../dist/index.js";
import { decreasing, domain, range, wholeColumn } from "./parity-data.mjs";

const upTo = 400_000;
const labelled = (x) => x.map((value) => (value <= upTo ? 1 : 0));
const cuts = range(10, (c) => ({ predict: (x) => (x <= 100_000 * c ? 1 : 0), c }));

const thousand = logstar.integers(0, 999);
/** Points with coordinates 0..999, label 1 if all coordinates lie in 200..799. */
function points(dimensions, n) {
  const x = range(dimensions, (axis) => range(n, (i) => (i * (7919 + 2 * axis)) % 1000));
  return { x, y: range(n, (i) => x.every((column) => column[i] >= 200 && column[i] <= 799)) };
}
const sides = ({ lowest, highest }) => lowest.map((side, axis) => [side, highest[axis]]).join(",");

const cutOf = (rule) => rule.threshold ?? (rule.predict(0) === 1 ? 999_999 : "none");

function pointOf(algorithm, epsilon, delta, neighbors, n, more) {
  const x = decreasing(n).flatMap(({ item, count }) => Array(count).fill(item));
  const y = x.map(() => 1);
  return logstar.learnPoint({ x, y, algorithm, epsilon, delta, neighbors, ...more }).value;
}

/** The data that build the rules of a class, and the labelled records that choose among the rules. */
function classData(rules, n) {
  if (rules === "boxes") return { ...points(2, n), domain: thousand };
  const x = wholeColumn(n);
  return { x, y: labelled(x), domain };
}
const partOf = (rules, x, ...ends) =>
  rules === "boxes" ? x.map((column) => column.slice(...ends)) : x.slice(...ends);
const shown = (rules, rule, { parameters }) =>
  `${rules === "boxes" ? sides(rule) : cutOf(rule)} of ${parameters.rules}`;

export const draws = {
  "learn-point"(...given) {
    const point = pointOf(...given);
    return point.found ? point.item : null;
  },

  "learn-proper-point": (...given) =>
    pointOf(...given, { proper: true, domain, accuracy: 0.1 }).item,

  "learn-threshold"(algorithm, epsilon, delta, neighbors, tolerance, n) {
    const x = wholeColumn(n);
    const y = labelled(x).map((label, i) => (i < tolerance ? 1 - label : label));
    const options = { x, y, domain, algorithm, epsilon, delta, neighbors, tolerance };
    const { value } = logstar.learnThreshold(options);
    return value && cutOf(value);
  },

  "learn-threshold-by"(by, levels, epsilon, delta, neighbors, n) {
    const x = wholeColumn(n);
    const options = { x, y: labelled(x), domain, by, levels, epsilon, delta, neighbors };
    const { value } = logstar.learnThreshold({ ...options, algorithm: "interior-point" });
    return value && cutOf(value);
  },

  "learn-threshold-by-sanitizer"(epsilon, neighbors, points, n) {
    const x = wholeColumn(n);
    const options = { x, y: labelled(x), domain, epsilon, neighbors, points };
    return cutOf(logstar.learnThreshold({ ...options, algorithm: "sanitizer" }).value);
  },

  "learn-rectangle"(algorithm, epsilon, delta, neighbors, dimensions, n) {
    const options = { ...points(dimensions, n), domain: thousand, algorithm };
    const { value } = logstar.learnRectangle({ ...options, epsilon, delta, neighbors });
    return value && sides(value);
  },

  "learn-rectangle-grid"(grid, epsilon, neighbors, dimensions, n) {
    const options = { ...points(dimensions, n), domain: thousand, grid };
    const { value } = logstar.learnRectangle({ ...options, epsilon, neighbors });
    return value && sides(value);
  },

  "learn-rectangle-by-sanitizers"(epsilon, delta, neighbors, points_, dimensions, n) {
    const options = { ...points(dimensions, n), domain: thousand, algorithm: "sanitizers" };
    const loss = { epsilon, delta, neighbors };
    const { value } = logstar.learnRectangle({ ...options, ...loss, points: points_ });
    return value && sides(value);
  },

  "learn-rectangle-by-slices"(epsilon, delta, neighbors, points_, dimensions, n) {
    const options = { ...points(dimensions, n), domain: thousand, algorithm: "sanitizers" };
    const terms = { epsilon, delta, neighbors, points: points_, by: "slices" };
    const { value } = logstar.learnRectangle({ ...options, ...terms });
    return value && sides(value);
  },

  "label-private"(epsilon, n) {
    const x = wholeColumn(n);
    return logstar.learnLabelPrivate({ x, y: labelled(x), rules: () => cuts, epsilon }).value.c;
  },

  "semi-private"(neighbors, epsilon, n) {
    const x = wholeColumn(n);
    const options = { x, y: labelled(x), rules: cuts, epsilon, neighbors };
    return logstar.learnSemiPrivate(options).value.c;
  },

  "label-private-class"(rules, epsilon, building, n) {
    const options = { ...classData(rules, n), rules, epsilon, building };
    const { value, record } = logstar.learnLabelPrivate(options);
    return shown(rules, value, record);
  },

  "semi-private-class"(rules, neighbors, epsilon, building, n) {
    const { x, y, domain } = classData(rules, n);
    const parts = { unlabelled: partOf(rules, x, 0, building), x: partOf(rules, x, building) };
    const options = { ...parts, y: y.slice(building), domain, rules, epsilon, neighbors };
    const { value, record } = logstar.learnSemiPrivate(options);
    return shown(rules, value, record);
  },

  "sanitize-points"(method, epsilon, delta, neighbors, accuracy, n) {
    const options = { method, epsilon, delta, neighbors, accuracy };
    const times = method === "paper" ? 100 : 1; // its thresholds are high
    const rows = decreasing(n).map(({ item, count }) => ({ item, count: times * count }));
    const { value } = logstar.sanitizePoints(rows, options);
    return range(n)
      .filter((item) => value.count(item) > 0)
      .map((item) => `${item}:${value.count(item)}`)
      .join(",");
  },

  "sanitize-thresholds-by-slices"(epsilon, delta, neighbors, points, n) {
    const options = { domain, epsilon, delta, neighbors, points, method: "slices" };
    return logstar.sanitizeThresholds(wholeColumn(n), options).value.points.join(",");
  },

  "sanitize-thresholds"(epsilon, neighbors, points, n) {
    const options = { epsilon, neighbors, points, domain };
    return logstar.sanitizeThresholds(wholeColumn(n), options).value.points.join(",");
  },

  "count-values"(epsilon, neighbors, n) {
    const options = { epsilon, neighbors, domain: logstar.integers(0, 59), method: "counts" };
    const { value } = logstar.sanitizeThresholds(
      range(n, (i) => (i * i) % 50),
      options,
    );
    return value.points.map((point, i) => `${point}:${value.counts[i]}`).join(",");
  },

  "san-thresholds"(epsilon, delta, neighbors, accuracy, size, n) {
    const values = range(n, (i) => i * 3001);
    const counts = values.map(() => Math.floor(size / n));
    const options = { method: "paper", epsilon, delta, neighbors, accuracy, size, domain };
    const { value } = logstar.sanitizeThresholds({ values, counts }, options);
    if (value === null) return value;
    return value.points.map((point, i) => `${point}:${value.counts[i]}`).join(",");
  },
};

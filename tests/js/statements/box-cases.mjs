// Learned boxes: the checks of their statements, on awkward labels.
import { integers, learnRectangle } from "../../../dist/index.js";
import { allowedErrors, delta, wrong } from "./labelled-records.mjs";
import { chanceOf, claimed, found, numbersOf, range } from "./reading.mjs";

const boxDomain = integers(0, 999);
const boxes = [
  ["no label 1", () => 0],
  ["a box at one point", ([a, b]) => (a === 700 && b === 700 ? 1 : 0)],
  ["a box at an end", ([a, b]) => (a < 400 && b < 600 ? 1 : 0)],
  ["all", () => 1],
].flatMap(([shape, labelOf]) =>
  [
    { epsilon: 20, delta, algorithm: "outermost" },
    { epsilon: 20, delta, algorithm: "slices", confidence: 0.7 },
    { epsilon: 400, delta, algorithm: "sanitizers", points: 30 },
    { epsilon: 400, delta, algorithm: "sanitizers", points: 15, by: "slices" },
  ].map((options) => {
    const xs = range(2000, (i) =>
      shape === "a box at one point" && i % 2 ? [700, 700] : [i % 1000, (i * 617) % 1000],
    );
    const records = xs.map((x) => ({ x, y: labelOf(x) }));
    return {
      of: "learnRectangle",
      title: `${JSON.stringify(options)}, ${shape}`,
      draw: (reworded = (one) => one) => {
        const columns = [0, 1].map((axis) => xs.map((x) => x[axis]));
        const { value, record } = learnRectangle({
          x: columns,
          y: records.map(({ y }) => y),
          domain: boxDomain,
          ...options,
        });
        const statement = reworded(record.accuracy.statement);
        numbersOf(
          /^If some box labels every point correctly(?: and there are at least [\d,]+ points)?: with [\d.]+% confidence, the result mislabels at most ([\d,]+) points/,
          statement,
        );
        const predict = (x) => value?.predict(x) ?? 0; // no box means label 0 everywhere
        const errors = records.filter(({ x, y }) => predict(x) !== y);
        const [least] = found(
          /, and a box is returned if ([\d,]+) points have label 1/,
          statement,
        ) ?? [Infinity];
        const missed =
          errors.length > allowedErrors(statement, records.length) ||
          errors.some(({ y }) => y === 0) ||
          (value === null && records.filter(({ y }) => y === 1).length >= least);
        return [claimed("errors", chanceOf(statement), missed)];
      },
    };
  }),
);

/** The intervals of all axes but the last are known; the best interval there is the true one or the empty one. */
const axes = [
  ["no label 1", () => 0],
  ["a box at an end", ([a, b]) => (a < 400 && b < 600 ? 1 : 0)],
  ["all", () => 1],
].flatMap(([shape, labelOf]) =>
  [
    { epsilon: 20 },
    { epsilon: 20, neighbors: "replace", confidence: 0.7, algorithm: "axis-by-axis" },
  ].map((options) => {
    const xs = range(2000, (i) => [i % 1000, (i * 617) % 1000]);
    const y = xs.map(labelOf);
    return {
      of: "learnRectangle",
      title: `${JSON.stringify(options)}, axis by axis, ${shape}`,
      draw: (reworded = (one) => one) => {
        const columns = [0, 1].map((axis) => xs.map((x) => x[axis]));
        const { value, record } = learnRectangle({ x: columns, y, domain: boxDomain, ...options });
        const statement = reworded(record.accuracy.statement);
        const [errors] = numbersOf(
          /on every axis: the interval mislabels at most ([\d,]+) points more than the best one around a private median\. Only points inside the other axes' intervals count/,
          statement,
        );
        // Without a box, the empty interval is unknown.
        const inside = ([a]) => value && a >= value.lowest[0] && a <= value.highest[0];
        const counted = xs.map((x, i) => ({ x, y: y[i] })).filter(({ x }) => inside(x));
        const rules = [() => 0, ([, b]) => labelOf([0, b])];
        const best = Math.min(...rules.map((rule) => wrong(rule, counted)));
        const missed = wrong((x) => value.predict(x), counted) > best + errors;
        return [claimed("errors", chanceOf(statement), missed)];
      },
    };
  }),
);

/** For 2 x 2 cells, with an edge at 400 and at 600: the cells that a box may have on an axis. */
const twoCells = [(cell) => cell === 0, (cell) => cell === 1, () => true];
const fewOfTwoByTwo = (records) => {
  const cellsOf = ([a, b]) => [a < 400 ? 0 : 1, b < 600 ? 0 : 1];
  const boxes = twoCells.flatMap((first) => twoCells.map((second) => [first, second]));
  const rules = boxes.map(([first, second]) => (x) => {
    const [a, b] = cellsOf(x);
    return first(a) && second(b) ? 1 : 0;
  });
  return Math.min(...[() => 0, ...rules].map((rule) => wrong(rule, records)));
};
const gridded = [
  ["no label 1", () => 0],
  ["a corner", ([a, b]) => (a < 400 && b < 600 ? 1 : 0)],
  ["labels of coins", (_, i) => ((i * 7919) % 13 < 6 ? 1 : 0)],
].flatMap(([shape, labelOf]) =>
  [{ epsilon: 0.5 }, { epsilon: 1, neighbors: "replace", confidence: 0.7 }].map((options) => {
    const records = range(300, (i) => [(i * 389) % 1000, (i * 617) % 1000]).map((x, i) => ({
      ...{ x, y: labelOf(x, i) },
    }));
    return {
      of: "learnRectangle",
      title: `${JSON.stringify(options)}, a grid, ${shape}`,
      draw: (reworded = (one) => one) => {
        const { value, record } = learnRectangle({
          ...{ x: [0, 1].map((axis) => records.map(({ x }) => x[axis])) },
          ...{ y: records.map(({ y }) => y), domain: boxDomain, grid: [[400], [600]] },
          ...options,
        });
        const statement = reworded(record.accuracy.statement);
        const [errors] = numbersOf(
          /the result mislabels at most ([\d,]+) points more than the best box of the grid \(no box means label 0 everywhere\)/,
          statement,
        );
        const missed = wrong((x) => value?.predict(x) ?? 0, records);
        const chance = chanceOf(statement);
        return [claimed("errors", chance, missed > fewOfTwoByTwo(records) + errors)];
      },
    };
  }),
);

/** One label in a hundred is wrong, on both sides of the boundary of the box. */
const tolerant = [
  { epsilon: 20, delta, algorithm: "outermost", tolerance: 40 },
  { epsilon: 20, delta, algorithm: "slices", confidence: 0.7, tolerance: 40 },
].map((options) => {
  const labelOf = ([a, b]) => (a >= 200 && a < 800 && b >= 100 && b < 900 ? 1 : 0);
  const records = range(4000, (i) => [(i * 389) % 1000, (i * 617) % 1000]).map((x, i) => ({
    ...{ x, y: i % 100 === 7 ? 1 - labelOf(x) : labelOf(x) },
  }));
  return {
    of: "learnRectangle",
    title: `${JSON.stringify(options)}, one label in a hundred wrong`,
    draw: (reworded = (one) => one) => {
      const { value, record } = learnRectangle({
        ...{ x: [0, 1].map((axis) => records.map(({ x }) => x[axis])) },
        ...{ y: records.map(({ y }) => y), domain: boxDomain, ...options },
      });
      const statement = reworded(record.accuracy.statement);
      const [tolerated, errors] = numbersOf(
        /^If some box mislabels at most ([\d,]+) points: with [\d.]+% confidence, the result mislabels at most ([\d,]+) points \(/,
        statement,
      );
      const holds = wrong(labelOf, records) <= tolerated;
      const missed = holds && wrong((x) => value?.predict(x) ?? 0, records) > errors;
      return [claimed("errors", chanceOf(statement), missed)];
    },
  };
});

export const boxCases = [...boxes, ...axes, ...gridded, ...tolerant];

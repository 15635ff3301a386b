// Learned rules: the checks of their statements, on awkward labels.
import { integers, learnLabelPrivate, learnPoint, learnSemiPrivate } from "../../../dist/index.js";
import { boxCases } from "./box-cases.mjs";
import { allowedErrors, delta, labelled, wrong } from "./labelled-records.mjs";
import { chanceOf, claimed, found, numbersOf, range } from "./reading.mjs";
import { thresholdCases } from "./threshold-cases.mjs";

const points = [
  ["few of the item", range(10, () => 1)],
  ["as many as the error", range(17, () => 1)],
  ["many of the item", range(900, () => 1)],
].flatMap(([shape, ones]) =>
  [
    { epsilon: 1, delta },
    { epsilon: 1, delta, algorithm: "gap", confidence: 0.7 },
    { epsilon: 1, delta, proper: true, domain: integers(0, 999), accuracy: 0.1 },
  ].map((options) => {
    const records = [
      ...ones.map(() => ({ x: 7, y: 1 })),
      ...range(50, (i) => ({ x: 20 + (i % 9), y: 0 })),
    ];
    return {
      of: "learnPoint",
      title: `${JSON.stringify({ ...options, domain: undefined })}, ${shape}`,
      draw: (reworded = (one) => one) => {
        const x = records.map((one) => one.x);
        const y = records.map((one) => one.y);
        const { value, record } = learnPoint({ x, y, ...options });
        const statement = reworded(record.accuracy.statement);
        numbersOf(/^If exactly the records of one item have label (1): /, statement);
        const missed =
          wrong((one) => value.predict(one), records) > allowedErrors(statement, records.length);
        return [claimed("errors", chanceOf(statement), missed)];
      },
    };
  }),
);

/** The best candidate is the best threshold: candidates lie between the values, or are the caller's. */
function ruleCase(of, title, learn, records, candidates) {
  return {
    of,
    title,
    draw: (reworded = (one) => one) => {
      const { value, record } = learn();
      const statement = reworded(record.accuracy.statement);
      const [first = 0] = found(/records after the first ([\d,]+) more than/, statement) ?? [];
      const counted = records.slice(first);
      const [errors] = numbersOf(/mislabels at most ([\d,]+) records/, statement);
      const best = Math.min(...candidates.map((rule) => wrong(rule, counted)));
      const missed = wrong((x) => Number(value.predict(x)), counted) > best + errors;
      return [claimed("errors", chanceOf(statement), missed)];
    },
  };
}

const cut = (at) => (x) => (x < at ? 1 : 0);
const rules = ["without error", "labels of coins", "heavy ties"].flatMap((shape) => {
  const records = labelled[shape]().map(({ x, y }, i) => ({
    x: shape === "heavy ties" ? x : i,
    y,
  }));
  const x = records.map((one) => one.x);
  const y = records.map((one) => one.y);
  const cuts = range(40, (i) => i * 8).map(cut);
  const own = cuts.map((predict) => ({ predict }));
  const options = { x, y, epsilon: 0.3, confidence: 0.7 };
  return [
    ruleCase(
      "learnLabelPrivate",
      shape,
      () => learnLabelPrivate({ ...options, rules: () => own }),
      records,
      cuts,
    ),
    ruleCase(
      "learnLabelPrivate",
      `${shape}, thirty build`,
      () => learnLabelPrivate({ ...options, building: 30, rules: () => own }),
      records,
      cuts,
    ),
    ruleCase(
      "learnSemiPrivate",
      shape,
      () => learnSemiPrivate({ ...options, rules: own }),
      records,
      cuts,
    ),
  ];
});

export const learningCases = [...thresholdCases, ...points, ...boxCases, ...rules];

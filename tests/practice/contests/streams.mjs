// Threshold queries: the distance from which all answers are right.
import { AboveThreshold } from "../../../dist/index.js";

const threshold = 500;
const step = 4;

/** The number of wrong answers of 100, five of them yeses, if all counts lie this far from the threshold. */
function wrongAt(distance, options) {
  const session = new AboveThreshold({
    ...{ threshold, epsilon: 1, maxAnswers: 5, monotone: true, expectedQuestions: 100 },
    ...options,
  });
  let wrong = 0;
  // If it is exhausted early, it gave a wrong yes, which counts.
  for (let question = 0; question < 100 && !session.exhausted; ++question) {
    const isYes = question % 20 === 19;
    wrong += session.ask(threshold + (isYes ? distance : -distance)) === isYes ? 0 : 1;
  }
  session.dispose();
  return wrong;
}

/** The least distance from which no answer was wrong. */
function rightFrom(options) {
  for (let distance = 100; distance > 0; distance -= step) {
    if (wrongAt(distance, options) > 0) return distance + step;
  }
  return step;
}

/** @type {import("../contest.mjs").Contest[]} */
export const streams = [
  {
    title: "AboveThreshold, five yeses of 100, epsilon 1, on either side",
    ...{ unit: "from the threshold", runs: 150, make: () => undefined },
    ways: [
      { name: "by default", ask: () => rightFrom({}) },
      ...[10, 17, 21].map((raise) => ({
        name: `by hand, the threshold raised by ${raise}`,
        ask: () => rightFrom({ threshold: threshold + raise }),
      })),
    ],
  },
];

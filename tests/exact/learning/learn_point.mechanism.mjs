import { labelled, loose, more, of } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["learnPoint"],
  guarantees: ["points"],
  modes: [
    {
      mode: "stable",
      only: "stable",
      neighbors: ["add-remove", "replace"],
      tests: ["the point learner is (epsilon, delta)-DP by stable choice and by the gap test"],
      parity: ["learn-point stable"],
      controls: ["control: a random item among occurring ones reveals an item of a single record"],
    },
    {
      mode: "proper",
      neighbors: ["add-remove", "replace"],
      tests: ["the proper learner of points is (epsilon, delta)-DP"],
      parity: ["learn-proper-point stable", "learn-proper-point gap"],
      controls: ["control: a random item among occurring ones reveals an item of a single record"],
    },
    {
      mode: "gap",
      only: "gap",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the point learner is (epsilon, delta)-DP by stable choice and by the gap test",
        "the gap test is (epsilon, delta)-DP and attains the delta of its whole-number threshold",
        "unlisted solutions count as the second best",
      ],
      parity: ["learn-point gap"],
      controls: ["control: the gap test with a threshold lower by one is rejected"],
    },
  ],
  prices: {
    "selection/gap_test.hpp": { checked: "rate and threshold", tight: "yes" },
    "learning/point.hpp": { checked: "that it is stable choice or a gap test", tight: "yes" },
  },
  audited: {
    learnPoint: {
      claim: loose,
      run: (logstar, data) => logstar.learnPoint({ ...data, ...loose, confidence: 0.5 }),
      inputs: more(of(2, ["a", 1]), ["a", 1]).map(labelled),
      shows: 0.4,
    },
  },
};

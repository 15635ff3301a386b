import { more, pure, using } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["AboveThreshold"],
  guarantees: ["above-threshold"],
  modes: [
    {
      mode: "one yes",
      neighbors: ["add-remove or replace", "add-remove"],
      tests: [
        "calibrated AboveThreshold is epsilon-DP for one yes, four questions deep",
        "AboveThreshold with KMS20's noise is (epsilon, 0)-DP on general questions",
        "AboveThreshold with KMS20's noise for monotone questions is (epsilon, 0)-DP on those",
        "noise of the rate per step covers all steps of a record",
      ],
      parity: ["above-by 1 yes no 0", "above-by 1 no yes 0.3"],
      controls: [
        "control: the noise for monotone questions is too little for general ones",
        "control: one-sided noise is too little for general questions",
      ],
    },
    {
      mode: "several, one noisy threshold",
      neighbors: ["add-remove or replace", "add-remove"],
      tests: ["c answers with one noise on the threshold are epsilon-DP"],
      parity: ["above 3 no no 0", "above-by 4 no no 0"],
      controls: ["control: c answers for the price of one are rejected"],
    },
    {
      mode: "several, redrawn",
      neighbors: ["add-remove or replace", "add-remove"],
      tests: [
        "c answers with the threshold's noise redrawn are epsilon-DP as c pure runs",
        "c answers with redrawn noise keep (epsilon, delta) by the two compositions",
        "answers to general queries with redrawn noise keep (epsilon, delta)",
      ],
      parity: ["above-by 100 yes no 0", "above-by 100 no yes 0"],
      controls: ["control: three answers with redrawn noise at four times the rate are rejected"],
    },
    {
      mode: "with numbers",
      neighbors: ["add-remove", "add-remove or replace"],
      tests: [
        "with monotone queries a number at half of epsilon comes free with the yes",
        "numbers stay within the budget with general queries and with several answers",
        "several answers to general queries keep the budget with a number each",
      ],
      parity: [
        "above 2 yes no 0.25",
        "above 40 no yes 0.5",
        "above-by 150 yes no 0.4",
        "above-centred",
      ],
      controls: [
        "control: a number with each of several answers, at four times the rate, is rejected",
      ],
    },
  ],
  mistakes: [
    {
      mistake: "sparse vector, variant 3 of Lyu, Su, Li",
      tests: ["control: Lyu-Su-Li variant 3, which releases the compared value, is rejected"],
    },
    {
      mistake: "sparse vector, variant 4 of Lyu, Su, Li",
      tests: ["control: Lyu-Su-Li variant 4 reaches up to 1.75 epsilon on general questions"],
    },
    {
      mistake: "sparse vector, variant 5 of Lyu, Su, Li",
      tests: ["control: Lyu-Su-Li variant 5, without noise on questions, is rejected"],
    },
    {
      mistake: "sparse vector, variant 6 of Lyu, Su, Li",
      tests: ["control: Lyu-Su-Li variant 6, which never stops, is rejected"],
    },
  ],
  prices: {
    "sparse_vector/above_threshold_calibration.hpp": { checked: "all forms", tight: "kept" },
  },
  audited: {
    AboveThreshold: {
      claim: pure,
      run: (logstar, rows) =>
        using(
          new logstar.AboveThreshold({ ...pure, threshold: 2, centred: false, rows }),
          (mechanism) => [mechanism.ask((row) => row === 0)],
        ),
      inputs: more([0, 0, 1], 0),
      shows: 0.2,
    },
  },
};

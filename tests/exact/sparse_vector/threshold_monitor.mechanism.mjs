import { more, using } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["ThresholdMonitor"],
  guarantees: ["threshold-monitor"],
  modes: [
    {
      mode: "charging",
      only: "charging",
      neighbors: ["add-remove", "replace"],
      tests: [
        "charging is (epsilon, delta)-DP against all adaptive adversaries, evolving data",
        "charging is (epsilon, delta)-DP with fractions of a record",
        "charging uses nearly all of its delta on a long stream, and never more",
        "monitors keep (epsilon, delta) if one user's whole stream is replaced",
        "monitors keep (epsilon, delta) if a stream of fractions is replaced",
      ],
      parity: ["monitor charging"],
      controls: ["control: charging without retiring, or at the rate for fewer hits, is rejected"],
    },
    {
      mode: "laplace",
      only: "laplace",
      neighbors: ["add-remove", "replace"],
      tests: [
        "Laplace charging is (epsilon, delta)-DP, and attains its delta exactly",
        "Laplace charging and the paper's method are private with fractions of a record",
        "monitors keep (epsilon, delta) if one user's whole stream is replaced",
        "monitors keep (epsilon, delta) if a stream of fractions is replaced",
      ],
      parity: ["monitor laplace"],
      controls: ["control: Laplace noise at the rate of the charging test is rejected"],
    },
    {
      mode: "sampled",
      only: "sampled",
      neighbors: ["add-remove", "replace"],
      tests: [
        "sampled is (epsilon, 0)-DP against all adaptive adversaries, evolving data",
        "sampled is (epsilon, 0)-DP with fractions of a record",
        "monitors keep (epsilon, delta) if one user's whole stream is replaced",
        "monitors keep (epsilon, delta) if a stream of fractions is replaced",
      ],
      parity: ["monitor sampled"],
      controls: ["control: sampled without the sample, or for one hit too many, is rejected"],
    },
    {
      mode: "paper",
      only: "paper",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the paper's method is private, and uses almost nothing of its claim",
        "Laplace charging and the paper's method are private with fractions of a record",
        "the paper's monitor keeps (epsilon, delta) if a whole stream is replaced",
      ],
      parity: ["monitor paper"],
      controls: [
        "controls: fractions with whole records' noise, and the paper's method with none",
        "control: the paper's monitor without noise is rejected if a stream is replaced",
      ],
    },
  ],
  prices: {
    "sparse_vector/charging_loss.hpp": {
      checked: "both divergences, the intensity's rate",
      tight: "yes",
    },
    "sparse_vector/monitor_calibration.hpp": {
      checked: "charging, sampled, the published method",
      tight: "published: Theorem 3.2",
    },
  },
  audited: {
    ThresholdMonitor: {
      claim: { epsilon: 2 },
      run: (logstar, rows) =>
        using(
          new logstar.ThresholdMonitor({
            ...{ threshold: 2, perRecord: 1, epsilon: 2, method: "sampled", rows },
          }),
          (monitor) => [monitor.ask((row) => row === 0)],
        ),
      inputs: more([0, 0, 1], 0),
      shows: 0.8,
    },
  },
};

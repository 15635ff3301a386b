import { using } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["HeavyHitterMonitor"],
  guarantees: ["heavy-hitters"],
  modes: [
    {
      mode: "charging",
      only: "charging",
      neighbors: ["add-remove", "replace"],
      tests: [
        "heavy hitters are (epsilon, delta)-DP against all adaptive streams of a few steps",
        "a lone user's report costs exactly its probability, without a factor e^epsilon",
        "heavy hitters are (epsilon, delta)-DP if one user's whole stream is replaced",
      ],
      parity: ["heavy charging"],
      controls: ["control: heavy hitters with a threshold too low for the stream are rejected"],
    },
    {
      mode: "sampled",
      only: "sampled",
      neighbors: ["add-remove", "replace"],
      tests: [
        "heavy hitters are (epsilon, delta)-DP against all adaptive streams of a few steps",
        "heavy hitters are (epsilon, delta)-DP if one user's whole stream is replaced",
      ],
      parity: ["heavy sampled"],
      controls: [
        "control: heavy hitters calibrated for an added user are rejected for a replaced one",
      ],
    },
  ],
  prices: {
    "sparse_vector/heavy_hitters_calibration.hpp": {
      checked: "charging and lone reports, any number of steps",
      tight: "no",
    },
  },
  audited: {
    HeavyHitterMonitor: {
      claim: { epsilon: 2, delta: 0.05 },
      run: (logstar, held) =>
        using(
          new logstar.HeavyHitterMonitor({
            ...{ perUser: 1, steps: 1, epsilon: 2, delta: 0.05, method: "sampled" },
          }),
          (monitor) => monitor.step(held),
        ),
      inputs: [2, 3].map((n) => Array.from({ length: n }, (_, user) => [user, "a"])),
      shows: 1,
    },
  },
};

import { loose, more, of } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["sanitizePoints"],
  guarantees: ["sanitizers", "points"],
  modes: [
    {
      mode: "stable",
      neighbors: ["add-remove", "replace"],
      tests: [
        "the stable histogram is (epsilon, delta)-DP",
        "the stable histogram is private under replace if both items are released",
      ],
      parity: ["sanitize-points stable"],
      controls: [
        "controls: SanPoints with rounds without bottom, and with noise for half a record",
      ],
    },
    {
      mode: "rounds",
      neighbors: ["add-remove", "replace"],
      tests: [
        "SanPoints is (epsilon, delta)-DP, by the paper's parameters and by the tight ones",
        "SanPoints is (epsilon, delta)-DP under replace if both items are released",
      ],
      parity: ["sanitize-points rounds"],
      controls: [
        "controls: SanPoints with rounds without bottom, and with noise for half a record",
      ],
    },
    {
      mode: "paper",
      neighbors: ["add-remove", "replace"],
      tests: [
        "SanPoints as printed is private where its threshold is reached",
        "SanPoints as printed is (epsilon, delta)-DP under replace, at the same parameters",
      ],
      parity: ["sanitize-points paper"],
      controls: [
        "control: SanPoints as printed with nearly exact counts is rejected under replace",
      ],
    },
  ],
  prices: {
    "sanitizing/stable_histogram.hpp": { checked: "rate and threshold", tight: "yes" },
    "sanitizing/san_points.hpp": { checked: "both calibrations", tight: "no" },
  },
  audited: {
    sanitizePoints: {
      claim: loose,
      run: (logstar, rows) => logstar.sanitizePoints(rows, { ...loose, method: "stable" }),
      inputs: more(of(4, "a"), "a"),
      shows: 1,
    },
  },
};

import { depth, more } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  guarantees: ["quasi-concave", "rec-concave"],
  modes: [
    {
      exports: ["quasiConcaveMax"],
      mode: "exponential",
      neighbors: ["add-remove", "replace"],
      only: "exponential",
      tests: [
        "quasiConcaveMax is private by the exponential mechanism, pure, one way and both ways",
      ],
      parity: ["quasi-concave exponential"],
      controls: ["control: scores that move both ways drawn at full epsilon are rejected"],
    },
    {
      exports: ["quasiConcaveMax"],
      mode: "rec-concave",
      neighbors: ["add-remove", "replace"],
      only: "rec-concave",
      tests: [
        "quasiConcaveMax is private by RecConcave, one way and both ways",
        "RecConcave with a promise is private at one step's price, kept or broken",
      ],
      parity: ["quasi-concave rec-concave"],
      controls: [
        "control: f less its best moves by 2, and its steps are at distance 2, without a promise",
        "RecConcave is private if the best interval changes, and the printed A_dist is not",
      ],
    },
    {
      exports: ["quasiConcaveMax"],
      mode: "cumulative-tree-log",
      neighbors: ["add-remove", "replace"],
      tests: [
        "quasiConcaveMax by TreeLog keeps the loss of its request, one way and both ways",
        "the reduction with a promise makes exactly n keys at distance 1, kept or broken",
      ],
      parity: ["quasi-concave cumulative-tree-log"],
      controls: ["control: TreeLog for qualities that move both ways, as if weights moved by 1"],
    },
    {
      exports: ["rec_concave (C++)"],
      mode: "part of quasiConcaveMax by rec-concave: any quality",
      neighbors: ["add-remove", "replace"],
      tests: [
        "RecConcave is private for qualities with many peaks, one way and both ways",
        "RecConcave is private if the best interval changes, and the printed A_dist is not",
      ],
      parity: ["quasi-concave rec-concave"],
      controls: [
        "RecConcave is private if the best interval changes, and the printed A_dist is not",
      ],
    },
    {
      exports: ["cumulative_tree_log (C++)"],
      mode: "part of quasiConcaveMax by cumulative-tree-log",
      neighbors: ["distance 1"],
      tests: [
        "Cumulative TreeLog keeps its stated loss if it stops, continues or its path tips",
        "Cumulative TreeLog keeps its stated loss two levels deep",
        "control: Cumulative TreeLog that slices too little at its tipping point is rejected",
      ],
      parity: ["quasi-concave cumulative-tree-log"],
    },
    {
      exports: ["choose_prefix (C++)"],
      mode: "part of quasiConcaveMax by cumulative-tree-log",
      neighbors: ["distance 1"],
      tests: ["control: a choice of prefix as if weights moved by the distance only is rejected"],
      parity: ["quasi-concave cumulative-tree-log"],
    },
  ],
  prices: {
    "interior_point/tree/cumulative_tree_log.hpp": {
      checked: "the whole, the calibration, its choices",
      tight: "but for the round's delta",
    },
    "interior_point/quasi_concave_max.hpp": {
      checked: "all three algorithms at the distance that they meet",
      tight: "epsilon, but for TreeLog",
    },
  },
  audited: {
    quasiConcaveMax: {
      claim: { epsilon: 4 },
      run: (logstar, values) =>
        logstar.quasiConcaveMax(depth(values), { epsilon: 4, grid: [0, 1, 2, 3] }),
      inputs: more([2], 2),
      shows: 0.5,
    },
  },
};

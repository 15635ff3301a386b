import { labelled, more, of } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["learnRectangle"],
  guarantees: ["rectangles", "intervals", "sanitizers-learn"],
  modes: [
    {
      mode: "exponential",
      neighbors: ["add-remove", "replace"],
      tests: [
        "grid: a box of a public grid is epsilon-DP, and uses all of epsilon",
        "grid: a box is drawn by the exponential of its right labels, and errs as promised",
      ],
      parity: ["learn-rectangle exponential", "learn-rectangle-grid"],
      controls: ["control: a grid's draw with too small a sensitivity is rejected"],
    },
    {
      mode: "axis-by-axis",
      neighbors: ["add-remove", "replace"],
      tests: [
        "axis by axis: intervals and boxes of two dimensions are epsilon-DP",
        "axis by axis: a point that widens a first range is within epsilon, a control is not",
      ],
      parity: ["learn-rectangle axis-by-axis"],
      controls: ["control: axis by axis with a centre that depends on the data is rejected"],
    },
    {
      mode: "outermost",
      neighbors: ["add-remove", "replace"],
      tests: [
        "outermost: intervals and boxes of two dimensions are (epsilon, delta)-DP",
        "outermost: intervals that tolerate wrong labels are (epsilon, delta)-DP",
      ],
      parity: ["learn-rectangle outermost"],
      controls: ["control: outermost points with a tolerance counted in the data are rejected"],
    },
    {
      mode: "slices",
      neighbors: ["add-remove", "replace"],
      tests: [
        "slices: intervals are within the engine's price, over all small databases",
        "slices: intervals that tolerate wrong labels are within the engine's price",
        "slices: constructed intervals and boxes are within the engine's price",
        "slices under replace: intervals keep the calibrated loss",
      ],
      parity: ["learn-rectangle slices"],
      controls: [
        "control: at the slices' price, points that stay in the data are revealed by every side",
      ],
    },
    {
      mode: "sanitizers",
      neighbors: ["add-remove", "replace"],
      tests: [
        "intervals and boxes through a sanitizer are (epsilon, delta)-DP",
        "a box learner's sanitizers by slices keep their shares, for either neighbour relation",
      ],
      parity: [
        "learn-rectangle-by-sanitizers",
        "learn-rectangle-by-slices 20 1e-3 add-remove 7 2 9000",
      ],
      controls: [
        "control: cells counted with a quarter of the noise are rejected",
        "control: a box learner's slices that ask at the rate of add-remove are rejected under replace",
        "control: a draw from a slice calibrated for add-remove is rejected",
      ],
    },
  ],
  prices: {
    "learning/rectangle_by_sanitizer.hpp": { checked: "all axes together", tight: "no" },
    "learning/rectangle_outermost.hpp": { checked: "all sides together", tight: "epsilon" },
    "learning/rectangle_grid.hpp": { checked: "one draw", tight: "yes" },
    "learning/rectangle_by_axes.hpp": {
      checked: "centres, first ranges and intervals of all axes together",
      tight: "yes",
    },
    "learning/rectangle_slices.hpp": {
      checked: "the engine at what its draws spend (epsilon from 0.5 on, up to 10 axes)",
      tight: "no",
    },
  },
  audited: {
    learnRectangle: {
      claim: { epsilon: 4 },
      run: (logstar, { x, y }) =>
        logstar.learnRectangle({
          ...{
            x: [x],
            y,
            epsilon: 4,
            algorithm: "sanitizers",
            points: 1,
            domain: logstar.integers(0, 3),
          },
          confidence: 0.1,
        }),
      inputs: more(of(3, [1, 1]), [1, 1]).map(labelled),
      shows: 0.2,
    },
  },
};

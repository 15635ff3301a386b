import { more, using } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["SliceSession"],
  guarantees: ["slices", "slices-over-rows"],
  modes: [
    {
      mode: "noisy lengths",
      neighbors: ["add-remove"],
      tests: ["adaptive sessions keep each bound, over all small databases"],
      parity: [
        "slice-session rec-concave 2 1 2 1e-6 0.5",
        "slice-session heavy-paths 1 1 2 1e-6 1",
      ],
      controls: ["control: a computation that reveals the length of its slice is rejected"],
    },
    {
      mode: "exact lengths",
      neighbors: ["add-remove"],
      tests: ["exact lengths keep their bound, and cost more than noisy ones for many slices"],
      parity: ["slice-session exponential 4 1 1 0 0", "slice-session cut 3 2 1 1e-6 0"],
      controls: ["control: exact lengths at the price of noisy ones are rejected"],
    },
  ],
  prices: {
    "interior_point/slices/slice_loss.hpp": {
      checked: "synchronising, simple, mixture and numeric (noise from 10^-4 on)",
      tight: "numeric: to its grid",
    },
  },
  audited: {
    SliceSession: {
      claim: { epsilon: 4, delta: 0.05 },
      run: (logstar, values) => {
        const terms = {
          domain: logstar.integers(0, 3),
          slices: 2,
          compute: { epsilon: 4 },
          sliceEpsilon: 0,
          delta: 0.05,
        };
        return using(new logstar.SliceSession(values, terms), (session) =>
          ["low", "high"].map((from) => session.median(session.slice({ length: 3, from })).value),
        );
      },
      inputs: more([0, 3, 3, 3, 3, 3], 0),
      shows: 2,
    },
  },
};

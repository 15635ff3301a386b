import { more, pages, using } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["TopKSession"],
  guarantees: ["top-k"],
  modes: [
    {
      mode: "",
      only: "limited-domain",
      neighbors: ["add-remove", "replace"],
      tests: [
        "a session is (k* epsilon, 1 - (1 + delta)^-l*)-DP against every script, attained",
        "sessions keep their loss for users with one item on the limited domain with min(D, kbar)",
        "a tighter bound for k* draws, with delta once per call, is valid at every epsilon",
        "control: a session that does not count bottom is rejected",
        "control: half of k* epsilon is rejected",
        "sessions keep (epsilon, delta) against every script if one user is replaced",
      ],
      parity: ["top-k-session limited-domain"],
    },
    {
      mode: "optimised",
      only: "optimised",
      neighbors: ["add-remove", "replace"],
      tests: [
        "with a drawn kbar a call takes one more draw",
        "sessions keep (epsilon, delta) against every script if one user is replaced",
      ],
      parity: ["top-k-session optimised-threshold"],
      controls: [
        "control: a session that does not count bottom is rejected",
        "control: half of k* epsilon is rejected",
      ],
    },
  ],
  prices: { "top_k/session.hpp": { checked: "outcomes and calls", tight: "no" } },
  audited: {
    TopKSession: {
      runs: 2000,
      claim: { epsilon: 2, delta: 0.1 },
      run: (logstar, rows) =>
        using(
          new logstar.TopKSession({ outcomes: 2, calls: 2, epsilon: 2, delta: 0.1, kBar: 2 }),
          (session) => [1, 2].map((kBar) => session.topK(rows, { k: 1, kBar })),
        ),
      inputs: more(pages, "a"),
      shows: 0.1,
    },
  },
};

import { loose, of, pages } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["topK", "boundContributions"],
  guarantees: ["top-k"],
  modes: [
    {
      mode: "from rows, bounded",
      neighbors: ["add-remove", "replace"],
      tests: [
        "top-k for one item per user is private for bounded rows of users with up to 3",
        "top-k from bounded rows keeps (epsilon, delta) if one user's rows are replaced",
      ],
      parity: ["bounded", "top-k-of-rows limited-domain", "top-k-of-rows laplace"],
      controls: ["control: unbounded rows are rejected"],
    },
  ],
  audited: {
    boundContributions: {
      runs: 1500,
      claim: loose,
      run: (logstar, events) =>
        logstar.topK(logstar.boundContributions(events, { perUser: 1 }), {
          ...{ ...loose, k: 1, kBar: 2, variant: "strict" },
        }),
      inputs: [0, 1].map((user) => [
        ...pages.map((page, i) => [i, page]),
        ...of(user * 5, ["me", "a"]),
      ]),
      shows: 0.2,
    },
  },
};

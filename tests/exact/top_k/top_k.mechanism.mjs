import { loose, more, pages } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["topK"],
  guarantees: ["top-k", "ranked-lists"],
  modes: [
    {
      mode: "peel",
      neighbors: ["add-remove", "replace"],
      tests: [
        "k draws of a public list are epsilon-DP: 3 items, counts to 3, any number a user",
        "k draws with a delta keep it: the bound for bounded-range draws, at every k",
      ],
      parity: ["ranked-list peel replace 5 3 1 1e-06"],
      controls: ["control: k draws at the full rate under replace are rejected"],
    },
    {
      mode: "laplace, of a list",
      neighbors: ["add-remove", "replace"],
      tests: ["noise on a public list is epsilon-DP: 3 items, counts to 2, D in {1, 2, 3}"],
      parity: ["ranked-list laplace add-remove 5 3 1 0"],
      controls: ["control: noise on a public list that forgets D is rejected"],
    },
    {
      mode: "limited-domain",
      neighbors: ["add-remove"],
      tests: [
        "the limited domain is (k epsilon, delta)-DP for users with at most D of 4 items",
        "the limited domain keeps its loss over 5 items, counts to 2: more than kbar + 1 are tied",
        "an engine may cut by one fixed order of the items, and the candidates by another",
      ],
      parity: ["top-k-by limited-domain add-remove", "top-k-by limited-domain replace", "top-k"],
      controls: [
        "control: bottom without the +1 is rejected",
        "control: delta divided by k instead of kbar is rejected",
      ],
    },
    {
      mode: "strict",
      neighbors: ["add-remove"],
      tests: [
        "the strict form is (k epsilon, delta)-DP: 4 items, counts to 3, any contribution",
        "a tighter bound for k draws plus delta, charged once, holds at every epsilon",
      ],
      parity: ["top-k-by strict add-remove", "top-k-by strict replace", "strict"],
      controls: ["control: the strict form with min(D, kbar) for delta is rejected"],
    },
    {
      mode: "optimised-threshold",
      neighbors: ["add-remove"],
      tests: ["optimised is ((k + 1) epsilon, delta)-DP: 4 items, counts to 3, any contribution"],
      parity: ["top-k-by optimised-threshold add-remove", "top-k-by optimised-threshold replace"],
      controls: ["control: the optimised threshold at k epsilon is rejected"],
    },
    {
      mode: "laplace",
      neighbors: ["add-remove"],
      tests: [
        "Laplace is (c rate, b P[X - Y > margin])-DP: 3 items, counts to 3, D in {1, 2, 3}",
        "Laplace keeps its loss over 4 items, counts to 2, kbar 3, k 2: fewer than kbar exist",
        "Laplace with a tighter bound for c noisy numbers plus delta holds at every epsilon",
      ],
      parity: ["top-k-by laplace add-remove", "top-k-by laplace replace"],
      controls: ["control: Laplace with bottom lower by 1 is rejected"],
    },
    {
      mode: "fixed-threshold",
      neighbors: ["add-remove"],
      tests: [
        "fixed is (k rate, 1 - (1 - t)^k)-DP, attained: 4 items, counts to 4",
        "fixed at smaller epsilons: the optimal composition of k (rate, t) answers",
      ],
      parity: ["top-k-by fixed-threshold add-remove", "top-k-by fixed-threshold replace"],
      controls: ["control: the fixed threshold lower by 1 is rejected"],
    },
    {
      mode: "threshold",
      neighbors: ["add-remove", "replace"],
      tests: [
        "private groups are (epsilon, delta)-DP for users with any rows, delta charged once",
        "private groups are (epsilon, delta)-DP for users who change all their rows",
        "Gaussian discovery keeps its loss for users of any rows in at most g groups",
        "Gaussian discovery keeps its loss for users of any rows, spread over their groups",
        "sessions above a threshold keep their loss over two queries, the second adaptive",
      ],
      parity: ["users-groups-by"],
      controls: [
        "controls: a threshold one lower, noise drawn once, noise cut at the threshold",
        "controls: a session that charges one query of two, and one that does not charge names",
      ],
    },
    {
      mode: "limited-domain, calibrated",
      only: "limited-domain",
      neighbors: ["add-remove", "replace"],
      tests: [
        "calibrated draws keep the total: 4 items, counts to 3, add-remove and replace",
        "calibrated noise keeps the total: 3 items, counts to 2, add-remove and replace",
      ],
      parity: ["top-k-by limited-domain add-remove", "top-k-by limited-domain replace", "top-k"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "limited-domain, calibrated, with noisy counts",
      only: "limited-domain",
      neighbors: ["add-remove", "replace"],
      tests: ["noisy counts are within the total: 3 items, counts to 2"],
      parity: ["ranking limited-domain"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "strict, calibrated",
      only: "strict",
      neighbors: ["add-remove", "replace"],
      tests: [
        "calibrated draws keep the total: 4 items, counts to 3, add-remove and replace",
        "calibrated noise keeps the total: 3 items, counts to 2, add-remove and replace",
      ],
      parity: ["top-k-by strict add-remove", "top-k-by strict replace", "strict"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "strict, calibrated, with noisy counts",
      only: "strict",
      neighbors: ["add-remove", "replace"],
      tests: ["noisy counts are within the total: 3 items, counts to 2"],
      parity: ["ranking strict"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "optimised-threshold, calibrated",
      only: "optimised-threshold",
      neighbors: ["add-remove", "replace"],
      tests: [
        "calibrated draws keep the total: 4 items, counts to 3, add-remove and replace",
        "calibrated noise keeps the total: 3 items, counts to 2, add-remove and replace",
      ],
      parity: ["top-k-by optimised-threshold add-remove", "top-k-by optimised-threshold replace"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "optimised-threshold, calibrated, with noisy counts",
      only: "optimised-threshold",
      neighbors: ["add-remove", "replace"],
      tests: ["noisy counts are within the total: 3 items, counts to 2"],
      parity: ["ranking optimised-threshold"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "laplace, calibrated",
      only: "laplace",
      neighbors: ["add-remove", "replace"],
      tests: [
        "calibrated draws keep the total: 4 items, counts to 3, add-remove and replace",
        "calibrated noise keeps the total: 3 items, counts to 2, add-remove and replace",
      ],
      parity: ["top-k-by laplace add-remove", "top-k-by laplace replace", "ranking laplace"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "fixed-threshold, calibrated",
      only: "fixed-threshold",
      neighbors: ["add-remove", "replace"],
      tests: [
        "calibrated draws keep the total: 4 items, counts to 3, add-remove and replace",
        "calibrated noise keeps the total: 3 items, counts to 2, add-remove and replace",
      ],
      parity: ["top-k-by fixed-threshold add-remove", "top-k-by fixed-threshold replace"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
    {
      mode: "fixed-threshold, calibrated, with noisy counts",
      only: "fixed-threshold",
      neighbors: ["add-remove", "replace"],
      tests: ["noisy counts are within the total: 3 items, counts to 2"],
      parity: ["ranking fixed-threshold"],
      controls: ["control: counts of two items at the rate for one are rejected"],
    },
  ],
  mistakes: [
    {
      mistake: "LimitDom with delta / kbar misplaced",
      tests: [
        "control: delta divided by k instead of kbar is rejected",
        "control: delta not divided among the items a user can bring is rejected",
        "control: the strict form with min(D, kbar) for delta is rejected",
      ],
    },
    { mistake: "LimitDom without the + 1", tests: ["control: bottom without the +1 is rejected"] },
  ],
  prices: {
    "top_k/calibration.hpp": { checked: "all variants, counts, rho", tight: "no" },
    "top_k/laplace_difference.hpp": { checked: "the tail and where it starts", tight: "yes" },
  },
  audited: {
    topK: {
      runs: 1500,
      claim: loose,
      run: (logstar, rows) => logstar.topK(rows, { ...loose, k: 1, kBar: 2, variant: "strict" }),
      inputs: more(pages, "a"),
      shows: 0.2,
    },
    "topK, an item enters": {
      runs: 1500,
      claim: loose,
      run: (logstar, rows) => logstar.topK(rows, { ...loose, k: 1, kBar: 2, counts: true }),
      inputs: more([], "me"),
    },
  },
};

import { chanceOf, claimed, numbersOf } from "../../js/statements/reading.mjs";
import { column, more, pure } from "../small-data.mjs";

/** @type {import("../listed.mjs").Mechanism} */
export default {
  exports: ["laplaceCount"],
  guarantees: ["selection"],
  modes: [
    {
      mode: "",
      neighbors: ["add-remove", "replace"],
      tests: [
        "a noisy count is epsilon-DP under add-remove and replace, and uses all of epsilon",
        "control: users with two records and noise for one are rejected",
      ],
      parity: ["count"],
    },
  ],
  mistakes: [
    {
      mistake: "Laplace noise with scale and location swapped",
      tests: ["control: scale and location swapped is rejected"],
    },
    {
      mistake: "Laplace noise with scale and rate mixed up",
      tests: [
        "control: rate and scale mixed up is rejected",
        "control: Laplace noise with scale and rate mixed up is rejected",
      ],
    },
  ],
  prices: { "selection/laplace_count.hpp": { checked: "rate", tight: "yes" } },
  audited: {
    laplaceCount: {
      claim: pure,
      run: (logstar, values) => logstar.laplaceCount(values.length, pure),
      inputs: more(column, 3),
      shows: 1.5,
    },
  },
  laws: [
    ...["add-remove", "replace"].map((neighbors) => ({
      name: `laplaceCount, ${neighbors}`,
      run: (library, count) => library.laplaceCount(count, { epsilon: 1, neighbors }),
      pairs: [
        [0, 1],
        [-0, 1],
        [0, -1],
        [2n, 3],
        [-(2 ** 53) + 2, -(2 ** 53) + 1],
        [2 ** 53 - 2, 2 ** 53 - 1],
      ].map(([a, b]) => [() => a, () => b]),
    })),
    {
      name: "laplaceCount, 3 a user",
      run: (library, count) => library.laplaceCount(count, { epsilon: 1, perUser: 3 }),
      pairs: [
        [0, 3],
        [3n, 1],
        [5, 2],
      ].map(([a, b]) => [() => a, () => b]),
    },
  ],
  statements: (logstar) =>
    [
      { epsilon: 1 },
      { epsilon: 0.05, perUser: 7 },
      { epsilon: 3, neighbors: "replace", confidence: 0.6 },
    ].flatMap((options) =>
      [0, 1, 2 ** 40].map((count) => ({
        of: "laplaceCount",
        title: `${JSON.stringify(options)} of ${count}`,
        draw: (reworded = (one) => one) => {
          const { value, record } = logstar.laplaceCount(count, options);
          const statement = reworded(record.accuracy.statement);
          const [off] = numbersOf(/the count is within ([\d,]+) of the true count\.$/, statement);
          return [claimed("count", chanceOf(statement), Math.abs(value - count) > off)];
        },
      })),
    ),
  draws: (logstar) => ({
    count: (count, epsilon, perUser) => logstar.laplaceCount(count, { epsilon, perUser }).value,
  }),
  severalTypes: ["laplaceCount.0"],
  wrongCalls: [
    [
      "logstar.laplaceCount(5, { epsilom: 1 })",
      /^Object literal may only specify known properties, (and|but) 'epsilom' does not exist in type 'CountOptions'/,
    ],
  ],
  mutations: [
    {
      name: "noise scale x 0.8",
      file: "src/selection/laplace_count.cpp",
      was: "Rational::of(epsilon) /",
      now: "Rational::of(1.25 * epsilon) /",
      tests: ["laplace_count"],
    },
    {
      name: "noise for one record of a user's several",
      file: "src/selection/laplace_count.cpp",
      was: "/ Rational{per_user, 1}",
      now: "/ Rational{1, 1}",
      tests: ["laplace_count"],
    },
    {
      name: "a count that is not whole is taken",
      file: "web/selection/laplace-count.ts",
      was: "if (Number.isSafeInteger(data)) return { data };",
      now: "if (data !== undefined) return { data };",
      tests: [],
      unit: ["selection"],
    },
    {
      name: "a BigInt is no count",
      file: "web/selection/laplace-count.ts",
      was: 'if (typeof count !== "number" && typeof count !== "bigint") {',
      now: 'if (typeof count !== "number") {',
      tests: ["laplaceCount"],
    },
  ],
};

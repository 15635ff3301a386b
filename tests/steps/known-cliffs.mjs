// The calls of the walk that take more steps than 100 ms do, by function: no other may join them.
/** @type {Record<string, string[]>} */
const cliffs = {
  // Their steps depend on the draw, and that on what earlier calls of the walk drew.
  learnThreshold: ["epsilon 0.001, delta 0", "epsilon 0.001, delta 1e-12"],
  "plan.discoverGroups": ["epsilon 3, delta 1e-12, groupsPerUser 1000000000"],
  "plan.learnThreshold": [
    "epsilon 0.000001, delta 0.1",
    "epsilon 0.000001, delta 1e-12",
    "epsilon 0.000001, delta 1e-12, confidence 0.999999999",
    "epsilon 0.000001, delta 1e-12, domain text(2^20)",
    "epsilon 0.001, delta 0.1",
    "epsilon 0.001, delta 1e-12",
    "epsilon 0.07, delta 0.1",
    "epsilon 0.07, delta 1e-12",
    "epsilon 3, delta 1e-12, domain text(2^20)",
    "epsilon 3, delta 1e-12, tolerance 1000000",
  ],
  "plan.sanitizeThresholds": [
    "epsilon 0.000001, delta 1e-12",
    "epsilon 0.000001, delta 1e-12, confidence 0.999999999",
    "epsilon 0.000001, delta 1e-12, domain bigIntegers(64)",
    "epsilon 0.000001, delta 1e-12, domain reals()",
    "epsilon 0.001, delta 0.1",
    "epsilon 0.001, delta 1e-12",
    "epsilon 0.07, delta 0.1",
    "epsilon 0.07, delta 1e-12",
  ],
  "quantile, text": [
    "epsilon 0.000001, delta 0, domain text(2^20)",
    "epsilon 0.000001, delta 1e-12, domain text(2^20)",
    "epsilon 3, delta 0, domain text(2^20)",
    "epsilon 3, delta 1e-12, domain text(2^20)",
  ],
};

/** Their titles in the walk. */
export const knownCliffs = Object.entries(cliffs).flatMap(([name, changes]) =>
  changes.map((change) => `${name}: ${change}`),
);

// The calls of the walk that take more steps than 100 ms do, by function: no other may join them.
/** @type {Record<string, string[]>} */
const cliffs = {
  // Their steps depend on the draw, and that on what earlier calls of the walk drew.
  learnThreshold: ["epsilon 0.001, delta 0", "epsilon 0.001, delta 1e-12"],
  "plan.discoverGroups": ["epsilon 3, delta 1e-12, groupsPerUser 1000000000"],
};

/** Their titles in the walk. */
export const knownCliffs = Object.entries(cliffs).flatMap(([name, changes]) =>
  changes.map((change) => `${name}: ${change}`),
);

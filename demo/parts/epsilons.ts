// The stops of every epsilon slider: round numbers, so that budgets can be spent to the last bit.
export const epsilons = [
  0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.2,
  1.5, 2, 2.5, 3, 4, 5, 6, 8, 10,
];

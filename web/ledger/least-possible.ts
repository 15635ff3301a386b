import { call } from "../core/load.js";

/** A task with a lower bound for every algorithm: docs/guarantees/least-possible.md. */
export const boundedTasks = [
  "quasiConcaveMax",
  "learnPoint",
  "learnThreshold",
  "learnRectangle",
  "sanitizePoints",
  "sanitizeThresholds",
  "sums",
  "selectBest",
  "topK",
] as const;

/** The public parameters of a bound; the size is the domain's, or `candidates`. */
export interface Bounded {
  task: (typeof boundedTasks)[number];
  epsilon: number;
  delta: number;
  neighbors: "add-remove" | "replace";
  confidence: number;
  /** as the core takes it */
  domain?: unknown;
  candidates?: number;
  monotone?: boolean;
  k?: number;
  /** undefined for any number */
  perUser?: number;
}

/** What every algorithm needs or misses by, at least. */
export const leastPossibleFor = ({ monotone = false, k = 1, ...bounded }: Bounded) =>
  call<number>("leastPossible", { ...bounded, monotone, k });

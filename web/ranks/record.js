import { publicSizes, releaseRecord } from "../ledger/record.js";
import { accuracyOf } from "./accuracy.js";

/** The algorithms in words. */
export const names = {
  exponential: "the exponential mechanism",
  prefix: "prefix choice",
  "rec-concave": "RecConcave",
  "tree-log": "TreeLog",
  "heavy-paths": "HeavyPaths",
  "tree-log-slices": "TreeLog by slices",
};

const proofs = {
  exponential: "docs/guarantees/exponential.md",
  prefix: "docs/guarantees/prefix-choice.md",
  "rec-concave": "docs/guarantees/rec-concave.md",
  "tree-log": "docs/guarantees/tree-log.md",
  "heavy-paths": "docs/guarantees/heavy-paths.md",
  "tree-log-slices": "docs/guarantees/tree-log-slices.md",
};

/**
 * The record of a draw from what the core says of it.
 * @param {any} facts
 * @param {{ mechanism: string, domain: import("../data/domains.js").Domain, outside: string,
 *   neighbors: "add-remove" | "replace", epsilon: number, delta: number, confidence: number,
 *   public?: string, parameters?: object, proof?: string }} run
 */
export function rankRecord(facts, { domain, outside, confidence, ...run }) {
  const algorithm = /** @type {keyof typeof names} */ (facts.algorithm);
  return releaseRecord({
    mechanism: run.mechanism,
    parameters: {
      algorithm,
      ...(facts.rank !== undefined && { quantile: facts.rank }),
      ...(facts.windowSize > 0 && { windowSize: facts.windowSize }),
      domain: domain.name,
      outside,
      ...facts.parameters,
      ...run.parameters,
    },
    neighbors: run.neighbors,
    epsilon: run.epsilon,
    delta: run.delta,
    public: run.public ?? publicSizes(run.neighbors),
    accuracy: accuracyOf(facts, confidence),
    proof:
      run.proof ??
      (facts.windowSize > 0
        ? "docs/guarantees/quantiles-from-interior-points.md"
        : proofs[algorithm]),
  });
}

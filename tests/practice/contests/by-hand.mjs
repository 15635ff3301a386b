// A dozen lines of script that are equally private: the reference for a default. Not for release.

/** Discrete Laplace noise: at least k with probability in proportion to e^(-rate k), on either side. */
export function laplace(random, rate) {
  const one = () => Math.floor(Math.log(random.between(0, 1)) / -rate);
  return one() - one();
}

/** Noisy counts of several places. */
export function noisyCounts(random, places, many, epsilon) {
  const counts = new Array(many).fill(0);
  for (const place of places) counts[place] += 1;
  return counts.map((count) => count + laplace(random, epsilon));
}

/** The interval of places with the greatest sum: first and last, or an empty one. */
export function bestInterval(weights) {
  let [best, from, to] = [0, 0, -1];
  let [sum, start] = [0, 0];
  for (const [i, weight] of weights.entries()) {
    if (sum <= 0) [sum, start] = [0, i];
    sum += weight;
    if (sum > best) [best, from, to] = [sum, start, i];
  }
  return { from, to };
}

/** The key of a candidate, drawn by the exponential mechanism; scores move by at most 1, in one direction. */
function exponentialChoice(random, candidates, scores, epsilon) {
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(epsilon * (score - most)));
  let left = random.between(0, 1) * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, candidate] of candidates.entries()) {
    left -= weights[i];
    if (left < 0) return candidate;
  }
  return candidates.at(-1);
}

/** Candidates at equal ratios. */
export const byMagnitude = (low, high, many) =>
  Array.from({ length: many }, (_, i) => low * (high / low) ** (i / (many - 1)));

/** A median among many candidates; a value counts a half, so that an added value moves a score by at most that. */
export function medianOfCandidates(random, values, candidates, epsilon) {
  const sorted = Float64Array.from(values).sort();
  let below = 0;
  const scores = candidates.map((candidate) => {
    while (below < sorted.length && sorted[below] < candidate) below += 1;
    return -Math.abs(below - sorted.length / 2);
  });
  return exponentialChoice(random, candidates, scores, epsilon);
}

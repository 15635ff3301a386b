/**
 * Clopper and Pearson's lower bound: the least p at which `x` or more of `n` still have probability
 * `level`. It exceeds the true p with probability at most `level`, whatever p is.
 */
export function atLeast(x: number, n: number, level: number) {
  if (x === 0) return 0;
  // The tails below are exact up to a billionth; a millionth less keeps the bound on the safe side.
  const safe = level * (1 - 1e-6);
  let low = 0;
  let high = x / n;
  for (let i = 0; i < 60; ++i) {
    const half = (low + high) / 2;
    if (upperTail(n, half, x) <= safe) low = half;
    else high = half;
  }
  return low;
}

/** Clopper and Pearson's upper bound, with the same level. */
export function atMost(x: number, n: number, level: number) {
  return 1 - atLeast(n - x, n, level);
}

/**
 * The bound on epsilon at this delta that follows from two probabilities of one event. With at least `p` on one
 * input and at most `q` on the other it is at least ln((p - delta) / q), and at least 0.
 */
export function epsilonOf(p: number, q: number, delta: number) {
  return p <= delta ? 0 : Math.max(0, Math.log((p - delta) / q));
}

/**
 * The bound on epsilon from `more` of `n` runs on the one input and `less` of `n` on the other. True but
 * with probability alpha, half of which pays for each of the two.
 */
export function epsilonAtLeast(
  more: number,
  less: number,
  n: number,
  { delta, alpha }: { delta: number; alpha: number },
) {
  return epsilonOf(atLeast(more, n, alpha / 2), atMost(less, n, alpha / 2), delta);
}

/** P[X >= x] of the binomial law, for x at or above its mean: from there on terms only fall. */
export function upperTail(n: number, p: number, x: number) {
  if (p <= 0) return 0;
  const odds = p / (1 - p);
  let term = Math.exp(
    logFactorial(n) -
      logFactorial(x) -
      logFactorial(n - x) +
      x * Math.log(p) +
      (n === x ? 0 : (n - x) * Math.log1p(-p)),
  );
  let sum = 0;
  for (let k = x; k <= n && term > sum * 1e-17; ++k) {
    sum += term;
    term *= ((n - k) / (k + 1)) * odds;
  }
  return Math.min(1, sum);
}

/** By Stirling's series; small ones as they are. */
function logFactorial(n: number) {
  if (n < 16) {
    let product = 1;
    for (let i = 2; i <= n; ++i) product *= i;
    return Math.log(product);
  }
  const series = (1 / 12 - (1 / 360 - 1 / (1260 * n * n)) / (n * n)) / n;
  return (n + 0.5) * Math.log(n) - n + Math.log(2 * Math.PI) / 2 + series;
}

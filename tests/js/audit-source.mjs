// A seeded source of random numbers for audits in tests, and the distributions that mechanisms sample. Plain
// floating point, so no function here is private.

/** Mulberry32 (Tommy Ettinger): a number above 0 and below 1 at each call. */
export function uniformFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (((z ^ (z >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  };
}

/** The laws, all drawn from one source. */
export function lawsOf(uniform) {
  const exponential = () => -Math.log(uniform());
  return {
    uniform,
    laplace: (scale) => scale * (exponential() - exponential()),
    /** Probabilities proportional to e^(-rate |k|). */
    discreteLaplace: (rate) => Math.floor(exponential() / rate) - Math.floor(exponential() / rate),
    gumbel: () => -Math.log(exponential()),
    /** An index, by its weight. */
    weighted(weights) {
      let left = uniform() * weights.reduce((sum, weight) => sum + weight, 0);
      const drawn = weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      });
      return drawn < 0 ? weights.length - 1 : drawn;
    },
  };
}

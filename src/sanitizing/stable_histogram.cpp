#include "logstar/sanitizing/stable_histogram.hpp"

#include <algorithm>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/checks.hpp"

// Privacy. Items are treated alike and independently, so one record more concerns its own item.
//   It had a count c >= 1: the noisy count's law changes by a factor of at most e^epsilon, and
//   its release depends on that noisy count alone. It had none: it was withheld. Now it is released with
//   probability P[1 + noise >= T] = q^(T-1)/(1 + q) <= delta, and the probability that it is withheld has
//   not grown.
// Under replace two items change independently: (2 epsilon, (1 + e^epsilon) delta).
//
// Error. A released item is off by its noise. A withheld item has noise < T - c: with c at least E + 1,
// noise <= T - E - 2, of probability P[noise >= E + 2 - T].

namespace logstar {

StableHistogramParameters calibrate_stable_histogram(const Loss& loss, Neighbors neighbors) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  const Loss one = neighbors == Neighbors::replace ? add_remove_for_replace(loss) : loss;
  return {loss, one.epsilon, 1 + laplace_tail_start(one.epsilon, one.delta)};
}

std::vector<NoisyPoint> stable_histogram(std::span<const std::int64_t> counts,
                                         const StableHistogramParameters& parameters,
                                         Randomness& randomness) {
  const Rational rate = Rational::of(parameters.noise_epsilon);
  std::vector<NoisyPoint> named;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::int64_t noisy = counts[i] + randomness.discrete_laplace(rate);
    if (noisy >= parameters.threshold) named.push_back({i, noisy});
  }
  return named;
}

std::int64_t stable_histogram_error(const StableHistogramParameters& parameters, double beta,
                                    std::uint64_t items) {
  check_probability("beta", beta);
  check_count("items", items, 1, kMaxItems);
  // For each item both the noise beyond E on either side (if released) and the miss are rare enough:
  // they exclude each other, and P[|noise| > E] <= 2 P[noise >= E + 1].
  const double share = divide_down(beta, count_up(items));
  const std::int64_t noise = laplace_tail_start(parameters.noise_epsilon, share / 2) - 1;
  const std::int64_t missed =
      parameters.threshold - 2 + laplace_tail_start(parameters.noise_epsilon, share);
  return std::max({std::int64_t(0), noise, missed});
}

}  // namespace logstar

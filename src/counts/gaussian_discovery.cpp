#include "logstar/counts/gaussian_discovery.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

// Released. A group of x is released if noise >= t + 1 - x: it is withheld with the probability of
//   noise >= x - t.
// Error. Let E >= t. A result is off by more than E if it is released and noise > E, or withheld and the group
//   is larger than E, noise <= t - E - 1: these exclude each other, and the second holds whenever noise < -E.
//   So P <= P[noise >= E + 1] + P[noise >= E + 1 - t], attained by a group of E + 1.

namespace logstar {

std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> counts,
                                        const GaussianDiscoveryParameters& parameters,
                                        Randomness& randomness) {
  const Rational variance = Rational::of(parameters.variance);
  std::vector<NamedGroup> named;
  for (std::size_t group = 0; group < counts.size(); ++group) {
    if (counts[group] == 0) continue;
    const std::int64_t noise = randomness.discrete_gaussian(variance);
    const std::int64_t noisy = static_cast<std::int64_t>(counts[group]) + noise;
    if (noisy > parameters.threshold) named.push_back({static_cast<std::uint32_t>(group), noisy});
  }
  return named;
}

std::int64_t named_from(const GaussianDiscoveryParameters& parameters, double probability) {
  check_probability("probability", probability);
  return parameters.threshold +
         gaussian_tail_start(parameters.variance, subtract_down(1, probability));
}

std::int64_t group_discovery_error(const GaussianDiscoveryParameters& parameters,
                                   double confidence) {
  check_confidence(confidence);
  const double wrong = subtract_down(1, confidence);
  const auto& variance = parameters.variance;
  const std::int64_t t = parameters.threshold;
  const auto missed = [&](std::int64_t error) {
    return add_up(gaussian_tail(variance, error + 1), gaussian_tail(variance, error + 1 - t));
  };
  std::int64_t error = std::max(t, t - 1 + gaussian_tail_start(variance, wrong));
  while (missed(error) > wrong) ++error;  // the first of the two chances is next to nothing
  return error;
}

}  // namespace logstar

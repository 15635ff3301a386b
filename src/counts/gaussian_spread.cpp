#include "logstar/counts/gaussian_spread.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/users/spread.hpp"

// Theorem 6, with Z = P[Y <= t]: delta is n d + H, d = P[Y > t - W]/Z at least the delta of one user's
//   releases, once under add-remove and twice under replace, and H the delta at epsilon - xi of n W^2/(2 v Z)
//   of zero-concentrated privacy, xi = W P[Y = t]/Z.
// Released. A group of x is withheld if noise <= t - x, which is of probability P[Y >= x - t]/Z.
// Error. Let E >= t. Noise is at most t, so a result is off by more than E only if noise < -E, or if a group of more
//   than E is withheld, noise <= t - E - 1: the second holds whenever the first does.

namespace logstar {
namespace {

/// 1/Z, rounded up.
double inverse_mass_up(const GaussianSpreadParameters& parameters) {
  const double above = gaussian_tail(parameters.variance, parameters.threshold + 1);
  return divide_up(1, subtract_down(1, above));
}

double times(Neighbors neighbors) { return neighbors == Neighbors::replace ? 2 : 1; }

/// n d.
double naming_delta(const GaussianSpreadParameters& parameters, std::uint64_t user_weight,
                    Neighbors neighbors) {
  const auto unit = static_cast<std::int64_t>(user_weight);
  const double beyond = gaussian_tail(parameters.variance, parameters.threshold - unit + 1);
  return multiply_up(times(neighbors), multiply_up(beyond, inverse_mass_up(parameters)));
}

/// H.
double weights_delta(const GaussianSpreadParameters& parameters, std::uint64_t user_weight,
                     double epsilon, Neighbors neighbors) {
  const double inverse = inverse_mass_up(parameters);
  const double at_threshold = gaussian_at(parameters.variance, parameters.threshold);
  const double xi = multiply_up(multiply_up(count_up(user_weight), at_threshold), inverse);
  const double left = subtract_down(epsilon, xi);
  if (!(left >= 0)) return 1;
  const double rho =
      multiply_up(times(neighbors), gaussian_rho(parameters.variance, {1, user_weight}));
  return concentrated_delta(multiply_up(rho, inverse), left);
}

/// A threshold, from `user_weight` on, for which releasing groups costs at most `delta`: within a
/// ten-thousandth of the least, as a unit in thousands matters little.
std::int64_t threshold_for(double variance, std::uint64_t user_weight, double delta,
                           Neighbors neighbors) {
  const auto accepts = [&](std::int64_t threshold) {
    return naming_delta({variance, threshold}, user_weight, neighbors) <= delta;
  };
  auto low = static_cast<std::int64_t>(user_weight);
  if (accepts(low)) return low;
  // P[Y >= k] is at most e^(-k^2/(2v)).
  const double logs = std::log(times(neighbors) / std::fmax(delta, 0x1p-1000));
  std::int64_t high = low + 1 + static_cast<std::int64_t>(std::sqrt(2 * variance * logs));
  while (!accepts(high)) high += high - low;
  while (high - low > 1 + (high >> 14)) {
    const std::int64_t middle = low + (high - low) / 2;
    (accepts(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

double gaussian_spread_delta(const GaussianSpreadParameters& parameters, std::uint64_t user_weight,
                             double epsilon, Neighbors neighbors) {
  check_count("threshold", static_cast<std::uint64_t>(parameters.threshold), user_weight,
              std::uint64_t(1) << 62);
  const double names = naming_delta(parameters, user_weight, neighbors);
  return std::fmin(1, add_up(names, weights_delta(parameters, user_weight, epsilon, neighbors)));
}

GaussianSpreadParameters calibrate_gaussian_spread(const Loss& loss, std::uint64_t user_weight,
                                                   Neighbors neighbors) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_count("userWeight", user_weight, 1, kMaxUserWeight);
  const double half = loss.delta / 2;
  const auto parameters_at = [&](double variance) {
    return GaussianSpreadParameters{variance,
                                    threshold_for(variance, user_weight, half, neighbors)};
  };
  const auto accepts = [&](double variance) {
    return weights_delta(parameters_at(variance), user_weight, loss.epsilon, neighbors) <= half;
  };
  const double unit = gaussian_rho(1, {1, user_weight}) * times(neighbors);
  // At least this, which is enough for noise that is not cut.
  double low =
      few_digits_up(std::fmax(kMinGaussianVariance, unit / largest_rho({loss.epsilon, half})));
  if (accepts(low)) return parameters_at(low);
  double high = low;
  do high *= 2;
  while (!accepts(high));  // ends, as too large a variance throws
  for (;;) {
    const double middle = few_digits_up(low + (high - low) / 2);
    if (middle >= high) return parameters_at(high);
    (accepts(middle) ? high : low) = middle;
  }
}

std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> weights,
                                        const GaussianSpreadParameters& parameters,
                                        Randomness& randomness) {
  const Rational variance = Rational::of(parameters.variance);
  std::vector<NamedGroup> named;
  for (std::size_t group = 0; group < weights.size(); ++group) {
    if (weights[group] == 0) continue;
    const std::int64_t noise = randomness.discrete_gaussian_at_most(variance, parameters.threshold);
    const std::int64_t noisy = static_cast<std::int64_t>(weights[group]) + noise;
    if (noisy > parameters.threshold) named.push_back({static_cast<std::uint32_t>(group), noisy});
  }
  return named;
}

std::int64_t named_from(const GaussianSpreadParameters& parameters, double probability) {
  check_probability("probability", probability);
  const double unnamed = divide_down(subtract_down(1, probability), inverse_mass_up(parameters));
  return parameters.threshold + gaussian_tail_start(parameters.variance, unnamed);
}

std::int64_t group_discovery_error(const GaussianSpreadParameters& parameters, double confidence) {
  check_confidence(confidence);
  const double wrong = divide_down(subtract_down(1, confidence), inverse_mass_up(parameters));
  return parameters.threshold +
         std::max<std::int64_t>(gaussian_tail_start(parameters.variance, wrong), 1) - 1;
}

}  // namespace logstar

#include "logstar/sanitizing/value_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Accuracy. S_k is the sum of the first k of K independent symmetric noises. By Levy's inequality P[max S_k >= y]
// <= 2 P[S_K >= y], so all |S_k| are below y but with 4 P[S_K >= y] <= 4 e^(-t y) M(t)^K for any t between
// 0 and the rate, M(t) = (1 - q)^2/((1 - q e^t)(1 - q e^-t)), q = e^-rate (Chernoff).

namespace logstar {
namespace {

/// ln M(t), rounded up.
double log_moment_up(double rate, double t) {
  const double top = multiply_up(2, log_up(-expm1_down(-rate)));
  const double bottom = add_down(log_down(-expm1_up(subtract_up(t, rate))),
                                 log_down(-expm1_up(subtract_up(-t, rate))));
  return std::max(0.0, subtract_up(top, bottom));
}

/// The y of the bound at t, for `count` noises.
double noise_below(double rate, double t, double count, double log_failures) {
  return divide_up(add_up(multiply_up(count, log_moment_up(rate, t)), log_failures), t);
}

/// The least y that was found: the bound has one minimum in t, and holds at every t.
double least_noise_below(double rate, double count, double log_failures) {
  const auto at = [&](double share) {
    return noise_below(rate, share * rate, count, log_failures);
  };
  double low = 1e-4;
  double high = 1 - 1e-6;
  for (int i = 0; i < 60; ++i) {
    const double left = low + (high - low) / 3;
    const double right = high - (high - low) / 3;
    (at(left) < at(right) ? high : low) = at(left) < at(right) ? right : left;
  }
  return at(low);
}

}  // namespace

ValueCountsParameters calibrate_value_counts(const KeyInterval& domain, double epsilon,
                                             Neighbors neighbors, double confidence) {
  if (domain.highest - domain.lowest >= kMaxCountedValues) {
    reject("domain", "a domain of at most 1024 values for counts of each",
           std::to_string(domain.highest - domain.lowest) + " and one");
  }
  check_confidence(confidence);
  // A record replaced is in two counts.
  const std::uint64_t moved = neighbors == Neighbors::replace ? 2 : 1;
  ValueCountsParameters parameters;
  parameters.rate = calibrate_laplace_count(epsilon, moved);
  const double rate = step_down(parameters.rate.approximate());
  const auto values = static_cast<double>(domain.highest - domain.lowest + 1);
  const double log_failures = log_up(divide_up(4, subtract_down(1, confidence)));
  const double below = least_noise_below(rate, values, log_failures);
  parameters.error = static_cast<std::int64_t>(std::ceil(below)) - 1;
  return parameters;
}

GroupedKeys draw_value_counts(const std::vector<std::uint64_t>& keys, const KeyInterval& domain,
                              const ValueCountsParameters& parameters, Randomness& randomness) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(domain.highest - domain.lowest) + 1);
  for (const std::uint64_t key : keys) ++counts[static_cast<std::size_t>(key - domain.lowest)];
  GroupedKeys records;
  std::int64_t sum = 0;
  std::int64_t most = 0;  // of the sums up to here, which no later one may fall below
  for (std::size_t value = 0; value < counts.size(); ++value) {
    const std::int64_t noisy = laplace_count(counts[value], parameters.rate, randomness);
    sum += noisy;
    if (sum <= most) continue;
    records.keys.push_back(domain.lowest + value);
    records.counts.push_back(static_cast<std::uint64_t>(sum - most));
    most = sum;
  }
  if (records.keys.empty()) {
    for (std::size_t value = 0; value < counts.size(); ++value) {
      records.keys.push_back(domain.lowest + value);
      records.counts.push_back(1);
    }
  }
  return records;
}

}  // namespace logstar

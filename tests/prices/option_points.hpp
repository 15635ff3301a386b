// The options of every price test: the ends of valid ranges, both sides of each point where arithmetic changes
// its manner, and a seeded sample, uniform in the logarithm.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::testing {

/// 36, 37, 38: 1 - e^-x rounds to 1. 708 to 746: e^x overflows, e^-x becomes subnormal and 0.
inline const std::vector<double> kEpsilons = {
    kMinEpsilon, 1e-9, 1e-6, 1e-3, 0.1, 0.48, 0.49, 1,   3,   10,   36,
    37,          38,   100,  354,  356, 708,  710,  744, 746, 1420, kMaxEpsilon};

inline const std::vector<double> kDeltas = {1e-305, 1e-300, 1e-100, 1e-20,  1e-9,       1e-6,
                                            1e-3,   0.1,    0.5,    0.9999, 1 - 0x1p-53};

/// Log-uniform doubles and counts, the same in every run.
class SampledOptions {
 public:
  explicit SampledOptions(std::uint64_t seed) : engine_(seed) {}

  double between(double low, double high) {
    const double log_low = std::log(low);
    return std::exp(log_low + (std::log(high) - log_low) * share());
  }
  double epsilon() { return std::fmax(1e-9, std::fmin(1e4, between(1e-9, 1e4))); }
  double delta() { return std::fmin(between(1e-300, 1), 1 - 0x1p-53); }
  Loss loss() {
    const double e = epsilon();
    return {e, delta()};
  }
  std::uint64_t count(std::uint64_t most) {
    return static_cast<std::uint64_t>(between(1, static_cast<double>(most) + 0.999));
  }
  bool coin() { return engine_() & 1; }

 private:
  double share() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  std::mt19937_64 engine_;
};

/// All pairs of extremes, and `sampled` more.
inline std::vector<Loss> loss_points(std::size_t sampled, std::uint64_t seed) {
  std::vector<Loss> points;
  for (const double epsilon : kEpsilons) {
    for (const double delta : kDeltas) points.push_back({epsilon, delta});
  }
  SampledOptions more(seed);
  for (std::size_t i = 0; i < sampled; ++i) points.push_back(more.loss());
  return points;
}

}  // namespace logstar::testing

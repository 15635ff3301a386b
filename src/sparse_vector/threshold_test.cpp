#include "logstar/sparse_vector/threshold_test.hpp"

#include <algorithm>

#include "logstar/sparse_vector/noise_rate.hpp"

namespace logstar {
namespace {

// Noise is capped at 2^62 steps: after one halving, two noises and this fit into 64 bits.
constexpr std::int64_t kMaxExcess = std::int64_t(1) << 60;

}  // namespace

ThresholdTest::ThresholdTest(const MonitorParameters& parameters)
    : method_(parameters.method), cap_(parameters.cap) {
  check_monitor_parameters(parameters);
  rate_ = rate_per_step(parameters.rate, parameters.grid);
  if (method_ == MonitorMethod::paper) {
    outer_rate_ = rate_per_step(parameters.outer_rate, parameters.grid);
  }
  if (method_ == MonitorMethod::charging) intensity_.emplace(parameters.rate, parameters.grid);
}

bool ThresholdTest::yes(std::int64_t excess, Randomness& randomness) const {
  excess = std::clamp(excess, -kMaxExcess, kMaxExcess);
  switch (method_) {
    case MonitorMethod::charging:
      return intensity_->yes(excess, randomness);
    case MonitorMethod::laplace:
      return excess + randomness.discrete_laplace(rate_) >= 0;
    case MonitorMethod::sampled:
      if (excess >= 0) return true;
      return randomness.bernoulli_exp({rate_.numerator * -excess, rate_.denominator});
    case MonitorMethod::paper: {
      const std::int64_t outer = randomness.discrete_laplace(outer_rate_);
      const std::int64_t inner = randomness.discrete_laplace(rate_);
      return Int128(excess) + outer + std::min(inner, cap_) >= 0;
    }
  }
  return false;
}

}  // namespace logstar

// A_dist as BNS13 prints it. For the verifier and the auditor.
#pragma once

#include <cmath>

#include "logstar/selection/gap_test.hpp"

namespace logstar::testing {

/// gap + Laplace(1/epsilon) >= ln(1/delta)/epsilon, with whole-number noise.
inline GapTestParameters printed_gap_test(const Loss& claimed) {
  GapTestParameters printed;
  printed.loss = claimed;
  printed.noise_epsilon = claimed.epsilon;
  printed.threshold =
      static_cast<std::int64_t>(std::ceil(std::log(1 / claimed.delta) / claimed.epsilon));
  return printed;
}

}  // namespace logstar::testing

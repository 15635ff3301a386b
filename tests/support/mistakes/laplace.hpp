// Laplace noise with its two parameters in the wrong order. For the verifier and the auditor.
#pragma once

#include <cstdint>

#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/laplace_count.hpp"

namespace logstar::testing {

/// Laplace(scale, location) for Laplace(location, scale), at epsilon 1: noise of scale `count`
/// around 1/epsilon.
inline std::int64_t swapped_laplace_count(std::int64_t count, Randomness& randomness) {
  const std::int64_t location = 1;  // 1/epsilon
  if (count == 0) return location;
  return laplace_count(location, Rational{1, 1} / Rational{count, 1}, randomness);
}

}  // namespace logstar::testing

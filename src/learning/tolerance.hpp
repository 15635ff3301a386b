// The tolerance of learners of noisy labels: the errors that the best rule may make.
#pragma once

#include <cstdint>

#include "logstar/support/checks.hpp"

namespace logstar {

inline constexpr std::uint64_t kMaxTolerance = std::uint64_t(1) << 40;

/// Errors: OutOfRange.
inline void check_tolerance(std::uint64_t tolerance) {
  check_count("tolerance", tolerance, 0, kMaxTolerance);
}

}  // namespace logstar

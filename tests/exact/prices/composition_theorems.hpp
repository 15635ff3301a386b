// The composition theorems of docs/guarantees/composition.md in 80 digits.
#pragma once

#include <algorithm>
#include <cstdint>

#include "real.hpp"

namespace logstar::testing {

/// 1 - (1 - step)^count (1 - tail).
Real accident(const Real& step, std::uint64_t count, const Real& tail);

/// KOV15 3.3: the delta at `total` of so many randomised responses at `epsilon`.
Real responses_delta(const Real& epsilon, std::uint64_t count, const Real& total);

/// CKS20: the least bound over orders a > 1.
Real concentrated_price(const Real& rho, const Real& epsilon);

/// DDR20: the largest divergence over common t of `count` bounded-range steps fixed in advance.
Real fixed_steps_delta(const Real& epsilon, std::uint64_t count, const Real& total);

}  // namespace logstar::testing

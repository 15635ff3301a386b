// The composition theorems of docs/guarantees/composition.md in 80 digits.
#pragma once

#include <algorithm>
#include <cstdint>

#include "logstar/privacy/best_per_step.hpp"
#include "real.hpp"

namespace logstar::testing {

/// 1 - (1 - step)^count (1 - tail).
Real accident(const Real& step, std::uint64_t count, const Real& tail);

/// KOV15 3.3: the delta at `total` of `count` randomised responses at `epsilon`.
Real responses_delta(const Real& epsilon, std::uint64_t count, const Real& total);

/// CKS20: the least bound over all orders a > 1.
Real concentrated_price(const Real& rho, const Real& epsilon);

/// DDR20: the largest divergence over common t of `count` bounded-range steps fixed in advance.
Real fixed_steps_delta(const Real& epsilon, std::uint64_t count, const Real& total);

/// The delta at `total` of `count` steps by a bound: bounded range for `concentrated`.
Real delta_by(CompositionBound bound, const Real& step, std::uint64_t count, const Real& total);

struct RealLoss {
  Real epsilon;
  Real delta;
};

/// (epsilon, delta) of k (e, d) steps by the sum, or by the drift bound at a tail; `crude`: with
/// the mean e (e^e - 1).
bool fits(const RealLoss& step, std::uint64_t count, const Real& tail, const Real& epsilon,
          const Real& delta, bool crude);

RealLoss real_loss(const Loss& loss);

/// The loss that an add-remove mechanism may have if `loss` is promised to `neighbors`.
RealLoss add_remove_of(const Loss& loss, Neighbors neighbors);

}  // namespace logstar::testing

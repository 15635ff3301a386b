// Arbitrary public parameters of mechanisms, and the checks of every result.
#pragma once

#include <cmath>

#include "fuzz_input.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar::testing {

inline Loss any_loss(FuzzInput& input) {
  const double epsilon = input.epsilon();
  const double delta = input.choice(4) == 0 ? 0 : input.probability();
  return {epsilon, delta};
}

inline Neighbors any_neighbors(FuzzInput& input) {
  return input.coin() ? Neighbors::add_remove : Neighbors::replace;
}

inline ScoreMoves any_moves(FuzzInput& input) {
  return input.coin() ? ScoreMoves::both_ways : ScoreMoves::one_way;
}

/// A mechanism that needs no delta may ignore it.
inline bool within(const Loss& spent, const Loss& allowed) {
  if (spent.delta == 0) return spent.epsilon >= 0 && spent.epsilon <= allowed.epsilon;
  return spent.epsilon >= 0 && spent.epsilon <= allowed.epsilon && spent.delta >= 0 &&
         spent.delta <= allowed.delta;
}

inline bool positive(double number) { return number > 0 && std::isfinite(number); }

}  // namespace logstar::testing

// Chooses, from a list that everybody knows, a candidate with a high score, never worse in
// expectation than the exponential mechanism.
//
// Privacy: (epsilon, 0) for the declared neighbours, with the same preconditions and the same
//   draw_epsilon as exponential.hpp. It is NOT epsilon-bounded-range: bounds for the composition of
//   bounded-range choices do not hold for it.
// Source: McKenna, Sheldon 2020, Algorithm 1; the equivalence with the noisy maximum by
//   exponential noise is Ding et al. 2021. Proof in permute_and_flip.cpp.
// Departures: the permutation is drawn only as far as it is needed.
// Cost: O(m) for m candidates, an exact coin per candidate tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar {

/// The index of a candidate. `draw_epsilon`: from calibrate_exponential_choice.
/// Errors: OutOfRange for an empty list.
std::size_t permute_and_flip(std::span<const std::int64_t> scores, double draw_epsilon,
                             Randomness& randomness);

}  // namespace logstar

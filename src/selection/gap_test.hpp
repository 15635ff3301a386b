// Returns the best solution if it is clearly better than every other one, and abstains otherwise.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set, provided that one step
//   to a neighbour changes every score by at most 1 (by 0 or 1, all the same way, if declared so).
//   Which solutions there are must not depend on the data.
// Source: A_dist of BNS13 section 2.5.3 (after Smith, Thakurta 2013), corrected.
// Departures: as printed (gap + Laplace(1/epsilon) against ln(1/delta)/epsilon) it is not
//   (epsilon, delta)-DP. The gap between two scores that move both ways has sensitivity 2: with
//   epsilon = 1 and delta = 0.01 the true delta is 0.39. With one-way scores the best solution can
//   change while the gap is 1, which the threshold ignores. Here the noise has scale g/epsilon and
//   the threshold starts at g, g = 1 for one-way scores under add-remove and 2 otherwise; and the
//   noise is a whole number. delta is attained. Proof in gap_test.cpp.
// Cost: O(m) for m solutions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar {

struct GapTestParameters {
  Loss loss;
  double noise_epsilon = 0;    ///< rate of the discrete Laplace noise: epsilon / g
  std::int64_t threshold = 0;  ///< g + ceil(ln(1 / ((1 + q) delta)) / noise_epsilon), q = e^-rate
};

/// Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside (0, 1).
GapTestParameters calibrate_gap_test(const Loss& loss, ScoreMoves moves, Neighbors neighbors);

/// The index of the best solution (the first of equals), or empty if its gap is too small.
/// `unlisted`: the common score of the solutions that are not listed, if there are any; every
/// listed score must be greater. A single solution is returned; an empty list returns empty.
std::optional<std::size_t> gap_test(std::span<const std::int64_t> scores,
                                    const std::optional<std::int64_t>& unlisted,
                                    const GapTestParameters& parameters, Randomness& randomness);

/// The least gap at which the best solution is returned with probability at least 1 - beta.
/// Errors: OutOfRange.
std::int64_t gap_test_least_gap(const GapTestParameters& parameters, double beta);

}  // namespace logstar

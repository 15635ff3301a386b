// Chooses, from a list that everybody knows, a candidate with a high score.
//
// Privacy: (epsilon, 0), and epsilon-bounded-range, for the declared neighbours, provided that one
//   step to a neighbour changes every score by at most 1 (by 0 or 1, all the same way, if declared
//   so). The list of candidates must not depend on the data; the scores may.
// Source: McSherry, Talwar 2007; bounded range: DR19 Lemmas 4.2, 4.3.
// Departures: none. The draw is exact (Randomness::weighted_choice).
// Cost: O(m) for m runs of equal score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// How scores change for one record more.
enum class ScoreMoves {
  both_ways,  ///< each by at most 1, up or down ("GS")
  one_way     ///< each by 0 or 1, all up or all down: counts, depths, weights ("MONO")
};

/// The epsilon per unit of score at which to draw. One-way scores under add-remove: epsilon. All
/// other cases, one-way scores under replace included: epsilon / 2.
/// Errors: OutOfRange unless epsilon lies in 1e-9..1e4.
double calibrate_exponential_choice(double epsilon, ScoreMoves moves, Neighbors neighbors);

/// The index of a candidate, drawn with probability proportional to e^(draw_epsilon score).
/// Errors: OutOfRange for an empty list.
std::size_t exponential_choice(std::span<const std::int64_t> scores, double draw_epsilon,
                               Randomness& randomness);

/// With probability at least 1 - beta the score drawn is greater than the best one minus this:
/// ln(candidates / beta) / draw_epsilon, rounded up. `candidates` >= 1. Errors: OutOfRange.
double exponential_choice_shortfall(const Natural& candidates, double draw_epsilon, double beta);

/// ln of a natural number >= 1, rounded up.
double log_natural_up(const Natural& n);

}  // namespace logstar

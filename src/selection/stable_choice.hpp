// Finds a heavy item of an unlisted domain. The occurring items compete with "bottom", which represents all
// other items and wins if every item is too light.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set, provided that under
//   add-remove one record more
//     - raises the score of every candidate there was by 0 or 1, and
//     - brings at most `growth` new candidates, each with a score of at most 1.
//   This holds for a score of K-bounded growth if the candidates are the solutions of score at least 1, and
//   growth = K. (K-bounded growth: the score is 0 on no data, and a record adds 1 to at most K solutions and
//   leaves the others unchanged; counts have K = 1.)
// Source: the bounded growth of BNS13 section 4.1; the bottom candidate of DR19 (limited-domain
//   top-k with one item). Proof in stable_choice.cpp.
// Departures: one exponential draw instead of BNS13's noisy maximum followed by a draw; about nine
//   times cheaper than choosing_mechanism.hpp with the paper's constants.
// Cost: O(m) for m runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

struct StableChoiceParameters {
  Loss loss;                ///< the loss of a draw
  double draw_epsilon = 0;  ///< per unit of score
  BottomScore bottom;       ///< never below 1 + ln(growth / delta) / draw_epsilon
};

inline constexpr std::uint64_t kMaxGrowth = std::uint64_t(1) << 50;

/// Calibration for a total of `loss`. Under replace the draw is at epsilon / 2, with the same delta
/// (or e^(epsilon/2) - 1 if that is less).
/// `growth`: 1 to kMaxGrowth. Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside (0, 1).
StableChoiceParameters calibrate_stable_choice(const Loss& loss, std::uint64_t growth,
                                               Neighbors neighbors);

/// The index of the run that was drawn with probability proportional to multiplicity times
/// e^(draw_epsilon score), or empty if bottom was. Empty for an empty list.
std::optional<std::size_t> stable_choice(CandidateRuns& candidates,
                                         const StableChoiceParameters& parameters,
                                         Randomness& randomness);

/// An upper bound on the probability that the result is empty although the best candidate has this score, >= 0.
double stable_choice_failure(const StableChoiceParameters& parameters, std::int64_t best);

/// The least score of the best candidate at which a candidate is returned with probability at least
/// 1 - beta. Errors: OutOfRange.
std::int64_t stable_choice_least_score(const StableChoiceParameters& parameters, double beta);

}  // namespace logstar

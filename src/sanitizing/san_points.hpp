// The counts of the frequent items: each round finds the most frequent remaining item, returns its noisy count
// and removes it.
//
// Privacy: (epsilon, delta) for the declared neighbours, one record an item each, for every data
//   set.
// Source: BNS13 section 4.2, Figure 9 (SanPoints), Theorem 4.6.
// Departures: `paper` has its composed parameters with the choosing mechanism made unconditional;
//   they hold for epsilon <= 2 ln(5/delta), beyond which they are rejected. `tight` draws by stable choice and
//   stops at the first bottom. It uses that the chosen items are distinct, so that one record affects at most
//   one noisy count, and takes the best of the composition bounds for the rounds. Counts, not fractions. Proof
//   in san_points.cpp.
// When: for comparison; stable_histogram.hpp needs no rounds.
// Cost: O(m) a round for m items.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/sanitizing/noisy_point.hpp"
#include "logstar/selection/choosing_mechanism.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

enum class SanPointsCalibration { paper, tight };

struct SanPointsParameters {
  Loss loss;
  std::uint64_t rounds = 0;
  std::variant<StableChoiceParameters, ChoosingParameters> choice;  ///< of each round
  double noise_epsilon = 0;                                         ///< rate of the noise
};

/// For counts that are off by at most `accuracy` n: ceil(2/accuracy) rounds. `accuracy`: 1e-4 to 1;
/// `beta`: the failure probability that the paper's choosing mechanism builds in. Errors:
/// OutOfRange for these, epsilon outside 1e-9..1e4 or too small to be divided, delta outside (0,
/// 1).
SanPointsParameters calibrate_san_points(SanPointsCalibration calibration, double accuracy,
                                         const Loss& loss, Neighbors neighbors, double beta);

/// As above, or an obstacle if a round has no share of the loss, or the loss is beyond the paper's.
Possible<SanPointsParameters> possible_san_points(SanPointsCalibration calibration, double accuracy,
                                                  const Loss& loss, Neighbors neighbors,
                                                  double beta);

/// BNS13 Theorem 4.6: from this many records on, with probability at least 1 - beta the count of every item is
/// within accuracy n, an item that is not chosen counting as 0. Empty if no number that is counted here will do.
std::optional<std::uint64_t> san_points_least_records(const SanPointsParameters& parameters,
                                                      double accuracy, double beta);

/// The items chosen, in the order of the rounds. `counts`: at least 1 each.
std::vector<NoisyPoint> san_points(std::span<const std::int64_t> counts,
                                   const SanPointsParameters& parameters, Randomness& randomness);

}  // namespace logstar

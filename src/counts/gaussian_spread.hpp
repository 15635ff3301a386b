// Partition selection with discrete Gaussian noise for users split over their groups: adds noise to the weight
// of every group that occurs, redrawing it while it is above a threshold.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed or
//   changed, if a user's whole-number weights add up to at most `user_weight` over any number of groups; for
//   every data set; the released groups and their noisy weights jointly.
// Source: Theorem 6 of docs/guarantees/counts.md (ours), with the noise of Canonne, Kamath, Steinke 2020.
// Departures: the variance that zero-concentrated privacy needs, which is above the least.
// Cost: fewer than two draws for each group that occurs; some hundreds of tails for the calibration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/counts/group_discovery.hpp"

namespace logstar {

struct GaussianSpreadParameters {
  double variance = 0;         ///< of the noise of each group before it is cut
  std::int64_t threshold = 0;  ///< noise is redrawn while above it; at least the weight of a user
};

/// A delta at which discovery with these parameters is (epsilon, delta)-DP, by the theorem.
double gaussian_spread_delta(const GaussianSpreadParameters& parameters, std::uint64_t user_weight,
                             double epsilon, Neighbors neighbors);

/// Half of delta for the selection, half for the weights of groups that other users release. `user_weight`: the
/// weight of a user, 1 to kMaxUserWeight. Errors: OutOfRange as least_gaussian_variance.
GaussianSpreadParameters calibrate_gaussian_spread(const Loss& loss, std::uint64_t user_weight,
                                                   Neighbors neighbors);

/// As discover_groups. `weights`: the users' weight in each group, 0 for empty groups, below 2^61.
std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> weights,
                                        const GaussianSpreadParameters& parameters,
                                        Randomness& randomness);

/// The weight from which on a group is released with probability at least `probability`. Errors: OutOfRange.
std::int64_t named_from(const GaussianSpreadParameters& parameters, double probability);

/// With probability at least `confidence`, the weight of a group chosen beforehand is off by at most this much,
/// a withheld group counting as 0. Errors: OutOfRange.
std::int64_t group_discovery_error(const GaussianSpreadParameters& parameters, double confidence);

}  // namespace logstar

// Groups that nobody has declared, named by discrete Gaussian noise, where users are spread over their groups: every
// group that occurs gets noise, drawn again while it is above a threshold.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed or changed, if a
//   user gives whole numbers of at most `whole` together to any number of groups; for every data set, and the noisy
//   weights with the names.
// Source: Theorem 6 of docs/guarantees/counts.md (ours), with the noise of Canonne, Kamath, Steinke 2020.
// Departures: the variance is that which zero-concentrated privacy needs, not the least.
// Cost: fewer than two draws for each group that occurs; some hundreds of tails for the calibration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/counts/group_discovery.hpp"

namespace logstar {

struct GaussianSpreadParameters {
  double variance = 0;         ///< of the noise of each group before it is cut
  std::int64_t threshold = 0;  ///< noise is drawn again while above it, at least what a user gives
};

/// A delta at which discovery with these parameters is (epsilon, delta)-DP, by the theorem.
double gaussian_spread_delta(const GaussianSpreadParameters& parameters, std::uint64_t user_weight,
                             double epsilon, Neighbors neighbors);

/// Half of delta for the names, half for weights of groups that others name. `whole`: what a user gives, 1 to
/// kMaxUserWeight. Errors: OutOfRange as least_gaussian_variance.
GaussianSpreadParameters calibrate_gaussian_spread(const Loss& loss, std::uint64_t user_weight,
                                                   Neighbors neighbors);

/// As discover_groups. `weights`: what the users give to each group, 0 where nobody does, below 2^61.
std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> weights,
                                        const GaussianSpreadParameters& parameters,
                                        Randomness& randomness);

/// The weight from which on a group is named with probability at least `probability`. Errors: OutOfRange.
std::int64_t named_from(const GaussianSpreadParameters& parameters, double probability);

/// With probability at least `confidence` a group, chosen beforehand, is off by at most so much, one that is not
/// named counting as 0. Errors: OutOfRange.
std::int64_t group_discovery_error(const GaussianSpreadParameters& parameters, double confidence);

}  // namespace logstar

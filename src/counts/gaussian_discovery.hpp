// Partition selection with discrete Gaussian noise: adds noise once to the count of every group that occurs,
// and releases groups above a threshold.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed or
//   changed, if a user counts at most 1 in each of at most `groups` groups; for every data set; the released
//   groups and their noisy counts jointly. Noise is drawn once, so users must not be spread over more groups
//   than that. For groups of several bins: a user counts in at most `groups` bins, and group_naming.hpp draws.
// Source: Theorem 5 of docs/guarantees/counts.md (ours), with the noise of Canonne, Kamath, Steinke 2020.
// Departures: none.
// Cost: a draw for each group that occurs; some hundreds of gaussian_delta for the calibration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/counts/group_discovery.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct GaussianDiscoveryParameters {
  double variance = 0;         ///< of the noise of each group
  std::int64_t threshold = 0;  ///< groups with a noisy count above it are released
  std::uint64_t bins = 1;      ///< of each group: it is released if any bin is above the threshold
};

/// At least the least delta at which discovery with these parameters is (epsilon, delta)-DP. Above 8 groups a
/// user the bound is within a few percent above the least delta.
double gaussian_discovery_delta(const GaussianDiscoveryParameters& parameters, std::uint64_t groups,
                                double epsilon, Neighbors neighbors);

/// The least variance that hides a user's counts in `groups` groups of other users, then the least threshold at which
/// gaussian_discovery_delta accepts the loss. An obstacle as in possible_gaussian_variance. Errors: OutOfRange as
/// there; perUser outside 1..10^9.
Possible<GaussianDiscoveryParameters> possible_gaussian_discovery(const Loss& loss,
                                                                  std::uint64_t groups,
                                                                  Neighbors neighbors,
                                                                  std::uint64_t bins = 1);

/// As above, but throws OutOfRange for an obstacle.
GaussianDiscoveryParameters calibrate_gaussian_discovery(const Loss& loss, std::uint64_t groups,
                                                         Neighbors neighbors,
                                                         std::uint64_t bins = 1);

/// As discover_groups, of one bin a group. `counts`: the number of users in each group, 0 for empty groups,
/// below 2^61.
std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> counts,
                                        const GaussianDiscoveryParameters& parameters,
                                        Randomness& randomness);

/// The count from which on a group is released with probability at least `probability`; the least if that is
/// 1/2 or more. Errors: OutOfRange.
std::int64_t named_from(const GaussianDiscoveryParameters& parameters, double probability);

/// With probability at least `confidence`, the count of a group chosen beforehand is off by at most this many
/// users, a withheld group counting as 0. Errors: OutOfRange.
std::int64_t group_discovery_error(const GaussianDiscoveryParameters& parameters,
                                   double confidence);

}  // namespace logstar

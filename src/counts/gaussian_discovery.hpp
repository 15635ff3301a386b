// Groups that nobody has declared, named by discrete Gaussian noise: every group that occurs gets noise once, and
// those above a threshold with it are named.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed or changed,
//   if a user counts at most 1 in each of at most `groups` groups; for every data set, and the noisy counts with
//   the names. Noise is not drawn again: it must not be used for users who are spread over more groups than that.
//   Of groups of several bins: a user counts in at most `groups` bins, and group_naming.hpp draws.
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
  std::int64_t threshold = 0;  ///< groups above it with noise are named
  std::uint64_t bins = 1;      ///< of each group: any of them that is above the threshold names it
};

/// At least the least delta at which discovery with these parameters is (epsilon, delta)-DP. Of more than 8 groups
/// a user it is within a few percent above the least.
double gaussian_discovery_delta(const GaussianDiscoveryParameters& parameters, std::uint64_t groups,
                                double epsilon, Neighbors neighbors);

/// The least variance that hides `groups` groups which others name, then the least threshold of which
/// gaussian_discovery_delta accepts the loss; an obstacle as possible_gaussian_variance. Errors: OutOfRange as that;
/// perUser outside 1..10^9.
Possible<GaussianDiscoveryParameters> possible_gaussian_discovery(const Loss& loss,
                                                                  std::uint64_t groups,
                                                                  Neighbors neighbors,
                                                                  std::uint64_t bins = 1);

/// The same where there are any. Errors: OutOfRange as above, and where there is an obstacle.
GaussianDiscoveryParameters calibrate_gaussian_discovery(const Loss& loss, std::uint64_t groups,
                                                         Neighbors neighbors,
                                                         std::uint64_t bins = 1);

/// As discover_groups, of one bin a group. `counts`: how many users count in each group, 0 where nobody does, below 2^61.
std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> counts,
                                        const GaussianDiscoveryParameters& parameters,
                                        Randomness& randomness);

/// The count from which on a group is named with probability at least `probability`; the least if that is 1/2 or
/// more. Errors: OutOfRange.
std::int64_t named_from(const GaussianDiscoveryParameters& parameters, double probability);

/// With probability at least `confidence` a group, chosen beforehand, is off by at most so many users, one that is
/// not named counting as 0. Errors: OutOfRange.
std::int64_t group_discovery_error(const GaussianDiscoveryParameters& parameters,
                                   double confidence);

}  // namespace logstar

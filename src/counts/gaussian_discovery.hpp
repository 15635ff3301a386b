// Partition selection with discrete Gaussian noise: adds noise once to the count of every group that occurs,
// and releases groups above a threshold.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed or
//   changed, if a user counts at most 1 in each of at most `groups` groups; for every data set; the released
//   groups and their noisy counts jointly. Noise is drawn once, so users must not be spread over more groups
//   than that. For groups of several bins: a user counts in at most `groups` bins, and group_naming.hpp draws.
// Source: Theorem 5 of docs/guarantees/counts.md (ours), with the noise of Canonne, Kamath, Steinke 2020.
// Departures: none.
// Cost: a draw for each group that occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/counts/gaussian_discovery_loss.hpp"
#include "logstar/counts/group_discovery.hpp"

namespace logstar {

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

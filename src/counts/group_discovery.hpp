// Partition selection: adds noise to the weight of every group that occurs, and releases the groups whose noisy
// weight is above a threshold.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed
//   or changed, in however many groups, for every data set: the released groups and their noisy
//   weights jointly, delta once. A user's weights must stay within the declared share.
// Source: ours; the stability-based histogram (Korolova, Kenthapadi, Mishra, Ntoulas 2009; Bun, Nissim, Stemmer
//   2016) with noise redrawn while it is above a bound. For one group a user that is the truncated geometric
//   noise of Desfontaines, Voss, Gipson, Mandayam 2022.
// Departures: weights instead of a bound on the groups of a user. Proof: docs/guarantees/counts.md.
// Cost: about two draws for each group that occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/counts/user_share.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct GroupDiscoveryParameters {
  Loss loss;
  ContributionBound share;
  Rational rate;  ///< of the noise, a unit of weight
  /// Noise is at most this; groups with a noisy weight above it are released.
  std::int64_t threshold = 0;
};

/// A released group, with its noisy weight.
struct NamedGroup {
  std::uint32_t group = 0;  ///< its number; only the name that it represents may be released
  std::int64_t weight = 0;

  friend auto operator<=>(const NamedGroup&, const NamedGroup&) = default;
};

/// An obstacle for epsilon below the range of possible_user_noise (half of it under replace), and delta too small to be
/// divided among the groups of a user, or within rounding of 1. Errors: OutOfRange for epsilon above 1e4 or below 1e-9,
/// delta outside (0, 1).
Possible<GroupDiscoveryParameters> possible_group_discovery(const Loss& loss,
                                                            const ContributionBound& share,
                                                            Neighbors neighbors);

/// As above, but throws OutOfRange for an obstacle.
GroupDiscoveryParameters calibrate_group_discovery(const Loss& loss, const ContributionBound& share,
                                                   Neighbors neighbors);

/// At least d(max_per_group) of Theorem 3. It bounds the probability that a group is released in which a single
/// user has weight `max_per_group` and the other users 0. The theorem requires it below 1, as calibrated
/// parameters make it.
double newcomer_probability_up(const GroupDiscoveryParameters& parameters);

/// The released groups, in the order of their numbers. `weights`: the total weight of the users in each group,
/// 0 for empty groups, below 2^61. The caller numbers groups in an order of their names: an order by occurrence
/// or by weight would reveal who is in the data. A group of weight 0 is always withheld.
std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> weights,
                                        const GroupDiscoveryParameters& parameters,
                                        Randomness& randomness);

/// A column of groups for later releases about the released groups: each has its index in `named`, all others
/// kNoGroup. A user's weight is then split over their rows in released groups only.
std::vector<std::uint32_t> only_named(std::vector<std::uint32_t> groups,
                                      std::span<const NamedGroup> named);

/// A weight from which on a group is released with probability at least `probability`; the least if that
/// is 1/2 or more. Errors: OutOfRange.
std::int64_t named_from(const GroupDiscoveryParameters& parameters, double probability);

/// With probability at least `confidence`, the weight of a group chosen beforehand is off by at most this much,
/// a withheld group counting as 0. Errors: OutOfRange.
std::int64_t group_discovery_error(const GroupDiscoveryParameters& parameters, double confidence);

}  // namespace logstar

// Which groups occur, and how heavy each is, where nobody has declared a list of groups: every group
// that occurs gets noise, and those that are heavy enough with it are named.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed
//   or changed, in however many groups, for every data set: which groups are named and their noisy
//   weights together, delta once. What a user gives has to keep to the share that is declared.
// Source: ours; the stability-based histogram (Korolova, Kenthapadi, Mishra, Ntoulas 2009; Bun,
//   Nissim, Stemmer 2016) with noise that is drawn again while it is above a bound, as the truncated
//   geometric noise of Desfontaines, Voss, Gipson, Mandayam 2022 is for one group a user.
// Departures: weights in place of a bound on the groups of a user. Proof: docs/guarantees/counts.md.
// Cost: some two draws for each group that occurs.
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
  Rational rate;               ///< of the noise, a unit of weight
  std::int64_t threshold = 0;  ///< noise is at most this; groups above it with noise are named
};

/// A group that was named, with its weight and noise.
struct NamedGroup {
  std::uint32_t group = 0;  ///< its number: what may be told is the name that it stands for
  std::int64_t weight = 0;

  friend auto operator<=>(const NamedGroup&, const NamedGroup&) = default;
};

/// An obstacle for epsilon below the range of possible_user_noise (half of it under replace), and delta too small to be
/// divided among the groups of a user, or within rounding of 1. Errors: OutOfRange for epsilon above 1e4 or below 1e-9,
/// delta outside (0, 1).
Possible<GroupDiscoveryParameters> possible_group_discovery(const Loss& loss,
                                                            const ContributionBound& share,
                                                            Neighbors neighbors);

/// The same where there are any. Errors: OutOfRange as above, and where there is an obstacle.
GroupDiscoveryParameters calibrate_group_discovery(const Loss& loss, const ContributionBound& share,
                                                   Neighbors neighbors);

/// At least d(max_per_group) of Theorem 3, which bounds the chance that a group is named to which one user gives
/// `max_per_group` and no one else anything. The theorem takes it below 1; calibrated parameters keep that.
double newcomer_probability_up(const GroupDiscoveryParameters& parameters);

/// The groups that are named, by their number. `weights`: what the users give to each group together,
/// 0 where nobody does, below 2^61. Groups are numbered in an order of their names: the order in which
/// they occur, or are heavy, would tell who is in the data. A group without weight is never named.
std::vector<NamedGroup> discover_groups(std::span<const std::uint64_t> weights,
                                        const GroupDiscoveryParameters& parameters,
                                        Randomness& randomness);

/// A column of groups for what is released of the named ones afterwards: each of them by its place in
/// `named`, all others kNoGroup. What a user weighs is then spread over rows in named groups only.
std::vector<std::uint32_t> only_named(std::vector<std::uint32_t> groups,
                                      std::span<const NamedGroup> named);

/// A weight from which on a group is named with probability at least `probability`; the least if that
/// is 1/2 or more. Errors: OutOfRange.
std::int64_t named_from(const GroupDiscoveryParameters& parameters, double probability);

/// With probability at least `confidence` a group, chosen beforehand, is off by at most so much
/// weight, one that is not named counting as 0. Errors: OutOfRange.
std::int64_t group_discovery_error(const GroupDiscoveryParameters& parameters, double confidence);

}  // namespace logstar

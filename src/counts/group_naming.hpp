// Selects private groups by the noisy numbers that a release returns for them.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed or
//   changed, for every data set: the released groups and their noisy numbers jointly. Preconditions: the
//   rate is epsilon over the sensitivity, a user's weights stay within the declared share, and all noise of a
//   group is drawn by the functions below. With Gaussian noise a user has weight 1 in each of some bins.
// Source: ours; docs/guarantees/counts.md, "Groups named by their released numbers".
// Departures: none.
// Cost: fewer than four draws for each group of two numbers that occurs. For bins: about two for each bin with
//   users and for each bin of a released group; with Gaussian noise one for each bin of a group that occurs.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/counts/gaussian_discovery.hpp"
#include "logstar/counts/group_discovery.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The rule by which a release selects groups, in units of weight.
struct GroupNaming {
  double delta = 0;
  /// Noise is at most this; groups with a noisy weight above it are released.
  std::int64_t threshold = 0;
  std::int64_t error = 0;  ///< bounds the errors of all numbers of a released group
  std::int64_t named_from =
      0;  ///< the weight from which a group is released with the release's confidence
  /// The weight from which a group is released at least half of the time.
  std::int64_t half_released_at = 0;
  std::optional<double> variance =
      std::nullopt;  ///< of Gaussian noise, drawn once; empty: Laplace noise
};

/// A bound on P[S >= sum] from above (from below), S two independent draws of discrete Laplace noise
/// together; sum >= 0.
double pair_tail_up(const Rational& rate, std::int64_t sum);
double pair_tail_down(const Rational& rate, std::int64_t sum);

/// For two numbers a group, which together decide its release. `weight`: a user's weight in both numbers of all
/// groups together.
/// Errors: OutOfRange for delta outside (0, 1), or where no number of users is enough.
GroupNaming name_by_pairs(const Rational& rate, std::uint64_t weight, double delta,
                          double confidence);

/// For any number of bins a group, each of which can release it. `error`: over all bins of a group. Errors:
/// OutOfRange, as calibrate_group_discovery.
GroupNaming name_by_bins(const GroupDiscoveryParameters& parameters, std::int64_t error,
                         double confidence);

/// As above with Gaussian noise. Errors: OutOfRange, as gaussian_error.
GroupNaming name_by_bins(const GaussianDiscoveryParameters& parameters, double delta,
                         double confidence);

/// Two numbers, both at least 0, with noise; empty if the group is withheld. A group of weight 0 is always
/// withheld.
std::optional<std::pair<std::int64_t, std::int64_t>> named_pair(std::int64_t first,
                                                                std::int64_t second,
                                                                const Rational& rate,
                                                                const GroupNaming& naming,
                                                                Randomness& randomness);

/// The users' weight in one of numbered bins.
struct BinWeight {
  std::uint64_t bin = 0;  ///< bin b of group g is numbered g * bins + b
  std::uint64_t weight = 0;
};

/// Released groups, with their bins group by group.
struct NamedBins {
  std::vector<NamedGroup> named;
  std::vector<std::int64_t> counts;
};

/// All bins of the released groups, with noise; `rate`: of Laplace noise. `weights`: of bins with users,
/// in the order of their numbers.
NamedBins named_bins(const std::vector<BinWeight>& weights, std::uint32_t bins,
                     const Rational& rate, const GroupNaming& naming, Randomness& randomness);

}  // namespace logstar

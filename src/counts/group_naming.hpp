// Which groups a release names by the noisy numbers that it releases of them.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed or
//   changed, for every data set: which groups are named and their noisy numbers together. Preconditions:
//   the rate is epsilon over what a user moves, a user gives no more than the declared share, and all
//   noise of a group is drawn by the functions below. By Gaussian noise a user gives 1 to each of some bins.
// Source: ours; docs/guarantees/counts.md, "Groups named by their released numbers".
// Departures: none.
// Cost: fewer than four draws for each group of two numbers that occurs; of bins some two for each bin in which
//   there are users, and for each bin of a named group; by Gaussian noise one for each bin of a group that occurs.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/counts/gaussian_discovery.hpp"
#include "logstar/counts/group_discovery.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// How a release names groups, in units of weight.
struct GroupNaming {
  double delta = 0;
  std::int64_t threshold = 0;  ///< noise is at most this; a group above it with noise is named
  std::int64_t error = 0;      ///< by which all numbers of a named group are off at most
  std::int64_t named_from =
      0;  ///< the weight from which a group is named with the release's confidence
  std::int64_t half_released_at = 0;  ///< the weight from which at least half are
  std::optional<double> variance =
      std::nullopt;  ///< of Gaussian noise that is drawn once, if it is that
};

/// A bound on P[S >= sum] from above (from below), S two independent draws of discrete Laplace noise
/// together; sum >= 0.
double pair_tail_up(const Rational& rate, std::int64_t sum);
double pair_tail_down(const Rational& rate, std::int64_t sum);

/// Of two numbers a group, named by both together. `weight`: what a user gives to all of them. Errors:
/// OutOfRange for delta outside (0, 1), or where no number of users is enough.
GroupNaming name_by_pairs(const Rational& rate, std::uint64_t weight, double delta,
                          double confidence);

/// Of any number of bins a group, named by one of them. `error`: that of all bins of a group. Errors:
/// OutOfRange, as calibrate_group_discovery.
GroupNaming name_by_bins(const GroupDiscoveryParameters& parameters, std::int64_t error,
                         double confidence);

/// The same by Gaussian noise. Errors: OutOfRange, as gaussian_error.
GroupNaming name_by_bins(const GaussianDiscoveryParameters& parameters, double delta,
                         double confidence);

/// Two numbers, neither below 0, with noise, if the group is named. One of no weight never is.
std::optional<std::pair<std::int64_t, std::int64_t>> named_pair(std::int64_t first,
                                                                std::int64_t second,
                                                                const Rational& rate,
                                                                const GroupNaming& naming,
                                                                Randomness& randomness);

/// What the users give to one of numbered bins.
struct BinWeight {
  std::uint64_t bin = 0;  ///< bin b of group g is numbered g * bins + b
  std::uint64_t weight = 0;
};

/// Groups that are named, with their bins one group after the other.
struct NamedBins {
  std::vector<NamedGroup> named;
  std::vector<std::int64_t> counts;
};

/// All bins with noise of the groups that are named; `rate`: of Laplace noise. `weights`: of bins in which there
/// are users, in the order of their numbers.
NamedBins named_bins(const std::vector<BinWeight>& weights, std::uint32_t bins,
                     const Rational& rate, const GroupNaming& naming, Randomness& randomness);

}  // namespace logstar

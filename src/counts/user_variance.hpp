// How far users' values spread, as weights of three numbers, and the variance from such weights.
//
// Privacy: none is spent. A user's weights at the ends and in the middle, in all groups, add up to the user weight.
// Source: ours; proof in docs/guarantees/variance.md.
// Departures: none.
// Cost: sorting the rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/rows_in_order.hpp"
#include "logstar/counts/user_mean.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

/// The users' weights of a group by x^2, 2x(1 - x) and (1 - x)^2, x a value's place from 0 to 1 in the domain.
struct DomainMoments {
  std::int64_t high = 0;
  std::int64_t middle = 0;
  std::int64_t low = 0;

  friend auto operator<=>(const DomainMoments&, const DomainMoments&) = default;
};

/// The released weights, with noise.
struct NoisyMoments : DomainMoments {
  std::int64_t error = 0;  ///< all three are off by at most this

  friend auto operator<=>(const NoisyMoments&, const NoisyMoments&) = default;
};

/// A variance of numerator/denominator times the squared width of the domain.
struct VarianceFraction {
  Uint128 numerator = 0;  ///< at most a quarter of the denominator
  Uint128 denominator = 1;
  std::int64_t weight = 1;  ///< of the users, with noise
  std::int64_t error = 0;   ///< each of the three weights is off by at most this

  friend bool operator==(const VarianceFraction&, const VarianceFraction&) = default;
};

/// The number of equal steps from end to end to which values are rounded: 2^30, or the width if less.
std::uint64_t variance_steps(const ValueDomain& domain);

/// The weights of each group, without noise. A user weighs `user_weight` over all groups, in each the share of
/// the user's rows there. With w that share, n its rows, G the steps and p their places in steps, high is w
/// times the sum of p^2 over n G^2, high + middle is w times the sum of p (2G - p) over n G^2, both rounded to
/// the nearest whole number, halves up, and low is the rest of w. Errors: as sort_by_user_and_group.
std::vector<DomainMoments> domain_moments(const ValuedRows& data, std::uint32_t groups,
                                          const ValueDomain& domain,
                                          std::uint32_t user_weight = kUserWeight);

/// Uses released values only. `error`: all three weights are off by at most this. Empty if the error of the
/// variance would reach a quarter of the squared width, the greatest variance.
std::optional<VarianceFraction> variance_of(const DomainMoments& noisy, std::int64_t error);

/// By how much rounding moves a variance at most, in parts of the squared width. `least_weight`: of each user of the
/// group, at least.
double variance_rounding(const ValueDomain& domain, std::uint32_t least_weight);

/// The variance in squared ones of the domain.
MeanEstimate told_variance(const VarianceFraction& variance, const ValueDomain& domain,
                           std::uint32_t least_weight);

/// The standard deviation in ones of the domain: the root, rounded down to 2^-62 of the width.
MeanEstimate told_deviation(const VarianceFraction& variance, const ValueDomain& domain,
                            std::uint32_t least_weight);

}  // namespace logstar

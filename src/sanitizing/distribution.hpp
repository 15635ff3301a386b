// A private picture of how numbers are distributed: evenly spaced quantiles, from which the share
// of records at or below any value can be read.
//
// Privacy: (epsilon, 0) for the declared neighbours, for every data set: as the quantiles.
// Source: the tight counterpart of BNS13's sanitizer for the class THRESH (section 4.3), by the
//   recursive quantiles of interior_point/rank/quantiles.hpp.
// Departures: quantiles instead of RecConcave's recursion and the choosing mechanism; the number of records
//   stays private, so the result is a distribution instead of counts.
// Cost: as the quantiles: one sort, then little.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

inline constexpr std::uint64_t kMaxSpreadQuantiles = 999;
/// The number of quantiles if the number of records is unknown.
inline constexpr std::uint64_t kUsualSpreadQuantiles = 31;

struct DistributionParameters {
  QuantilesParameters quantiles;  ///< at 1/(m + 1), ..., m/(m + 1)
  /// By how many records each quantile may miss, all of them at once with the probability of the
  /// calibration, if no value occurs more than `most_equal` times.
  double rank_error = 0;
  std::uint64_t most_equal = 0;
};

/// `quantiles` m: 1 to kMaxSpreadQuantiles. `confidence`: of the error, in (0, 1). Errors: OutOfRange for these and
/// for epsilon outside 1e-9..1e4.
DistributionParameters calibrate_distribution(std::uint64_t quantiles, const Natural& domain_size,
                                              double epsilon, Neighbors neighbors,
                                              double confidence);

/// A suitable number of quantiles for about `records` records, a public guess: the number among 3, 7, 15, ...,
/// 511 for which the usual greatest miss plus half a step is least. More make finer steps and miss by more.
/// Errors: OutOfRange for epsilon, and for records outside 1..2^40.
std::uint64_t spread_quantiles_for(std::uint64_t records, double epsilon, Neighbors neighbors);

/// The m quantiles in increasing order. Then for every value x, with z_i <= x < z_(i+1) (i = 0 and m + 1: the
/// ends), the number of records at or below x lies between n i / (m + 1) - rank_error and n (i + 1) / (m + 1) +
/// rank_error. `keys`: inside `domain`.
std::vector<std::uint64_t> sanitize_distribution(std::vector<std::uint64_t> keys,
                                                 const KeyInterval& domain,
                                                 const DistributionParameters& parameters,
                                                 Randomness& randomness);

/// The distribution as synthetic records: two at each quantile, one at each end of the domain. The share of
/// them at or below x, where it is not the last key, is (i + 1/2)/(m + 1).
GroupedKeys synthetic_records(const std::vector<std::uint64_t>& quantiles,
                              const KeyInterval& domain);

}  // namespace logstar

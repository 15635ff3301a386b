// A private picture of how numbers are distributed: evenly spaced quantiles, from which the share
// of records at or below any value can be read.
//
// Privacy: for the declared neighbours and every data set that of the quantiles: (epsilon, 0), or (epsilon,
//   delta) by calibrate_distribution_with_delta.
// Source: the tight counterpart of BNS13's sanitizer for the class THRESH (section 4.3), by the
//   recursive quantiles of interior_point/rank/quantiles.hpp, or with a delta by noisy slices.
// Departures: quantiles instead of RecConcave's recursion and the choosing mechanism; the number of records
//   stays private, so the result is a distribution instead of counts.
// Cost: as the quantiles: one sort, then little.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/several_quantiles/sliced_quantiles.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

inline constexpr std::uint64_t kMaxSpreadQuantiles = 999;
/// The number of quantiles if the number of records is unknown.
inline constexpr std::uint64_t kUsualSpreadQuantiles = 31;

struct DistributionParameters {
  std::uint64_t points = 0;       ///< m, at 1/(m + 1), ..., m/(m + 1)
  QuantilesParameters quantiles;  ///< by the recursion, without slices
  std::optional<SlicedQuantiles> slices = std::nullopt;
  /// By how many records each quantile may miss, all of them at once with the probability of the
  /// calibration, if no value occurs more than `most_equal` times.
  double rank_error = 0;
  std::uint64_t most_equal = 0;     ///< 0: however often a value occurs
  std::uint64_t least_records = 0;  ///< `rank_error` holds from this many records on
  double fewer_error = 0;           ///< and this error with fewer
};

/// How a distribution's quantiles are drawn.
enum class DistributionMethod {
  quantiles,  ///< by the recursion
  slices      ///< by noisy slices
};
constexpr DistributionMethod last_of(DistributionMethod) { return DistributionMethod::slices; }

/// "quantiles", "slices".
const char* name_of(DistributionMethod method);

/// `quantiles` m: 1 to kMaxSpreadQuantiles. `confidence`: of the error, in (0, 1). Errors: OutOfRange for these and
/// for epsilon outside 1e-9..1e4.
DistributionParameters calibrate_distribution(std::uint64_t quantiles, const Natural& domain_size,
                                              double epsilon, Neighbors neighbors,
                                              double confidence);

/// As above, or with a delta above 0 by noisy slices, if they promise a smaller error (from a number of records
/// on) than the recursion or if `method` names them. Errors: OutOfRange also for delta outside [0, 1), and for
/// slices without a delta, of fewer than two points, or at too small an epsilon.
DistributionParameters calibrate_distribution_of(std::uint64_t quantiles, const KeyInterval& domain,
                                                 const Loss& loss, Neighbors neighbors,
                                                 double confidence,
                                                 std::optional<DistributionMethod> method = {});

/// As above; an epsilon too small for slices that `method` names is an obstacle.
Possible<DistributionParameters> possible_distribution_of(
    std::uint64_t quantiles, const KeyInterval& domain, const Loss& loss, Neighbors neighbors,
    double confidence, std::optional<DistributionMethod> method = {});

/// The task of such quantiles by slices. `quantiles`: 2 or more.
QuantilesTask sliced_distribution_task(std::uint64_t quantiles, const KeyInterval& domain,
                                       const Loss& loss, Neighbors neighbors, double confidence);

/// The least number of records for which errors in `error` of them from `least` on, in `fewer` of them below,
/// and in a `share` of them on top are not all of them: no promise says anything of fewer. Empty if the share is
/// all of them.
std::optional<double> least_promised(double error, double fewer, double share, std::uint64_t least);

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

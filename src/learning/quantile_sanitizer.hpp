// The sanitizer that learners are run with: a column's quantiles as synthetic records.
//
// Privacy, source, cost: as sanitizing/distribution.hpp.
// Departures: none.
#pragma once

#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar {

/// `parameters`: calibrated for the domain.
ThresholdSanitizer sanitizer_by_quantiles(const DistributionParameters& parameters,
                                          const KeyInterval& domain);

/// The maximum additional error, as a share of the records, of synthetic records from `quantiles` quantiles.
double share_between_quantiles(std::uint64_t quantiles);

}  // namespace logstar

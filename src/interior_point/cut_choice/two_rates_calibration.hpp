// Parameters of a quantile at two rates, for a loss and a probability of failure.
#pragma once

#include <cstdint>

#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// Add-remove, keys of `bits` bits: the error two_rates_error is kept with probability at least 1 -
/// beta for every data set. Some ten milliseconds the first time, depending on epsilon
/// and on tau; none for usual parameters (usual_calibrations.hpp).
/// An obstacle if epsilon is so small that the records around the result do not fit into memory, or if the loss
/// or beta allows no promise.
/// Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside (0, 1), beta outside (0, 1), bits outside
/// 1..2^26, and as check_quantile.
Possible<TwoRatesParameters> possible_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                                const Loss& loss, double beta);

/// As above without a delta. Errors: as above.
Possible<TwoRatesParameters> possible_pure_two_rates(const QuantileFraction& tau,
                                                     std::uint32_t bits, double epsilon,
                                                     double beta);

/// As above, but throws OutOfRange for an obstacle.
TwoRatesParameters calibrate_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                       const Loss& loss, double beta);

/// As above without a delta. Errors: as above.
TwoRatesParameters calibrate_pure_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                            double epsilon, double beta);

/// As both, the second for delta 0, without the table and the cache. Errors: as above.
TwoRatesParameters search_for_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                        const Loss& loss, double beta);

/// A lower bound on the error of every pure calibration: with 2 m + 2 equal records that count, the key would
/// have to outweigh all 2^(bits + 1) prefixes by (1 - beta)/beta. Computed at once, where a calibration takes
/// its time.
double least_pure_two_rates_error(std::uint32_t bits, double epsilon, double beta);

}  // namespace logstar

// Parameters of the learner by cut choice, for a loss and a probability of failure.
//
// Privacy: none is spent; everything here is computed from public numbers.
#pragma once

#include <cstdint>

#include "logstar/learning/threshold_cut.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar {

/// For keys of `bits` bits, 1 to 2^26 - 1. If the best threshold makes at most `tolerance` errors,
/// then with probability at least 1 - beta the result makes at most `excess` more, for every data
/// set. The excess grows with the logarithm of the tolerance; beyond the tolerance the accuracy falls off
/// slowly. Some ten milliseconds the first time.
/// Errors: OutOfRange for these, epsilon outside 1e-9..1e4, delta or beta outside (0, 1), tolerance
/// above 2^40.
ThresholdCutParameters calibrate_threshold_cut(std::uint32_t bits, const Loss& loss,
                                               Neighbors neighbors, double beta,
                                               std::uint64_t tolerance = 0);

}  // namespace logstar

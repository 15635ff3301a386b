// Learns a threshold from labelled records by the exponential mechanism: label 1 up to it, 0 after.
//
// Privacy: (epsilon, 0), and epsilon-bounded-range, for the declared neighbours (one labelled
//   record), for every data set, the empty one and contradictory labels included.
// Source: the generic private learner of Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith 2011,
//   for BNS13's class THRESH; full epsilon under add-remove because the number of correctly
//   labelled records is a one-way score.
// Departures: none in law. Thresholds with the same labels for all records are drawn as one run.
// When: whenever delta is 0 or labels may contradict each other, and on domains of up to 64
//   bits in any case: docs/guarantees/thresholds.md.
// Cost: the sort, then O(n).
#pragma once

#include <cstdint>

#include "logstar/domain/key_array.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

struct ThresholdExponentialParameters {
  double draw_epsilon = 0;  ///< per error
};

/// `epsilon`: 1e-9 to 1e4. Errors: OutOfRange.
ThresholdExponentialParameters calibrate_threshold_exponential(double epsilon, Neighbors neighbors);

/// With probability at least 1 - beta the threshold drawn makes at most this many errors more than
/// the best threshold, on any data. `domain_size` >= 1. Errors: OutOfRange.
std::int64_t threshold_exponential_excess(const Natural& domain_size,
                                          const ThresholdExponentialParameters& parameters,
                                          double beta);

/// `data`: keys inside `domain`.
ThresholdHypothesis learn_threshold_exponential(LabelledKeys data, const WideInterval& domain,
                                                const ThresholdExponentialParameters& parameters,
                                                Randomness& randomness);

}  // namespace logstar

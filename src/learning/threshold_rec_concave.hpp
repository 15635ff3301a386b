// Learns a threshold from labelled records by RecConcave.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled record), for every data set.
// Source: BNS13 section 3.3, algorithm LearnThresholds (Theorem 3.15).
// Departures: the quality is max(0, m - errors) for a public m instead of the number of correct labels, whose
//   promise would be n. So the promise and the result's errors are independent of the number of records. It
//   moves both ways. RecConcave itself is the corrected one.
// When: for comparison; threshold_cut.hpp needs far less.
// Cost: the sort, then O(runs) big-integer steps.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct ThresholdRecConcaveParameters {
  RecConcaveParameters search;
  std::int64_t margin = 0;  ///< m, the promise
};

/// If some threshold makes no error there is, with probability at least 1 - beta, a result of fewer
/// than `margin` errors. `domain_size`: number of keys, at least 1. Obstacles and errors: as
/// possible_rec_concave_promise.
Possible<ThresholdRecConcaveParameters> possible_threshold_rec_concave(const Natural& domain_size,
                                                                       const Loss& loss,
                                                                       Neighbors neighbors,
                                                                       double beta);

/// As above, but throws OutOfRange for an obstacle.
ThresholdRecConcaveParameters calibrate_threshold_rec_concave(const Natural& domain_size,
                                                              const Loss& loss, Neighbors neighbors,
                                                              double beta);

/// `data`: keys inside `domain`, which has the size of the calibration.
std::optional<ThresholdHypothesis> learn_threshold_rec_concave(
    LabelledKeys data, const WideInterval& domain, const ThresholdRecConcaveParameters& parameters,
    Randomness& randomness);

}  // namespace logstar

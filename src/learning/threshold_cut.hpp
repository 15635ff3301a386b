// Learns a threshold from labelled records of a domain of any width, text included, by cut choice.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled record), for every data set,
//   the empty one included. Parameters for replace also protect if a record
//   is added or removed.
// Source: ours, cut choice at two rates (interior_point/cut_choice/two_rates.hpp) with error counts
//   for ranks, for the class THRESH of BNS13 and KLMNS20.
// Departures: none; proof in threshold_cut.cpp, accuracy in threshold_cut_calibration.cpp and
//   docs/guarantees/thresholds.md.
// When: on domains of more than 64 bits, whatever the labels. On narrower ones, from about 40 bits on, it promises
//   fewer errors than the exponential mechanism and usually makes more. It always answers.
// Cost: the sort, then O(limbs + log n) for each prefix that matters: few more than the error, where
//   labels contradict each other some more.
#pragma once

#include <cstdint>

#include "logstar/domain/key_array.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Made by the calibration. Scores in units of `unit`.
struct ThresholdCutParameters {
  Loss loss;                    ///< the loss of a draw
  double unit = 0;              ///< epsilon per unit of score
  std::int64_t per_weight = 0;  ///< for each further record below a prefix
  std::int64_t per_error = 0;   ///< for each error more than the best threshold makes, less
  std::int64_t base = 0;        ///< the score at `excess` errors more
  std::int64_t excess = 0;      ///< the promise: at most this many errors more than the best
  std::int64_t copies = 0;      ///< the weight of either end of the domain
};

/// `data`: keys inside `domain`, of the width that the parameters were made for.
ThresholdHypothesis learn_threshold_cut(LabelledKeys data, const WideInterval& domain,
                                        const ThresholdCutParameters& parameters,
                                        Randomness& randomness);

}  // namespace logstar

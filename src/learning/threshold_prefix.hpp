// Learns a threshold from labelled records of a domain of any width, text included, by prefix
// choice.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled record), for every data set.
// Source: ours, interior_point/prefix_choice/prefix_choice.hpp in its general form, for the class THRESH of
//   BNS13 and KLMNS20. The score is an error count, which moves both ways: the draw is at
//   epsilon/2.
// Departures: none; proof in threshold_prefix.cpp and docs/guarantees/thresholds.md.
// When: on domains of more than about 100 bits, if some threshold makes few errors.
// Cost: the sort, then that of prefix choice.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/stable_choice.hpp"

namespace logstar {

struct ThresholdPrefixParameters {
  StableChoiceParameters choice;    ///< its loss is what a draw costs
  std::int64_t margin = 0;          ///< m: a threshold of m or more errors has score 0
  std::uint64_t least_records = 0;  ///< the promise holds for so many records
  std::uint64_t most_records = 0;   ///< up to so many; privacy does not depend on it
};

/// For keys of `bits` bits, 1 to 2^26 - 1. If some threshold makes at most `tolerance` errors and
/// there are least_records to most_records records, then with probability at least 1 - beta there
/// is a result and it makes fewer than `margin` errors. The margin is about 3 (1 + (2/epsilon)
/// ln(K / (delta beta))) / 2 + tolerance, K = 3 (bits + 2).
/// Errors: OutOfRange for these, epsilon outside 1e-9..1e4, delta or beta outside (0, 1), tolerance
/// above 2^40.
ThresholdPrefixParameters calibrate_threshold_prefix(std::uint32_t bits, const Loss& loss,
                                                     Neighbors neighbors, double beta,
                                                     std::uint64_t tolerance = 0);

/// `data`: keys inside `domain`. Nothing if no prefix is heavy enough, or every threshold errs too
/// often.
std::optional<ThresholdHypothesis> learn_threshold_prefix(
    LabelledKeys data, const WideInterval& domain, const ThresholdPrefixParameters& parameters,
    Randomness& randomness);

}  // namespace logstar

// A point between the smallest and the largest record, from a domain of any width.
//
// Privacy: (epsilon, delta), or (epsilon, 0) for the pure form, for the neighbours that the
//   parameters were made for and every data set, the empty one included. Without `bottom`, except in the pure
//   form, the number of records is public and at least `least_records`.
// Source: ours. A prefix with enough records has a cut near it that is a good point (the idea of BNS13 and
//   KLMNS20 of a node at the right scale). A depth needs to be good only up to an offset. One draw, no
//   recursion.
// Departures: none; proof in draw.cpp, accuracy in calibration.cpp.
// Cost: the sort, then O(limbs + log n) for each of the few heaviest prefixes; O(n (limbs + log n))
//   if epsilon is so small that all of them matter. The number of keys has no influence.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/padded_keys.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Made by the calibrations (calibration.hpp).
struct CutChoiceParameters {
  Loss loss;                ///< the loss of a draw
  double draw_epsilon = 0;  ///< per unit of score
  std::int64_t offset = 0;  ///< added to a cut's depth
  /// The score of "nothing". Empty: the draw always returns a key.
  std::optional<BottomScore> bottom;
  /// Whether prefixes and keys without records are candidates too, of score 0: then delta is 0.
  bool every_prefix = false;
  /// From this many records on the result exists and lies between the smallest and the largest of them, with
  /// the probability of the calibration and for every data set.
  std::uint64_t least_records = 0;

  /// Bottom's score as a number, if there is one.
  std::optional<double> bottom_score() const;
};

/// A key of the domain, or empty. `keys`: one a record, any order, of the width that the
/// parameters were made for, all inside `domain`.
/// Errors: OutOfRange for fewer than `least_records` records if their number is public.
std::optional<WideKey> draw_cut_choice(KeyArray keys, const WideInterval& domain,
                                       const CutChoiceParameters& parameters,
                                       Randomness& randomness);

/// The same of keys that are sorted, with copies of the domain's ends, whose number has no influence on the cost.
std::optional<WideKey> draw_cut_choice(const PaddedKeys& sorted, const WideInterval& domain,
                                       const CutChoiceParameters& parameters,
                                       Randomness& randomness);

}  // namespace logstar

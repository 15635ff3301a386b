// A private quantile of a private number of records. One draw, which always answers, with almost the same error
// for every quantile.
//
// Privacy: (epsilon, delta) under add-remove, for every data set, the empty one included; pure, with
//   `uniform_score`, (epsilon, 0) and epsilon-bounded-range.
// Source: ours. Cut choice with ranks instead of depths; a record more may lower a score as
//   well as raise it, at two different rates.
// Departures: none; proof in two_rates.cpp, accuracy in two_rates_bound.cpp.
// Accuracy: with the probability of the calibration and for every data set, #{x < z} <= tau n + e
//   and #{x <= z} >= tau n - e for the z drawn, e = two_rates_error(parameters).
// Cost: O(n) for keys of at most 64 bits, for wider ones the sort; then O(limbs + log n) for each of the
//   prefixes that matter, few more than e. The sort if many records at the quantile are equal. Pure, a draw is
//   repeated if one falls to a weight that its score does not have: less than one repetition on average.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Scores in units of `unit`; ranks in parts of the quantile's denominator.
struct TwoRatesParameters {
  Loss loss;                    ///< the loss of a draw
  QuantileFraction tau;         ///< which quantile
  double unit = 0;              ///< epsilon per unit of score
  std::int64_t per_weight = 0;  ///< for each record below a prefix: the maximum rise of a score
  std::int64_t most_fall = 0;   ///< the maximum fall of a score for one record more
  std::int64_t per_part_before = 0;  ///< for each part of a rank that a place lies before tau n
  std::int64_t per_part_after = 0;   ///< and after it
  std::int64_t base = 0;             ///< the score at a rank error of `margin`
  std::int64_t margin = 0;           ///< in parts of a rank
  std::uint64_t padding = 0;         ///< of the lowest and of the highest key that are added
  /// Pure: the score of all prefixes together, those of no record included, all equally likely. An
  /// occurring prefix has additional weight: the excess of its own score's weight over that of -per_weight, the
  /// score of no record.
  std::optional<BottomScore> uniform_score = std::nullopt;
};

/// By how many ranks the result may miss.
double two_rates_error(const TwoRatesParameters& parameters);

/// A key of the domain. `keys`: one a record, any order, of the width that the parameters were made
/// for, all inside `domain`.
WideKey draw_two_rates(KeyArray keys, const WideInterval& domain,
                       const TwoRatesParameters& parameters, Randomness& randomness);

}  // namespace logstar

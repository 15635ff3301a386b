// How numbers of a small domain are distributed: a noisy count of every value, summed up.
//
// Privacy: (epsilon, 0) for the declared neighbours, for every data set, the empty one included.
// Source: the geometric mechanism of Ghosh, Roughgarden, Sundararajan 2009 on a histogram.
// Departures: all values of the domain get noise, even if they do not occur. Sums of counts are made
//   increasing, which is post-processing and makes no sum's error greater. Proof in
//   docs/guarantees/sanitizers.md.
// When: on domains of up to kMaxCountedValues values. With 1,000 and with 100,000 ages it errs less than
//   quantiles (distribution.hpp): docs/guarantees/sanitizers.md.
// Cost: O(n), and a draw for each value of the domain.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

inline constexpr std::uint64_t kMaxCountedValues = 1024;

struct ValueCountsParameters {
  Rational rate;  ///< of the noise in each count
  /// With probability at least the requested confidence, for every value at once, the number of records
  /// at or below it is off by at most this.
  std::int64_t error = 0;
};

/// A domain of 1 to kMaxCountedValues values. Errors: OutOfRange for more, for epsilon outside
/// 1e-9..1e4 and for a confidence outside (0, 1).
ValueCountsParameters calibrate_value_counts(const KeyInterval& domain, double epsilon,
                                             Neighbors neighbors, double confidence);

/// Synthetic records, from the values with a positive count. If every count is 0, one record of each value.
/// `keys`: one a record, any order, inside `domain`.
GroupedKeys draw_value_counts(const std::vector<std::uint64_t>& keys, const KeyInterval& domain,
                              const ValueCountsParameters& parameters, Randomness& randomness);

}  // namespace logstar

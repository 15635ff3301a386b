// Several quantiles by noisy slices, from interior points by cut choice or the exponential
// mechanism, with another algorithm where there are too few records.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set, the empty one
//   included.
// Source: quantile_slices/noisy_slices.hpp; docs/guarantees/noisy-slices.md.
// Departures: none.
// When: two quantiles or more, with a delta, of many records.
// Cost: one sort, then the draws from slices.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "logstar/interior_point/quantile_slices/noisy_slices.hpp"
#include "logstar/interior_point/several_quantiles/plain_quantiles.hpp"

namespace logstar {

struct SlicedQuantiles {
  KeyInterval domain;
  NoisySlicesParameters slices;
  std::variant<ExponentialParameters, CutChoiceParameters> inner;  ///< of the point of a slice
  PlainQuantiles fallback;
  /// With the task's confidence, if there are `least_records` or more.
  QuantilesPromise promise;
  std::uint64_t least_records = 0;
  /// With the same confidence, however many there are.
  double fewer_error = 0;
};

/// Empty for one quantile, for a delta of 0, or if no slice can guarantee its point. Errors: OutOfRange as
/// check_quantiles_task.
std::optional<SlicedQuantiles> calibrate_sliced_quantiles(const QuantilesTask& task);

/// What the slices of calibrate_sliced_quantiles promise, without what it finds for fewer records, which takes longer.
struct SlicesPromise {
  double rank_error = 0;
  std::uint64_t least_records = 0;
};
std::optional<SlicesPromise> promise_of_slices(const QuantilesTask& task);

/// A number that `least_records` of calibrate_sliced_quantiles are not below, at once. Errors: as above.
std::uint64_t sliced_records_at_least(const QuantilesTask& task);

/// The error from which on an answer does not distinguish a quantile of `records` records from the next.
double uninformative_error(const std::vector<QuantileFraction>& taus, std::uint64_t records);

/// The points, the noisy size and the mechanism that answered, all of which may be published. `keys`:
/// one a record, any order, all inside the domain, at most 2^32.
NoisySlicesResult draw_sliced_points(const SlicedQuantiles& plan, std::vector<std::uint64_t> keys,
                                     Randomness& randomness);

/// The points alone, in increasing order. `keys`: as draw_sliced_points.
std::vector<std::uint64_t> draw_sliced_quantiles(const SlicedQuantiles& plan,
                                                 std::vector<std::uint64_t> keys,
                                                 Randomness& randomness);

}  // namespace logstar

// By how many ranks noise in the lengths of blocks moves the slices between them.
#pragma once

#include <cstddef>
#include <vector>

#include "logstar/interior_point/quantile_slices/truncated_noise.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"

namespace logstar {

/// A slice around the quantile q, with noise in `before` blocks before it.
struct ShiftedSlice {
  QuantileFraction q;
  std::size_t before = 0;
};

/// A t such that with probability at least 1 - failure
///   |(1 - q) (the noise before) - q (the noise after)| <= t   for all slices,
/// with `draws` independent draws of noise in all. The least multiple of 1/4 by the exact laws of
/// both sums, rounded outward; if those are too wide to compute, as below.
double rank_shift_up(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                     const TruncatedNoise& noise, double failure);

/// As above by Chernoff's bound: about a tenth larger, computed at once.
double rank_shift_by_chernoff_up(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                                 const TruncatedNoise& noise, double failure);

}  // namespace logstar
